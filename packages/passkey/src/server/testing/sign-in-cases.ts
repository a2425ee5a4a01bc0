/** Sign-ins that break one step each, with the refusal they must meet, and odd ones that are sound. */

import { encodeBase64url } from "../../base64url.ts";
import { type Bytes, concatenate } from "../../testing/bytes.ts";
import { cborMap, encodeCbor } from "../../testing/encode-cbor.ts";
import { es256Key } from "../../testing/keys/credential-key.ts";
import type { StoredPasskey } from "../verification/verify-authentication.ts";
import { AAGUID, type AuthenticationChanges, CREDENTIAL_ID, KEY } from "./respond.ts";

export const withByte = (sound: Bytes) => concatenate(sound, Uint8Array.of(0));
export const flipLast = (sound: Bytes) => sound.map((byte, index) => (index === sound.length - 1 ? byte ^ 1 : byte));
const attested = { aaguid: AAGUID, id: CREDENTIAL_ID, publicKey: KEY.publicKey };

type SignIn = AuthenticationChanges & { stored?: Partial<StoredPasskey> };
export type RefusedSignIn = [what: string, changes: SignIn, refusal: string];

export const REFUSED_SIGN_INS: readonly RefusedSignIn[] = [
	["another type of credential", { json: { type: "password" } }, "MalformedResponseError"],
	["a rawId that is not the id", { json: { rawId: "AAAA" } }, "MalformedResponseError"],
	["an id that is no base64url", { json: { id: "%", rawId: "%" } }, "MalformedResponseError"],
	["no signature", { response: { signature: undefined } }, "MalformedResponseError"],
	["authenticator data that is not a string", { response: { authenticatorData: {} } }, "MalformedResponseError"],
	["a user handle that is not a string", { response: { userHandle: 7 } }, "MalformedResponseError"],
	["a user handle that is no base64url", { response: { userHandle: "dTE=" } }, "MalformedResponseError"],
	[
		"a user handle of 65 bytes",
		{ response: { userHandle: encodeBase64url(new Uint8Array(65)) } },
		"MalformedResponseError",
	],
	["client data of a registration", { clientData: { type: "webauthn.create" } }, "MalformedResponseError"],
	["client data that breaks off", { clientDataBytes: (sound) => sound.slice(0, -1) }, "MalformedResponseError"],
	["authenticator data with a byte behind it", { dataBytes: withByte }, "MalformedResponseError"],
	["attested data with a byte behind it", { data: { attested }, dataBytes: withByte }, "MalformedResponseError"],
	[
		"attested data that breaks off",
		{ data: { attested }, dataBytes: (sound) => sound.slice(0, -1) },
		"MalformedResponseError",
	],
	["backed up, and not eligible for it", { data: { backupEligible: false, backedUp: true } }, "MalformedResponseError"],
	["a stored key that is no base64url", { stored: { publicKey: "pQ=" } }, "MalformedResponseError"],
	[
		"a stored key with a byte behind it",
		{ stored: { publicKey: encodeBase64url(withByte(KEY.publicKey)) } },
		"MalformedResponseError",
	],
	[
		"a stored key of an unknown algorithm",
		{ stored: { publicKey: encodeBase64url(encodeCbor(cborMap([1, 2], [3, -35]))) } },
		"UnsupportedAlgorithmError",
	],
	["another credential", { stored: { id: "AAAA" } }, "CredentialMismatchError"],
	["another challenge", { clientData: { challenge: "AAAA" } }, "ChallengeMismatchError"],
	["another origin", { clientData: { origin: "https://example.org" } }, "OriginMismatchError"],
	["a cross-origin frame", { clientData: { crossOrigin: true } }, "CrossOriginError"],
	["a topOrigin alone", { clientData: { topOrigin: "https://frame.example" } }, "CrossOriginError"],
	["another relying party", { data: { rpId: "example.org" } }, "RelyingPartyMismatchError"],
	["nobody there", { data: { userPresent: false } }, "UserPresenceError"],
	["nobody verified", { data: { userVerified: false } }, "UserVerificationError"],
	["another key", { key: es256Key(7n) }, "SignatureError"],
	["a signature of something else", { signature: flipLast }, "SignatureError"],
	["an empty signature", { signature: () => new Uint8Array() }, "SignatureError"],
	["a signature with a byte behind it", { signature: withByte }, "SignatureError"],
	["a signature of zeros", { signature: () => Uint8Array.of(0x30, 6, 2, 1, 0, 2, 1, 0) }, "SignatureError"],
	[
		"a signature whose length is written long",
		{ signature: (sound) => Uint8Array.of(0x30, 0x81, ...sound.slice(1)) },
		"SignatureError",
	],
	[
		"a signature whose numbers carry a zero too many",
		{ signature: ([tag = 0, length = 0, , r = 0, ...rest]) => Uint8Array.of(tag, length + 1, 2, r + 1, 0, ...rest) },
		"SignatureError",
	],
	["a counter that stands still", { stored: { counter: 7 } }, "CounterError"],
	["a counter that went back", { stored: { counter: 8 } }, "CounterError"],
	["a counter that fell back to 0", { data: { counter: 0 }, stored: { counter: 1 } }, "CounterError"],
];

export const ACCEPTED_SIGN_INS: readonly [what: string, changes: SignIn][] = [
	["unknown members", { json: { fresh: 1 }, response: { fresh: 1 }, clientData: { fresh: 1 } }],
	["an attachment of null", { json: { authenticatorAttachment: null } }],
	["attested data that parses exactly", { data: { attested } }],
	["extensions", { data: { extensions: cborMap(["hmac-secret", new Uint8Array(48)]) } }],
	["a backup eligibility that changed", { data: { backupEligible: false } }],
	["a counter that begins", { stored: { counter: 0 } }],
	["the largest counter", { data: { counter: 0xffff_ffff }, stored: { counter: 0xffff_fffe } }],
	["no counter on either side", { data: { counter: 0 }, stored: { counter: 0 } }],
];
