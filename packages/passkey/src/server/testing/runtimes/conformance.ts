/**
 * The suite of the server half in a form that every runtime runs: no test runner, no Node. The verification's cases,
 * the standard's vectors, the bits of an assertion and the software authenticator's misbehaviours, through the entry
 * points.
 */

import { failure, isFailure, type Result, success } from "@lapwing/result";
import { ES384, ES512 } from "../../../algorithms.ts";
import { attestationOutcomes } from "../../../attestation/testing/conformance.ts";
import { decodeBase64url, encodeBase64url } from "../../../base64url.ts";
import { type AuthenticationExtensions, RelyingParty, type RelyingPartyOptions } from "../../../server.ts";
import { seededEntropy } from "../../../testing/entropy.ts";
import { KEY_MAKERS } from "../../../testing/keys/key-makers.ts";
import { isMissingMlDsa } from "../../../testing/keys/ml-dsa-key.ts";
import { AUTHENTICATION_MISBEHAVIOURS, REGISTRATION_MISBEHAVIOURS, SoftwareAuthenticator } from "../../../testing.ts";
import { IMPORTED, ML_DSA, makeAlgorithmCases } from "../algorithm-cases.ts";
import ML_DSA_SIGN_INS from "../ml-dsa-sign-ins.json" with { type: "json" };
import { ACCEPTED_REGISTRATIONS, REFUSED_REGISTRATIONS } from "../registration-cases.ts";
import { authenticationWith, CHALLENGE, KEY, registrationWith, STORED_PASSKEY } from "../respond.ts";
import { ACCEPTED_SIGN_INS, flipLast, REFUSED_SIGN_INS } from "../sign-in-cases.ts";
import { computeW3cCeremonies } from "../w3c-ceremonies.ts";
import { withoutBuiltinModules } from "../without-builtin-modules.ts";
import { runHostOptions } from "./host-options.ts";

export interface ConformanceReport {
	readonly checks: number;
	/** Whether ML-DSA can be verified here. */
	readonly hasMlDsa: boolean;
	/** A sentence for each check that went otherwise. */
	readonly failures: readonly string[];
}

/** What the runtime's own cryptography makes of the suite, and what WebCrypto does. */
export async function conformance(): Promise<{ chosen: ConformanceReport; webCrypto: ConformanceReport }> {
	const make = (options: Partial<RelyingPartyOptions> = {}) =>
		new RelyingParty({ id: "example.com", name: "Example", ...options });
	return {
		chosen: await runSuite(make),
		webCrypto: await runSuite((options) => withoutBuiltinModules(() => make(options))),
	};
}

type Make = (options?: Partial<RelyingPartyOptions>) => RelyingParty;

async function runSuite(make: Make): Promise<ConformanceReport> {
	const failures: string[] = [];
	let checks = 0;
	const expectOutcome = (what: string, result: Result<unknown>, wanted: string) => {
		checks++;
		const outcome = isFailure(result) ? result.error.name : "success";
		if (outcome !== wanted) failures.push(`${what}: ${outcome} instead of ${wanted}`);
	};
	for (const part of PARTS) await part(make, expectOutcome);
	return { checks, hasMlDsa: hasMlDsa(make), failures };
}

const PARTS = [
	runCases,
	runAttestation,
	runAlgorithms,
	runImported,
	runMlDsa,
	runVectors,
	runBits,
	runMisbehaviours,
	runExtensions,
	runRequests,
	runHostOptions,
] as const;

type ExpectOutcome = (what: string, result: Result<unknown>, wanted: string) => void;

async function runCases(make: Make, expectOutcome: ExpectOutcome): Promise<void> {
	const relyingParty = make({ userVerification: "required" });
	const registrations = [
		...REFUSED_REGISTRATIONS,
		...ACCEPTED_REGISTRATIONS.map((each) => [...each, "success"] as const),
	];
	for (const [what, changes, wanted] of registrations) {
		const response = await registrationWith(changes);
		expectOutcome(what, await relyingParty.verifyRegistration(response, { challenge: CHALLENGE }), wanted);
	}
	const signIns = [...REFUSED_SIGN_INS, ...ACCEPTED_SIGN_INS.map((each) => [...each, "success"] as const)];
	for (const [what, { stored, ...changes }, wanted] of signIns) {
		const passkey = { ...STORED_PASSKEY, ...stored };
		const response = await authenticationWith(changes);
		expectOutcome(what, await relyingParty.verifyAuthentication(response, { challenge: CHALLENGE, passkey }), wanted);
	}
}

