/** The size of the SQLite file that the checks of a soak explain. */

import { minuteOf } from "../../../domain/checks/check.ts";
import { HOURS_A_DAY, hourOf } from "../../../domain/figures/roll-up.ts";
import { TEAM_MINUTES_KEPT } from "../../../storage/figures/team-minutes.ts";
import { packedBefore, sealedBefore } from "../../../storage/results/sealed/seal-hours.ts";
import { checksOf } from "./counted-hours.ts";
import { kept, type Soak } from "./soak.ts";

/** Bytes on pages as full as inserts leave them, measured with dbstat over 20 days of 200 monitors. */
const BYTES = {
	/** What every block has, as a row or in that of its day, and a check in it. */
	block: 44,
	blockInDay: 31,
	checkInBlock: 4,
	/** A check of the last hours, which is a row. */
	row: 60,
	/** An hour's figures, and each response time of its histogram while that is exact. */
	hour: 24,
	responseTime: 0.45,
	day: 50,
	teamHour: 24,
	/** Changes of status: one in 500 checks. */
	transition: 350 / 500,
	/** Settings, state and position of a monitor, with their indexes. */
	monitor: 1_300,
	schema: 400_000,
} as const;

export function explainedBytes(soak: Soak): number {
	const results = kept(soak, soak.retention.resultsDays);
	const hours = kept(soak, soak.retention.hoursDays);
	const events = kept(soak, soak.retention.eventsDays);
	const unsealed = sealedBefore(soak.now);
	const packed = packedBefore(soak.now) * HOURS_A_DAY;
	const days = (hours.to - hourOf(minuteOf(soak.start))) / 24;
	const counted = Math.min(TEAM_MINUTES_KEPT, minuteOf(soak.now) - minuteOf(soak.start));
	let bytes = BYTES.schema + hourOf(counted) * BYTES.teamHour;
	for (const monitor of soak.monitors) {
		bytes += BYTES.monitor + days * BYTES.day;
		for (let hour = Math.min(hours.from, results.from, events.from); hour < hours.to; hour += 1) {
			const counted = soak.counted.of(monitor, hour);
			const checks = checksOf(counted);
			if (checks === 0) continue;
			if (hour >= hours.from) bytes += BYTES.hour + counted.answered * BYTES.responseTime;
			if (hour >= events.from) bytes += checks * BYTES.transition;
			if (hour >= unsealed) bytes += checks * BYTES.row;
			else if (hour >= results.from)
				bytes += (hour < packed ? BYTES.blockInDay : BYTES.block) + checks * BYTES.checkInBlock;
		}
	}
	return bytes;
}
