/**
 * How fast a sign-in with ES256 is verified: ours, SimpleWebAuthn's, and the bare `crypto.verify` that nobody can beat,
 * all in one run on one core, in rounds that take turns so that a busy machine slows them alike.
 *
 * Two comparisons, for two kinds of user. One who comes again and again: the library remembers the key, and is held
 * against a bare `crypto.verify` whose key lies ready. One who was not seen lately, as most are where users are many:
 * the key must be imported from what is stored, and what nobody can beat is a bare `createPublicKey` from the DER of a
 * SubjectPublicKeyInfo, the fastest form that Node imports, and `crypto.verify`. Against the key that lies ready a new
 * one can't win; that ratio is printed as well, and is no bar.
 *
 *     node --conditions=@lapwing/source packages/passkey/bench/verify.ts
 */

import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { unwrap } from "@lapwing/result";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { decodeBase64url } from "../src/base64url.ts";
import { decodeCbor } from "../src/server/responses/cbor.ts";
import { type AuthenticationResponseJSON, RelyingParty } from "../src/server.ts";
import { SoftwareAuthenticator } from "../src/testing.ts";

/** Many short rounds: what slows the machine for a moment then slows the contestants of one round, not one of them. */
const ROUNDS = 300;
const VERIFICATIONS_A_ROUND = 20;
const WARM_UP_ROUNDS = 30;
/** More than the library remembers or notes keys of, so that each of them is new to it when its turn comes. */
const STRANGERS = 400;

/**
 * What we hold ourselves to, for a key that is remembered and for a new one; the exit code tells whether this run kept
 * it. Against SimpleWebAuthn the bar is what the quietest machine keeps: on an idle one even a bare `crypto.verify` is
 * only three times as fast, and on a busy one the distance grows, because SimpleWebAuthn waits for other threads. That
 * ceiling is printed too.
 */
const SIMPLE_WEBAUTHN_BAR = 2;
const BARE_BAR = 0.7;

interface SignIn {
	readonly response: AuthenticationResponseJSON;
	readonly challenge: string;
	readonly passkey: { id: string; publicKey: string; counter: number };
}

const relyingParty = new RelyingParty({ id: "example.com", name: "Example", algorithms: [-7] });

async function signIn(seed: string): Promise<SignIn> {
	const authenticator = new SoftwareAuthenticator({ seed });
	const registration = relyingParty.register({ user: { id: "account", name: "ada" } });
	const created = await authenticator.create(registration.options);
	const passkey = unwrap(await relyingParty.verifyRegistration(created, { challenge: registration.challenge }));
	const { challenge, options } = relyingParty.authenticate();
	return { response: await authenticator.get(options), challenge, passkey };
}

async function ours({ response, challenge, passkey }: SignIn): Promise<void> {
	unwrap(await relyingParty.verifyAuthentication(response, { challenge, passkey }));
}

async function simpleWebAuthns({ response, challenge, passkey }: SignIn): Promise<void> {
	const { verified } = await verifyAuthenticationResponse({
		response: response as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
		expectedChallenge: challenge,
		expectedOrigin: "https://example.com",
		expectedRPID: "example.com",
		requireUserVerification: false,
		credential: {
			id: passkey.id,
			publicKey: decodeBase64url(passkey.publicKey) ?? new Uint8Array(),
			counter: passkey.counter,
		},
	});
	if (!verified) throw new Error("SimpleWebAuthn refused");
}

interface Bare {
	readonly key: KeyObject;
	/** The same key as it would be stored for the fastest import. */
	readonly spki: Buffer;
	readonly signed: Buffer;
	readonly signature: Buffer;
}

/** What a verification can't do without: the signature over bytes that lie ready. */
function bareOf({ response, passkey }: SignIn): Bare {
	const { clientDataJSON, authenticatorData, signature } = response.response;
	const bytes = (text: string) => Buffer.from(text, "base64url");
	const clientDataHash = createHash("sha256").update(bytes(clientDataJSON)).digest();
	const key = keyOf(passkey.publicKey);
	return {
		key,
		spki: key.export({ format: "der", type: "spki" }),
		signed: Buffer.concat([bytes(authenticatorData), clientDataHash]),
		signature: bytes(signature),
	};
}

