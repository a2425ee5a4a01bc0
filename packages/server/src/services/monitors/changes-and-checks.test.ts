/** Changes of monitors beside the commits of their checks and runs, each on a connection of its own. */

import { sql } from "kysely";
import { expect, test } from "vitest";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { lockStates } from "../../storage/commit/state-rows.ts";
import { secretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockJobs } from "../../storage/jobs/evaluation.ts";
import { replaceDependencies } from "../../storage/testing/dependencies.ts";
import { freshDatabase } from "../../storage/testing/engines.ts";
import { aJob, aMonitor, anOutcome, aTeam, downObservation } from "../../storage/testing/fixtures.ts";
import { untilSomeoneWaits } from "../../storage/testing/lock-waits.ts";
import { applyConfig } from "../config/apply.ts";
import { KINDS_OF_OBJECTS } from "../config/kinds.ts";
import { onTheCommandLine } from "../testing/on-the-command-line.ts";
import { bulkMonitors } from "./bulk.ts";
import { deleteMonitor } from "./delete.ts";
import { updateMonitors } from "./update.ts";

const NOON = Date.UTC(2025, 5, 15, 12);
const DEPS = { now: NOON + 1_000, secretBox: secretBox(new Uint8Array(32).fill(7)), hasMailServer: false };

async function aStage() {
	const database = await freshDatabase("postgresql");
	const teamId = await aTeam(database);
	const publicIdOf = async (id: number) => {
		const of = database.db.selectFrom("monitors").select("public_id").where("id", "=", id);
		return (await of.executeTakeFirstOrThrow()).public_id;
	};
	return {
		...{ database, teamId, publicIdOf },
		newMonitor: () => aMonitor(database, teamId, { createdAt: NOON }),
		update: async (...wanted: readonly (readonly [id: number, changes: object])[]) => {
			const changes = wanted.map(async ([id, changes], index) => {
				return { at: `/${index}`, id: await publicIdOf(id), changes };
			});
			return onTheCommandLine(database, teamId, updateMonitors, await Promise.all(changes), DEPS);
		},
		/** Takes the locks of a commit; `change` begins after the first one, and waits for it before the second one. */
		commitBeside: async (change: () => Promise<unknown>, first: Lock, second: Lock) => {
			let changing: Promise<unknown> = Promise.resolve();
			await database.transaction(async (tx) => {
				await first(tx);
				changing = change();
				await untilSomeoneWaits(tx);
				await second(tx);
			});
			await changing;
		},
		[Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
	};
}

type Lock = (tx: Tx) => Promise<unknown>;

test("a change that pauses one monitor and resumes another does not deadlock with a commit of both", async () => {
	await using stage = await aStage();
	const [first, second] = [await stage.newMonitor(), await stage.newMonitor()];
	await stage.update([second, { enabled: false }]);
	await stage.commitBeside(
		() => stage.update([first, { enabled: false }], [second, { enabled: true }]),
		(tx) => lockStates(tx, [first]),
		(tx) => lockStates(tx, [second]),
	);
});

test("a change of a job's schedule and of what it depends on does not deadlock with the evaluation of runs", async () => {
	await using stage = await aStage();
	const { database, teamId, publicIdOf } = stage;
	const monitor = await stage.newMonitor();
	const { id: job } = await aJob(database, teamId, { createdAt: NOON });
	const dependsOn = [await publicIdOf(monitor)];
	await stage.commitBeside(
		() => stage.update([job, { schedule: "30 * * * *", dependsOn }]),
		(tx) => lockJobs(tx, NOON + 60_000, 10),
		(tx) => lockStates(tx, [job]),
	);
});

test.each(["deleted", "paused"])(
	"a monitor that is %s does not deadlock with a commit of what is a consequence of its outage",
	async (how) => {
		await using stage = await aStage();
		const { database, teamId, publicIdOf } = stage;
		const [router, shop] = [await stage.newMonitor(), await stage.newMonitor()];
		await replaceDependencies(database, shop, [router]);
		for (const id of [router, shop]) {
			await recordChecks(database, [anOutcome(id, 0, downObservation, { scheduledAt: NOON })], NOON + 100);
		}
		const id = await publicIdOf(router);
		await stage.commitBeside(
			() =>
				how === "deleted"
					? onTheCommandLine(database, teamId, deleteMonitor, { id }, DEPS)
					: onTheCommandLine(database, teamId, bulkMonitors, { ids: [id], action: "pause" }, DEPS),
			(tx) => lockStates(tx, [router]),
			(tx) =>
				sql`insert into cause_checks (outage_id, monitor_id, since, until)
					select id, monitor_id, 0, 0 from outages where monitor_id = ${shop} on conflict do nothing`.execute(tx.db),
		);
	},
);

test("files that change one monitor and delete another do not deadlock with a commit of both", async () => {
	await using stage = await aStage();
	const { database, teamId, publicIdOf } = stage;
	const id = await publicIdOf(await stage.newMonitor());
	const seen = (await KINDS_OF_OBJECTS.monitors.all(database, teamId, DEPS.now)).get(id)?.seen;
	const apply = (...entries: readonly (readonly [key: string, changes: object])[]) => {
		const monitors = entries.map(([key, changes]) => {
			return { key, body: { ...seen, name: key, ...changes }, contentChecks: [], kept: [] };
		});
		const objects = { monitors, schedules: [], alerts: [], statusPages: [], maintenance: [] };
		const options = {
			project: "shop",
			addresses: new Map(),
			adopts: false,
			prunes: true,
			pruneLimit: 1,
			expected: null,
		};
		const deps = { ...DEPS, secret: new Uint8Array(32) };
		return onTheCommandLine(database, teamId, applyConfig, { ...options, objects }, deps);
	};
	await apply(["leaves", {}], ["stays", {}]);
	const idOf = async (name: string) => {
		const of = database.db.selectFrom("monitors").select("id").where("name", "=", name);
		return (await of.executeTakeFirstOrThrow()).id;
	};
	const [leaves, stays] = [await idOf("leaves"), await idOf("stays")];
	await stage.commitBeside(
		() => apply(["stays", { intervalSeconds: 600 }]),
		(tx) => lockStates(tx, [leaves]),
		(tx) => lockStates(tx, [stays]),
	);
	const left = database.db.selectFrom("monitors").select("interval_seconds").where("id", "=", stays);
	expect(await left.execute()).toEqual([{ interval_seconds: 600 }]);
});

test("changes of the same monitors in different orders are made one after the other", async () => {
	await using stage = await aStage();
	const ids = await Promise.all(Array.from({ length: 20 }, stage.newMonitor));
	const changed = await Promise.all(
		Array.from({ length: 6 }, (_, index) => {
			const ordered = index % 2 === 0 ? ids : ids.toReversed();
			return stage.update(...ordered.map((id) => [id, { intervalSeconds: 60 * (index + 2) }] as const));
		}),
	);
	const stored = await stage.database.db.selectFrom("monitors").select("interval_seconds").distinct().execute();
	expect(changed.map((monitors) => monitors[0]?.intervalSeconds)).toContain(stored[0]?.interval_seconds);
	expect(stored).toHaveLength(1);
});
