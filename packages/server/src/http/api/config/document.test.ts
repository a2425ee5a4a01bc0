import { isSuccess, unwrap } from "@lapwing/result";
import { describe, expect, test } from "vitest";
import { MAX_OBJECTS, standIn } from "../../../domain/config/config.ts";
import { readDocument } from "./document.ts";

const API = { key: "api", name: "API", url: "https://api.example.com/" };
const MAIL = { type: "email", to: ["ada@example.com"] };

function faultsOf(value: unknown) {
	const read = readDocument(value);
	return isSuccess(read) ? [] : read.error.faults;
}

describe("a document", () => {
	test("that is empty describes no object of the project default", () => {
		const nothing = { monitors: [], schedules: [], alerts: [], statusPages: [], maintenance: [] };
		expect(unwrap(readDocument({}))).toEqual({ project: "default", unset: [], addresses: new Map(), ...nothing });
	});

	test("has the defaults of each kind's create body", () => {
		const { monitors } = unwrap(readDocument({ monitors: [API] }));
		expect(monitors[0]).toMatchObject({ key: "api", contentChecks: [] });
		expect(monitors[0]?.body).toMatchObject({ type: "http", intervalSeconds: 60, timeoutSeconds: 10, enabled: true });
	});

	test("applies its own defaults to the objects of a kind whose body has such a member", () => {
		const job = { key: "backup", type: "cron", name: "Backup", schedule: "0 2 * * *" };
		const defaults = { monitors: { tags: ["prod"], expectedStatus: 204 } };
		const { monitors } = unwrap(readDocument({ defaults, monitors: [{ ...API, tags: ["web"] }, job] }));
		expect(monitors.map(({ body }) => body.tags)).toEqual([["web"], ["prod"]]);
		expect(monitors[1]?.body).not.toHaveProperty("expectedStatus");
	});

	test("names other objects by key, wherever they stand, and what is not in it by id", () => {
		const elsewhere = "mon_01jgezt6z8e7kb3mq4f2ys0nd5";
		const read = unwrap(
			readDocument({
				maintenance: [
					{ key: "upgrade", name: "Upgrade", startsAt: "2026-07-01T22:00:00Z", endsAt: "2026-07-01T23:00:00Z" },
				].map((window) => ({ ...window, monitorIds: ["db"], statusPageIds: ["public"], publicTitle: "Upgrade" })),
				statusPages: [
					{
						...{ key: "public", name: "Public", slug: "public" },
						sections: [{ components: [{ name: "API", monitorIds: ["api", elsewhere] }] }],
					},
				],
				alerts: [{ key: "on-call", name: "On call", channel: MAIL, monitorIds: ["api"] }],
				monitors: [
					{ ...API, dependsOn: ["db"] },
					{ key: "db", type: "tcp", name: "DB", host: "db.example.com", port: 5432 },
				],
			}),
		);
		expect(read.monitors[0]?.body.dependsOn).toEqual([standIn("monitors", 1)]);
		expect(read.alerts[0]?.body.monitorIds).toEqual([standIn("monitors", 0)]);
		expect(read.statusPages[0]?.body.sections[0]?.components[0]?.monitorIds).toEqual([
			standIn("monitors", 0),
			elsewhere,
		]);
		expect(read.maintenance[0]?.body).toMatchObject({
			monitorIds: [standIn("monitors", 1)],
			statusPageIds: [standIn("statusPages", 0)],
		});
	});

	test("may name a secret that it does not hold: a monitor has null in its place, an alert lacks it", () => {
		const request = { headers: [{ name: "X-Key", value: { secret: "API_TOKEN" }, secret: true }] };
		const slack = { type: "slack", url: { secret: "SLACK_URL" } };
		const read = unwrap(
			readDocument({
				monitors: [{ ...API, request }],
				alerts: [{ key: "ops", name: "Ops", channel: slack }],
			}),
		);
		expect(read.unset).toEqual([
			{ path: "/monitors/0/request/headers/0/value", name: "API_TOKEN" },
			{ path: "/alerts/0/channel/url", name: "SLACK_URL" },
		]);
		expect(read.alerts[0]?.body.channel).toEqual({ type: "slack" });
	});

	test("holds the content checks of a monitor", () => {
		const contentChecks = [{ type: "contains", value: "Welcome" }];
		const [monitor] = unwrap(readDocument({ monitors: [{ ...API, contentChecks }] })).monitors;
		expect(monitor?.contentChecks).toEqual([
			{ type: "contains", value: "Welcome", caseSensitive: false, isEnabled: true },
		]);
	});
});

