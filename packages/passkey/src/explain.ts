/** The explain door: refusals in words, apart from the server half so that only who logs them carries the words. */

export { explain } from "./server/explain.ts";
