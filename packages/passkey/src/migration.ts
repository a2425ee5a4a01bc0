/** The migration door: rows that other libraries stored, as the passkeys that this one verifies. */

export { fromGoWebAuthn } from "./migration/from-go-webauthn.ts";
export { fromSimpleWebAuthn } from "./migration/from-simplewebauthn.ts";
export { fromWebauthnRs } from "./migration/from-webauthn-rs.ts";
export { type MigratedPasskey, MigrationError, type MigrationRefusalReason } from "./migration/migrated-passkey.ts";
