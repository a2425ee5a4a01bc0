/**
 * The JSON of go-webauthn's `webauthn.Credential`, of every version since 0.1. Go writes bytes in base64 with padding.
 */

import { failure, type Result } from "@lapwing/result";
import { bytesFrom } from "./bytes-from.ts";
import { type MigratedPasskey, MigrationError, migrated } from "./migrated-passkey.ts";

/** Statement formats. Versions before 0.12 stored one in `attestationType`, where now a type stands. */
const FORMATS: readonly unknown[] = [
	"none",
	"packed",
	"tpm",
	"android-key",
	"android-safetynet",
	"fido-u2f",
	"apple",
	"compound",
];

/**
 * The passkey in the JSON of a `webauthn.Credential`. Versions before 0.6 kept no flags: such a row is taken for one
 * that is not synced, and the next sign-in tells `backedUp`. `userHandle` is null: go-webauthn keeps `WebAuthnID()`
 * with the account.
 *
 * @example
 * ```ts
 * import { fromGoWebAuthn } from "@lapwing/passkey/migration";
 *
 * const result = fromGoWebAuthn({ id: "…", publicKey: "pQECAyYg…", authenticator: { AAGUID: "…", signCount: 3 } });
 * ```
 */
export function fromGoWebAuthn(credential: unknown): Result<MigratedPasskey, MigrationError> {
	if (typeof credential !== "object" || credential === null) return failure(new MigrationError("row"));
	const id = member(credential, "id");
	const publicKey = member(credential, "publicKey");
	if (id === undefined && publicKey === undefined) return failure(new MigrationError("row"));
	const flags = member(credential, "flags");
	const authenticator = member(credential, "authenticator");
	const formats = [member(credential, "attestationFormat"), member(credential, "attestationType")];
	return migrated({
		id: bytesFrom(id),
		publicKey: bytesFrom(publicKey),
		// Left out where it is 0.
		counter: member(authenticator, "signCount") ?? 0,
		transports: member(credential, "transport"),
		aaguid: member(authenticator, "aaguid"),
		attestation: formats.find((each) => FORMATS.includes(each)),
		userVerified: member(flags, "userVerified"),
		syncable: member(flags, "backupEligible"),
		backedUp: member(flags, "backupState"),
		userHandle: null,
	});
}

/** By name in any case, as Go reads JSON: structs without tags were stored as `ID` and `PublicKey`. */
function member(object: unknown, name: string): unknown {
	if (typeof object !== "object" || object === null) return undefined;
	return Object.entries(object).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}
