/**
 * Rows that hosts of SimpleWebAuthn store. Its documentation proposes the columns, in camel case; ORMs and hand-written
 * SQL have them in snake case, and hosts that stored `registrationInfo` whole have its older names.
 */

import { failure, type Result } from "@lapwing/result";
import { bytesFrom } from "./bytes-from.ts";
import { idColumnOf } from "./id-column.ts";
import { type MigratedPasskey, MigrationError, migrated } from "./migrated-passkey.ts";

/** The names under which a member may stand, the documented one first. */
const NAMES = {
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

/** The row's own columns, and those of the `credential` that `registrationInfo` has since version 11. */
export function credentialMembers(row: object): Record<string, unknown> {
	const { credential } = row as { credential?: unknown };
	if (typeof credential !== "object" || credential === null) return row as Record<string, unknown>;
	// The id beside it is that of the row.
	const { id: _, ...others } = row as Record<string, unknown>;
	return { ...others, ...credential };
}

/**
 * The passkey in a row that SimpleWebAuthn's host stored: the columns `id`, `publicKey`, `counter`, `transports`,
 * `deviceType`, `backedUp` and `webauthnUserID` of its documentation, its SQL columns `cred_id`, `cred_public_key`,
 * `backup_eligible` and `backup_status`, or `registrationInfo`, with or without the `credential` in it. A column that
 * is named for the credential (`credentialID`, `credential_id`) goes before `id`, which most ORMs use for their key.
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
	const members = credentialMembers(row);
	const read = (names: readonly string[]) =>
		names.map((name) => (Object.hasOwn(members, name) ? members[name] : undefined)).find((each) => each !== undefined);
	const idColumn = idColumnOf(members);
	const publicKey = read(NAMES.publicKey);
	if ("ambiguous" in idColumn) {
		const isRow = idColumn.ambiguous.length > 0 || publicKey !== undefined;
		return failure(isRow ? new MigrationError("id-column", idColumn.ambiguous) : new MigrationError("row"));
	}
	const deviceType = read(NAMES.deviceType) ?? null;
	if (deviceType !== null && deviceType !== "multiDevice" && deviceType !== "singleDevice") {
		return failure(new MigrationError("device-type"));
	}
	const userHandle = read(NAMES.userHandle) ?? null;
	return migrated({
		id: bytesFrom(members[idColumn.column]),
		publicKey: bytesFrom(publicKey),
		counter: read(NAMES.counter),
		transports: read(NAMES.transports),
		aaguid: read(NAMES.aaguid),
		attestation: read(NAMES.fmt),
		userVerified: read(NAMES.userVerified),
		syncable: deviceType === "multiDevice" || read(NAMES.backupEligible),
		backedUp: read(NAMES.backedUp),
		userHandle: userHandle === null ? null : bytesFrom(userHandle),
	});
}
