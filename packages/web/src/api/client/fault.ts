/** The error of a failed request. Functions of this folder throw it, because Query expects exceptions. */

export { ApiError as ApiFault, type Detail } from "@lapwing/client";
