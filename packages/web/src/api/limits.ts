/** Bounds and defaults of what forms send: by the body's name in the OpenAPI document, then by member. */

export * as LIMITS from "@lapwing/client/limits";
