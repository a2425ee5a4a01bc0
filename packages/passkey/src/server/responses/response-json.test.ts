import { isFailure } from "@lapwing/result";
import fc from "fast-check";
import { expect, test } from "vitest";
import { RelyingParty } from "../relying-party.ts";
import { authenticationWith, CHALLENGE, registrationWith, STORED_PASSKEY } from "../testing/respond.ts";
import { MAX_BODY_BYTES } from "./request-body.ts";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });
const registration = await registrationWith();
const assertion = await authenticationWith();

/** What both verifications say of `input`; they must say something. */
async function outcomesOf(input: unknown): Promise<string[]> {
	const results = [
		await relyingParty.verifyRegistration(input as never, { challenge: CHALLENGE }),
		await relyingParty.verifyAuthentication(input as never, { challenge: CHALLENGE, passkey: STORED_PASSKEY }),
	];
	return results.map((result) => (result.status === "failure" ? result.error.name : "success"));
}

const REFUSED = ["MalformedResponseError", "MalformedResponseError"];

test("every input is answered, and only a valid response is accepted", async () => {
	await fc.assert(
		fc.asyncProperty(fc.anything({ withNullPrototype: true, withMap: true, withTypedArray: true }), async (input) => {
			expect(await outcomesOf(input)).toStrictEqual(REFUSED);
		}),
		{ numRuns: 1_000 },
	);
});

test("a sound response with any member replaced by anything is answered", async () => {
	const members = ["id", "rawId", "type", "response", "authenticatorAttachment", "clientExtensionResults"];
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...members), fc.anything(), async (member, value) => {
			for (const outcome of await outcomesOf({ ...registration, [member]: value }))
				expect(outcome).toBeTypeOf("string");
		}),
		{ numRuns: 500 },
	);
});

test.each([
	["a response that is null", { ...registration, response: null }],
	["a response that is a list", { ...registration, response: [] }],
	["a boxed id", { ...registration, id: new String(registration.id) }],
	["a response that its prototype holds", Object.create(registration)],
	["a response without any prototype members", Object.create(null)],
	["a function", () => registration],
	[
		"a member that throws",
		{
			...registration,
			get id(): string {
				throw new Error("secret");
			},
		},
	],
	[
		"a member that throws nothing at all",
		{
			...registration,
			get id(): string {
				throw undefined;
			},
		},
	],
	[
		"a response whose member throws",
		{
			...registration,
			response: {
				get clientDataJSON(): string {
					throw new Error("secret");
				},
			},
		},
	],
	["a proxy that throws at every touch", new Proxy(registration, throwingHandler())],
	[
		"a response that is such a proxy",
		{ ...registration, response: new Proxy(registration.response, throwingHandler()) },
	],
	["a proxy that was revoked", revokedProxy()],
	[
		"a request that throws",
		{
			json: () => undefined,
			get bodyUsed(): boolean {
				throw new Error("secret");
			},
		},
	],
	[
		"a request that lies about its body",
		{
			json: () => undefined,
			bodyUsed: false,
			body: { getReader: () => ({ read: async () => ({ done: false, value: { length: -5 } }) }) },
		},
	],
	[
		"a request whose reader rejects",
		{
			json: () => undefined,
			bodyUsed: false,
			body: { getReader: () => ({ read: () => Promise.reject(new Error("secret")) }) },
		},
	],
	[
		"an id that is longer than any request",
		{ ...registration, id: "A".repeat(MAX_BODY_BYTES + 4), rawId: "A".repeat(MAX_BODY_BYTES + 4) },
	],
	[
		"a response larger than any request",
		{
			...registration,
			response: {
				...registration.response,
				attestationObject: "A".repeat(MAX_BODY_BYTES + 4),
				authenticatorData: "A".repeat(MAX_BODY_BYTES + 4),
			},
		},
	],
])("%s is malformed", async (_what, input) => {
	expect(await outcomesOf(input)).toStrictEqual(REFUSED);
});

test("transports with a false length are malformed, and are read to a bound", async () => {
	const lying = new Proxy<string[]>([], {
		get: (target, name) => (name === "length" ? 2 ** 32 : Reflect.get(target, name)),
	});
	const input = { ...registration, response: { ...registration.response, transports: lying } };
	expect((await outcomesOf(input))[0]).toBe("MalformedResponseError");
});

test("each member is read once, so that a getter can't answer twice", async () => {
	const reads = new Map<string, number>();
	const counting = <T extends object>(target: T): T =>
		new Proxy(target, {
			get(object, name) {
				reads.set(String(name), (reads.get(String(name)) ?? 0) + 1);
				const value: unknown = Reflect.get(object, name);
				return typeof value === "object" && value !== null && !Array.isArray(value) ? counting(value) : value;
			},
		});
	await relyingParty.verifyRegistration(counting(registration), { challenge: CHALLENGE });
	expect(new Set([...reads].filter(([name]) => name !== "json").map(([, count]) => count))).toStrictEqual(new Set([1]));
	expect([...reads.keys()]).toEqual(expect.arrayContaining(["id", "rawId", "clientDataJSON", "attestationObject"]));
});

test("a polluted prototype supplies nothing", async () => {
	const { userHandle: _, ...response } = assertion.response;
	const polluted = { topOrigin: "https://frame.example", crossOrigin: true, userHandle: "AAAA", transports: ["evil"] };
	Object.assign(Object.prototype, polluted);
	try {
		const registered = await relyingParty.verifyRegistration(registration, { challenge: CHALLENGE });
		expect(registered).toMatchObject({ status: "success", data: { transports: ["internal"] } });
		const signedIn = await relyingParty.verifyAuthentication(
			{ ...assertion, response },
			{ challenge: CHALLENGE, passkey: STORED_PASSKEY },
		);
		expect(signedIn).toMatchObject({ status: "success", data: { userHandle: null } });
	} finally {
		for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
	}
});

test("the input is not changed, and the result shares no objects with it", async () => {
	const frozen = structuredClone(registration);
	Object.freeze(frozen);
	Object.freeze(frozen.response);
	Object.freeze(frozen.response.transports);
	const result = await relyingParty.verifyRegistration(frozen, { challenge: CHALLENGE });
	expect(frozen).toStrictEqual(registration);
	expect(!isFailure(result) && result.data.transports).not.toBe(frozen.response.transports);
});

function throwingHandler(): ProxyHandler<object> {
	const refuse = (): never => {
		throw new Error("secret");
	};
	return { get: refuse, has: refuse, ownKeys: refuse, getOwnPropertyDescriptor: refuse, getPrototypeOf: refuse };
}

function revokedProxy(): object {
	const { proxy, revoke } = Proxy.revocable({}, {});
	revoke();
	return proxy;
}
