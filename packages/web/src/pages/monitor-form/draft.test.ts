import { describe, expect, test } from "vitest";
import { tagsOf } from "../../format/tags.ts";
import { aMonitor } from "../../testing/a-monitor.ts";
import {
	bodyOf,
	contentCheckChanges,
	createBodyOf,
	draftOf,
	newDraft,
	trialBodyOf,
	wantedContentChecks,
} from "./draft.ts";

describe("an address typed on the empty board", () => {
	test.each([
		["https://example.com/a", "http", { url: "https://example.com/a" }],
		["example.com", "http", { url: "example.com" }],
		["db1.internal:5432", "tcp", { host: "db1.internal", port: 5432 }],
		["dns:example.com", "dns", { domain: "example.com", recordType: "A" }],
		["ping:router.internal", "ping", { host: "router.internal", packets: 3 }],
		["wss://example.com/live", "websocket", { url: "wss://example.com/live" }],
		["", "http", { url: "" }],
	])("%j becomes a monitor of the type %s", (address, type, own) => {
		expect(newDraft(address)).toMatchObject({ type, own });
	});
});

test.each([
	["tcp", "tcp"],
	["telepathy", "http"],
	["constructor", "http"],
])("a link to the form of the type %s opens that of %s", (wanted, type) => {
	expect(newDraft("", wanted).type).toBe(type);
});

test.each([
	["https://shop.example.com/", "shop.example.com"],
	["https://shop.example.com:8443/checkout/?step=2", "shop.example.com:8443/checkout"],
	["http://[2001:db8::1]/", "[2001:db8::1]"],
	["db1:5432", "db1:5432"],
	["dns:example.com", "example.com A"],
])("a monitor of %s whose name is left empty is named after what is watched: %s", (address, name) => {
	expect(bodyOf({ ...newDraft(address), name: " " }).name).toBe(name);
});

test("a host and port that are longer than a name can be name a monitor by their beginning", () => {
	const host = `${"a.".repeat(125)}com`;
	const draft = newDraft("db1:54321");
	expect(bodyOf({ ...draft, own: { ...draft.own, host } }).name).toBe(`${host}:5`);
});

test("a name that can't be told is that of the type, so that the API refuses the target alone", () => {
	expect(bodyOf(newDraft())).toMatchObject({ url: "", name: "Web page or API" });
});

test("an emptied port is the usual one in the name, too", () => {
	const { own, ...draft } = newDraft("db1:5432");
	expect(bodyOf({ ...draft, own: { ...own, port: null } })).toMatchObject({ name: "db1:443", port: 443 });
});

test("emptied fields are sent as what they begin as, or as null where that is nothing", () => {
	const { own, common, ...draft } = newDraft("dns:example.com");
	const emptied = { ...draft, common: { ...common, timeoutSeconds: null, degradedAfterMs: null } };
	expect(bodyOf({ ...emptied, own: { ...own, expected: [""], resolver: " " } })).toMatchObject({
		expected: null,
		resolver: null,
		timeoutSeconds: 10,
		degradedAfterMs: 5000,
	});
});

test("what is sent holds the type's fields and no others", () => {
	expect(createBodyOf({ ...newDraft("db1:5432"), tags: "a, b a" })).toEqual({
		type: "tcp",
		host: "db1",
		port: 5432,
		tls: "none",
		protocol: null,
		send: null,
		expect: null,
		name: "db1:5432",
		tags: ["a", "b"],
		dependsOn: [],
		locations: [],
		downWhen: "majority",
		fallback: false,
		intervalSeconds: 60,
		timeoutSeconds: 10,
		degradedAfterMs: 5000,
		importance: "normal",
	});
});

test.each(["tcp", "websocket"])(
	"the text that a %s target must send is one member, and comes back as it was",
	(type) => {
		const expected = { type: "regex", value: "^OK", caseSensitive: true };
		const monitor = aMonitor({
			type,
			host: "mail",
			port: 110,
			tls: "none",
			protocol: null,
			send: "x",
			expect: expected,
		});
		const draft = draftOf(monitor, []);
		expect(bodyOf(draft)).toMatchObject({ send: "x", expect: expected });
		expect(bodyOf({ ...draft, own: { ...draft.own, "expect/type": "nothing", send: "" } })).toMatchObject({
			send: null,
			expect: null,
		});
	},
);

