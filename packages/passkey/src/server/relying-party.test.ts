import { describe, expect, test } from "vitest";
import { decodeBase64url } from "../base64url.ts";
import type { RelyingPartyOptions } from "./options/relying-party-options.ts";
import { RelyingParty } from "./relying-party.ts";

const base = { id: "example.com", name: "Example" };
const user = { id: "account-1", name: "ada@example.com" };
const relyingParty = new RelyingParty(base);

describe("the constructor", () => {
	test.each<[what: string, options: Partial<Record<keyof RelyingPartyOptions, unknown>>, error: ErrorConstructor]>([
		["an empty id", { id: "" }, RangeError],
		["no id", { id: undefined }, TypeError],
		["an id with a scheme", { id: "https://example.com", origin: "https://example.com" }, RangeError],
		["an id with a port", { id: "localhost:3000", origin: "http://localhost:3000" }, RangeError],
		["an id with a path", { id: "example.com/", origin: "https://example.com" }, RangeError],
		["an id in upper case", { id: "Example.com", origin: "https://example.com" }, RangeError],
		["an id that is not in Punycode", { id: "bücher.example", origin: "https://xn--bcher-kva.example" }, RangeError],
		["an id with a query", { id: "example.com?", origin: "https://example.com" }, RangeError],
		["an id with a user", { id: "ada@example.com", origin: "https://example.com" }, RangeError],
		["an id with a blank", { id: "exam ple", origin: "https://example.com" }, RangeError],
		["an id behind a blank", { id: " example.com", origin: "https://example.com" }, RangeError],
		["an id that a URL takes for an IPv4 address", { id: "127.1", origin: "http://127.0.0.1" }, RangeError],
		["an empty name", { name: "" }, RangeError],
		["a name that is not a string", { name: 7 }, TypeError],
		["no algorithm", { algorithms: [] }, RangeError],
		["algorithms that are no list", { algorithms: "ES256" }, TypeError],
		["built-in algorithms to verify only", { verifyOnly: [-7] }, RangeError],
		["algorithms to verify only that are no list", { verifyOnly: null }, TypeError],
		["an algorithm that can't be verified", { algorithms: [-7, -35] }, RangeError],
		["no origin", { origin: [] }, RangeError],
		["an empty origin", { origin: "" }, RangeError],
		["an origin that is not a string", { origin: [7] }, TypeError],
		["an origin with a trailing slash", { origin: "https://example.com/" }, RangeError],
		["an origin with a path", { origin: "https://example.com/passkey" }, RangeError],
		["an origin in upper case", { origin: "https://Example.com" }, RangeError],
		["a scheme in upper case", { origin: "HTTPS://example.com" }, RangeError],
		["an origin with its default port", { origin: "https://example.com:443" }, RangeError],
		["an origin with a user", { origin: "https://ada@example.com" }, RangeError],
		["an origin without a host", { origin: "https://" }, RangeError],
		["one bad origin among good ones", { origin: ["https://example.com", "http://a.example.com/"] }, RangeError],
		["an id whose https origin is invalid", { id: "Example.com" }, RangeError],
		["an id with a wildcard", { id: "*.example.com", origin: "https://example.com" }, RangeError],
		["a host and port without a scheme", { origin: "localhost:3000" }, RangeError],
		["a host and port without a scheme, with a path", { origin: "localhost:3000/sign-in" }, RangeError],
		["an IPv6 address without a scheme", { origin: "[::1]:3000" }, RangeError],
		["a host without a scheme", { origin: "example.com" }, RangeError],
		["an origin without its scheme", { origin: "//example.com" }, RangeError],
		["an origin behind a blank", { origin: " https://example.com" }, RangeError],
		["an origin before a line feed", { origin: "https://example.com\n" }, RangeError],
		["an app's origin with a blank", { origin: "android:apk-key-hash: c3VyZQ" }, RangeError],
		["a scheme alone", { origin: "android:" }, RangeError],
		["an origin with a wildcard", { origin: "https://*.example.com" }, RangeError],
		["the origin of a sandboxed page", { origin: "null" }, RangeError],
		["former ids that are no list", { formerIds: "example.org" }, TypeError],
		["a former id with a scheme", { formerIds: ["https://example.org"] }, RangeError],
		["a former id that is not a string", { formerIds: [null] }, TypeError],
		["allowFramed as a text", { allowFramed: "false" }, TypeError],
		["allowFramed as a number", { allowFramed: 1 }, TypeError],
		["allowFramed without its origins", { allowFramed: {} }, TypeError],
		["allowFramed with a text for its origins", { allowFramed: { topOrigins: "https://example.org" } }, TypeError],
		["allowFramed for no origin", { allowFramed: { topOrigins: [] } }, RangeError],
		["allowFramed for an origin with a path", { allowFramed: { topOrigins: ["https://a.example/"] } }, RangeError],
		["an id that is an IPv4 address", { id: "127.0.0.1" }, RangeError],
		["an id that is an IPv6 address", { id: "[::1]" }, RangeError],
		["an id that ends with a dot", { id: "example.com." }, RangeError],
		["an http origin of another host", { origin: "http://example.com" }, RangeError],
		["an http origin of an address in the network", { origin: "http://192.168.1.7:3000" }, RangeError],
		["an http top origin", { allowFramed: { topOrigins: ["http://example.org"] } }, RangeError],
		["an unknown word for user verification", { userVerification: "require" }, RangeError],
		["a timeout of 0", { timeout: 0 }, RangeError],
		["an endless timeout", { timeout: Number.POSITIVE_INFINITY }, RangeError],
		["a timeout that is not a number", { timeout: Number.NaN }, RangeError],
	])("refuses %s", (_what, options, error) => {
		expect(() => new RelyingParty({ ...base, ...options } as RelyingPartyOptions)).toThrow(error);
	});

	test.each(["example.com", "login.example.com", "localhost", "xn--bcher-kva.example"])("takes the id %s", (id) => {
		expect(new RelyingParty({ ...base, id }).authenticate().options.rpId).toBe(id);
	});

	test("takes an http origin of any host where a test says so", () => {
		expect(() => new RelyingParty({ ...base, origin: "http://example.com", allowInsecureOrigin: true })).not.toThrow();
	});

	test.each([
		"https://example.com",
		"http://localhost:3000",
		"http://app.localhost:3000",
		"http://127.0.0.1:3000",
		"http://[::1]:3000",
		"https://xn--bcher-kva.example",
		"https://[::1]:8443",
		"android:apk-key-hash:c3VyZQ",
		"ios:bundle-id:com.example.App",
		"chrome-extension://gighmmpiobklfepjocnamgkkbiglidom",
		"capacitor://localhost",
	])("takes the origin %s as it is", (origin) => {
		expect(() => new RelyingParty({ ...base, origin })).not.toThrow();
	});
});

