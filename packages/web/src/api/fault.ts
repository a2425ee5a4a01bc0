/** What went wrong with a request: thrown by every function of this folder, for that is what Query catches. */

export { ApiError as ApiFault, type Detail } from "@lapwing/client";
