import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { CHANNEL_OF } from "../../domain/alerts/testing/channel-examples.ts";
import { minuteOf } from "../../domain/checks/check.ts";
import { PlantedTeam } from "../../http/testing/planted-team.ts";
import { NOON, type Service, startService } from "../../http/testing/service.ts";
import { teamBySlug } from "../access/teams.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { secretBox } from "../database/secret-box.ts";
import type { Database } from "../database/tx.ts";
import { foldClosedHours, foldLateHours } from "../figures/roll-ups.ts";
import { countClosedMinutes, recountLateMinutes } from "../figures/team-minutes.ts";
import { anOutcome, downObservation, missedObservation, upObservation } from "../testing/fixtures.ts";
import { seal } from "../testing/partitioned-checks.ts";
import { importTakeout } from "./import-takeout.ts";
import { filesOf, tarOf } from "./tar.ts";
import { takeoutOf } from "./write-takeout.ts";

const MINUTES = 9 * 60;
const START = minuteOf(NOON) - MINUTES;

async function rollUp(database: Database, now: number): Promise<void> {
	while (await foldLateHours(database));
	while (await foldClosedHours(database, now));
	while (await recountLateMinutes(database));
	while (await countClosedMinutes(database, now));
}

/** Nine hours of checks of monitors of several types, a page, an incident, a window, alerts and a location. */
async function fill(service: Service): Promise<void> {
	const { ask, database } = service;
	const make = async (path: string, body: object) => {
		const { status, json, text } = await ask("POST", `/api/v1${path}`, { body });
		if (status !== 201) throw new Error(`${path}: ${text}`);
		return json.data;
	};
	service.clock.now = START * 60_000;
	const monitors = await new PlantedTeam(service).makeMonitors();
	const rows = await database.db
		.selectFrom("monitors as m")
		.innerJoin("monitor_states as s", "s.monitor_id", "m.id")
		.select(["m.id", "s.revision"])
		.where("m.type", "!=", "cron")
		.execute();
	for (let minute = START; minute < START + MINUTES; minute += 5) {
		const outcomes = rows.map(({ id, revision }, index) => {
			const kind = (minute + index * 7) % 100;
			const up = { ...upObservation, responseTimeMs: 20 + ((minute * (index + 3)) % 400) };
			return anOutcome(id, minute, kind < 4 ? downObservation : kind === 50 ? missedObservation : up, { revision });
		});
		await recordChecks(database, outcomes, (minute + 1) * 60_000);
	}
	service.clock.now = NOON;
	await rollUp(database, NOON);
	await seal(database, NOON);
	const components = [{ name: "Shop", monitorIds: monitors.map(({ id }) => id) }];
	const page = await make("/status-pages", {
		name: "Page",
		slug: "page",
		isPublished: true,
		sections: [{ name: "All", components }],
	});
	const component = { componentId: page.sections[0].components[0].id, state: "partial_outage" };
	await make("/incidents", {
		title: "Slow",
		components: [component],
		updates: [{ body: "We look", status: "identified" }],
	});
	await make("/maintenance-windows", {
		name: "Move",
		monitorIds: monitors.slice(0, 2).map(({ id }) => id),
		startsAt: new Date(NOON + 3_600_000).toISOString(),
		endsAt: new Date(NOON + 7_200_000).toISOString(),
	});
	await make("/alerts", {
		name: "Chat",
		channel: { type: "slack", ...CHANNEL_OF.slack },
		monitorIds: [monitors[0]?.id],
	});
}

async function takenOut(service: Service, slug = "acme"): Promise<Buffer> {
	return service.database.snapshot(async (tx) => {
		const team = await teamBySlug(tx, slug);
		if (team === null) throw new Error("No team");
		return buffer(Readable.from(tarOf(takeoutOf(tx, team, { now: NOON, version: "test" }), NOON)));
	});
}

const SECRET = new Uint8Array(32).fill(9);

function takenIn({ database }: Service, teamId: number, archive: Buffer) {
	const options = { teamId, now: NOON, box: secretBox(SECRET) };
	// In pieces that end anywhere.
	const pieces = Array.from({ length: Math.ceil(archive.length / 5000) }, (_, at) =>
		archive.subarray(at * 5000, at * 5000 + 5000),
	);
	return database.transaction((tx) => importTakeout(tx, filesOf(Readable.from(pieces)), options));
}

