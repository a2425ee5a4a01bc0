import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { InvalidOptionsError } from "./errors.ts";
import { readCreationOptions, readRequestOptions } from "./read-options.ts";
import { base64urlOf, bufferOf, creationOptions, requestOptions } from "./testing/credentials.ts";
import { type ScriptedBrowser, scriptBrowser } from "./testing/scripted-browser.ts";

let browser: ScriptedBrowser;
beforeEach(() => {
	browser = scriptBrowser();
});
afterEach(() => {
	vi.unstubAllGlobals();
});

const descriptor = { type: "public-key" as const, id: base64urlOf("credential"), transports: ["internal"] };
const bytes = (text: string) => new TextEncoder().encode(text);

/** What a browser that follows the standard would answer, with a mark to know it by. */
const nativeCreation = () => ({
	rp: { id: "example.com", name: "Example" },
	user: { id: bufferOf("account"), name: "ada", displayName: "Ada" },
	challenge: bufferOf("challenge"),
	pubKeyCredParams: [{ type: "public-key", alg: -7 }],
	excludeCredentials: [{ ...descriptor, id: bufferOf("credential") }],
	isNative: true,
});
const nativeRequest = () => ({
	rpId: "example.com",
	challenge: bufferOf("challenge"),
	allowCredentials: [{ ...descriptor, id: bufferOf("credential") }],
	isNative: true,
});

test("without a parser in the browser the binary members are decoded and the others passed through", () => {
	const options = creationOptions({
		excludeCredentials: [descriptor],
		timeout: 1,
		hints: ["client-device"],
		extensions: { credProps: true },
	});
	expect(readCreationOptions(options)).toStrictEqual({
		...options,
		user: { id: bytes("account"), name: "ada", displayName: "Ada" },
		challenge: bytes("challenge"),
		excludeCredentials: [{ ...descriptor, id: bytes("credential") }],
	});
	expect(readRequestOptions(requestOptions({ allowCredentials: [descriptor] }))).toStrictEqual({
		rpId: "example.com",
		challenge: bytes("challenge"),
		allowCredentials: [{ ...descriptor, id: bytes("credential") }],
	});
});

test("options are not changed by being read", () => {
	const options = Object.freeze(creationOptions({ excludeCredentials: [Object.freeze({ ...descriptor })] }));
	const before = JSON.stringify(options);
	readCreationOptions(options);
	expect(JSON.stringify(options)).toBe(before);
});

test("the browser's parser is preferred when it works", () => {
	browser.statics.parseCreationOptionsFromJSON = nativeCreation;
	browser.statics.parseRequestOptionsFromJSON = nativeRequest;
	expect(readCreationOptions(creationOptions({ excludeCredentials: [descriptor] }))).toHaveProperty("isNative");
	expect(readRequestOptions(requestOptions({ allowCredentials: [descriptor] }))).toHaveProperty("isNative");
});

const throwing = () => {
	throw new TypeError("Illegal invocation");
};
const brokenParsers: [string, (json: unknown) => unknown][] = [
	["throws", throwing],
	["answers nothing", () => undefined],
	["answers what it was given", (json) => json],
	["answers a promise", async () => nativeCreation()],
	["answers strings for bytes", () => ({ ...nativeCreation(), challenge: base64urlOf("challenge") })],
	["loses the lists", () => ({ ...nativeCreation(), excludeCredentials: undefined, allowCredentials: [] })],
	[
		"leaves ids as they were",
		() => ({ ...nativeCreation(), excludeCredentials: [descriptor], allowCredentials: [descriptor] }),
	],
];

test.each(brokenParsers)("a browser's parser that %s is not used", (_what, parser) => {
	browser.statics.parseCreationOptionsFromJSON = parser;
	browser.statics.parseRequestOptionsFromJSON = parser;
	const creation = readCreationOptions(creationOptions({ excludeCredentials: [descriptor] }));
	expect(creation.challenge).toStrictEqual(bytes("challenge"));
	expect(creation.excludeCredentials?.[0]?.id).toStrictEqual(bytes("credential"));
	const request = readRequestOptions(requestOptions({ allowCredentials: [descriptor] }));
	expect(request.challenge).toStrictEqual(bytes("challenge"));
	expect(request.allowCredentials?.[0]?.id).toStrictEqual(bytes("credential"));
});

test.each<[string, object]>([
	["leaves the user handle as it was", { user: { id: base64urlOf("account"), name: "ada", displayName: "Ada" } }],
	["names another relying party", { rp: { id: "example.org", name: "Example" } }],
	["loses the relying party's name", { rp: { id: "example.com" } }],
	["loses the algorithms", { pubKeyCredParams: [] }],
])("a browser's parser that %s is not relied on for a registration", (_what, changes) => {
	browser.statics.parseCreationOptionsFromJSON = () => ({ ...nativeCreation(), ...changes });
	const options = creationOptions({ excludeCredentials: [descriptor] });
	expect(readCreationOptions(options)).toStrictEqual({
		...options,
		user: { ...options.user, id: bytes("account") },
		challenge: bytes("challenge"),
		excludeCredentials: [{ ...descriptor, id: bytes("credential") }],
	});
});

