/**
 * Rows that hosts of SimpleWebAuthn store. Its documentation proposes the columns, in camel case; ORMs and hand-written
 * SQL have them in snake case, and hosts that stored `registrationInfo` whole have its older names.
 */

import { failure, type Result } from "@lapwing/result";
import { bytesFrom } from "./bytes-from.ts";
import { type MigratedPasskey, MigrationError, migrated } from "./migrated-passkey.ts";

/** The names under which a member may stand, the documented one first. */
const NAMES = {
	id: ["id", "credentialID", "credential_id", "cred_id", "credentialId"],
	publicKey: ["publicKey", "public_key", "credentialPublicKey", "credential_public_key", "cred_public_key"],
	counter: ["counter", "signCount", "sign_count"],
	transports: ["transports"],
	deviceType: ["deviceType", "device_type", "credentialDeviceType", "credential_device_type"],
	backupEligible: ["backupEligible", "backup_eligible"],
	backedUp: ["backedUp", "backed_up", "credentialBackedUp", "credential_backed_up", "backup_status", "backupStatus"],
	aaguid: ["aaguid"],
	fmt: ["fmt", "attestation"],
	userVerified: ["userVerified", "user_verified"],
	userHandle: ["webauthnUserID", "webAuthnUserID", "webauthn_user_id", "webauthnUserId", "webAuthnUserId"],
} as const;

/**
 * The passkey in a row that SimpleWebAuthn's host stored: the columns `id`, `publicKey`, `counter`, `transports`,
 * `deviceType`, `backedUp` and `webauthnUserID` of its documentation, its SQL columns `cred_id`, `cred_public_key`,
 * `backup_eligible` and `backup_status`, or `registrationInfo`, with or without the `credential` in it.
 *
 * @example
 * ```ts
 * import { fromSimpleWebAuthn } from "@lapwing/passkey/migration";
 *
 * const result = fromSimpleWebAuthn({ id: "…", publicKey: "pQECAyYg…", counter: 3, transports: "internal,hybrid" });
 * ```
 */
export function fromSimpleWebAuthn(row: unknown): Result<MigratedPasskey, MigrationError> {
	if (typeof row !== "object" || row === null) return failure(new MigrationError("row"));
	const { credential } = row as { credential?: unknown };
	const members = { ...row, ...(typeof credential === "object" ? credential : undefined) } as Record<string, unknown>;
	const read = (names: readonly string[]) =>
		names.map((name) => (Object.hasOwn(members, name) ? members[name] : undefined)).find((each) => each !== undefined);
	if (read(NAMES.id) === undefined && read(NAMES.publicKey) === undefined) return failure(new MigrationError("row"));
	const aaguid = read(NAMES.aaguid);
	const userHandle = read(NAMES.userHandle) ?? null;
	const isTrue = (value: unknown) => value === true || value === 1 || value === 1n || value === "t" || value === "true";
	return migrated({
		id: bytesFrom(read(NAMES.id)),
		publicKey: bytesFrom(read(NAMES.publicKey)),
		counter: read(NAMES.counter),
		transports: read(NAMES.transports),
		aaguid: typeof aaguid === "string" ? bytesFrom(`\\x${aaguid.replaceAll("-", "")}`) : undefined,
		attestation: read(NAMES.fmt),
		userVerified: isTrue(read(NAMES.userVerified)),
		syncable: read(NAMES.deviceType) === "multiDevice" || isTrue(read(NAMES.backupEligible)),
		backedUp: isTrue(read(NAMES.backedUp)),
		userHandle: userHandle === null ? null : bytesFrom(userHandle),
	});
}
