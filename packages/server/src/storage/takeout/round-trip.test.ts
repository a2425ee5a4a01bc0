import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { CHANNEL_OF } from "../../domain/alerts/testing/channel-examples.ts";
import { minuteOf } from "../../domain/checks/check.ts";
import { type Answered, NO_PHASES, type StepSeen } from "../../domain/checks/observation.ts";
import { CREATE_EXAMPLES } from "../../http/api/monitors/monitor-bodies.ts";
import { PlantedTeam } from "../../http/testing/planted-team.ts";
import { NOON, type Service, startService } from "../../http/testing/service.ts";
import { teamBySlug } from "../access/teams.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { recordImported } from "../commit/record-imported.ts";
import { ownedObjects, saveOwned } from "../config/config-objects.ts";
import { TABLES } from "../database/schema.ts";
import { secretBox } from "../database/secret-box.ts";
import type { Table } from "../database/tables/table.ts";
import type { Database } from "../database/tx.ts";
import { foldClosedHours, foldLateHours } from "../figures/roll-ups.ts";
import { countClosedMinutes, recountLateMinutes, subtractDeletedMonitor } from "../figures/team-minutes.ts";
import { restoreReadable } from "../results/sealed/restore-blocks.ts";
import { fillEmptyTables } from "../testing/any-rows.ts";
import { aLocation, anOutcome, downObservation, missedObservation, upObservation } from "../testing/fixtures.ts";
import { seal } from "../testing/partitioned-checks.ts";
import { importTakeout } from "./import-takeout.ts";
import { DECIDED, REFERENCES } from "./taken-tables.ts";
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

const BORN = START * 60_000;

function flowOf({ phases, responseTimeMs, address }: Answered, steps: readonly StepSeen[]): Answered {
	return { kind: "answered", type: "flow", phases, responseTimeMs, address, certificate: null, steps, shortfall: null };
}

/**
 * Nine hours of checks of monitors of several types, some of several locations, flows and one that is deleted; figures
 * without checks; outages that are acknowledged; a page with a domain, an incident, a window, schedules and alerts.
 */
