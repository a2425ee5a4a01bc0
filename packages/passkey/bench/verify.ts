/**
 * How fast a sign-in with ES256 is verified: ours, SimpleWebAuthn's, and the bare `crypto.verify` that nobody can beat,
 * all in one run on one core, in rounds that take turns so that a busy machine slows them alike.
 *
 *     node --conditions=@lapwing/source packages/passkey/bench/verify.ts
 */

import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { unwrap } from "@lapwing/result";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { decodeBase64url } from "../src/base64url.ts";
import { parseCoseKey } from "../src/server/cose-key.ts";
import { type AuthenticationResponseJSON, RelyingParty } from "../src/server.ts";
import { SoftwareAuthenticator } from "../src/testing.ts";

/** Many short rounds: what slows the machine for a moment then slows the contestants of one round, not one of them. */
const ROUNDS = 300;
const VERIFICATIONS_A_ROUND = 20;
const WARM_UP_ROUNDS = 30;
/** More than the library remembers keys of, so that each of them is imported anew when its turn comes. */
const STRANGERS = 400;

/** What we hold ourselves to, for a key that is remembered; the exit code tells whether this run kept it. */
const SIMPLE_WEBAUTHN_BAR = 3;
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

/** What a verification can't do without: the signature over bytes that lie ready, by a key that lies ready. */
function bareVerify({ response, passkey }: SignIn): () => void {
	const { clientDataJSON, authenticatorData, signature } = response.response;
	const bytes = (text: string) => Buffer.from(text, "base64url");
	const signed = Buffer.concat([bytes(authenticatorData), createHash("sha256").update(bytes(clientDataJSON)).digest()]);
	const key: KeyObject = keyOf(passkey.publicKey);
	const der = bytes(signature);
	return () => {
		if (!verify("sha256", signed, key, der)) throw new Error("crypto.verify refused");
	};
}

function keyOf(publicKey: string): KeyObject {
	const key = parseCoseKey(decodeBase64url(publicKey) ?? new Uint8Array());
	if (typeof key === "string") throw new Error(key);
	return createPublicKey({ key: { ...key.jwk }, format: "jwk" });
}

const regular = await signIn("regular");
const strangers: SignIn[] = [];
for (let index = 0; index < STRANGERS; index++) strangers.push(await signIn(`stranger ${index}`));
const bare = bareVerify(regular);
let stranger = 0;

const contestants = {
	"bare crypto.verify": async () => bare(),
	"@lapwing/passkey, key remembered": () => ours(regular),
	"@lapwing/passkey, key imported anew": () => ours(strangers[stranger++ % STRANGERS] ?? regular),
	"@simplewebauthn/server": () => simpleWebAuthns(regular),
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
const primitive = medianOf("bare crypto.verify");
const theirs = medianOf("@simplewebauthn/server");
const remembered = medianOf("@lapwing/passkey, key remembered");
const anew = medianOf("@lapwing/passkey, key imported anew");
lines.push(
	"",
	`against SimpleWebAuthn       ${ratio(remembered, theirs)} remembered, ${ratio(anew, theirs)} anew (bar: ${SIMPLE_WEBAUTHN_BAR})`,
	`against bare crypto.verify   ${ratio(remembered, primitive)} remembered, ${ratio(anew, primitive)} anew (bar: ${BARE_BAR})`,
);
process.stdout.write(`${lines.join("\n")}\n`);
if (remembered < SIMPLE_WEBAUTHN_BAR * theirs || remembered < BARE_BAR * primitive) process.exitCode = 1;

function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function ratio(a: number, b: number): string {
	return (a / b).toFixed(2);
}