test("a protocol is sent for STARTTLS alone", () => {
	const { own, ...draft } = newDraft("mail:587");
	expect(bodyOf({ ...draft, own: { ...own, tls: "starttls" } })).toMatchObject({ tls: "starttls", protocol: "smtp" });
	expect(bodyOf({ ...draft, own: { ...own, tls: "tls", protocol: "imap" } })).toMatchObject({ protocol: null });
});

test("a trial carries the content checks, of types that have them", () => {
	const contentChecks = [{ id: "1", type: "contains", value: "Welcome", caseSensitive: false } as const];
	expect(trialBodyOf({ ...newDraft("example.com"), contentChecks })).toHaveProperty("contentChecks", [
		{ type: "contains", value: "Welcome", caseSensitive: false },
	]);
	expect(trialBodyOf({ ...newDraft("db1:5432"), contentChecks })).not.toHaveProperty("contentChecks");
});

test("a trial of a change names the monitor, for the secrets that the form left alone", () => {
	expect(trialBodyOf(newDraft("example.com"), "mon_1")).toMatchObject({ type: "http", monitorId: "mon_1" });
	expect(trialBodyOf(newDraft("example.com"))).not.toHaveProperty("monitorId");
});

test("of a type that the table does not know, the settings that all types have are edited and no others sent", () => {
	const monitor = aMonitor({ type: "telepathy", name: "Aunt Ada", tags: ["team:family"], mind: "open" });
	const draft = draftOf(monitor, []);
	expect(bodyOf({ ...draft, common: { ...draft.common, intervalSeconds: 600 } })).toEqual({
		name: "Aunt Ada",
		tags: ["team:family"],
		dependsOn: [],
		locations: [],
		downWhen: "majority",
		fallback: false,
		intervalSeconds: 600,
		timeoutSeconds: 20,
		degradedAfterMs: 4000,
		importance: "high",
	});
});

test("tags are separated by spaces and commas, without duplicates", () => {
	expect(tagsOf("  team:web,env:prod  team:web ")).toEqual(["team:web", "env:prod"]);
});

test("content checks of a type that was chosen before are not wanted", () => {
	const contentChecks = [{ id: "1", type: "contains", value: "a", caseSensitive: false }] as const;
	const draft = { ...newDraft("example.com"), contentChecks };
	expect([wantedContentChecks(draft), wantedContentChecks({ ...draft, type: "ping" })]).toEqual([contentChecks, []]);
});

test("a changed content check is removed and added again at its position", () => {
	const kept = { id: "1", type: "contains", value: "a", caseSensitive: false } as const;
	const old = { id: "2", type: "contains", value: "b", caseSensitive: false } as const;
	expect(contentCheckChanges([kept, old], [kept, { ...old, value: "c" }])).toEqual({
		removed: [old],
		added: [{ place: 1, check: { ...old, value: "c" } }],
	});
});

test("a content check whose successor was stored by a refused attempt is removed, and nothing is added", () => {
	const old = { id: "1", type: "contains", value: "a", caseSensitive: false } as const;
	const successor = { ...old, value: "b" };
	expect(contentCheckChanges([old, successor], [successor])).toEqual({ removed: [old], added: [] });
});

test("locations are sent in the order in which they were chosen, and none of a job", () => {
	const location = { names: ["virginia", "frankfurt"], downWhen: "all", fallback: true } as const;
	expect(bodyOf({ ...newDraft("example.com"), location })).toMatchObject({
		locations: ["virginia", "frankfurt"],
		downWhen: "all",
		fallback: true,
	});
	expect(bodyOf({ ...newDraft("", "cron"), location })).not.toHaveProperty("locations");
	const monitor = aMonitor({ request: {}, locations: ["virginia"], downWhen: "any" });
	expect(bodyOf(draftOf(monitor, []))).toMatchObject({ locations: ["virginia"], downWhen: "any", fallback: false });
});