describe("faults of a document", () => {
	test.each([
		["not an object", [], "", "Must be an object."],
		["an unknown list", { monitor: [] }, "/monitor", "There is no member monitor here. Did you mean monitors?"],
		["a project that is no key", { project: "a b" }, "/project", /letters, digits/],
		["a list that is none", { alerts: {} }, "/alerts", "Must be a list of objects, each with a key."],
		["an object without a key", { monitors: [{ name: "API" }] }, "/monitors/0/key", /letters, digits/],
		["a key twice", { monitors: [API, API] }, "/monitors/1/key", "Another monitor has this key."],
		["an unknown member", { monitors: [{ ...API, timeout: 5 }] }, "/monitors/0/timeout", /Did you mean timeoutSeconds/],
		["a bad value", { monitors: [{ ...API, intervalSeconds: 5 }] }, "/monitors/0/intervalSeconds", /60/],
		[
			...(["an unknown key", { monitors: [{ ...API, dependsOn: ["ap"] }] }] as const),
			...(["/monitors/0/dependsOn/0", "There is no monitor with this key here. Did you mean api?"] as const),
		],
		[
			...(["an id that only a place has", { monitors: [{ ...API, dependsOn: [standIn("monitors", 0)] }] }] as const),
			...(["/monitors/0/dependsOn/0", "There is no monitor with this key here."] as const),
		],
		[
			...(["a bad content check", { monitors: [{ ...API, contentChecks: [{ type: "regex", value: "(" }] }] }] as const),
			...(["/monitors/0/contentChecks/0/value", /pattern/i] as const),
		],
		[
			...([
				"content checks of another kind",
				{ alerts: [{ key: "a", name: "A", channel: MAIL, contentChecks: [] }] },
			] as const),
			...(["/alerts/0/contentChecks", "Monitors alone have content checks."] as const),
		],
	])("name the place of %s, and what is allowed", (_, document, path, message) => {
		const faults = faultsOf(document);
		expect(faults.map((fault) => fault.path)).toContain(path);
		expect(faults.find((fault) => fault.path === path)?.message).toMatch(message);
	});

	test("are told all at once, each of an object once", () => {
		const bad = { key: "x", name: "", url: "ftp://example.com" };
		expect(faultsOf({ monitors: [bad, { ...bad, key: "y" }] }).map(({ path }) => path)).toEqual([
			"/monitors/0/name",
			"/monitors/0/url",
			"/monitors/1/name",
			"/monitors/1/url",
		]);
	});

	test("refuse more objects than a project may have", () => {
		const monitors = Array.from({ length: MAX_OBJECTS + 1 }, () => null);
		expect(faultsOf({ monitors })).toEqual([{ path: "", message: expect.stringContaining("at most 10000") }]);
	});

	test("a default that no object of its kind has is a fault; one of another type is none", () => {
		const faults = (monitors: object) => faultsOf({ defaults: { monitors }, monitors: [API] });
		expect(faults({ intervalSeconds: 300, port: 5432 })).toEqual([]);
		expect(faults({ intervalSecond: 300 })).toEqual([
			{
				path: "/defaults/monitors/intervalSecond",
				message: "There is no member intervalSecond here. Did you mean intervalSeconds?",
			},
		]);
	});
});