/** Its outcomes are types and reasons; here each is the name of an error. */
async function runAttestation(_make: Make, expectOutcome: ExpectOutcome): Promise<void> {
	for (const [what, outcome, wanted] of await attestationOutcomes()) {
		expectOutcome(`attestation: ${what}`, failure(Object.assign(new Error(outcome), { name: outcome })), wanted);
	}
}

async function runAlgorithms(make: Make, expectOutcome: ExpectOutcome): Promise<void> {
	const relyingParty = make({ algorithms: [-7, -257, -8, ...IMPORTED] });
	for (const [algorithm, makeKey] of KEY_MAKERS) {
		if (isMissingMlDsa(algorithm)) continue;
		const key = await makeKey(seededEntropy("conformance"));
		const passkey = { ...STORED_PASSKEY, publicKey: encodeBase64url(key.publicKey) };
		const registration = await registrationWith({ key });
		const registered = await relyingParty.verifyRegistration(registration, { challenge: CHALLENGE });
		expectOutcome(`a self-attestation by ${algorithm}`, registered, "success");
		for (const [what, signature, wanted] of [
			["sound", (sound: Uint8Array<ArrayBuffer>) => sound, "success"],
			["bent", flipLast, "SignatureError"],
			["short", (sound: Uint8Array<ArrayBuffer>) => sound.slice(1), "SignatureError"],
			["missing", () => new Uint8Array(), "SignatureError"],
		] as const) {
			const response = await authenticationWith({ key, signature });
			const result = await relyingParty.verifyAuthentication(response, { challenge: CHALLENGE, passkey });
			expectOutcome(`a ${what} signature by ${algorithm}`, result, wanted);
		}
	}
}

/** Keys and signatures of imported algorithms. */
async function runImported(make: Make, expectOutcome: ExpectOutcome): Promise<void> {
	const relyingParty = make({ algorithms: IMPORTED });
	algorithmCases ??= makeAlgorithmCases();
	const { registrations, signIns, acceptedSignIns } = await algorithmCases;
	for (const [what, changes, wanted] of registrations) {
		const response = await registrationWith(changes);
		expectOutcome(what, await relyingParty.verifyRegistration(response, { challenge: CHALLENGE }), wanted);
	}
	for (const [what, { stored, ...changes }, wanted] of [...signIns, ...acceptedSignIns]) {
		const passkey = { ...STORED_PASSKEY, ...stored };
		const response = await authenticationWith(changes);
		expectOutcome(what, await relyingParty.verifyAuthentication(response, { challenge: CHALLENGE, passkey }), wanted);
	}
}

/** Made once for both cryptographies: the arithmetic takes a second. */
let algorithmCases: ReturnType<typeof makeAlgorithmCases> | undefined;

/**
 * Sign-ins by ML-DSA that were made beforehand, because some runtimes verify what they can't sign: where it is missing,
 * making the relying party throws.
 */
async function runMlDsa(make: Make, expectOutcome: ExpectOutcome): Promise<void> {
	const [sound, refused] = hasMlDsa(make) ? ["success", "SignatureError"] : ["RangeError", "RangeError"];
	for (const algorithm of ML_DSA) {
		const signIn = ML_DSA_SIGN_INS.find((each) => each.algorithm === algorithm.id);
		if (!signIn) throw new Error("a sign-in is missing");
		const passkey = { ...STORED_PASSKEY, publicKey: signIn.publicKey };
		const { id, rawId, type, clientExtensionResults } = await authenticationWith();
		const verify = async (signature: string): Promise<Result<unknown>> => {
			const response = { id, rawId, type, clientExtensionResults, response: { ...signIn.response, signature } };
			try {
				const relyingParty = make({ algorithms: [algorithm] });
				return await relyingParty.verifyAuthentication(response, { challenge: CHALLENGE, passkey });
			} catch (thrown) {
				return failure(thrown as Error);
			}
		};
		const { signature } = signIn.response;
		const bent = encodeBase64url(flipLast(decodeBase64url(signature) ?? new Uint8Array()));
		expectOutcome(`a sign-in by ${algorithm.webCrypto.name}`, await verify(signature), sound);
		expectOutcome(`a bent signature by ${algorithm.webCrypto.name}`, await verify(bent), refused);
	}
}