describe("issued registrations", () => {
	test("ask for what a usernameless sign-in needs, and for nothing that identifies a device", () => {
		const { challenge, options } = relyingParty.register({ user });
		expect(options).toStrictEqual({
			rp: { id: "example.com", name: "Example" },
			user: { id: "YWNjb3VudC0x", name: "ada@example.com", displayName: "ada@example.com" },
			challenge,
			pubKeyCredParams: [
				{ type: "public-key", alg: -7 },
				{ type: "public-key", alg: -257 },
				{ type: "public-key", alg: -8 },
			],
			timeout: 300_000,
			authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "preferred" },
			attestation: "none",
		});
		expect(decodeBase64url(challenge)).toHaveLength(32);
	});

	test("contain the options of the call", () => {
		const configured = new RelyingParty({
			...base,
			algorithms: [-8, -7],
			timeout: 60_000,
			userVerification: "required",
		});
		const { options } = configured.register({
			user: { ...user, displayName: "Ada" },
			exclude: ["AAAA", { id: "BBBB" }, { id: "CCCC", transports: ["usb", "carrier-pigeon"] }],
			residentKey: "preferred",
			attachment: "cross-platform",
			userVerification: "discouraged",
			hints: ["security-key"],
		});
		expect(options).toMatchObject({
			user: { displayName: "Ada" },
			pubKeyCredParams: [{ alg: -8 }, { alg: -7 }],
			timeout: 60_000,
			excludeCredentials: [
				{ type: "public-key", id: "AAAA" },
				{ type: "public-key", id: "BBBB" },
				{ type: "public-key", id: "CCCC", transports: ["usb", "carrier-pigeon"] },
			],
			authenticatorSelection: {
				residentKey: "preferred",
				requireResidentKey: false,
				authenticatorAttachment: "cross-platform",
				userVerification: "discouraged",
			},
			hints: ["security-key"],
		});
		expect(configured.register({ user }).options.authenticatorSelection?.userVerification).toBe("required");
	});

	test.each([
		["an empty user id", ""],
		["a user id of 65 bytes", "a".repeat(65)],
		["a user id of 22 characters in 66 bytes", "€".repeat(22)],
		["a user id that has no UTF-8", "a\ud800"],
	])("refuse %s", (_what, id) => {
		expect(() => relyingParty.register({ user: { ...user, id } })).toThrow(RangeError);
	});

	test("take a user id of 64 bytes and give its UTF-8", () => {
		expect(relyingParty.register({ user: { ...user, id: "a".repeat(64) } }).options.user.id).toHaveLength(86);
		expect(relyingParty.register({ user: { ...user, id: "😀é" } }).options.user.id).toBe("8J-YgMOp");
	});

	test.each([7, null, undefined, [1, 2], { 0: 1, length: 1 }, new ArrayBuffer(4)])(
		"refuse a user id that is neither text nor bytes",
		(id) => {
			expect(() => relyingParty.register({ user: { ...user, id: id as never } })).toThrow(TypeError);
		},
	);

	test("take a user id of 1 to 64 bytes as it is", () => {
		const handleOf = (id: Uint8Array) => relyingParty.register({ user: { ...user, id } }).options.user.id;
		expect(handleOf(Uint8Array.of(0xff, 0xfe, 0))).toBe("__4A");
		expect(handleOf(Buffer.from("account-1"))).toBe(relyingParty.register({ user }).options.user.id);
		expect(handleOf(new Uint8Array(100).subarray(30, 94))).toBe("A".repeat(86));
		expect(() => handleOf(new Uint8Array())).toThrow(RangeError);
		expect(() => handleOf(new Uint8Array(65))).toThrow(RangeError);
	});

	test.each<[what: string, options: object, error: ErrorConstructor]>([
		["a resident key that is no such word", { residentKey: "Required" }, RangeError],
		["an attachment that is no such word", { attachment: "Platform" }, RangeError],
		["an exclude that is null", { exclude: null }, TypeError],
		["an exclude that is one id", { exclude: "AAAA" }, TypeError],
		["an excluded passkey without an id", { exclude: [{ credentialId: "AAAA" }] }, TypeError],
		["an excluded id in bytes", { exclude: [{ id: new Uint8Array(16) }] }, TypeError],
		["an excluded null", { exclude: [null] }, TypeError],
		["transports that are the text of a column", { exclude: [{ id: "AAAA", transports: '["usb"]' }] }, TypeError],
		["hints that are one text", { hints: "hybrid" }, TypeError],
		["a user without a name", { user: { id: "account-1" } }, TypeError],
		["a name of null", { user: { ...user, name: null } }, TypeError],
		["a display name that is not a string", { user: { ...user, displayName: 7 } }, TypeError],
	])("refuse %s", (_what, options, error) => {
		expect(() => relyingParty.register({ user, ...options })).toThrow(error);
	});
});