function verifyBare({ signed, signature }: Bare, key: KeyObject): void {
	if (!verify("sha256", signed, key, signature)) throw new Error("crypto.verify refused");
}

/** The library's own reader of COSE keys is not measured here, so Node's JWK reader takes the coordinates. */
function keyOf(publicKey: string): KeyObject {
	const key = decodeCbor(decodeBase64url(publicKey) ?? new Uint8Array());
	const coordinate = (label: number) =>
		Buffer.from(key instanceof Map ? (key.get(label) as Uint8Array) : []).toString("base64url");
	return createPublicKey({ key: { kty: "EC", crv: "P-256", x: coordinate(-2), y: coordinate(-3) }, format: "jwk" });
}

const regular = await signIn("regular");
const strangers: SignIn[] = [];
for (let index = 0; index < STRANGERS; index++) strangers.push(await signIn(`stranger ${index}`));
const bare = bareOf(regular);
const bareStrangers = strangers.map(bareOf);

/**
 * One after the other, from each caller's own place: of turns that were shared a contestant would see a few keys alone.
 */
function* inTurn<T>(list: readonly T[]): Generator<T, never> {
	for (;;) yield* list;
}
const toImport = inTurn(bareStrangers);
const toImportAlone = inTurn(bareStrangers);
const toUs = inTurn(strangers);
const toThem = inTurn(strangers);

const contestants = {
	"crypto.verify, key ready": async () => verifyBare(bare, bare.key),
	"createPublicKey + crypto.verify": async () => {
		const each = toImport.next().value;
		verifyBare(each, createPublicKey({ key: each.spki, format: "der", type: "spki" }));
	},
	"createPublicKey alone": async () => {
		createPublicKey({ key: toImportAlone.next().value.spki, format: "der", type: "spki" });
	},
	"@lapwing/passkey, key remembered": () => ours(regular),
	"@lapwing/passkey, key new": () => ours(toUs.next().value),
	"@simplewebauthn/server": () => simpleWebAuthns(toThem.next().value),
};

const perSecond = new Map<string, number[]>();
for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
	for (const [name, run] of Object.entries(contestants)) {
		const start = performance.now();
		for (let count = 0; count < VERIFICATIONS_A_ROUND; count++) await run();
		const rate = (VERIFICATIONS_A_ROUND * 1_000) / (performance.now() - start);
		// The first rounds are the compiler's.
		if (round >= 0) perSecond.set(name, [...(perSecond.get(name) ?? []), rate]);
	}
}

const medians = new Map([...perSecond].map(([name, rates]) => [name, median(rates)]));
const medianOf = (name: keyof typeof contestants) => medians.get(name) ?? 0;
const lines = [...medians].map(
	([name, rate]) => `${name.padEnd(38)}${Math.round(rate).toLocaleString("en").padStart(8)}/s`,
);
const ready = medianOf("crypto.verify, key ready");
const imported = medianOf("createPublicKey + crypto.verify");
const theirs = medianOf("@simplewebauthn/server");
const remembered = medianOf("@lapwing/passkey, key remembered");
const anew = medianOf("@lapwing/passkey, key new");
const barred: [what: string, ratio: number, bar: number][] = [
	["key remembered, against crypto.verify with the key ready", remembered / ready, BARE_BAR],
	["key new, against createPublicKey + crypto.verify", anew / imported, BARE_BAR],
	["key remembered, against SimpleWebAuthn", remembered / theirs, SIMPLE_WEBAUTHN_BAR],
	["key new, against SimpleWebAuthn", anew / theirs, SIMPLE_WEBAUTHN_BAR],
];
lines.push("", ...barred.map(([what, ratio, bar]) => `${what.padEnd(60)}${ratio.toFixed(2)} (bar: ${bar})`));
lines.push(`${"key new, against crypto.verify with the key ready".padEnd(60)}${(anew / ready).toFixed(2)}`);
lines.push(`${"crypto.verify with the key ready, against SimpleWebAuthn".padEnd(60)}${(ready / theirs).toFixed(2)}`);
process.stdout.write(`${lines.join("\n")}\n`);
if (barred.some(([, ratio, bar]) => ratio < bar)) process.exitCode = 1;

function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
