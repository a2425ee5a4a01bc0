import pino from "pino";
import { expect, test } from "vitest";
import { createMetrics } from "../../metrics.ts";
import type { Database, Tx } from "../../storage/database/tx.ts";
import { listening } from "../../storage/jobs/beats.ts";
import { pageOfReports } from "../../storage/jobs/job-reports.ts";
import { freshDatabase, onEachEngine } from "../../storage/testing/engines.ts";
import { aJob, aTeam } from "../../storage/testing/fixtures.ts";
import { ReportReceiver } from "./receiver.ts";

const NOON = Date.UTC(2026, 4, 1, 12);

function aReceiver(database: Tx, clock = { now: NOON }) {
	return new ReportReceiver({
		database,
		metrics: createMetrics(),
		log: pino({ level: "silent" }),
		now: () => clock.now,
	});
}

const aReport = (body = "") => ({
	kind: "success" as const,
	exitCode: null,
	rid: null,
	at: NOON,
	address: "192.0.2.1",
	userAgent: null,
	body: Buffer.from(body),
	size: body.length,
});

/** `database`, counting its transactions; `break` makes them fail. */
function watched(database: Database) {
	const state = { transactions: 0, error: null as Error | null };
	const tx: Tx = {
		...database,
		transaction(work) {
			state.transactions += 1;
			return state.error === null ? database.transaction(work) : Promise.reject(state.error);
		},
	};
	return { session: tx, state };
}

onEachEngine("the receiver of pings", (name) => {
	test("stores many reports in one transaction, and answers each when it is stored", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitors = await Promise.all(Array.from({ length: 5 }, () => aJob(database, team)));
		const { session: tx, state } = watched(database);
		const receiver = aReceiver(tx);
		const keys = Array.from({ length: 100 }, (_, index) => monitors[index % 5]?.keyHash ?? "");
		const answers = await Promise.all(keys.map((key, index) => receiver.receive(key, aReport(`body ${index}`))));
		expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(["stored"]));
		expect(state.transactions).toBe(1);
		for (const { id } of monitors) {
			const seek = { limit: 50, direction: "forward", from: null } as const;
			expect(await pageOfReports(database, id, seek)).toHaveLength(20);
		}
	});

	test("refuses reports while the database takes nothing, and takes them again afterwards", async () => {
		await using database = await freshDatabase(name);
		const { keyHash } = await aJob(database, await aTeam(database));
		const { session: tx, state } = watched(database);
		const receiver = aReceiver(tx);
		state.error = new Error("the disk is full");
		expect(await receiver.receive(keyHash, aReport())).toEqual({ kind: "busy" });
		state.error = null;
		expect(await receiver.receive(keyHash, aReport())).toEqual({ kind: "stored" });
	});

	test("keeps a bounded number of reports and bytes waiting", async () => {
		await using database = await freshDatabase(name);
		const { keyHash } = await aJob(database, await aTeam(database));
		const receiver = aReceiver(database);
		const large = { ...aReport(), body: Buffer.alloc(100 * 1024) };
		const answers = await Promise.all(Array.from({ length: 700 }, () => receiver.receive(keyHash, large)));
		// 64 MiB hold 655 of them, of which a key may send 60.
		expect(answers.filter(({ kind }) => kind === "busy")).toHaveLength(45);
		expect(answers.filter(({ kind }) => kind === "stored")).toHaveLength(60);
	});

	test("notes an outage when the beats were missing, before it stores the first ping", async () => {
		await using database = await freshDatabase(name);
		const { keyHash } = await aJob(database, await aTeam(database));
		const clock = { now: NOON };
		const receiver = aReceiver(database, clock);
		await receiver.beat();
		clock.now += 10_000;
		await receiver.beat();
		expect(await listening(database)).toEqual({ beatAt: NOON + 10_000, outages: [] });
		clock.now += 3_600_000;
		await receiver.receive(keyHash, aReport());
		const outage = { since: NOON + 10_000, until: NOON + 3_610_000 };
		expect(await listening(database)).toEqual({ beatAt: outage.until, outages: [outage] });
		// The clock was wrong: it is set back to a minute after the outage began.
		clock.now = NOON + 70_000;
		await receiver.beat();
		const corrected = { ...outage, until: clock.now };
		expect(await listening(database)).toEqual({ beatAt: clock.now, outages: [corrected] });
	});

	test("does not beat while there is no monitor of a job", async () => {
		await using database = await freshDatabase(name);
		await aReceiver(database).beat();
		expect(await listening(database)).toEqual({ beatAt: 0, outages: [] });
	});
});