test("an unknown word for user verification is refused, and is not read as a preference", async () => {
	const userVerification = "Required" as "required";
	expect(() => relyingParty.register({ user, userVerification })).toThrow(RangeError);
	expect(() => relyingParty.authenticate({ userVerification })).toThrow(RangeError);
	const passkey = { id: "AAAA", publicKey: "AAAA", counter: 0 };
	const verifications = [
		relyingParty.verifyRegistration({} as never, { challenge: "AAAA", userVerification }),
		relyingParty.verifyAuthentication({} as never, { challenge: "AAAA", passkey, userVerification }),
	];
	for (const verification of verifications) await expect(verification).rejects.toThrow(RangeError);
});

test("an unknown word for user presence is refused", async () => {
	const verification = relyingParty.verifyRegistration({} as never, {
		challenge: "A",
		userPresence: "Optional" as never,
	});
	await expect(verification).rejects.toThrow(RangeError);
});

describe("issued sign-ins", () => {
	test("are usernameless unless allow is given", () => {
		const { challenge, options } = relyingParty.authenticate();
		expect(options).toStrictEqual({ challenge, timeout: 300_000, rpId: "example.com", userVerification: "preferred" });
	});

	test("name the passkeys that may answer", () => {
		const { options } = relyingParty.authenticate({
			allow: ["AAAA", { id: "BBBB", transports: ["internal"] }],
			userVerification: "required",
			hints: ["hybrid"],
		});
		expect(options).toMatchObject({
			allowCredentials: [
				{ type: "public-key", id: "AAAA" },
				{ type: "public-key", id: "BBBB", transports: ["internal"] },
			],
			userVerification: "required",
			hints: ["hybrid"],
		});
	});

	test("refuse an empty allow, which a browser would read as usernameless", () => {
		expect(() => relyingParty.authenticate({ allow: [] })).toThrow(RangeError);
	});

	test.each([
		null,
		"AAAA",
		{},
		new Set(["AAAA"]),
		[undefined],
		[{ id: undefined }],
		[{ id: "AAAA", transports: "usb" }],
	])("refuse an allow that is not an array of passkeys, instead of issuing a usernameless sign-in", (allow) => {
		expect(() => relyingParty.authenticate({ allow: allow as never })).toThrow(TypeError);
	});

	test("ask for a former relying party id when told to, and for no other", () => {
		const moved = new RelyingParty({ ...base, formerIds: ["example.org"] });
		expect(moved.authenticate().options.rpId).toBe("example.com");
		expect(moved.authenticate({ rpId: "example.org" }).options.rpId).toBe("example.org");
		expect(moved.register({ user }).options.rp.id).toBe("example.com");
		expect(() => moved.authenticate({ rpId: "example.net" })).toThrow(RangeError);
		expect(() => relyingParty.authenticate({ rpId: "example.org" })).toThrow(RangeError);
	});
});

test("a thousand challenges are all different", () => {
	const challenges = Array.from({ length: 1_000 }, () => relyingParty.authenticate().challenge);
	expect(new Set(challenges).size).toBe(1_000);
});

test("issued options share nothing with the caller, the relying party or one another", () => {
	const transports = ["usb"];
	const allow = [{ id: "AAAA", transports }];
	const hints = ["hybrid"];
	const algorithms = [-7];
	const configured = new RelyingParty({ ...base, algorithms });
	const first = configured.authenticate({ allow, hints }).options;
	first.allowCredentials?.[0]?.transports?.push("changed");
	first.hints?.push("changed");
	const registration = configured.register({ user }).options;
	registration.pubKeyCredParams.pop();
	registration.rp.name = "changed";
	algorithms.push(-8);
	expect({ transports, allow, hints }).toStrictEqual({
		transports: ["usb"],
		allow: [{ id: "AAAA", transports }],
		hints: ["hybrid"],
	});
	expect(configured.register({ user }).options).toMatchObject({ rp: base, pubKeyCredParams: [{ alg: -7 }] });
	expect(configured.register({ user }).options.pubKeyCredParams).toHaveLength(1);
});
