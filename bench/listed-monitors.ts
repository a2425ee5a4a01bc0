/** A team whose monitors have been checked, for bench/monitor-list.ts. */

import pino from "pino";
import { demoSlot, PlausibleHistory } from "../packages/server/src/cli/demo/demo-history.ts";
import { minuteOf } from "../packages/server/src/domain/checks/check.ts";
import type { JudgedOutcome } from "../packages/server/src/domain/checks/record.ts";
import type { Monitor } from "../packages/server/src/domain/monitors/settings.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { recordChecks } from "../packages/server/src/storage/commit/record-checks.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { createMonitor } from "../packages/server/src/storage/monitors/monitors.ts";
import { plausibleCheck } from "./plausible-check.ts";
import { plausibleMonitor } from "./plausible-monitor.ts";

const HISTORY_MINUTES = 200;

/**
 * An empty database that is opened, with that many monitors, each of them checked once and the
 * newest one for some hours, and a key for it. `record` records checks of as many monitors, each time of the next ones.
 */
export async function listedMonitors(url: string, count: number) {
	const database = openDatabase(url);
	await migrate(database);
	const key = (await bootstrap(database, null, Date.now())) ?? "";
	const monitors: Monitor[] = [];
	for (let index = 0; index < count; index++) {
		const url = `https://host-${index}.example.com/health`;
		const wanted = plausibleMonitor(`Monitor ${index}`, url, { sslMonitoringEnabled: true });
		monitors.unshift(await createMonitor(database, wanted, Date.now() - HISTORY_MINUTES * 60_000));
	}
	const histories = new Map(monitors.map(({ id }) => [id, new PlausibleHistory(id)]));
	const checkOf = (monitor: Monitor, minute: number): JudgedOutcome[] => {
		const history = histories.get(monitor.id);
		return history ? [plausibleCheck(monitor, history, demoSlot(minute, (monitor.id * 37) % 60_000))] : [];
	};
	const save = (checks: JudgedOutcome[]) => recordChecks(database, checks, Date.now(), { notifies: false });
	const first = minuteOf(Date.now()) - HISTORY_MINUTES;
	const [newest] = monitors;
	for (let minute = first; newest && minute < first + HISTORY_MINUTES - 1; minute++)
		await save(checkOf(newest, minute));
	await save(monitors.flatMap((monitor) => checkOf(monitor, first + HISTORY_MINUTES - 1)));

	let [next, minute] = [0, first + HISTORY_MINUTES];
	const record = async (count: number) => {
		const due = monitors.slice(next, next + count);
		await save(due.flatMap((monitor) => checkOf(monitor, minute)));
		next += count;
		if (next >= monitors.length) [next, minute] = [0, minute + 1];
	};
	// A log that is written and that nobody reads.
	const log = pino({ level: "info" }, pino.destination("/dev/null"));
	return { database, key, monitors, log, record };
}
