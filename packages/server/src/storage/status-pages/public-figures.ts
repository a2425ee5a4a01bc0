/**
 * Figures that a page shows of its components: the minutes of their days, and their response times. They change slowly
 * and cost more than the rest of a page, so callers keep them longer.
 */

import { sql } from "kysely";
import { DAY_MS, HOUR_MS } from "../../domain/durations.ts";
import { dayOfInstant, type PublicDay } from "../../domain/status-pages/public-page.ts";
import type { Tx } from "../database/tx.ts";
import { decodeTimes } from "../figures/hour-times.ts";
import { componentDays } from "./component-days.ts";

export interface PublicFigures {
	/** By the component's key, oldest first; only days that were measured. */
	readonly days: ReadonlyMap<number, readonly PublicDay[]>;
	/** By the component's key, milliseconds. */
	readonly responseTimes: ReadonlyMap<number, number>;
}

/** A page by its keys. */
export interface FiguresWanted {
	readonly id: number;
	readonly teamId: number;
	readonly barDays: number;
	/** Whether any component shows its days. */
	readonly showsUptime: boolean;
}

export async function publicFigures(tx: Tx, page: FiguresWanted, now: number): Promise<PublicFigures> {
	const { id, teamId, barDays, showsUptime } = page;
	return {
		days: showsUptime ? await componentDays(tx, id, dayOfInstant(now) - barDays + 1, now) : new Map(),
		responseTimes: await responseTimesOf(tx, { id, teamId }, now),
	};
}

/**
 * The mean of the last 24 hours that are over, of all monitors of each component that shows it; of the hours that are
 * folded.
 */
async function responseTimesOf(
	{ db }: Tx,
	{ id, teamId }: Pick<FiguresWanted, "id" | "teamId">,
	now: number,
): Promise<ReadonlyMap<number, number>> {
	const { rows } = await sql<{ component_id: number; response_times: Uint8Array }>`
		select of.component_id, h.response_times from components c
		join component_monitors as of on of.component_id = c.id join monitors m on m.id = of.monitor_id
		join hourly_roll_ups h on h.monitor_id = m.id
		where c.status_page_id = ${id} and c.shows_response_time = 1 and m.team_id = ${teamId} and m.deleted_at is null
			and h.hour >= ${Math.floor((now - DAY_MS) / HOUR_MS)} and h.hour <= ${Math.floor(now / HOUR_MS)}`.execute(db);
	const sums = new Map<number, { sum: number; answered: number }>();
	for (const { component_id, response_times } of rows) {
		const { responseSumMs, answered } = decodeTimes(response_times);
		const before = sums.get(component_id) ?? { sum: 0, answered: 0 };
		sums.set(component_id, { sum: before.sum + responseSumMs, answered: before.answered + answered });
	}
	return new Map(
		[...sums].flatMap(([of, { sum, answered }]) => (answered === 0 ? [] : [[of, Math.round(sum / answered)]])),
	);
}
