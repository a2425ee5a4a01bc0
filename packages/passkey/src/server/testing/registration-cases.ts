/** Registrations that break one step each, with the refusal they must meet, and odd ones that are sound. */

import { encodeBase64url } from "../../base64url.ts";
import { type Bytes, concatenate } from "../../testing/bytes.ts";
import { cborMap, encodeCbor } from "../../testing/encode-cbor.ts";
import type { CborValue } from "../responses/cbor.ts";
import { CHALLENGE, KEY, type RegistrationChanges, STORED_PASSKEY } from "./respond.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (value: string) => new TextEncoder().encode(value);
const flipLast = (sound: Bytes) => sound.map((byte, index) => (index === sound.length - 1 ? byte ^ 1 : byte));
export const withByte = (sound: Bytes) => concatenate(sound, Uint8Array.of(0));
export const publicKey = (...parameters: [number, CborValue][]) => ({
	attested: { publicKey: encodeCbor(cborMap(...parameters)) },
});
/** The two coordinates are the last of the key's map: 3 bytes of head and 32 of value each. */
const ecPoint = [KEY.publicKey.slice(-67, -35), KEY.publicKey.slice(-32)] as const;
const oddModulus = (length: number) => new Uint8Array(length).fill(0xff);
const exponent = Uint8Array.of(1, 0, 1);

export type RefusedRegistration = [what: string, changes: RegistrationChanges, refusal: string];

