/** Sums of the phase times of a monitor's checks, in equal steps: added up by the database, not check by check. */

import { sql } from "kysely";
import type { Phase } from "../../domain/checks/observation.ts";
import type { SeriesRange } from "../../domain/figures/series.ts";
import type { Session } from "../database/session.ts";
import { hasVerdict, isAnsweredSql } from "./outcome-code.ts";

export interface PhaseSums {
	/** First minute of the step. */
	readonly minute: number;
	/** Checks with a complete response: those that the sums are of. */
	readonly answered: number;
	/** Milliseconds. */
	readonly phases: Readonly<Record<Phase, number>>;
	readonly missed: number;
}

/** The steps of `range` with checks, in no order. */
export async function phaseSums(session: Session, monitorId: number, range: SeriesRange): Promise<PhaseSums[]> {
	const { fromMinute, toMinute, stepMinutes } = range;
	const known = sql`coalesce(c.dns_ms, 0) + coalesce(c.connect_ms, 0) + coalesce(c.tls_ms, 0) + coalesce(c.first_byte_ms, 0)`;
	const answered = isAnsweredSql("c.outcome");
	const { rows } = await sql<{
		place: number;
		answered: number;
		missed: number;
		dns: number;
		connect: number;
		tls: number;
		first_byte: number;
		transfer: number;
	}>`
		select place, sum(is_answered) as answered, sum(is_missed) as missed,
			sum(is_answered * dns_ms) as dns, sum(is_answered * connect_ms) as connect, sum(is_answered * tls_ms) as tls,
			sum(is_answered * first_byte_ms) as first_byte, sum(is_answered * transfer_ms) as transfer
		from (
			select (c.minute - ${sql.lit(fromMinute)}) / ${sql.lit(stepMinutes)} as place,
				case when ${answered} then 1 else 0 end as is_answered,
				case when ${hasVerdict("c.outcome", "missed")} then 1 else 0 end as is_missed,
				coalesce(c.dns_ms, 0) as dns_ms, coalesce(c.connect_ms, 0) as connect_ms, coalesce(c.tls_ms, 0) as tls_ms,
				coalesce(c.first_byte_ms, 0) as first_byte_ms,
				case when c.elapsed_ms > ${known} then c.elapsed_ms - (${known}) else 0 end as transfer_ms
			from ${session.dialect.results.ofMonitor(monitorId, fromMinute, toMinute)}
		) as checks
		group by place`.execute(session.db);
	return rows.map(({ place, answered, missed, ...phases }) => ({
		minute: fromMinute + place * stepMinutes,
		answered,
		missed,
		phases,
	}));
}