async function fill(service: Service): Promise<void> {
	const { ask, database, team } = service;
	const make = async (path: string, body: object) => {
		const { status, json, text } = await ask("POST", `/api/v1${path}`, { body });
		if (status !== 201) throw new Error(`${path}: ${text}`);
		return json.data;
	};
	service.clock.now = BORN;
	// Keys of the other installation are others.
	const places = [await aLocation(database, "unused"), await aLocation(database, "frankfurt")];
	places.push(await aLocation(database, "virginia", { teamId: team.id }), await aLocation(database, "oslo"));
	const headers = [{ name: "X-Token", value: "hidden", secret: true }];
	const auth = { type: "basic", username: "monitor", password: "hidden" };
	const post = {
		...CREATE_EXAMPLES.http,
		name: "Post",
		method: "POST",
		request: { headers, auth, body: "hello" },
	};
	const monitors = [];
	for (const example of [...Object.values(CREATE_EXAMPLES), post]) {
		monitors.push(await make("/monitors", { ...example, tags: ["tag"] }));
	}
	const website = monitors.find(({ name }) => name === "Post");
	await make(`/monitors/${website.id}/content-checks`, { type: "contains", value: "Hello" });
	const job = monitors.find(({ type }) => type === "cron");
	await service.askFrom("192.0.2.44")("POST", new URL(job.pingUrl).pathname, { key: null, rawBody: "done" });
	const gone = await make("/monitors", { type: "http", name: "Gone", url: "https://example.com/gone" });
	const far = { type: "http", name: "Far", url: "https://example.com/far", locations: ["frankfurt", "virginia"] };
	const needed = await make("/monitors", far);
	const first = monitors[0]?.id;
	await ask("PUT", `/api/v1/monitors/${first}`, { body: { dependsOn: [needed.id] } });
	const rows = await database.db
		.selectFrom("monitors as m")
		.innerJoin("monitor_states as s", "s.monitor_id", "m.id")
		.select(["m.id", "m.type", "m.name", "m.created_at", "s.revision"])
		.where("m.type", "!=", "cron")
		.execute();
	for (const { id, type, created_at: createdAt } of rows.slice(0, 3)) {
		// Those of the first are more rows than an import writes at once.
		const before = id === rows[0]?.id ? Array.from({ length: 1_100 }, (_, ago) => ago + 1) : [1, 2, 20];
		const hours = before.map((ago) => {
			const figures = { up: 50 + (ago % 30), down: ago % 30, responseTime: { avg: 90, min: 30, max: 200 } };
			return { hour: Math.floor(createdAt / 3_600_000) - ago, checks: [], figures };
		});
		const monitor = { id, teamId: team.id, type, createdAt };
		await database.transaction((tx) => recordImported(tx, monitor, { hours, days: [] }, BORN));
	}
	for (let minute = START; minute < START + MINUTES; minute += 10) {
		const outcomes = rows.map(({ id, revision, type, name }, index) => {
			const kind = (3 * (minute / 10) + index * 7) % 100;
			const up = { ...upObservation, responseTimeMs: 20 + ((minute * (index + 3)) % 400) };
			const steps = ["sign in", "buy"].map((name) => {
				return {
					name,
					responseStatus: 200,
					timeMs: 10 + (minute % 7),
					phases: { ...NO_PHASES, connect: 3 },
					saved: [],
				};
			});
			// One is down at the end, too.
			const isDown = kind < 4 || (index === 0 && minute + 10 >= START + MINUTES);
			const seen = isDown ? downObservation : kind === 50 ? missedObservation : up;
			const judged = anOutcome(id, minute, seen, { revision });
			if (type === "flow" && seen === up) {
				return { ...judged, outcome: { ...judged.outcome, observation: flowOf(up, steps) } };
			}
			if (name !== "Far") return judged;
			const { order, ...part } = judged.outcome;
			if (Math.floor(minute / 10) % 2 === 0)
				return { ...judged, outcome: { ...part, order: { ...order, locationId: places[3] ?? 0 } } };
			const locations = [places[1] ?? 0, places[2] ?? 0].map((locationId) => ({ ...part, locationId }));
			return { ...judged, outcome: { ...judged.outcome, locations } };
		});
		await recordChecks(database, outcomes, (minute + 1) * 60_000);
	}
	await database.db.updateTable("locations").set({ deleted_at: BORN }).where("name", "=", "oslo").execute();
	const down = (await ask("GET", "/api/v1/outages")).json.data.outages;
	await ask("POST", `/api/v1/outages/${down[0].id}/acknowledge`);
	service.clock.now = NOON;
	await rollUp(database, NOON);
	await seal(database, NOON);
	await ask("DELETE", `/api/v1/monitors/${gone.id}`);
	const components = [{ name: "Shop", monitorIds: monitors.map(({ id }) => id) }];
	const page = await make("/status-pages", {
		name: "Page",
		slug: "page",
		isPublished: true,
		domain: "status.example.net",
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
	await new PlantedTeam(service).makePeople();
	const [schedule] = (await ask("GET", "/api/v1/schedules")).json.data.schedules;
	await make("/alerts", {
		name: "Chat",
		channel: { type: "slack", ...CHANNEL_OF.slack },
		monitorIds: [first],
		escalation: {
			repeats: 1,
			steps: [
				{ afterMinutes: 5, scheduleId: schedule.id },
				{ afterMinutes: 10, channels: [{ type: "email", ...CHANNEL_OF.email }] },
			],
		},
	});
	// What the rules of outages write now and then: what belongs together is in one cause, and follows another outage.
	const outages = await database.db.selectFrom("outages").select(["id", "cause_id"]).orderBy("id").execute();
	const [earlier, later] = [outages[0], outages.at(-1)];
	if (!earlier || !later || earlier.cause_id >= later.cause_id) throw new Error("Two outages are needed");
	await database.db.updateTable("outages").set({ consequence_of: later.id }).where("id", "=", earlier.id).execute();
	await database.db
		.updateTable("causes")
		.set({ merged_into: later.cause_id })
		.where("id", "=", earlier.cause_id)
		.execute();
	await database.db
		.insertInto("incident_outages")
		.values({
			status_page_id: (await database.db.selectFrom("status_pages").select("id").executeTakeFirstOrThrow()).id,
			outage_id: later.id,
			monitor_id: rows.at(-1)?.id ?? 0,
			incident_id: null,
			status: 1,
			ended_at: NOON,
			is_recovered: 1,
		})
		.execute();
	await saveOwned(
		database,
		team.id,
		[
			{
				...{ project: "default", kind: "statusPages", key: "page", objectId: page.id },
				...{
					bodyDigest: "zq7-body",
					secretDigests: { password: "zq7-secret" },
					seenDigest: "seen",
					heldDigest: "zq7-held",
				},
			},
		],
		NOON,
	);
}

async function takenOut(service: Service, slug = "acme"): Promise<Buffer> {
	return service.database.snapshot(async (tx) => {
		const team = await teamBySlug(tx, slug);
		if (team === null) throw new Error("No team");
		return buffer(Readable.from(tarOf(takeoutOf(tx, team, { now: NOON, version: "test" }), NOON)));
	});
}

const SECRET = new Uint8Array(32).fill(9);

function takenIn({ database }: Service, teamId: number, archive: Buffer, now = NOON) {
	const options = { teamId, now, box: secretBox(SECRET) };
	// In pieces that end anywhere.
	const pieces = Array.from({ length: Math.ceil(archive.length / 5000) }, (_, at) =>
		archive.subarray(at * 5000, at * 5000 + 5000),
	);
	return database.transaction((tx) => importTakeout(tx, filesOf(Readable.from(pieces)), options));
}

const RANGE = `from=${new Date(BORN).toISOString()}&to=${new Date(NOON).toISOString()}`;
const YESTERDAY = new Date(NOON - 86_400_000).toISOString().slice(0, 10);
const DAYS = `from=${YESTERDAY}&to=${YESTERDAY}`;

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
		const isWhole = name === "Far" || type === "flow" || type === "http";
		const explained = isWhole ? results.filter((_: unknown, index: number) => index % 9 === 0) : [];
		const minutes: number[] = explained.map(({ id }: { id: string }) => Number(id.split(":")[1]));
		all[`${type} ${name}`] = {
			...{ status, lastCheckedAt },
			stats: (await get(`${of}/stats`)).data,
			uptime: (await get(`${of}/uptime`)).data,
			results: results.map(({ id: _, ...result }: { id?: string }) => result),
			explained: await Promise.all(minutes.map(async (minute) => (await get(`${of}/results/${minute}`)).data)),
			outages: (await get(`${of}/outages?perPage=200`)).data,
			series: isWhole && (await get(`${of}/series?${RANGE}&step=3600`)).data,
			locations: isWhole && (await get(`${of}/series/locations?${RANGE}&step=3600`)).data,
			checks: (await get(`${of}/content-checks`)).data.contentChecks?.length,
		};
	}
	const pages = (await get("/status-pages")).data.statusPages;
	const incidents = (await get("/incidents")).data.incidents;
	const text = JSON.stringify(
		{
			all,
			team: (await get("/monitors/stats")).data,
			open: (await get("/outages")).data,
			summary: (await get("/reports/uptime-summary")).data,
			byMonitor: (await get(`/reports/uptime-by-monitor?${DAYS}`)).data,
			byDay: (await get(`/reports/uptime-by-day?${DAYS}`)).data,
			daily: (await get(`/reports/uptime-daily?${DAYS}`)).data,
			alerts: (await get("/alerts")).data.alerts.map(({ name, channel, escalation }: Record<string, unknown>) => {
				return { name, channel, escalation };
			}),
			schedules: (await get("/schedules")).data.schedules.map(({ name }: { name: string }) => name),
			pages: pages.map(({ name }: { name: string }) => name),
			incidents: incidents.map(({ title, status }: { title: string; status: string }) => [title, status]),
			windows: (await get("/maintenance-windows")).data.maintenanceWindows.map(({ name }: { name: string }) => name),
		},
		// Locations are in the order of their keys, which are others.
		(name, value) => (name === "locations" && Array.isArray(value) ? value.toSorted(byLocation) : value),
	);
	return JSON.parse(
		text.replaceAll(/"(?:mon|chk|sp|inc|cmp|out|cau|sch|alt)_[0-9a-z]{26}"|"[0-9a-f-]{36}:\d+"/g, '"id"'),
	);
}