test("a browser's parser that loses residentKey or userVerification is not used", () => {
	const authenticatorSelection = { residentKey: "required", userVerification: "required" } as const;
	browser.statics.parseCreationOptionsFromJSON = () => ({ ...nativeCreation(), excludeCredentials: [] });
	expect(readCreationOptions(creationOptions({ authenticatorSelection }))).toMatchObject({ authenticatorSelection });
});

test.each([
	["the relying party", { rpId: "login.example.com" }],
	["user verification", { userVerification: "required" as const }],
])("a browser's parser that loses %s is not used for a sign-in", (_what, changes) => {
	browser.statics.parseRequestOptionsFromJSON = () => ({
		...nativeRequest(),
		rpId: "example.com",
		allowCredentials: [],
	});
	expect(readRequestOptions(requestOptions(changes))).toMatchObject(changes);
});

test.each([
	["a user without a name", creationOptions({ user: { id: "YQ" } as never })],
	["no relying party", creationOptions({ rp: undefined as never })],
	["no algorithms", creationOptions({ pubKeyCredParams: undefined as never })],
	["a padded challenge", creationOptions({ challenge: "YQ==" })],
	["a challenge that is no string", creationOptions({ challenge: 1 as never })],
	["a user handle that is no base64url", creationOptions({ user: { id: "ä", name: "", displayName: "" } })],
	["an excluded id that is no base64url", creationOptions({ excludeCredentials: [{ ...descriptor, id: "+" }] })],
	["an exclude list that is not an array", creationOptions({ excludeCredentials: {} as never })],
])("creation options with %s are invalid", (_what, options) => {
	expect(() => readCreationOptions(options)).toThrow(InvalidOptionsError);
});

test.each([
	["no challenge", requestOptions({ challenge: undefined as never })],
	["an allowed id that is no base64url", requestOptions({ allowCredentials: [{ ...descriptor, id: "+" }] })],
	["an allowed entry that is null", requestOptions({ allowCredentials: [null as never] })],
])("request options with %s are invalid", (_what, options) => {
	expect(() => readRequestOptions(options)).toThrow(InvalidOptionsError);
});

describe("inputs of extensions", () => {
	const creation = {
		credProps: true,
		prf: { eval: { first: base64urlOf("one"), second: base64urlOf("two") } },
		largeBlob: { support: "preferred" as const },
		appidExclude: "https://example.com/u2f",
	};
	const request = {
		appid: "https://example.com/u2f",
		prf: { eval: { first: "" }, evalByCredential: { [descriptor.id]: { first: base64urlOf("one") } } },
		largeBlob: { write: base64urlOf("blob") },
	};
	const decoded = {
		creation: { ...creation, prf: { eval: { first: bytes("one"), second: bytes("two") } } },
		request: {
			...request,
			prf: { eval: { first: bytes("") }, evalByCredential: { [descriptor.id]: { first: bytes("one") } } },
			largeBlob: { write: bytes("blob") },
		},
	};
	const read = () => ({
		creation: readCreationOptions(creationOptions({ extensions: creation })).extensions,
		request: readRequestOptions(requestOptions({ extensions: request })).extensions,
	});

	test("are decoded without a parser in the browser", () => {
		expect(read()).toStrictEqual(decoded);
	});

	test.each([
		["knows them", (json: object) => json],
		["drops them", ({ prf: _, largeBlob: __, ...others }: { prf?: object; largeBlob?: object }) => others],
		["drops all extensions", () => undefined],
	])("are decoded behind a parser that %s", (_what, parse) => {
		browser.statics.parseCreationOptionsFromJSON = (json) => {
			const { extensions } = json as Json;
			return { ...nativeCreation(), excludeCredentials: [], extensions: parse(extensions) };
		};
		browser.statics.parseRequestOptionsFromJSON = (json) => {
			const { extensions } = json as Json;
			return { ...nativeRequest(), allowCredentials: [], extensions: parse(extensions) };
		};
		const { creation, request } = read();
		expect(creation).toMatchObject({ prf: decoded.creation.prf, largeBlob: decoded.creation.largeBlob });
		expect(request).toMatchObject({ prf: decoded.request.prf, largeBlob: decoded.request.largeBlob });
	});

	test("that only the browser's parser knows are kept", () => {
		const payment = { isPayment: true };
		browser.statics.parseRequestOptionsFromJSON = () => ({
			...nativeRequest(),
			allowCredentials: [],
			extensions: { payment },
		});
		const options = readRequestOptions(requestOptions({ extensions: { prf: { eval: { first: "AA" } } } }));
		expect(options.extensions).toStrictEqual({ payment, prf: { eval: { first: Uint8Array.of(0) } } });
	});

	test.each([
		{ prf: { eval: { first: "not base64url!" } } },
		{ prf: { eval: { first: "AA=" } } },
		{ prf: { eval: { first: 7 } } },
		{ prf: { evalByCredential: { id: { first: "AA", second: null } } } },
		{ largeBlob: { write: {} } },
	])("without base64url where bytes belong are invalid: %j", (extensions) => {
		expect(() => readRequestOptions(requestOptions({ extensions: extensions as object }))).toThrow(InvalidOptionsError);
		expect(() => readCreationOptions(creationOptions({ extensions: extensions as object }))).toThrow(
			InvalidOptionsError,
		);
	});
});

type Json = { extensions: { prf?: object; largeBlob?: object } };
