/**
 * Passkeys registered at another library and stored as its hosts store them, converted, and then signed in with here.
 * SimpleWebAuthn runs; the rows of go-webauthn and webauthn-rs are written with the members that their sources
 * serialise.
 */

import { DatabaseSync } from "node:sqlite";
import { isFailure, type Result } from "@lapwing/result";
import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { beforeAll, describe, expect, test } from "vitest";
import { decodeBase64url, encodeBase64url } from "./base64url.ts";
import {
	fromGoWebAuthn,
	fromSimpleWebAuthn,
	fromWebauthnRs,
	type MigratedPasskey,
	type MigrationError,
} from "./migration.ts";
import { type CborMap, decodeCbor } from "./server/responses/cbor.ts";
import { type RegisteredPasskey, RelyingParty } from "./server.ts";
import { SoftwareAuthenticator } from "./testing.ts";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });
const ALGORITHMS = [-7, -257, -8];
const HANDLE = Uint8Array.from({ length: 32 }, (_, index) => 255 - index);

interface Enrolled {
	readonly authenticator: SoftwareAuthenticator;
	readonly registered: RegisteredPasskey;
	readonly keyBytes: Uint8Array<ArrayBuffer>;
}

async function enroll(algorithm: number): Promise<Enrolled> {
	const authenticator = new SoftwareAuthenticator({ seed: `migration ${algorithm}`, algorithms: [algorithm] });
	const { challenge, options } = relyingParty.register({ user: { id: "account-1", name: "ada" } });
	const result = await relyingParty.verifyRegistration(await authenticator.create(options), { challenge });
	if (isFailure(result)) throw result.error;
	const keyBytes = decodeBase64url(result.data.publicKey) ?? new Uint8Array();
	return { authenticator, registered: result.data, keyBytes };
}

let enrolled: Enrolled[];
beforeAll(async () => {
	enrolled = await Promise.all(ALGORITHMS.map(enroll));
});

async function signIn(authenticator: SoftwareAuthenticator, passkey: MigratedPasskey) {
	const { challenge, options } = relyingParty.authenticate({ allow: [passkey] });
	return relyingParty.verifyAuthentication(await authenticator.get(options), { challenge, passkey });
}