const byLocation = (a: { location: string | null }, b: { location: string | null }) =>
	String(a.location).localeCompare(String(b.location));

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
		// Of the installation's own locations those that the team uses or used.
		expect(
			archive
				.toString("latin1")
				.match(/"name":"(?:unused|frankfurt|virginia|oslo)"/g)
				?.toSorted(),
		).toEqual(["frankfurt", "oslo", "virginia"].map((name) => `"name":"${name}"`));
		const { notes } = await takenIn(to, to.team.id, archive);
		expect(await figures(to)).toEqual(before);
		for (const note of ["alert Chat is off", "domain status.example.net has a new TXT record", "has nobody"]) {
			expect(notes.join("\n")).toContain(note);
		}
		const ids = async ({ ask }: Service) =>
			(await ask("GET", "/api/v1/monitors?perPage=100")).json.data.monitors.map(({ id }: { id: string }) => id);
		expect(await ids(to)).toEqual(await ids(from));
		// And once more after this installation has rolled everything up.
		await rollUp(to.database, NOON);
		expect(await figures(to)).toEqual(before);
		// What belongs together still does, and files own what they owned.
		const { db } = to.database;
		const { earlier, later } = await db
			.selectFrom("outages as earlier")
			.innerJoin("outages as later", "later.id", "earlier.consequence_of")
			.select(["earlier.cause_id as earlier", "later.cause_id as later"])
			.executeTakeFirstOrThrow();
		const merged = await db.selectFrom("causes").select("merged_into").where("id", "=", earlier).execute();
		expect(merged).toEqual([{ merged_into: later }]);
		const [page] = (await to.ask("GET", "/api/v1/status-pages")).json.data.statusPages;
		const owned = await ownedObjects(to.database, to.team.id);
		expect(owned).toMatchObject([{ key: "page", objectId: page.id, bodyDigest: "", secretDigests: {} }]);
		expect(await db.selectFrom("incident_outages").select("ended_at").execute()).toEqual([{ ended_at: NOON }]);
		const [unused] = await db.selectFrom("locations").select("id").where("name", "=", "unused").execute();
		expect(unused).toBeUndefined();
	});
});