function hasMlDsa(make: Make): boolean {
	try {
		make({ algorithms: ML_DSA });
		return true;
	} catch {
		return false;
	}
}

async function runVectors(make: Make, expectOutcome: ExpectOutcome): Promise<void> {
	const algorithms = [-7, -257, -8, ES384, ES512];
	const relyingParty = make({ id: "example.org", allowFramed: true, algorithms });
	for (const { id, attestation, credentialId, key, registration, authentication } of await computeW3cCeremonies()) {
		const credentialText = encodeBase64url(credentialId);
		const credential = { id: credentialText, rawId: credentialText, type: "public-key" as const };
		const registered = await relyingParty.verifyRegistration(
			{
				...credential,
				clientExtensionResults: {},
				response: {
					clientDataJSON: encodeBase64url(registration.clientDataJSON),
					attestationObject: encodeBase64url(registration.attestationObject),
				},
			},
			{ challenge: registration.challenge },
		);
		expectOutcome(`registration of ${id}`, registered, attestation === "chain" ? "AttestationError" : "success");
		const signedIn = await relyingParty.verifyAuthentication(
			{
				...credential,
				clientExtensionResults: {},
				response: {
					clientDataJSON: encodeBase64url(authentication.clientDataJSON),
					authenticatorData: encodeBase64url(authentication.authenticatorData),
					signature: encodeBase64url(authentication.signature),
				},
			},
			{
				challenge: authentication.challenge,
				passkey: { id: credentialText, publicKey: encodeBase64url(key.publicKey), counter: 0 },
			},
		);
		expectOutcome(`sign-in of ${id}`, signedIn, "success");
	}
}

/** Each bit of the signature and of the authenticator data must be refused; which class does depends on the bit. */
async function runBits(make: Make, expectOutcome: ExpectOutcome): Promise<void> {
	const relyingParty = make();
	const sound = await authenticationWith();
	for (const member of ["signature", "authenticatorData"] as const) {
		const bytes = decodeBase64url(sound.response[member]) ?? new Uint8Array();
		for (let bit = 0; bit < bytes.length * 8; bit++) {
			const flipped = bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
			const response = { ...sound, response: { ...sound.response, [member]: encodeBase64url(flipped) } };
			const result = await relyingParty.verifyAuthentication(response, {
				challenge: CHALLENGE,
				passkey: STORED_PASSKEY,
			});
			expectOutcome(`bit ${bit} of ${member}`, result, isFailure(result) ? result.error.name : "a refusal");
		}
	}
}

async function runMisbehaviours(make: Make, expectOutcome: ExpectOutcome): Promise<void> {
	const relyingParty = make({ userVerification: "required" });
	const authenticator = new SoftwareAuthenticator({ seed: "conformance" });
	const { challenge, options } = relyingParty.register({ user: { id: "account", name: "ada" } });
	const registered = await relyingParty.verifyRegistration(await authenticator.create(options), { challenge });
	expectOutcome("a registration by the software authenticator", registered, "success");
	if (isFailure(registered)) return;
	for (const [misbehaving, refusal] of Object.entries(REGISTRATION_MISBEHAVIOURS)) {
		const other = new SoftwareAuthenticator({ seed: misbehaving });
		const response = await other.create(options, {
			misbehaving: misbehaving as keyof typeof REGISTRATION_MISBEHAVIOURS,
		});
		expectOutcome(misbehaving, await relyingParty.verifyRegistration(response, { challenge }), refusal);
	}
	for (const [misbehaving, refusal] of Object.entries(AUTHENTICATION_MISBEHAVIOURS)) {
		const signIn = relyingParty.authenticate({ allow: [registered.data] });
		const response = await authenticator.get(signIn.options, {
			misbehaving: misbehaving as keyof typeof AUTHENTICATION_MISBEHAVIOURS,
		});
		// The counter of the sign-in before, as a host would have stored it.
		const counter = refusal === "CounterError" ? 1_000 : 1;
		const verification = { challenge: signIn.challenge, passkey: { ...registered.data, counter } };
		expectOutcome(misbehaving, await relyingParty.verifyAuthentication(response, verification), refusal);
	}
}

