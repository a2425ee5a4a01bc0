/**
 * An installation on PostgreSQL is upgraded one process after the other, under load: a build of this version, and one
 * as the next would be, with an upgrade of the schema that the first does not know, and with messages to probers of a
 * new version. Half of the monitors are checked by a prober over NATS, where there is one, which is upgraded in the
 * middle. One of the old processes is killed and started again in between.
 */

import { randomBytes } from "node:crypto";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { startNats, WITH_NATS_SERVER } from "../../src/dispatch/nats/testing/nats-server.ts";
import { minuteOf } from "../../src/domain/checks/check.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { openDatabase } from "../../src/storage/database/open-database.ts";
import type { Database } from "../../src/storage/database/tx.ts";
import { checksBetween } from "../../src/storage/results/read-checks.ts";
import { newDatabaseUrl } from "../../src/storage/testing/engines.ts";
import { readEvidence } from "../testing/kills/evidence.ts";
import { fillDatabase } from "../testing/kills/fill.ts";
import { startOutside } from "../testing/kills/outside.ts";
import { untilSettled } from "../testing/kills/settled.ts";
import { Lapwing, until } from "../testing/lapwing.ts";
import { startProber } from "../testing/prober.ts";

const SERVER = join(import.meta.dirname, "../..");
/** Where nothing looks for sources, and modules are still found. */
const BUILDS = join(SERVER, "../../.tools/rolling-upgrade");
const MONITORS = 300;
const INTERVAL_MS = 60_000;
/** Until then the prober is there. */
const FIRST_DUE_AFTER_MS = 20_000;
const CHECKS_WITHIN_MS = FIRST_DUE_AFTER_MS + INTERVAL_MS;
const KEY = "the-key-of-the-upgraded-service";
const UPGRADE = `{
	async "0002-expand-rolling"(db) {
		await sql\`alter table monitor_states add column rolling integer\`.execute(db);
		await sql\`alter table monitors add column rolling text not null default ''\`.execute(db);
		await sql\`create table rolling (id integer primary key)\`.execute(db);
	},
}`;

/** In a file below `src`: a text, and what takes its place. */
type Change = readonly [file: string, text: string, by: string];

const MIGRATE = "storage/database/migrate.ts";
const MESSAGES = "dispatch/nats/messages.ts";
const READS_NEXT: Change = [MESSAGES, "NEWEST_READABLE = 1", "NEWEST_READABLE = 2"];
const WRITES_NEXT: Change = [MESSAGES, "MESSAGE_VERSION = 1", "MESSAGE_VERSION = 2"];

// What an interrupted run left.
beforeAll(() => rm(BUILDS, { recursive: true, force: true }));