const MALFORMED: RefusedRegistration[] = (
	[
		["another type of credential", { json: { type: "password" } }],
		["no id", { json: { id: undefined } }],
		["an empty id", { json: { id: "", rawId: "" }, attested: { id: new Uint8Array() } }],
		["an id that is not canonical base64url", { json: { id: "AB", rawId: "AB" } }],
		["a rawId that is not the id", { json: { rawId: "AAAA" } }],
		["a padded id", { json: { id: `${STORED_PASSKEY.id}==`, rawId: `${STORED_PASSKEY.id}==` } }],
		["an attachment that is not a string", { json: { authenticatorAttachment: 7 } }],
		["client data that is not a string", { response: { clientDataJSON: 7 } }],
		["client data that is padded", { response: { clientDataJSON: "e30=" } }],
		["no attestation object", { response: { attestationObject: undefined } }],
		["transports that are no list", { response: { transports: "internal" } }],
		["a transport that is not a string", { response: { transports: ["internal", 7] } }],
		["more transports than anybody has", { response: { transports: Array(17).fill("usb") } }],
		["a transport of no sane length", { response: { transports: ["u".repeat(65)] } }],
		["client data that breaks off", { clientDataBytes: (sound) => sound.slice(0, -1) }],
		["client data with something behind it", { clientDataBytes: (sound) => concatenate(sound, bytes("{}")) }],
		[
			"client data with invalid UTF-8",
			{ clientDataBytes: (sound) => bytes8(text(sound).replace('"origin"', '"\xff":1,"origin"')) },
		],
		["client data that is a list", { clientDataBytes: () => bytes(JSON.stringify(Array(30).fill(0))) }],
		["client data without a type", { clientData: { type: undefined } }],
		["client data of a sign-in", { clientData: { type: "webauthn.get" } }],
		["client data whose challenge is not a string", { clientData: { challenge: 7 } }],
		["client data without an origin", { clientData: { origin: undefined } }],
		["a crossOrigin that is not a boolean", { clientData: { crossOrigin: "false" } }],
		["a crossOrigin of null", { clientData: { crossOrigin: null } }],
		["a topOrigin that is not a string", { clientData: { topOrigin: 7 } }],
		["members that only a prototype has", { clientDataBytes: (sound) => bytes(`{"__proto__":${text(sound)}}`) }],
		["an attestation object with a byte behind it", { attestationBytes: withByte }],
		["an attestation object that breaks off", { attestationBytes: (sound) => sound.slice(0, -1) }],
		["an attestation object that is no map", { attestationBytes: () => encodeCbor(["none"]) }],
		[
			"an attestation object without authenticator data",
			{ attestationBytes: () => encodeCbor(cborMap(["fmt", "none"], ["attStmt", cborMap()])) },
		],
		[
			"a format that is not a string",
			{ attestationBytes: (sound) => encodeCbor(cborMap(["fmt", 1], ["attStmt", cborMap()], ["authData", sound])) },
		],
		[
			"a statement that is no map",
			{ attestationBytes: (sound) => encodeCbor(cborMap(["fmt", "none"], ["attStmt", []], ["authData", sound])) },
		],
		["authenticator data with a byte behind it", { dataBytes: withByte }],
		["authenticator data that breaks off", { dataBytes: (sound) => sound.slice(0, -1) }],
		["authenticator data that breaks off before its counter ends", { dataBytes: (sound) => sound.slice(0, 36) }],
		[
			"extensions that are announced and not there",
			{ dataBytes: (sound) => sound.map((byte, at) => (at === 32 ? byte | 0x80 : byte)) },
		],
		[
			"extensions that are there and not announced",
			{ dataBytes: (sound) => concatenate(sound, encodeCbor(cborMap(["credProtect", 1]))) },
		],
		["extensions with a byte behind them", { data: { extensions: cborMap(["credProtect", 1]) }, dataBytes: withByte }],
		[
			"extensions that are no map",
			{
				dataBytes: (sound) =>
					concatenate(
						sound.map((byte, at) => (at === 32 ? byte | 0x80 : byte)),
						Uint8Array.of(1),
					),
			},
		],
		["backed up, and not eligible for it", { data: { backupEligible: false, backedUp: true } }],
		["no attested credential", { attested: null }],
		["a credential id of 1,024 bytes", { attested: { id: new Uint8Array(1_024).fill(7) } }],
		["a credential id that is not the response's", { json: { id: "AAAA", rawId: "AAAA" } }],
		["a key that is no map", { attested: { publicKey: encodeCbor([1, 2, 3]) } }],
		["a key without an algorithm", publicKey([1, 2], [-1, 1], [-2, ecPoint[0]], [-3, ecPoint[1]])],
		[
			"a key with one parameter twice",
			{ attested: { publicKey: concatenate(Uint8Array.of(0xa6), KEY.publicKey.slice(1), Uint8Array.of(1, 2)) } },
		],
		["a point off the curve", publicKey([1, 2], [3, -7], [-1, 1], [-2, ecPoint[0]], [-3, flipLast(ecPoint[1])])],
		[
			"a coordinate that the field doesn't hold",
			publicKey([1, 2], [3, -7], [-1, 1], [-2, oddModulus(32)], [-3, ecPoint[1]]),
		],
		["a short coordinate", publicKey([1, 2], [3, -7], [-1, 1], [-2, ecPoint[0].slice(1)], [-3, ecPoint[1]])],
		["a compressed point", publicKey([1, 2], [3, -7], [-1, 1], [-2, ecPoint[0]], [-3, true])],
		["no point", publicKey([1, 2], [3, -7], [-1, 1])],
		["an Ed25519 key of 31 bytes", publicKey([1, 1], [3, -8], [-1, 6], [-2, new Uint8Array(31).fill(7)])],
		[
			"an Ed25519 key off the curve",
			publicKey([1, 1], [3, -8], [-1, 6], [-2, Uint8Array.of(2, ...new Uint8Array(31))]),
		],
		[
			"an Ed25519 key of small order",
			publicKey([1, 1], [3, -8], [-1, 6], [-2, Uint8Array.of(1, ...new Uint8Array(31))]),
		],
		[
			"an Ed25519 key that is not canonical",
			publicKey([1, 1], [3, -8], [-1, 6], [-2, Uint8Array.of(0xf0, ...new Uint8Array(30).fill(0xff), 0x7f)]),
		],
		[
			"an RSA modulus with a leading zero",
			publicKey([1, 3], [3, -257], [-1, Uint8Array.of(0, ...oddModulus(256))], [-2, exponent]),
		],
		["an even RSA modulus", publicKey([1, 3], [3, -257], [-1, oddModulus(256).fill(2, 255)], [-2, exponent])],
		["an RSA exponent of 1", publicKey([1, 3], [3, -257], [-1, oddModulus(256)], [-2, Uint8Array.of(1)])],
		["no RSA exponent", publicKey([1, 3], [3, -257], [-1, oddModulus(256)])],
	] satisfies [string, RegistrationChanges][]
).map(([what, changes]) => [what, changes, "MalformedResponseError"]);

