/** The error of a failed request, thrown because Query expects exceptions. The client is imported in this folder alone. */

export { ApiError, type Detail } from "@lapwing/client";