/** Every figure that the API has of a team, and its objects, by name. */
async function figures({ ask }: Service, key?: string) {
	const get = async (path: string) => {
		const { status, json, text } = await ask("GET", `/api/v1${path}`, key === undefined ? {} : { key });
		expect(status, `${path} ${text}`).toBe(200);
		const { meta: _, ...answer } = json;
		return answer;
	};
	const { data } = await get("/monitors?perPage=100");
	const all: Record<string, unknown> = {};
	for (const { id, name, type, status, lastCheckedAt } of data.monitors) {
		const of = `/monitors/${id}`;
		const results = (await get(`${of}/results?perPage=200`)).data.results;
		all[`${type} ${name}`] = {
			...{ status, lastCheckedAt },
			stats: (await get(`${of}/stats`)).data,
			uptime: (await get(`${of}/uptime`)).data,
			results: results.map(({ id: _, ...result }: { id?: string }) => result),
			checks: (await get(`${of}/content-checks`)).data.contentChecks?.length,
		};
	}
	const pages = (await get("/status-pages")).data.statusPages;
	const incidents = (await get("/incidents")).data.incidents;
	return JSON.parse(
		JSON.stringify({
			all,
			team: (await get("/monitors/stats")).data,
			summary: (await get("/reports/uptime-summary")).data,
			pages: pages.map(({ name }: { name: string }) => name),
			incidents: incidents.map(({ title, status }: { title: string; status: string }) => [title, status]),
			windows: (await get("/maintenance-windows")).data.maintenanceWindows.map(({ name }: { name: string }) => name),
		}).replaceAll(/"(?:mon|chk|sp|inc|cmp|out|cau)_[0-9a-z]{26}"/g, '"id"'),
	);
}

describe.each([
	["sqlite", "postgresql"],
	["postgresql", "sqlite"],
] as const)("a team from %s to %s", (one, other) => {
	test("has the same figures there, with the ids that it had", async () => {
		await using from = await startService(one);
		await fill(from);
		await using to = await startService(other, { secret: SECRET });
		const before = await figures(from);
		const archive = await takenOut(from);
		const { notes } = await takenIn(to, to.team.id, archive);
		expect(await figures(to)).toEqual(before);
		expect(notes.join("\n")).toContain("alert Chat is off");
		const ids = async ({ ask }: Service) =>
			(await ask("GET", "/api/v1/monitors?perPage=100")).json.data.monitors.map(({ id }: { id: string }) => id);
		expect(await ids(to)).toEqual(await ids(from));
		// And once more after this installation has rolled everything up.
		await rollUp(to.database, NOON);
		expect(await figures(to)).toEqual(before);
	});
});

test("into the same installation ids and addresses are new, and figures the same; a team with something is refused", async () => {
	await using service = await startService("sqlite", { secret: SECRET });
	await fill(service);
	const archive = await takenOut(service);
	await expect(takenIn(service, service.team.id, archive)).rejects.toThrow("The team has monitors already");
	const { team, key } = await service.newTeam("second");
	await takenIn(service, team.id, archive);
	const before = await figures(service);
	expect({ ...(await figures(service, key)), summary: before.summary }).toEqual(before);
	const slugs = (await service.ask("GET", "/api/v1/status-pages", { key })).json.data.statusPages;
	expect(slugs.map(({ slug }: { slug: string }) => slug)).toEqual(["page-2"]);
});

test("nothing secret is in a takeout, and nothing of another team", async () => {
	await using service = await startService("sqlite");
	await fill(service);
	const other = await service.newTeam("other");
	await service.newMonitor({ name: "of the others" }, other.key);
	const body = { type: "cron", name: "Backup", schedule: "0 2 * * *" };
	const { pingUrl } = (await service.ask("POST", "/api/v1/monitors", { body })).json.data;
	const header = { name: "X-Token", value: "zq7-header", secret: true };
	const request = {
		headers: [header],
		auth: { type: "basic", username: "monitor", password: "zq7-password" },
		body: null,
	};
	await service.newMonitor({ request });
	const text = (await takenOut(service)).toString("latin1");
	const key = String(pingUrl).split("/").at(-1) ?? "";
	for (const secret of ["zq7", "hidden", key, service.key, "hooks.slack.com", "of the others"]) {
		expect(text.includes(secret), secret).toBe(false);
	}
	const { db } = service.database;
	for (const { encrypted } of await db
		.selectFrom("monitors")
		.select("encrypted")
		.where("encrypted", "is not", null)
		.execute()) {
		expect(text).not.toContain(encrypted);
	}
});

test("what is no takeout is refused", async () => {
	await using service = await startService("sqlite");
	await expect(takenIn(service, service.team.id, Buffer.alloc(1024, 65))).rejects.toThrow("This is no archive");
	const cut = (await takenOut(service)).subarray(0, 700);
	await expect(takenIn(service, service.team.id, cut)).rejects.toThrow("cut off");
});