test("a team has the same figures where it is imported days later, and where less is kept", async () => {
	await using from = await startService("sqlite");
	await fill(from);
	const archive = await takenOut(from);
	for (const days of [3, 40]) {
		await using to = await startService("sqlite", { secret: SECRET });
		const later = NOON + days * 86_400_000;
		[from.clock.now, to.clock.now] = [later, later];
		await countClosedMinutes(to.database, later);
		const since = { results_since: minuteOf(later) - 35 * 1_440, results_since_at: later };
		await to.database.db.updateTable("roll_up_progress").set(since).execute();
		await takenIn(to, to.team.id, archive, later);
		for (const { database } of [from, to]) {
			await database.db.deleteFrom("late_hours").execute();
			await rollUp(database, later);
		}
		const of = async ({ ask }: Service) => {
			const day = new Date(NOON).toISOString().slice(0, 10);
			const paths = ["monitors/stats", `reports/uptime-daily?from=${day}&to=${day}`];
			const answers = await Promise.all(paths.map(async (path) => (await ask("GET", `/api/v1/${path}`)).json.data));
			return JSON.stringify(answers);
		};
		expect(await of(to)).toEqual(await of(from));
	}
});

test("into the same installation ids and addresses are new, and figures the same; a team with something is refused", async () => {
	await using service = await startService("sqlite", { secret: SECRET });
	await fill(service);
	const archive = await takenOut(service);
	await expect(takenIn(service, service.team.id, archive)).rejects.toThrow("The team has monitors already");
	const planned = await service.newTeam("planned");
	const owned = { project: "default", kind: "monitors", key: "shop", objectId: "mon_gone" } as const;
	const digests = { bodyDigest: "", secretDigests: {}, seenDigest: "", heldDigest: "" };
	await saveOwned(service.database, planned.team.id, [{ ...owned, ...digests }], NOON);
	await expect(takenIn(service, planned.team.id, archive)).rejects.toThrow("The team has config objects already");
	const { team, key } = await service.newTeam("second");
	await takenIn(service, team.id, archive);
	const before = await figures(service);
	expect({ ...(await figures(service, key)), summary: before.summary }).toEqual(before);
	const slugs = (await service.ask("GET", "/api/v1/status-pages", { key })).json.data.statusPages;
	expect(slugs.map(({ slug }: { slug: string }) => slug)).toEqual(["page-2"]);
});