function passkeyOf(result: Result<MigratedPasskey, MigrationError>): MigratedPasskey {
	if (isFailure(result)) throw result.error;
	return result.data;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const bytesOf = (text: string) => decodeBase64url(text) ?? new Uint8Array();
/** What a row is after it was text. */
const throughJson = (row: unknown): unknown => JSON.parse(JSON.stringify(row));

describe("rows of SimpleWebAuthn", () => {
	/** Registers with SimpleWebAuthn 14 itself. */
	async function registerThere() {
		const authenticator = new SoftwareAuthenticator({ seed: "simple", algorithms: [-7] });
		const options = await generateRegistrationOptions({
			rpID: "example.com",
			rpName: "Example",
			userName: "ada",
			userID: HANDLE,
			supportedAlgorithmIDs: ALGORITHMS,
		});
		const response = await authenticator.create(throughJson(options) as Parameters<typeof authenticator.create>[0]);
		const { registrationInfo } = await verifyRegistrationResponse({
			response: response as Parameters<typeof verifyRegistrationResponse>[0]["response"],
			expectedChallenge: options.challenge,
			expectedOrigin: "https://example.com",
			expectedRPID: "example.com",
		});
		if (!registrationInfo) throw new Error("SimpleWebAuthn did not verify");
		const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
		// The row that its documentation proposes.
		const row = {
			id: credential.id,
			publicKey: credential.publicKey,
			webauthnUserID: options.user.id,
			counter: credential.counter,
			transports: credential.transports,
			deviceType: credentialDeviceType,
			backedUp: credentialBackedUp,
		};
		return { authenticator, registrationInfo, row };
	}

	test("in the documented columns sign in, and keep the handle that the authenticator has", async () => {
		const { authenticator, row } = await registerThere();
		const passkey = passkeyOf(fromSimpleWebAuthn(row));
		expect(passkey).toMatchObject({
			algorithm: -7,
			counter: 1,
			transports: ["internal", "hybrid"],
			syncable: true,
			backedUp: true,
			userHandle: encodeBase64url(HANDLE),
		});
		const result = await signIn(authenticator, passkey);
		expect(result).toMatchObject({ status: "success", data: { userHandle: passkey.userHandle } });
	});

	test("in SQL, with a BLOB, a list with commas and 0 or 1 for a boolean, sign in", async () => {
		const { authenticator, row } = await registerThere();
		const database = new DatabaseSync(":memory:");
		database.exec(`CREATE TABLE passkeys (cred_id TEXT PRIMARY KEY, cred_public_key BLOB, internal_user_id TEXT,
			webauthn_user_id TEXT, counter BIGINT, backup_eligible BOOLEAN, backup_status BOOLEAN, transports TEXT)`);
		database
			.prepare("INSERT INTO passkeys VALUES (?, ?, 'account-1', ?, ?, 1, 1, ?)")
			.run(row.id, row.publicKey, row.webauthnUserID, row.counter, String(row.transports));
		const passkey = passkeyOf(fromSimpleWebAuthn(database.prepare("SELECT * FROM passkeys").get()));
		database.close();
		expect(passkey).toMatchObject({ transports: ["internal", "hybrid"], syncable: true, backedUp: true });
		expect((await signIn(authenticator, passkey)).status).toBe("success");
	});

	test("as registrationInfo stored whole sign in, with the model and the format that it tells", async () => {
		const { authenticator, registrationInfo } = await registerThere();
		const passkey = passkeyOf(fromSimpleWebAuthn(throughJson(registrationInfo)));
		expect(passkey).toMatchObject({
			aaguid: registrationInfo.aaguid,
			attestation: "none",
			userVerified: true,
			syncable: true,
			userHandle: null,
		});
		expect((await signIn(authenticator, passkey)).status).toBe("success");
	});

	test.each<[string, (key: Uint8Array) => unknown]>([
		["what JSON makes of a Uint8Array", (key) => throughJson(key)],
		["what JSON makes of a Buffer", (key) => throughJson(Buffer.from(key))],
		["a list of numbers", (key) => [...key]],
		["base64", base64],
		["base64url", (key) => Buffer.from(key).toString("base64url")],
		["PostgreSQL's text of bytea", (key) => `\\x${Buffer.from(key).toString("hex")}`],
		["an ArrayBuffer", (key) => Uint8Array.from(key).buffer],
	])("may hold the key as %s", (_what, write) => {
		const { registered, keyBytes } = enrolled[0] as Enrolled;
		const row = { id: registered.id, publicKey: write(keyBytes), counter: "7", transports: "{internal,hybrid}" };
		expect(passkeyOf(fromSimpleWebAuthn(row))).toMatchObject({
			publicKey: registered.publicKey,
			counter: 7,
			transports: ["internal", "hybrid"],
		});
	});
});

/** `webauthn.Credential` as Go marshals it. */
function goCredential({ registered, keyBytes }: Enrolled) {
	return {
		id: base64(bytesOf(registered.id)),
		publicKey: base64(keyBytes),
		attestationType: "none",
		attestationFormat: "none",
		transport: ["internal", "hybrid"],
		flags: { userPresent: true, userVerified: true, backupEligible: true, backupState: true },
		authenticator: {
			AAGUID: base64(Buffer.from(registered.aaguid.replaceAll("-", ""), "hex")),
			signCount: registered.counter,
			attachment: "platform",
		},
		attestation: { clientDataJSON: "e30=", clientDataHash: "", authenticatorData: "", object: "" },
	};
}

describe("rows of go-webauthn", () => {
	test.each([0, 1, 2])("sign in, whatever the algorithm (%d)", async (index) => {
		const each = enrolled[index] as Enrolled;
		const passkey = passkeyOf(fromGoWebAuthn(throughJson(goCredential(each))));
		const { id, publicKey, algorithm, counter, transports, aaguid, ...others } = each.registered;
		const { attestation, userVerified, syncable, backedUp } = others;
		const stored = { id, publicKey, algorithm, counter, transports, aaguid };
		expect(passkey).toStrictEqual({
			...stored,
			attestation,
			userVerified,
			syncable,
			backedUp,
			userHandle: null,
		});
		expect((await signIn(each.authenticator, passkey)).status).toBe("success");
	});

	test("of versions without flags, with the format as type and without a counter of 0, are read", () => {
		const { flags: _, attestationFormat: __, ...old } = goCredential(enrolled[0] as Enrolled);
		const row = { ...old, attestationType: "packed", authenticator: { AAGUID: old.authenticator.AAGUID } };
		expect(passkeyOf(fromGoWebAuthn(row))).toMatchObject({
			attestation: "packed",
			counter: 0,
			syncable: false,
			backedUp: false,
			userVerified: false,
		});
	});

	test("of versions whose structs had no JSON names are read", () => {
		const { id, publicKey, authenticator } = goCredential(enrolled[0] as Enrolled);
		const row = {
			ID: id,
			PublicKey: publicKey,
			AttestationType: "none",
			Authenticator: { AAGUID: authenticator.AAGUID, SignCount: 9, CloneWarning: false },
		};
		expect(passkeyOf(fromGoWebAuthn(row))).toMatchObject({ counter: 9, aaguid: enrolled[0]?.registered.aaguid });
	});
});

/** `Passkey` as serde writes it. */
function rustPasskey({ registered, keyBytes }: Enrolled) {
	const key = decodeCbor(keyBytes) as CborMap;
	const part = (label: number) => Buffer.from(key.get(label) as Uint8Array).toString("base64url");
	const parts =
		registered.algorithm === -257
			? { RSA: { n: part(-1), e: [...(key.get(-2) as Uint8Array)] } }
			: registered.algorithm === -8
				? { EC_OKP: { curve: "ED25519", x: part(-2) } }
				: { EC_EC2: { curve: "SECP256R1", x: part(-2), y: part(-3) } };
	const names = new Map([
		[-7, "ES256"],
		[-257, "RS256"],
		[-8, "EDDSA"],
	]);
	return {
		cred: {
			cred_id: registered.id,
			cred: { type_: names.get(registered.algorithm), key: parts },
			counter: registered.counter,
			transports: ["internal", "hybrid"],
			user_verified: true,
			backup_eligible: true,
			backup_state: true,
			registration_policy: "required",
			extensions: { cred_protect: "Ignored", hmac_create_secret: "NotRequested" },
			attestation: { data: "None", metadata: "None" },
			attestation_format: "None",
		},
	};
}

describe("rows of webauthn-rs", () => {
	test.each([0, 1, 2])("sign in, whatever the algorithm (%d)", async (index) => {
		const each = enrolled[index] as Enrolled;
		const passkey = passkeyOf(fromWebauthnRs(throughJson(rustPasskey(each))));
		expect(passkey).toMatchObject({ id: each.registered.id, algorithm: each.registered.algorithm, syncable: true });
		expect((await signIn(each.authenticator, passkey)).status).toBe("success");
	});

	test.each([
		["packed", "packed"],
		["android-key", "android-key"],
		["fido-u2f", "fido-u2f"],
		["Packed", "packed"],
		["TPM", "tpm"],
		["FIDOU2F", "fido-u2f"],
		["None", "none"],
		[undefined, "none"],
	])("with the attestation format %s have the attestation %s", (attestation_format, attestation) => {
		const { cred } = rustPasskey(enrolled[0] as Enrolled);
		expect(passkeyOf(fromWebauthnRs({ cred: { ...cred, attestation_format } }))).toMatchObject({ attestation });
	});

	test("of its oldest format, with lists of numbers and `verified`, sign in", async () => {
		const each = enrolled[0] as Enrolled;
		const key = decodeCbor(each.keyBytes) as CborMap;
		const old = {
			cred_id: [...bytesOf(each.registered.id)],
			cred: {
				type_: "ES256",
				key: {
					EC_EC2: {
						curve: "SECP256R1",
						x: [...(key.get(-2) as Uint8Array)],
						y: [...(key.get(-3) as Uint8Array)],
					},
				},
			},
			counter: 0,
			verified: true,
			registration_policy: "preferred",
		};
		const passkey = passkeyOf(fromWebauthnRs(old));
		expect(passkey).toMatchObject({ transports: [], userVerified: true, syncable: false });
		expect((await signIn(each.authenticator, passkey)).status).toBe("success");
	});

	test.each([
		["an algorithm that nobody verifies", { type_: "INSECURE_RS1" }],
		["an algorithm of another library", { type_: "FUTURE" }],
	])("are refused with %s", (_what, change) => {
		const row = rustPasskey(enrolled[1] as Enrolled);
		const cred = { ...row.cred, cred: { ...row.cred.cred, ...change } };
		expect(fromWebauthnRs({ cred })).toMatchObject({ error: { reason: "algorithm" } });
	});
});

describe("any row", () => {
	const good = () => {
		const { registered, keyBytes } = enrolled[0] as Enrolled;
		return { id: registered.id, publicKey: base64(keyBytes), counter: 0 };
	};

	test.each<[string, Record<string, unknown>, string]>([
		["an empty id", { id: "" }, "id"],
		["an id that is no base64url", { id: "a b" }, "id"],
		["an id in both alphabets", { id: "a-b+" }, "id"],
		["an id of 1,024 bytes", { id: "A".repeat(1_366) }, "id"],
		["a key that is a text", { publicKey: "-----BEGIN PUBLIC KEY-----" }, "public-key"],
		["a key that is missing", { publicKey: null }, "public-key"],
		["a key with a number over 255", { publicKey: [256] }, "public-key"],
		["a key cut short", { publicKey: "pQECAyYg" }, "public-key"],
		["hex of an odd length", { publicKey: "\\xabc" }, "public-key"],
		["a negative counter", { counter: -1 }, "counter"],
		["a counter with a fraction", { counter: 0.5 }, "counter"],
		["a counter over 32 bits", { counter: "4294967296" }, "counter"],
		["no counter", { counter: undefined }, "counter"],
		["a handle of 65 bytes", { webauthnUserID: "A".repeat(87) }, "user-handle"],
		["an empty handle", { webauthnUserID: "" }, "user-handle"],
		["an AAGUID of 15 bytes", { aaguid: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] }, "aaguid"],
		["an AAGUID that is a name", { aaguid: "YubiKey 5" }, "aaguid"],
		["a flag that is a word", { backedUp: "yes" }, "flag"],
		["a flag of two bytes", { backedUp: [0, 1] }, "flag"],
		["a flag that is 2", { userVerified: 2 }, "flag"],
		["a device type of its own", { deviceType: "multi" }, "device-type"],
	])("is refused with %s", (_what, change, reason) => {
		const result = fromSimpleWebAuthn({ ...good(), ...change });
		expect(result).toMatchObject({ error: { name: "MigrationError", reason } });
	});

	test.each([true, 1, 1n, "1", "t", "T", "true", "TRUE", [1], Buffer.from([1])])("is backed up by %s", (backedUp) => {
		expect(passkeyOf(fromSimpleWebAuthn({ ...good(), backedUp }))).toMatchObject({ backedUp: true });
	});

	test.each([false, 0, 0n, "0", "f", "F", "false", "FALSE", [0], Buffer.from([0]), null])(
		"is not backed up by %s",
		(backedUp) => {
			expect(passkeyOf(fromSimpleWebAuthn({ ...good(), backedUp }))).toMatchObject({ backedUp: false });
		},
	);

	const MODEL = "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4";
	test.each<[string, unknown]>([
		["hyphenated text", MODEL],
		["hyphenated text in upper case", MODEL.toUpperCase()],
		["hyphenated text in both cases", MODEL.replace("ea", "Ea")],
		["hex", MODEL.replaceAll("-", "")],
		["bytes", Buffer.from(MODEL.replaceAll("-", ""), "hex")],
		["PostgreSQL's text of bytea", `\\x${MODEL.replaceAll("-", "")}`],
	])("keeps an AAGUID that is %s", (_what, aaguid) => {
		expect(passkeyOf(fromSimpleWebAuthn({ ...good(), aaguid }))).toMatchObject({ aaguid: MODEL });
	});

	test.each<[string, string]>([
		["hex", "00112233445566778899aabbccddeeff"],
		["hex in upper case", "00112233445566778899AABBCCDDEEFF"],
		["hex behind 0x", "0x00112233445566778899aabbccddeeff"],
	])("keeps an id that is %s", (_what, id) => {
		expect(passkeyOf(fromSimpleWebAuthn({ ...good(), id }))).toMatchObject({ id: "ABEiM0RVZneImaq7zN3u_w" });
	});

	const KEYS_OF_ROWS = [
		"018f4a5e-7d3c-7b1a-9c2d-0123456789ab",
		"tz4a98xxat96iws9zmbrgj3a",
		"Zx81Qm3pLw0vYt7RcB5nKd2sHf9gJe4u",
		7,
	];
	test.each(
		KEYS_OF_ROWS.flatMap((id) =>
			["credentialID", "credentialId", "credential_id", "cred_id"].map((column) => [id, column] as const),
		),
	)("with its own id %s has the credential's id from %s", (id, column) => {
		const { id: credentialId, ...others } = good();
		expect(passkeyOf(fromSimpleWebAuthn({ id, ...others, [column]: credentialId }))).toMatchObject({
			id: credentialId,
		});
	});

	test.each<[string, Record<string, unknown>, readonly string[]]>([
		["an id beside an externalId", { externalId: "AQID" }, ["id", "externalId"]],
		["an id beside another name of it", { webauthn_credential_id: "AQID" }, ["id", "webauthn_credential_id"]],
		["an id beside its name and an encoding", { credentialIdB64: "AQID" }, ["id", "credentialIdB64"]],
		["an id beside a key handle", { key_handle: "AQID" }, ["id", "key_handle"]],
		["an id that is a UUID, and no other", { id: KEYS_OF_ROWS[0] }, ["id"]],
		["two columns for the id that differ", { credentialID: "AQID", cred_id: "AQIE" }, ["credentialID", "cred_id"]],
		["a key and no id", { id: undefined }, []],
	])("is refused with %s, and names the columns", (_what, change, columns) => {
		const result = fromSimpleWebAuthn({ ...good(), ...change });
		expect(result).toMatchObject({ error: { reason: "id-column", columns } });
	});

	test.each([null, undefined, 1, "row", {}, []])("is none: %j", (row) => {
		for (const convert of [fromSimpleWebAuthn, fromGoWebAuthn, fromWebauthnRs]) {
			expect(convert(row)).toMatchObject({ error: { reason: "row" } });
		}
	});
});
