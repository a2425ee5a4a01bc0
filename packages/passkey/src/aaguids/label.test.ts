import { RelyingParty } from "@lapwing/passkey/server";
import { SoftwareAuthenticator } from "@lapwing/passkey/testing";
import { unwrap } from "@lapwing/result";
import { describe, expect, test } from "vitest";
import { namesOf, pathOf } from "../../scripts/refresh-aaguids.ts";
import { aaguidOf, labelOf, PASSKEY_ICON } from "./label.ts";
import { NAMES, PATHS, SIGNS } from "./list.gen.ts";

const ONE_PASSWORD = "bada5566-a7aa-401f-bd96-45619a55120d";
const WINDOWS_HELLO = "08987058-cadc-4b81-b6e1-30de50dcbe96";

describe("the label of an authenticator", () => {
	test("has the name and the sign of its brand, whatever the case of its AAGUID", () => {
		const label = { name: "1Password", icon: PATHS["1password"] };
		expect(labelOf(ONE_PASSWORD)).toStrictEqual(label);
		expect(labelOf(ONE_PASSWORD.toUpperCase())).toStrictEqual(label);
		expect(labelOf("fa2b99dc-9e39-4257-8f92-4a30d23c4118")).toStrictEqual({
			name: "YubiKey 5 Series with NFC",
			icon: PATHS["yubico"],
		});
	});

	test("has a key where no sign is known", () => {
		expect(labelOf(WINDOWS_HELLO)).toStrictEqual({ name: "Windows Hello", icon: PASSKEY_ICON });
	});

	test("is undefined where nobody knows the AAGUID, or there is none", () => {
		for (const unknown of ["00000000-0000-0000-0000-000000000000", "", "toString", "__proto__"]) {
			expect(labelOf(unknown)).toBeUndefined();
		}
	});

	test("comes from the metadata, when given, for models that the list doesn't name", () => {
		const aaguid = "11111111-1111-4111-8111-111111111111";
		const metadata = (description: unknown) => ({
			entry: (asked: string) =>
				asked === aaguid ? { metadataStatement: { description: description as string } } : undefined,
		});
		expect(labelOf(aaguid, metadata(" A new YubiKey "))).toStrictEqual({
			name: "A new YubiKey",
			icon: PATHS["yubico"],
		});
		expect(labelOf(aaguid, metadata("x".repeat(200)))?.name).toHaveLength(120);
		for (const none of [undefined, "", 1]) expect(labelOf(aaguid, metadata(none))).toBeUndefined();
		expect(labelOf(ONE_PASSWORD, metadata("another name"))?.name).toBe("1Password");
	});
});

describe("the AAGUID in a registration", () => {
	test("is the one that the server reports", async () => {
		const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });
		const { challenge, options } = relyingParty.register({ user: { id: "account-1", name: "ada" } });
		const response = await new SoftwareAuthenticator({ aaguid: ONE_PASSWORD }).create(options);
		const { aaguid } = unwrap(await relyingParty.verifyRegistration(response, { challenge }));
		expect(aaguidOf(response)).toBe(aaguid);
		expect(aaguid).toBe(ONE_PASSWORD);
	});

	test("is undefined without authenticator data, or without a credential in it", () => {
		const withData = (bytes: Uint8Array) => ({
			response: { authenticatorData: Buffer.from(bytes).toString("base64url") },
		});
		expect(aaguidOf({ response: {} })).toBeUndefined();
		expect(aaguidOf({ response: { authenticatorData: null } })).toBeUndefined();
		expect(aaguidOf({ response: { authenticatorData: "not base64url" } })).toBeUndefined();
		expect(aaguidOf(withData(new Uint8Array(100)))).toBeUndefined();
		expect(aaguidOf(withData(new Uint8Array(52).fill(0x40)))).toBeUndefined();
		expect(aaguidOf(withData(new Uint8Array(53).fill(0x40)))).toBe("40404040-4040-4040-4040-404040404040");
	});
});

test("the list holds names and signs alone, all of them used", () => {
	expect([...namesOf(NAMES).keys()]).toStrictEqual(Object.keys(NAMES));
	expect(Object.keys(NAMES).length).toBeGreaterThan(300);
	expect(new Set(Object.values(SIGNS))).toStrictEqual(new Set(Object.keys(PATHS)));
	for (const path of Object.values(PATHS))
		expect(pathOf(`<svg viewBox="0 0 24 24"><path d="${path}"/></svg>`)).toBe(path);
});

describe("the script that refreshes the list", () => {
	test("takes the community's form as well, and trims", () => {
		expect(namesOf({ [ONE_PASSWORD.toUpperCase()]: { name: " 1Password ", icon_dark: "data:…" } })).toStrictEqual(
			new Map([[ONE_PASSWORD, "1Password"]]),
		);
	});

	test.each([
		["an empty list", {}],
		["a key that is no AAGUID", { toString: "a name" }],
		["an empty name", { [ONE_PASSWORD]: " " }],
		["a name that is too long", { [ONE_PASSWORD]: "x".repeat(121) }],
		["a name with control characters", { [ONE_PASSWORD]: "a\u202eb" }],
	])("refuses %s", (_what, list) => {
		expect(() => namesOf(list)).toThrow();
	});

	test("refuses a sign that is not one short path", () => {
		for (const inside of [
			"",
			'<path d="M0 0"/><path d="M1 1"/>',
			'<path d="M0 0" onload="x()"/><g d="url(x)"/>',
			`<path d="M${" 0".repeat(700)}"/>`,
		]) {
			const svg = `<svg viewBox="0 0 24 24">${inside}</svg>`;
			if (inside.includes("onload")) expect(pathOf(svg)).toBe("M0 0");
			else expect(() => pathOf(svg)).toThrow();
		}
		expect(() => pathOf('<svg viewBox="0 0 32 32"><path d="M0 0"/></svg>')).toThrow();
	});
});
