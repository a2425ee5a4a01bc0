/**
 * A process that moves the figures of hours of an earlier version, a slice in a transaction, and kills itself with
 * SIGKILL once it has committed so many transactions.
 */

import { openDatabase } from "../database/open-database.ts";
import { moveWideHours } from "../figures/wide-hours.ts";

const [url = "", transactions] = process.argv.slice(2);
const tx = openDatabase(url);
let committed = 0;
await moveWideHours(
	tx,
	() => {
		committed += 1;
		if (committed === Number(transactions)) process.kill(process.pid, "SIGKILL");
	},
	0,
);
await tx.close();
