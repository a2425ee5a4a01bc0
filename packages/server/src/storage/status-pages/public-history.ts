/** What is read of a published page beside the page itself: a month of its history, and an earlier incident. */

import type { PublicIncident, PublicPage } from "../../domain/status-pages/public-page.ts";
import type { Tx } from "../database/tx.ts";
import { firstIncidentAt, incidentsBetween, publicIncident } from "./public-incidents.ts";
import { publishedPage } from "./public-page.ts";

interface ReadMonth {
	readonly year: number;
	/** 1–12. */
	readonly month: number;
	readonly incidents: readonly PublicIncident[];
	/** "2026-10"; null: no earlier month has an incident. */
	readonly earlier: string | null;
	/** Null: it is the present month. */
	readonly later: string | null;
}

/**
 * A month, "2026-11", in the time zone of a page; null: it is to come, or before the page and its first incident.
 */
export function readMonth(
	tx: Tx,
	{ slug, timeZone, createdAt }: Pick<PublicPage, "slug" | "timeZone" | "createdAt">,
	key: string,
	now: number,
): Promise<ReadMonth | null> {
	return tx.snapshot(async (snapshot) => {
		const row = await publishedPage(snapshot, slug, now);
		if (row === null) return null;
		const page = { id: row.id, teamId: row.team_id };
		const wanted = Temporal.PlainYearMonth.from(key);
		const monthAt = (at: number) =>
			Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toPlainYearMonth();
		const first = monthAt(Math.min(createdAt, (await firstIncidentAt(snapshot, page)) ?? createdAt));
		const latest = monthAt(now);
		const compare = Temporal.PlainYearMonth.compare;
		if (compare(wanted, first) < 0 || compare(wanted, latest) > 0) return null;
		const startOf = (month: Temporal.PlainYearMonth) =>
			month.toPlainDate({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
		const span = { from: startOf(wanted), to: startOf(wanted.add({ months: 1 })) };
		return {
			year: wanted.year,
			month: wanted.month,
			incidents: await incidentsBetween(snapshot, page, span),
			earlier: compare(wanted, first) > 0 ? wanted.subtract({ months: 1 }).toString() : null,
			later: compare(wanted, latest) < 0 ? wanted.add({ months: 1 }).toString() : null,
		};
	});
}

/** An incident of a published page, however long ago; null: the page has none with this id. */
export function readPublicIncident(tx: Tx, slug: string, id: string, now: number): Promise<PublicIncident | null> {
	return tx.snapshot(async (snapshot) => {
		const row = await publishedPage(snapshot, slug, now);
		return row === null ? null : publicIncident(snapshot, { id: row.id, teamId: row.team_id }, id);
	});
}