/** A copy of this version with changes: its main.ts. */
async function buildWith(...changes: readonly Change[]): Promise<AsyncDisposable & { readonly main: string }> {
	const folder = join(BUILDS, randomBytes(4).toString("hex"));
	await mkdir(folder, { recursive: true });
	await cp(join(SERVER, "src"), join(folder, "src"), { recursive: true });
	await cp(join(SERVER, "package.json"), join(folder, "package.json"));
	await symlink(join(SERVER, "node_modules"), join(folder, "node_modules"));
	for (const [file, text, by] of changes) {
		const path = join(folder, "src", file);
		const source = await readFile(path, "utf8");
		if (!source.includes(text)) throw new Error(`${file} has no ${text}`);
		await writeFile(path, source.replace(text, by));
	}
	return {
		main: join(folder, "src/main.ts"),
		[Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
	};
}

/** Every second monitor is checked in the one location. */
async function moveHalfAway({ db }: Database): Promise<void> {
	await sql`insert into monitor_locations (monitor_id, location_id, position)
		select m.id, l.id, 0 from monitors m, locations l where m.id % 2 = 0`.execute(db);
	await sql`update monitor_states set location_id = (select id from locations) where monitor_id % 2 = 0`.execute(db);
}

/** Monitors that were up when their location was asked, since `minute`. */
async function upFromAway(database: Database, minute: number): Promise<number> {
	const { rows } = await sql<{ id: number }>`select monitor_id as id from monitor_locations`.execute(database.db);
	let up = 0;
	for (const { id } of rows) {
		const checks = await checksBetween(database, id, minute, minute + 5);
		if (checks.some(({ verdict, location }) => verdict === "up" && typeof location === "number")) up += 1;
	}
	return up;
}

const UP = 'lapwing_checks_total{verdict="up"}';

/** Until each of the processes has recorded a check. */
async function allCheck(...services: readonly Lapwing[]): Promise<void> {
	for (const service of services) {
		const what = "a process to record a check";
		await until(async () => (await service.metric(UP)) > 0 || undefined, { withinMs: CHECKS_WITHIN_MS, what });
	}
}

/** Until each monitor has a check of a minute after `minute`. */
async function allCheckedAfter({ db }: Database, minute: number): Promise<void> {
	const oldest = sql<{
		minute: number;
	}>`select coalesce(min(coalesce(last_minute, 0)), 0) as minute from monitor_states`;
	await until(async () => Number((await oldest.execute(db)).rows[0]?.minute) > minute || undefined, {
		withinMs: 3 * INTERVAL_MS,
		what: "a check of each monitor",
	});
}

test.concurrent("no minute is twice and none absent while processes of two versions take turns", {
	timeout: 600_000,
}, async () => {
	await using stack = new AsyncDisposableStack();
	const previous = stack.use(await buildWith(READS_NEXT));
	const upgrade: Change = [MIGRATE, "UPGRADES: Upgrades = {}", `UPGRADES: Upgrades = ${UPGRADE}`];
	const next = stack.use(await buildWith(upgrade, READS_NEXT, WRITES_NEXT));
	const outside = stack.use(await startOutside(0, Math.random));
	const nats = WITH_NATS_SERVER.skip ? null : stack.use(await startNats());
	const { url, drop } = await newDatabaseUrl("postgresql", "migrated");
	const database = openDatabase(url);
	await using started = new AsyncDisposableStack();
	const env = {
		LAPWING_SECRET: "a secret that both versions have, 32+",
		...(nats && { NATS_URL: nats.url, NATS_CREDENTIALS: nats.credentialsFile }),
	};
	const start = async ({ main }: { readonly main: string }) =>
		started.use(await Lapwing.start({ databaseUrl: url, env: { ...env, LOG_LEVEL: "info" }, key: KEY, main }));
	const proberOf = async ({ main }: { readonly main: string }) =>
		nats && startProber(started, { ...env, DATABASE_URL: url }, "away", { main });
	try {
		const firstDueAt = Date.now() + FIRST_DUE_AFTER_MS;
		const filled = { monitors: MONITORS, flapping: 0, intervalMs: INTERVAL_MS, firstDueAt, key: KEY };
		await fillDatabase(database, filled, outside);
		const [oldProber, old, other] = [await proberOf(previous), await start(previous), await start(previous)];
		if (nats) await moveHalfAway(database);
		await allCheck(old, other);
		const first = await start(next);
		expect(first.log).toContain("0002-expand-rolling");
		await allCheck(first);
		expect(await old.stop()).toMatchObject({ code: 0 });
		const newProber = await proberOf(next);
		// It starts again on a schema that is ahead of it, and has what it was checking made by others.
		await other.kill();
		const again = await start(previous);
		oldProber?.kill("SIGTERM");
		const second = await start(next);
		await allCheck(again, second);
		expect(await again.stop()).toMatchObject({ code: 0 });
		const lastState = Date.now();
		await allCheckedAfter(database, minuteOf(lastState));
		const through = Date.now();
		await untilSettled(database, through, 60_000);
		for (const service of [first, second]) expect(await service.stop()).toMatchObject({ code: 0 });
		const expected = { intervalMs: INTERVAL_MS, firstDueAt, through, now: Date.now(), received: outside.received };
		const { broken, recorded, transitions } = await readEvidence(database, expected);
		expect({ broken, transitions }).toEqual({ broken: [], transitions: 0 });
		expect(recorded).toBeGreaterThan(MONITORS);
		if (nats === null) return;
		expect([oldProber?.exitCode, newProber?.exitCode]).toEqual([0, null]);
		expect(await upFromAway(database, minuteOf(lastState))).toBe(MONITORS / 2);
	} finally {
		await started.disposeAsync();
		await database.close();
		await drop();
	}
});

test.concurrent("control and prober of two versions understand each other, whichever is older", {
	...WITH_NATS_SERVER,
	timeout: 240_000,
}, async () => {
	await using older = await buildWith(READS_NEXT);
	await using newer = await buildWith(READS_NEXT, WRITES_NEXT);
	await using target = await startHttpTarget((_request, response) => response.end("ok"));
	for (const [control, prober] of [
		[older, newer],
		[newer, older],
	] as const) {
		await using nats = await startNats();
		const env = { NATS_URL: nats.url, NATS_CREDENTIALS: nats.credentialsFile };
		await using service = await Lapwing.start({ env, main: control.main });
		await using stack = new AsyncDisposableStack();
		await startProber(stack, { ...env, DATABASE_URL: service.databaseUrl }, "away", { main: prober.main });
		const state = async () => (await service.ask("GET", "/api/v1/probers")).body.data.probers[0].state;
		await until(async () => (await state()) === "connected" || undefined, { what: "the prober to connect" });
		const id = await service.watch(target.url, { locations: ["away"] });
		await service.untilStatus(id, "up", 30_000);
	}
});
