/**
 * What a migrated row must be, whichever library stored it: the members of `RegisteredPasskey`, each checked. A row
 * that would be refused at every sign-in is refused here, where somebody still looks.
 */

import { failure, type Result, success } from "@lapwing/result";
import { ES384, ES512 } from "../algorithms/ecdsa.ts";
import { ML_DSA_44, ML_DSA_65, ML_DSA_87 } from "../algorithms/ml-dsa.ts";
import { PS256 } from "../algorithms/ps256.ts";
import { encodeBase64url } from "../base64url.ts";
import type { Bytes } from "../bytes.ts";
import { PasskeyError } from "../passkey-error.ts";
import { ALGORITHMS } from "../server/keys/algorithm.ts";
import { parseCoseKey } from "../server/keys/cose-key.ts";
import { uuid } from "../server/responses/uuid.ts";
import type { RegisteredPasskey } from "../server/verification/verify-registration.ts";
import { booleanFrom, bytesFrom } from "./bytes-from.ts";

/** A row to store. What the other library did not keep has the value that says so. */
export interface MigratedPasskey extends RegisteredPasskey {
	/** The handle that the authenticator has for the account, in base64url; null where the row doesn't tell it. */
	userHandle: string | null;
}

/** Why a row can't be migrated. */
export class MigrationError extends PasskeyError {
	override readonly name = "MigrationError";
	readonly reason: MigrationRefusalReason;
	/** The names of the columns that it is about; empty where the reason names a member that has one name alone. */
	readonly columns: readonly string[];
	constructor(reason: MigrationRefusalReason, columns: readonly string[] = []) {
		super(`The row can't be migrated: ${EXPLANATIONS[reason]}${columns.length > 0 ? `: ${columns.join(", ")}` : ""}`);
		this.reason = reason;
		this.columns = columns;
	}
}

const EXPLANATIONS = {
	row: "it is no object with the members of that library's rows",
	id: "its credential id is no base64url of 1 to 1,023 bytes",
	"id-column":
		"it is not clear which column is the credential's id; name that column credential_id, and leave others out",
	"public-key": "its public key can't be read, or is no key",
	algorithm: "its public key is of an algorithm that this library doesn't verify",
	counter: "its counter is no unsigned 32-bit number",
	"user-handle": "its user handle is no base64url of 1 to 64 bytes",
	aaguid: "its AAGUID is neither a UUID nor 16 bytes",
	flag: "a column is neither true nor false",
	"device-type": "its device type is neither singleDevice nor multiDevice",
} as const;

export type MigrationRefusalReason = keyof typeof EXPLANATIONS;

/** A row's members, read but not checked. `undefined` for bytes that could not be read. */
interface ReadRow {
	readonly id: Bytes | undefined;
	readonly publicKey: Bytes | undefined;
	readonly counter: unknown;
	readonly transports: unknown;
	/** A UUID or its bytes. Absent: the row does not keep it. */
	readonly aaguid?: unknown;
	readonly attestation?: unknown;
	readonly userVerified?: unknown;
	readonly syncable: unknown;
	readonly backedUp: unknown;
	/** Null where the row has none. */
	readonly userHandle: Bytes | null | undefined;
}

const KNOWN = [...ALGORITHMS, ES384, ES512, PS256, ML_DSA_44, ML_DSA_65, ML_DSA_87];
const MAX_ID_BYTES = 1_023;
const MAX_USER_HANDLE_BYTES = 64;
const AAGUID_BYTES = 16;

export function migrated(row: ReadRow): Result<MigratedPasskey, MigrationError> {
	const { id, publicKey, userHandle } = row;
	const refuse = (reason: MigrationRefusalReason) => failure(new MigrationError(reason));
	if (!id || id.length === 0 || id.length > MAX_ID_BYTES) return refuse("id");
	if (!publicKey) return refuse("public-key");
	const key = parseCoseKey(publicKey, KNOWN);
	if (key === "malformed") return refuse("public-key");
	if (key === "unsupported") return refuse("algorithm");
	const counter = counterOf(row.counter);
	if (counter === undefined) return refuse("counter");
	if (userHandle === undefined || userHandle?.length === 0 || (userHandle?.length ?? 0) > MAX_USER_HANDLE_BYTES) {
		return refuse("user-handle");
	}
	const aaguid = aaguidOf(row.aaguid);
	if (!aaguid) return refuse("aaguid");
	const flags = { userVerified: row.userVerified, syncable: row.syncable, backedUp: row.backedUp };
	const unreadable = Object.entries(flags).filter(([, value]) => booleanFrom(value) === undefined);
	if (unreadable.length > 0) {
		return failure(
			new MigrationError(
				"flag",
				unreadable.map(([name]) => name),
			),
		);
	}
	return success({
		id: encodeBase64url(id),
		publicKey: encodeBase64url(publicKey),
		algorithm: key.algorithm.id,
		counter,
		transports: transportsOf(row.transports),
		aaguid: uuid(aaguid),
		attestation: typeof row.attestation === "string" && row.attestation !== "" ? row.attestation : "none",
		userVerified: booleanFrom(row.userVerified) === true,
		syncable: booleanFrom(row.syncable) === true,
		backedUp: booleanFrom(row.backedUp) === true,
		userHandle: userHandle && encodeBase64url(userHandle),
	});
}

/** Zeros, which name no model, where the row has none. */
function aaguidOf(value: unknown): Bytes | undefined {
	if (value === undefined || value === null || value === "") return new Uint8Array(AAGUID_BYTES);
	const isUuid = typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
	const bytes = bytesFrom(isUuid ? `0x${value.replaceAll("-", "")}` : value);
	return bytes?.length === AAGUID_BYTES ? bytes : undefined;
}

/** Drivers hand 64-bit columns out as texts or as bigints. */
function counterOf(value: unknown): number | undefined {
	const isDecimal = typeof value === "string" && /^\d{1,10}$/.test(value);
	const counter = isDecimal || typeof value === "bigint" ? Number(value) : value;
	return typeof counter === "number" && counter >>> 0 === counter ? counter : undefined;
}

/** A list, the JSON of one, or texts with commas between, as rows without a list type have them. */
function transportsOf(value: unknown): string[] {
	if (Array.isArray(value)) return value.filter((each) => typeof each === "string");
	if (typeof value !== "string") return [];
	if (value.startsWith("[")) return transportsOf(parsedJson(value));
	return value
		.replace(/^\{|\}$/g, "") // PostgreSQL's text of an array
		.split(",")
		.map((each) => each.trim())
		.filter((each) => each !== "");
}

function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
