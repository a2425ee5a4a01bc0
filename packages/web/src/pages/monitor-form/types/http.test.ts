import { expect, test } from "vitest";
import { aMonitor } from "../../../testing/a-monitor.ts";
import { bodyOf, createBodyOf, draftOf, newDraft } from "../draft.ts";
import { isMoreSet } from "../own-values.ts";
import type { RequestDraft } from "../request/request-draft.ts";
import { http } from "./http.ts";

/** Every member of an http monitor's full view that its form edits. */
const SETTINGS = {
	url: "https://shop.example.com/",
	method: "POST",
	expectedStatus: 200,
	request: {
		headers: [
			{ name: "Accept", value: "application/json" },
			{ name: "X-Api-Key", value: null, secret: true },
		],
		body: "{}",
		auth: { type: "basic", username: "monitor", password: null },
	},
	followRedirects: false,
	verifyTls: false,
	acceptedStatuses: ["2xx", "304"],
	ipFamily: "6",
	maxBodyBytes: 4096,
};

test("a monitor that is saved without a change keeps every setting, its secrets among them", () => {
	// Not in force beside accepted statuses, and kept by an update that leaves it out.
	const { expectedStatus: _, ...sent } = SETTINGS;
	expect(bodyOf(draftOf(aMonitor(SETTINGS), []))).toMatchObject(sent);
});

test.each([
	["200", { expectedStatus: 200, acceptedStatuses: null }],
	["", { expectedStatus: 200, acceptedStatuses: null }],
	[" 2xx,  304 ", { acceptedStatuses: ["2xx", "304"] }],
	["200-204", { acceptedStatuses: ["200-204"] }],
	["999", { acceptedStatuses: ["999"] }],
])("the expected status %j is sent as %j", (statuses, sent) => {
	const { own, ...draft } = newDraft("https://example.com");
	expect(bodyOf({ ...draft, own: { ...own, statuses } })).toMatchObject(sent);
});

test("a body is sent with methods that have one, and is kept in the form for them", () => {
	const { own, ...draft } = newDraft("https://example.com");
	const request = { ...(own["request"] as RequestDraft), body: "x" };
	const withMethod = (method: string) => createBodyOf({ ...draft, own: { ...own, request, method } });
	expect(withMethod("GET")).toHaveProperty("request", { headers: [], auth: null, body: null });
	expect(withMethod("PUT")).toHaveProperty("request", { headers: [], auth: null, body: "x" });
});

test("the certificate is watched where TLS is spoken", () => {
	expect(bodyOf(newDraft("https://example.com"))).toHaveProperty("sslMonitoringEnabled");
	expect(bodyOf(newDraft("http://example.com"))).not.toHaveProperty("sslMonitoringEnabled");
});

test("what is folded is unfolded for a monitor that has some of it", () => {
	const ownOf = (fields: object) => draftOf(aMonitor({ ...SETTINGS, ...fields }), []).own;
	const plain = { request: {}, followRedirects: true, verifyTls: true, ipFamily: "any", maxBodyBytes: 1_048_576 };
	expect(isMoreSet(http, ownOf(plain))).toBe(false);
	expect(isMoreSet(http, ownOf({ ...plain, verifyTls: false }))).toBe(true);
	expect(isMoreSet(http, ownOf({ ...plain, request: SETTINGS.request }))).toBe(true);
});
