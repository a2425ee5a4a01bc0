/**
 * A move that is killed, or fails, when a step of its switch begins: as if the power went there.
 *
 *     node e2e/testing/move-until.ts FROM TO STEP kill|fail
 */

import { openMigratedDatabase } from "../../src/compose/database.ts";
import { moveDatabase } from "../../src/storage/database/moving/move.ts";
import { openDatabase } from "../../src/storage/database/open-database.ts";

const [from = "", to = "", last = "", how = ""] = process.argv.slice(2);
const source = openDatabase(from);
const target = await openMigratedDatabase({ databaseUrl: to });
await moveDatabase(source, target, {
	from: "the old database",
	to: "the new database",
	now: Date.now,
	onProgress: () => {},
	onStep(step) {
		if (step !== last) return;
		if (how === "fail") throw new Error("This step fails");
		process.kill(process.pid, "SIGKILL");
	},
});
