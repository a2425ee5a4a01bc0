import { inspect } from "node:util";
import { isFailure } from "@lapwing/result";
import { describe, expect, test } from "vitest";
import { PasskeyError } from "../passkey-error.ts";
import type { VerificationError } from "./errors.ts";
import { explain } from "./explain.ts";
import { RelyingParty, type VerifyAuthenticationOptions } from "./relying-party.ts";
import { authenticationWith, CHALLENGE, registrationWith, STORED_PASSKEY } from "./testing/respond.ts";
import { REFUSED_SIGN_INS } from "./testing/sign-in-cases.ts";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example", userVerification: "required" });

async function refusalOf(
	response: unknown,
	options: Partial<VerifyAuthenticationOptions> = {},
	party = relyingParty,
): Promise<VerificationError> {
	const result = await party.verifyAuthentication(response, {
		challenge: CHALLENGE,
		passkey: STORED_PASSKEY,
		...options,
	});
	if (!isFailure(result)) throw new Error("It was accepted");
	return result.error;
}

describe("the detail of a refusal", () => {
	test.each(REFUSED_SIGN_INS)(
		"of %s is bounded and frozen, and nobody prints it by accident",
		async (_what, changes) => {
			const { stored, ...others } = changes;
			const error = await refusalOf(await authenticationWith(others), { passkey: { ...STORED_PASSKEY, ...stored } });
			const { detail } = error;
			expect(Object.isFrozen(detail)).toBe(true);
			const facts = Object.values(detail).flat().map(String);
			for (const fact of facts) {
				expect(fact.length).toBeLessThanOrEqual(200);
				expect(fact).not.toMatch(/[\p{Cc}\p{Cf}]/u);
			}
			// What is longer than a word or a number could be told from anything else in a log.
			const telling = facts.filter((fact) => fact.length > 8);
			const printed = `${error.message} ${JSON.stringify(error)} ${inspect(error, { depth: 9 })} ${String(error.stack)}`;
			for (const fact of telling) expect(printed).not.toContain(fact);
			expect(explain(error).startsWith(`${error.name}: ${error.message}. `)).toBe(true);
		},
	);

	test("escapes what would write in somebody's terminal, and cuts what is long", async () => {
		const received = `https://\u001b[31mevil\u202e.example/${"x".repeat(1_000)}`;
		const error = await refusalOf(await authenticationWith({ clientData: { origin: received } }));
		expect(error.detail["received"]).toMatch(/^https:\/\/\\u\{1b\}\[31mevil\\u\{202e\}\.example\/x+$/);
		expect(String(error.detail["received"])).toHaveLength(200);
	});
});

describe("the explanation of", () => {
	test("another origin names both", async () => {
		const error = await refusalOf(await authenticationWith({ clientData: { origin: "https://www.example.com" } }));
		expect(error.detail).toStrictEqual({ received: "https://www.example.com", expected: ["https://example.com"] });
		expect(explain(error)).toContain(
			'The page is on "https://www.example.com"; allowed is "https://example.com". If that page is yours, list it',
		);
	});

	test("a page over http says to redirect", async () => {
		const error = await refusalOf(await authenticationWith({ clientData: { origin: "http://example.com" } }));
		expect(explain(error)).toContain("The page was opened over http: redirect to https");
	});

	test("another port says that it is the port", async () => {
		const local = new RelyingParty({ id: "localhost", name: "Example", origin: "http://localhost:3000" });
		const response = await authenticationWith({ clientData: { origin: "http://localhost:5173" } });
		expect(explain(await refusalOf(response, {}, local))).toContain("Only the port differs");
	});

	test("another id than the page asked for names it, though the authenticator sends but its hash", async () => {
		const app = new RelyingParty({ id: "example.com", name: "Example", origin: "https://app.example.com" });
		const clientData = { origin: "https://app.example.com" };
		const response = await authenticationWith({ clientData, data: { rpId: "app.example.com" } });
		const error = await refusalOf(response, {}, app);
		expect(error.detail).toMatchObject({ received: "app.example.com", expected: ["example.com"] });
		expect(explain(error)).toContain('answered for the id "app.example.com"; this relying party\'s is "example.com"');
		const foreign = await refusalOf(await authenticationWith({ clientData, data: { rpId: "example.org" } }), {}, app);
		expect(foreign.detail).not.toHaveProperty("received");
	});

	test.each<[string, VerifyAuthenticationOptions["challenge"], string]>([
		["one text", "AAAA", "a second tab that overwrites the first one's"],
		["a callback", () => false, "under the session, the kind of ceremony and the challenge itself"],
	])("a stale challenge with %s says where to look", async (_what, challenge, advice) => {
		const text = explain(await refusalOf(await authenticationWith(), { challenge }));
		expect(text).toContain("it was used before, has expired");
		expect(text).toContain(advice);
	});

	test.each<[unknown, string]>([
		[undefined, "The response is missing. Send JSON.stringify of what Passkey.register or Passkey.authenticate"],
		[{}, "response is missing. Send JSON.stringify"],
		["{}", "The response is no object. Send JSON.stringify"],
		[new Request("https://example.com", { method: "POST" }), "The request has no body. Send JSON.stringify"],
		[new Request("https://example.com", { method: "POST", body: "a=b" }), "The request is not JSON in UTF-8"],
	])("a body that is %s says what it is", async (body, text) => {
		expect(explain(await refusalOf(body))).toContain(text);
	});

	test("a request that was read says so", async () => {
		const request = new Request("https://example.com", { method: "POST", body: "{}" });
		await request.text();
		expect(explain(await refusalOf(request))).toContain(
			"The request was read before. Pass the parsed body, or the Request",
		);
	});

	test.each<[string, (text: string) => unknown, string, string]>([
		["base64", (text) => Buffer.from(text, "base64url").toString("base64"), "base64", "is base64 or has padding"],
		[
			"decoded bytes",
			(text) => new Uint8Array(Buffer.from(text, "base64url")),
			"not-text",
			"is no text. Binary members",
		],
		["nothing", () => undefined, "missing", "is missing"],
	])("a member that is %s names the member and its form", async (_what, change, problem, words) => {
		const response = await authenticationWith();
		const { signature } = response.response;
		const changed = { ...response, response: { ...response.response, signature: change(`${signature}A_-A`) } };
		const error = await refusalOf(changed);
		expect(error.detail).toStrictEqual({ member: "response.signature", problem });
		expect(explain(error)).toContain(`response.signature ${words}`);
	});

	test.each(["webauthn.create", "missing"])("an answer of the type %s says which it is", async (type) => {
		const error = await refusalOf(await authenticationWith({ clientData: { type } }));
		expect(error.detail).toStrictEqual({ member: "clientDataJSON.type", problem: "other-type", received: type });
		expect(explain(error)).toContain(
			`clientDataJSON.type is "${type}", which is not of this ceremony. Send answers of register`,
		);
	});

	test("another user says what was compared", async () => {
		const error = await refusalOf(await authenticationWith(), { passkey: { ...STORED_PASSKEY, userId: "u2" } });
		expect(explain(error)).toContain("is stored for another user than the one that the authenticator names");
	});

	test("a counter names both", async () => {
		const error = await refusalOf(await authenticationWith(), { passkey: { ...STORED_PASSKEY, counter: 9 } });
		expect(error.detail).toStrictEqual({ id: STORED_PASSKEY.id, received: 7, stored: 9 });
		expect(explain(error)).toContain("answered with the counter 7, and 9 is stored");
	});

	test("a registration's attestation and algorithm names them", async () => {
		const refused = async (changes: Parameters<typeof registrationWith>[0], party: RelyingParty) => {
			const result = await party.verifyRegistration(await registrationWith(changes), { challenge: CHALLENGE });
			if (!isFailure(result)) throw new Error("It was accepted");
			return explain(result.error);
		};
		expect(await refused({ format: "tpm" }, relyingParty)).toContain('an attestation of format "tpm", which nobody');
		const edOnly = new RelyingParty({ id: "example.com", name: "Example", algorithms: [-8] });
		expect(await refused({}, edOnly)).toContain("is of algorithm -7, which was not offered");
	});

	test("any other error is its message", () => {
		expect(explain(new PasskeyError("Something else"))).toBe("PasskeyError: Something else");
	});
});
