/** The aaguids entry point: what to call a passkey on an account page, and the sign to put before it. */

export { type AuthenticatorLabel, aaguidOf, labelOf, PASSKEY_ICON } from "./aaguids/label.ts";
