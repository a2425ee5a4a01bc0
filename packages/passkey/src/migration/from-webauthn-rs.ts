/**
 * The JSON of webauthn-rs's `Passkey` and `Credential` (versions 3 to 5 of its format). It stores a key taken apart, so
 * the COSE_Key is written anew: not the authenticator's bytes, and the same key.
 */

import { failure, type Result } from "@lapwing/result";
import type { Bytes } from "../bytes.ts";
import { cborMap, encodeCbor } from "../testing/encode-cbor.ts";
import { bytesFrom } from "./bytes-from.ts";
import { type MigratedPasskey, MigrationError, migrated } from "./migrated-passkey.ts";

/** COSE numbers of its names of algorithms. */
const ALGORITHMS: ReadonlyMap<unknown, number> = new Map([
	["ES256", -7],
	["ES384", -35],
	["ES512", -36],
	["RS256", -257],
	["RS384", -258],
	["RS512", -259],
	["PS256", -37],
	["PS384", -38],
	["PS512", -39],
	["EDDSA", -8],
	["INSECURE_RS1", -65535],
]);

const CURVES: ReadonlyMap<unknown, number> = new Map([
	["SECP256R1", 1],
	["SECP384R1", 2],
	["SECP521R1", 3],
	["ED25519", 6],
	["ED448", 7],
]);

/** Its names of formats before it took those of the standard. Some versions read several. */
const FORMER_FORMATS: ReadonlyMap<unknown, unknown> = new Map([
	["None", "none"],
	["Packed", "packed"],
	["Tpm", "tpm"],
	["TPM", "tpm"],
	["AndroidKey", "android-key"],
	["AndroidSafetyNet", "android-safetynet"],
	["AndroidSafetynet", "android-safetynet"],
	["FIDOU2F", "fido-u2f"],
	["AppleAnonymous", "apple"],
]);

/**
 * The passkey in the JSON of a `Passkey` (`{ "cred": { "cred_id": … } }`) or of the `Credential` in it. It keeps no
 * AAGUID outside the attestation, so `aaguid` is zeros; `userHandle` is null: it is the 16 bytes of the account's UUID.
 *
 * @example
 * ```ts
 * import { fromWebauthnRs } from "@lapwing/passkey/migration";
 *
 * const key = { type_: "ES256", key: { EC_EC2: { curve: "SECP256R1", x: "…", y: "…" } } };
 * const result = fromWebauthnRs({ cred: { cred_id: "…", cred: key, counter: 0 } });
 * ```
 */
export function fromWebauthnRs(passkey: unknown): Result<MigratedPasskey, MigrationError> {
	const outer = recordOf(passkey);
	const credential = "cred_id" in outer ? outer : recordOf(outer["cred"]);
	if (!("cred_id" in credential)) return failure(new MigrationError("row"));
	const { cred, cred_id: id, counter, transports, backup_eligible: eligible, backup_state: state } = credential;
	const { attestation_format: format } = credential;
	const key = coseKey(recordOf(cred));
	if (key === "unsupported") return failure(new MigrationError("algorithm"));
	return migrated({
		id: bytesFrom(id),
		publicKey: key,
		counter,
		transports: Array.isArray(transports) ? transports.map((each) => String(each).toLowerCase()) : [],
		attestation: FORMER_FORMATS.get(format) ?? format,
		userVerified: credential["user_verified"] ?? credential["verified"],
		syncable: eligible,
		backedUp: state,
		userHandle: null,
	});
}

function coseKey({ type_: name, key }: Record<string, unknown>): Bytes | "unsupported" | undefined {
	const algorithm = ALGORITHMS.get(name);
	if (algorithm === undefined) return "unsupported";
	const { EC_EC2: ec2, EC_OKP: okp, RSA: rsa } = recordOf(key);
	if (rsa) {
		const { n, e } = recordOf(rsa);
		const [modulus, exponent] = [bytesFrom(n), bytesFrom(e)];
		return modulus && exponent && encodeCbor(cborMap([1, 3], [3, algorithm], [-1, modulus], [-2, exponent]));
	}
	const { curve: curveName, x: encodedX, y: encodedY } = recordOf(ec2 ?? okp);
	const curve = CURVES.get(curveName);
	const [x, y] = [bytesFrom(encodedX), bytesFrom(encodedY)];
	if (curve === undefined || !x) return undefined;
	if (okp) return encodeCbor(cborMap([1, 1], [3, algorithm], [-1, curve], [-2, x]));
	return y && encodeCbor(cborMap([1, 2], [3, algorithm], [-1, curve], [-2, x], [-3, y]));
}

function recordOf(value: unknown): Record<string, unknown> {
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
