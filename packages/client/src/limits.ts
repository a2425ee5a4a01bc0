/** Bounds and defaults of the members of request bodies, for forms. Those that are not imported cost a page nothing. */

export * from "./generated/limits.ts";
