/** The error of a failed request, thrown because Query expects exceptions. Only files of `api/` import the client. */

export { ApiError, type Detail } from "@lapwing/client";