test("two addresses that are taken, and alike but for their ends, become two others", async () => {
	await using service = await startService("sqlite", { secret: SECRET });
	const start = "x".repeat(61);
	for (const slug of [`${start}aa`, `${start}bb`]) {
		expect(
			(await service.ask("POST", "/api/v1/status-pages", { body: { name: slug, slug, sections: [] } })).status,
		).toBe(201);
	}
	const archive = await takenOut(service);
	const { team, key } = await service.newTeam("second");
	await takenIn(service, team.id, archive);
	const { statusPages } = (await service.ask("GET", "/api/v1/status-pages", { key })).json.data;
	const slugs = statusPages.map(({ slug }: { slug: string }) => slug);
	expect(slugs.toSorted()).toEqual([`${start}-2`, `${start}-3`]);
});

/** Tables of which a row belongs to a team, directly or through others. */
function tablesOfTeams(): readonly string[] {
	const tables = Object.entries(TABLES as Readonly<Record<string, Table>>);
	const found = new Set(["teams"]);
	for (let before = 0; before < found.size; ) {
		before = found.size;
		for (const [name, { columns }] of tables) {
			const refers = Object.entries(columns).some(([column, { constraints }]) => {
				const to = /references (\w+)/.exec(constraints)?.[1] ?? REFERENCES[column];
				return to !== undefined && found.has(to);
			});
			if (refers) found.add(name);
		}
	}
	return [...found];
}