export const REFUSED_REGISTRATIONS: readonly RefusedRegistration[] = [
	...MALFORMED,
	["another challenge", { clientData: { challenge: encodeBase64url(new Uint8Array(32)) } }, "ChallengeMismatchError"],
	["a challenge that is padded", { clientData: { challenge: `${CHALLENGE}=` } }, "ChallengeMismatchError"],
	["another origin", { clientData: { origin: "https://example.org" } }, "OriginMismatchError"],
	["an origin with a trailing slash", { clientData: { origin: "https://example.com/" } }, "OriginMismatchError"],
	["an origin in upper case", { clientData: { origin: "https://EXAMPLE.com" } }, "OriginMismatchError"],
	["a subdomain that was not allowed", { clientData: { origin: "https://a.example.com" } }, "OriginMismatchError"],
	["a cross-origin frame", { clientData: { crossOrigin: true } }, "CrossOriginError"],
	["a topOrigin alone", { clientData: { topOrigin: "https://example.com" } }, "CrossOriginError"],
	["an empty topOrigin", { clientData: { topOrigin: "" } }, "CrossOriginError"],
	["another relying party", { data: { rpId: "example.org" } }, "RelyingPartyMismatchError"],
	["nobody there", { data: { userPresent: false } }, "UserPresenceError"],
	["nobody verified", { data: { userVerified: false } }, "UserVerificationError"],
	["an unknown algorithm", publicKey([1, 2], [3, -35], [-1, 2], [-2, new Uint8Array(48)]), "UnsupportedAlgorithmError"],
	["an algorithm that is not a number", publicKey([1, 2], [3, "ES256"]), "UnsupportedAlgorithmError"],
	["a key type of another algorithm", publicKey([1, 3], [3, -7], [-1, 1]), "UnsupportedAlgorithmError"],
	["no key type", publicKey([3, -7], [-1, 1], [-2, ecPoint[0]], [-3, ecPoint[1]]), "UnsupportedAlgorithmError"],
	["a curve of another algorithm", publicKey([1, 2], [3, -7], [-1, 2], [-2, ecPoint[0]]), "UnsupportedAlgorithmError"],
	["the curve of Ed448", publicKey([1, 1], [3, -8], [-1, 7], [-2, new Uint8Array(57)]), "UnsupportedAlgorithmError"],
	[
		"RSA of 2,047 bits",
		publicKey([1, 3], [3, -257], [-1, oddModulus(256).fill(0x7f, 0, 1)], [-2, exponent]),
		"UnsupportedAlgorithmError",
	],
	[
		"RSA of 8,193 bits",
		publicKey([1, 3], [3, -257], [-1, Uint8Array.of(1, ...oddModulus(1_024))], [-2, exponent]),
		"UnsupportedAlgorithmError",
	],
	[
		"an RSA exponent of 40 bits",
		publicKey([1, 3], [3, -257], [-1, oddModulus(256)], [-2, oddModulus(5)]),
		"UnsupportedAlgorithmError",
	],
	["content in a statement of none", { format: "none" }, "AttestationError"],
	["an empty certificate chain", { statement: (self) => self.set("x5c", []) }, "AttestationError"],
	["a certificate chain", { statement: (self) => self.set("x5c", [Uint8Array.of(0x30, 0)]) }, "AttestationError"],
	[
		"a certificate chain in a statement of none",
		{ format: "none", statement: () => cborMap(["x5c", []]) },
		"AttestationError",
	],
	...["tpm", "android-key", "android-safetynet", "fido-u2f", "apple", "compound", "", "NONE"].map(
		(format): RefusedRegistration => [
			`the format "${format}"`,
			{ format, statement: () => cborMap() },
			"AttestationError",
		],
	),
	["an ECDAA key", { statement: (self) => self.set("ecdaaKeyId", new Uint8Array(32)) }, "AttestationError"],
	["an attestation by another algorithm", { statement: (self) => self.set("alg", -257) }, "AttestationError"],
	["an attestation without a signature", { statement: () => cborMap(["alg", -7]) }, "AttestationError"],
	["an empty packed statement", { statement: () => cborMap() }, "AttestationError"],
	[
		"an attestation signature that is no DER",
		{ statement: (self) => self.set("sig", new Uint8Array(64)) },
		"AttestationError",
	],
	[
		"an attestation signature of something else",
		{ statement: (self) => self.set("sig", flipLast(self.get("sig") as Bytes)) },
		"AttestationError",
	],
];

export const ACCEPTED_REGISTRATIONS: readonly [what: string, changes: RegistrationChanges][] = [
	["unknown members", { json: { fresh: 1 }, response: { fresh: 1 }, clientData: { fresh: { deep: [] } } }],
	["an attachment of null", { json: { authenticatorAttachment: null } }],
	["an unknown attachment", { json: { authenticatorAttachment: "implant" } }],
	["no transports", { response: { transports: undefined } }],
	["transports of null", { response: { transports: null } }],
	[
		"client data in another order, without crossOrigin",
		{
			clientData: { crossOrigin: undefined, type: undefined },
			clientDataBytes: (sound) => bytes(text(sound).replace("}", ',"type":"webauthn.create"}')),
		},
	],
	[
		"client data after a byte order mark",
		{ clientDataBytes: (sound) => concatenate(Uint8Array.of(0xef, 0xbb, 0xbf), sound) },
	],
	["extensions", { data: { extensions: cborMap(["credProtect", 2], ["hmac-secret", true]) } }],
	["a credential id of 1,023 bytes", { attested: { id: new Uint8Array(1_023).fill(7) } }],
	["a credential id of one byte", { attested: { id: Uint8Array.of(7) } }],
	[
		"a key with its parameters in another order",
		publicKey([-3, ecPoint[1]], [-2, ecPoint[0]], [-1, 1], [3, -7], [1, 2]),
	],
	["an authenticator that doesn't count", { data: { counter: 0 } }],
	["the largest counter", { data: { counter: 0xffff_ffff } }],
];

/** Latin-1, so that a test can write bytes that are no UTF-8. */
function bytes8(value: string): Bytes {
	return Uint8Array.from(value, (character) => character.charCodeAt(0));
}
