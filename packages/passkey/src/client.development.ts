/**
 * The client entry point of pages in development: it warns in the console of what makes a ceremony fail without a word.
 * Bundlers take it under the condition `development`; what goes into production is ./client.ts, without any of it.
 */

export { authenticate, autofill, Passkey, register } from "./client/warned-ceremonies.ts";
export * from "./client.ts";
