/**
 * The API over a database of one team, in a process of its own that `startBoardService` forks: the team's checks are
 * recorded when the parent asks for it, by a clock that the parent moves.
 */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import pino from "pino";
import { PlausibleHistory } from "../../packages/server/src/cli/demo/demo-history.ts";
import { minuteOf } from "../../packages/server/src/domain/checks/check.ts";
import { recordChecks } from "../../packages/server/src/storage/commit/record-checks.ts";
import { openDatabase } from "../../packages/server/src/storage/database/open-database.ts";
import { plausibleCheck } from "../plausible-check.ts";
import { startApi } from "./api-server.ts";

const MINUTE_MS = 60_000;
/** As many as one commit takes. */
const CHECKS_A_COMMIT = 2_000;

/** `seconds`: the checks of each second in that second, until `stop`. `minute`: those left in the minute; the next. */
type Order = "seconds" | "stop" | "minute" | "end";

export interface BoardService {
	readonly port: number;
	readonly pid: number;
	/** Resolves when it is done. */
	order(order: Order): Promise<void>;
}

/** @param clock where its clock begins, epoch milliseconds */
export async function startBoardService(databaseUrl: string, clock: number): Promise<BoardService> {
	const child = fork(import.meta.filename, [`--database=${databaseUrl}`, `--clock=${clock}`], {
		execArgv: ["--conditions=@lapwing/source", "--disable-warning=ExperimentalWarning"],
	});
	const { port } = await answerOf<{ port: number }>(child);
	return {
		port,
		pid: child.pid ?? 0,
		async order(order) {
			const done = order === "end" ? once(child, "exit") : answerOf(child);
			child.send(order);
			await done;
		},
	};
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
	const [answer] = await once(child, "message");
	return answer as T;
}

async function serve(databaseUrl: string, clock: number): Promise<void> {
	let ahead = clock - Date.now();
	const now = () => Date.now() + ahead;
	const database = openDatabase(databaseUrl);
	const ids = await database.db.selectFrom("monitors").select("id").orderBy("id").execute();
	const monitors = ids.map(({ id }) => ({ id, history: new PlausibleHistory(id) }));
	const { port, close } = await startApi(database, pino({ level: "silent" }), now);
	let minute = minuteOf(clock);
	let recorded = 0;
	let timer: NodeJS.Timeout | undefined;
	process.on("message", async (order: Order) => {
		if (order === "seconds") timer = setInterval(() => void recordUntil(now()), 1_000);
		else clearInterval(timer);
		if (order === "minute") {
			await recordUntil((minute + 1) * MINUTE_MS - 1);
			ahead += (minute + 1) * MINUTE_MS + 1_000 - now();
			await recordUntil(now());
		}
		if (order === "end") {
			await close();
			await database.close();
			process.exit(0);
		}
		process.send?.({});
	});
	process.send?.({ port });

	/** Records the checks of this minute up to `instant`, spread over the minute. */
	async function recordUntil(instant: number): Promise<void> {
		if (minuteOf(instant) !== minute) [minute, recorded] = [minuteOf(instant), 0];
		const due = Math.floor(((instant % MINUTE_MS) / MINUTE_MS) * monitors.length) + 1;
		for (let to = recorded; recorded < Math.min(due, monitors.length); recorded = to) {
			to = Math.min(due, monitors.length, recorded + CHECKS_A_COMMIT);
			const first = recorded;
			const batch = monitors.slice(first, to).map((monitor, index) => {
				const scheduledAt = minute * MINUTE_MS + Math.floor(((first + index) / monitors.length) * MINUTE_MS);
				return plausibleCheck(monitor, monitor.history, scheduledAt);
			});
			await recordChecks(database, batch, instant, { notifies: false });
		}
	}
}

if (process.send !== undefined) {
	const { values } = parseArgs({ options: { database: { type: "string" }, clock: { type: "string" } } });
	await serve(values.database ?? "", Number(values.clock));
}
