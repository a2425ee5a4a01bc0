/**
 * A process that seals the hours of a database, drops and creates their partitions, records checks of newer settings
 * in them, which unseals some, and seals again, until it is killed. Its arguments: the database, the instant, monitors
 * separated by commas, the first minute, and how many minutes.
 */

import { recordChecks } from "../commit/record-checks.ts";
import { openDatabase } from "../database/open-database.ts";
import { createPartitions, dropPartitions } from "../results/partitions/keep-partitions.ts";
import { sealClosedHours } from "../results/sealed/seal-hours.ts";
import { anOutcome, upObservation } from "./fixtures.ts";

const [, , url = "", now = "0", ids = "", first = "0", minutes = "1"] = process.argv;
const database = openDatabase(url);
for (let round = 0; ; round += 1) {
	while (await sealClosedHours(database, Number(now))) process.send?.("sealed");
	await dropPartitions(database, Number(now));
	await createPartitions(database, (Number(first) + (round % 4) * 60) * 60_000);
	// Later processes begin with the revisions of earlier ones: some checks replace, some don't.
	const checks = ids.split(",").map((id, index) => {
		const minute = Number(first) + ((round * 37 + index * 61) % Number(minutes));
		return anOutcome(Number(id), minute, { ...upObservation, responseTimeMs: 100 + round }, { revision: round + 1 });
	});
	await recordChecks(database, checks, Number(now));
}
