/** A process that locks a SQLite file again and again: for its second argument's milliseconds, free for its third's. */

import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

const [, , url = "", lockedMs = "0", freeMs = "0"] = process.argv;
const file = new DatabaseSync(url.replace("sqlite:", ""));
file.exec("pragma busy_timeout = 1000");
for (;;) {
	try {
		file.exec("begin immediate");
		await pause(Number(lockedMs));
		file.exec("commit");
	} catch {
		// The service has it just now.
	}
	await pause(Number(freeMs));
}