test("each table of teams is in a takeout and imported, or it is said why not", async () => {
	await using from = await startService("sqlite");
	await fill(from);
	const { database } = from;
	await fillEmptyTables(database);
	// They hold no blocks.
	for (const table of ["sealed_days", "missed_spans"] as const) await database.db.deleteFrom(table).execute();
	await database.db.updateTable("alert_events").set({ escalation: null }).execute();
	await database.db.updateTable("regional_failures").set({ location: 0 }).execute();
	await database.db.updateTable("status_page_domains").set({ domain: "a.example.net", proven_at: null }).execute();
	const names = new Set<string>();
	const rows: Record<string, number> = {};
	for await (const { name, content } of takeoutOf(database, from.team, { now: NOON, version: "test" })) {
		const [, table = ""] = /^([a-z_]+)(?:-\d+)?\.jsonl$/.exec(name) ?? [];
		names.add(table);
		rows[table] = (rows[table] ?? 0) + Buffer.from(content).toString().split("\n").length - 1;
	}
	for (const name of tablesOfTeams()) {
		const decision = DECIDED[name as keyof typeof DECIDED];
		const isTaken = decision === "imported" || "taken" in decision;
		expect([name, names.has(name)]).toEqual([name, isTaken]);
		if (decision !== "imported") expect(Object.values(decision)[0]?.length, name).toBeGreaterThan(5);
	}
	await using to = await startService("sqlite", { secret: SECRET });
	const { rows: imported } = await takenIn(to, to.team.id, await takenOut(from));
	for (const [table, count] of Object.entries(rows)) {
		if (DECIDED[table as keyof typeof DECIDED] === "imported")
			expect([table, imported[table] ?? 0]).toEqual([table, count]);
	}
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
	for (const secret of ["zq7-", "hidden", key, service.key, "hooks.slack.com", "of the others"]) {
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

test("checks that can't be read are left out and reported, and no others", async () => {
	await using service = await startService("sqlite");
	await fill(service);
	const resultsOf = async () => {
		const lines: string[] = [];
		let results = "";
		const options = { now: NOON, version: "test", onProgress: (line: string) => void lines.push(line) };
		for await (const { name, content } of takeoutOf(service.database, service.team, options)) {
			if (name.startsWith("results")) results += Buffer.from(content).toString();
		}
		return { broken: lines.filter((line) => line.includes("cannot be read")), count: results.split("\n").length };
	};
	const before = await resultsOf();
	const { db } = service.database;
	const all = db.selectFrom("sealed_hours as b").innerJoin("monitors as m", "m.id", "b.monitor_id");
	const one = await all
		.select(["b.hour", "b.monitor_id", "b.checks", "b.block"])
		.where("m.deleted_at", "is", null)
		.executeTakeFirstOrThrow();
	const block = Buffer.from(one.block);
	block[block.length - 1] = (block.at(-1) ?? 0) ^ 1;
	await db
		.updateTable("sealed_hours")
		.set({ block })
		.where("hour", "=", one.hour)
		.where("monitor_id", "=", one.monitor_id)
		.execute();
	const after = await resultsOf();
	expect([before.broken.length, after.broken.length]).toEqual([0, 1]);
	expect(after.count).toBe(before.count - one.checks);

	// Where it is imported the hour counts by its figures, as here, until its monitor is deleted.
	await using to = await startService("sqlite", { secret: SECRET });
	to.clock.now = NOON;
	await countClosedMinutes(to.database, NOON);
	const checksOf = async ({ ask }: Service) =>
		(await ask("GET", "/api/v1/monitors/stats")).json.data.checks.last24Hours;
	const [here, kept] = [await checksOf(service), await to.newMonitor({ name: "Kept" })];
	expect(kept).toBeDefined();
	const { team, key } = await to.newTeam("imported");
	await takenIn(to, team.id, await takenOut(service));
	const imported = async () =>
		(await to.ask("GET", "/api/v1/monitors/stats", { key })).json.data.checks.last24Hours as number;
	expect(await imported()).toBe(here);
	await to.database.db
		.insertInto("late_minutes")
		.values(Array.from({ length: 60 }, (_, place) => ({ team_id: team.id, minute: one.hour * 60 + place })))
		.execute();
	await rollUp(to.database, NOON);
	expect(await imported()).toBe(here);
	const { deleted_at: _, ...was } = await to.database.db
		.selectFrom("monitors as m")
		.innerJoin("damaged_blocks as d", "d.monitor_id", "m.id")
		.select(["m.id", "m.public_id", "m.deleted_at"])
		.executeTakeFirstOrThrow();
	const { json } = await to.ask("GET", `/api/v1/monitors/${was.public_id}/stats`, { key });
	await to.ask("DELETE", `/api/v1/monitors/${was.public_id}`, { key });
	const of = json.data.checks.total;
	const left = await imported();
	expect(left).toBeLessThan(here);
	expect(of).toBeGreaterThanOrEqual(here - left);
	while (await subtractDeletedMonitor(to.database, NOON));
	expect(await imported()).toBe(left);
	expect(await restoreReadable(to.database, 0, NOON)).toMatchObject({ checks: 0 });
});

test("what is no takeout is refused", async () => {
	await using service = await startService("sqlite");
	await expect(takenIn(service, service.team.id, Buffer.alloc(1024, 65))).rejects.toThrow("This is no archive");
	const cut = (await takenOut(service)).subarray(0, 700);
	await expect(takenIn(service, service.team.id, cut)).rejects.toThrow("cut off");
});
