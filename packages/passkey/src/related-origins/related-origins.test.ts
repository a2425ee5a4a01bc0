import { expect, test } from "vitest";
import { checkRelatedOrigins, registrableLabel, relatedOrigins } from "../related-origins.ts";

const relyingParty = {
	id: "example.com",
	origin: [
		"https://example.com",
		"https://login.example.com:8443",
		"https://example.co.uk",
		"https://www.example.de",
		"https://notexample.com",
		"http://localhost:3000",
		"android:apk-key-hash:c3VyZQ",
	],
};
const related = ["https://example.co.uk", "https://www.example.de", "https://notexample.com"];

test("the document lists the https origins that the id does not cover", () => {
	expect(relatedOrigins(relyingParty)).toStrictEqual({ origins: related });
	expect(relatedOrigins({ id: "example.com" })).toStrictEqual({ origins: [] });
});

test("during a move, the former id's document lists the origins of the new site", () => {
	const moved = { id: "example.org", formerIds: ["example.com"], origin: "https://example.org" };
	expect(relatedOrigins(moved, { rpId: "example.com" })).toStrictEqual({ origins: ["https://example.org"] });
	expect(relatedOrigins(moved)).toStrictEqual({ origins: [] });
	expect(() => relatedOrigins(moved, { rpId: "example.net" })).toThrow(RangeError);
});

test("options that a relying party refuses are refused", () => {
	expect(() => relatedOrigins({ id: "https://example.com" })).toThrow(RangeError);
	expect(() => relatedOrigins({ id: "example.com", origin: "https://example.org/" })).toThrow(RangeError);
});

const labels = ["a", "b", "c", "d", "e", "f"];
const tooMany = { id: "example.com", origin: labels.map((label) => `https://${label}.example`) };

test("origins of five labels are taken, however many they are, and of six refused", () => {
	const origin = labels.slice(0, 5).flatMap((label) => [`https://${label}.com`, `https://www.${label}.co.uk`]);
	expect(relatedOrigins({ id: "example.com", origin }).origins).toHaveLength(10);
	expect(() => relatedOrigins(tooMany)).toThrow(RangeError);
	expect(relatedOrigins(tooMany, { labelOf: () => "one" }).origins).toHaveLength(6);
});

test.each([
	["example.com", "example"],
	["www.example.com", "example"],
	["example.co.uk", "example"],
	["example.com.au", "example"],
	["example.de", "example"],
	["co.uk", ""],
	["localhost", ""],
])("the label of %s is %j", (domain, label) => {
	expect(registrableLabel(domain)).toBe(label);
});

const answer = (body: unknown, init: ResponseInit = {}) =>
	new Response(typeof body === "string" ? body : JSON.stringify(body), {
		headers: { "content-type": "application/json; charset=utf-8" },
		...init,
	});

test("a server that answers the document has no problem", async () => {
	expect(await checkRelatedOrigins(relyingParty, answer(relatedOrigins(relyingParty)))).toStrictEqual([]);
});

test("entries that browsers pass over, or read with a path, are no problem", async () => {
	const origins = ["no URL", "android:apk-key-hash:c3VyZQ", ...related.map((each) => `${each}/path`)];
	expect(await checkRelatedOrigins(relyingParty, answer({ origins }))).toStrictEqual([]);
});

test.each([
	["another status", answer({ origins: related }, { status: 404 }), "not_status_200"],
	[
		"another content type",
		answer({ origins: related }, { headers: { "content-type": "text/plain" } }),
		"not_application_json",
	],
	["no content type", answer({ origins: related }, { headers: {} }), "not_application_json"],
	["what is not JSON", answer("<!doctype html>"), "not_a_list_of_origins"],
	["a bare list", answer(related), "not_a_list_of_origins"],
	["null", answer(null), "not_a_list_of_origins"],
	["a list that holds a number", answer({ origins: [...related, 7] }), "not_a_list_of_origins"],
	["no end", answer(JSON.stringify({ origins: related, padding: "x".repeat(64 * 1024) })), "not_a_list_of_origins"],
	[
		"over http",
		Object.defineProperty(answer({ origins: related }), "url", { value: "http://example.com/.well-known/webauthn" }),
		"not_https",
	],
])("an answer with %s is reported as such", async (_what, response, code) => {
	expect(await checkRelatedOrigins(relyingParty, response)).toStrictEqual([{ code }]);
});

test("an origin that is missing, or behind the fifth label, is named", async () => {
	const origins = ["https://example.co.uk", ...labels.map((label) => `https://${label}.com`), "https://notexample.com"];
	expect(await checkRelatedOrigins(relyingParty, answer({ origins }))).toStrictEqual([
		{ code: "origin_missing", origin: "https://www.example.de" },
		{ code: "origin_behind_fifth_label", origin: "https://notexample.com" },
	]);
});