/** Each extension from options to results, by the software authenticator. */
async function runExtensions(make: Make, expectOutcome: ExpectOutcome): Promise<void> {
	const relyingParty = make({ userVerification: "required" });
	const authenticator = new SoftwareAuthenticator({ seed: "extensions" });
	const input = new TextEncoder().encode("input");
	const blob = new TextEncoder().encode("blob");
	const { challenge, options } = relyingParty.register({
		user: { id: "account", name: "ada" },
		extensions: {
			credProps: true,
			prf: { eval: { first: input } },
			largeBlob: { support: "required" },
			credentialProtectionPolicy: "userVerificationRequired",
			minPinLength: true,
		},
	});
	const registered = await relyingParty.verifyRegistration(await authenticator.create(options), { challenge });
	expectOutcome("a registration with extensions", registered, "success");
	if (isFailure(registered)) return;
	const { clientExtensionResults, authenticatorExtensionResults } = registered.data;
	const first = clientExtensionResults.prf?.results?.first ?? "";
	expectEqual(clientExtensionResults, {
		credProps: { rk: true },
		prf: { enabled: true, results: { first } },
		largeBlob: { supported: true },
	});
	expectEqual(authenticatorExtensionResults, { credProtect: 3, minPinLength: 4 });

	const signIns: [AuthenticationExtensions, object][] = [
		[{ prf: { eval: { first: input } } }, { prf: { results: { first } } }],
		[{ prf: { evalByCredential: { [registered.data.id]: { first: input } } } }, { prf: { results: { first } } }],
		[{ largeBlob: { write: blob } }, { largeBlob: { written: true } }],
		[{ largeBlob: { read: true } }, { largeBlob: { blob: encodeBase64url(blob) } }],
		[{ appid: "https://example.com/u2f" }, { appid: false }],
	];
	for (const [index, [extensions, wanted]] of signIns.entries()) {
		const signIn = relyingParty.authenticate({ allow: [registered.data], extensions });
		const passkey = { ...registered.data, counter: index + 1 };
		const response = await authenticator.get(signIn.options);
		const result = await relyingParty.verifyAuthentication(response, { challenge: signIn.challenge, passkey });
		expectOutcome(`a sign-in with ${Object.keys(extensions)}`, result, "success");
		if (!isFailure(result)) expectEqual(result.data.clientExtensionResults, wanted);
	}

	function expectEqual(results: object, wanted: object): void {
		const [read, expected] = [JSON.stringify(results), JSON.stringify(wanted)];
		expectOutcome(`extension results ${expected}, read as ${read}`, success(), read === expected ? "success" : "equal");
	}
}

async function runRequests(make: Make, expectOutcome: ExpectOutcome): Promise<void> {
	const relyingParty = make();
	const post = (body: string) => new Request("https://example.com/", { method: "POST", body });
	const verify = (request: Request) => relyingParty.verifyRegistration(request, { challenge: CHALLENGE });
	const body = JSON.stringify(await registrationWith({ key: KEY }));
	expectOutcome("a request", await verify(post(body)), "success");
	expectOutcome("a request of 64 KiB", await verify(post(body.padEnd(64 * 1024))), "success");
	expectOutcome("a request of more", await verify(post(body.padEnd(64 * 1024 + 1))), "MalformedResponseError");
	expectOutcome(
		"a request without a body",
		await verify(new Request("https://example.com/")),
		"MalformedResponseError",
	);
	const used = post(body);
	await used.text();
	expectOutcome("a used request", await verify(used), "MalformedResponseError");
}
