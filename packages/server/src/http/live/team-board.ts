/**
 * One team's board, kept between requests. A refresh within a minute reads only the monitors that changed; the first of
 * each minute reads every monitor, and the minutes that may have changed.
 *
 * Uptime is computed over whole hours: the current one and the 23, or 719, before it. Hours that are rolled up come
 * from the database, which is read again after each roll-up; later minutes come from the marks that the board shows.
 */

import { minuteOf } from "../../domain/checks/check.ts";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import {
	MAINTENANCE_LETTER,
	MINUTE_LETTERS,
	NO_CHECK_LETTER,
	percentOf,
	SHOWN_MINUTES,
	type Share,
	STATUS_LETTERS,
} from "../../domain/figures/board.ts";
import { hourOf, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { degradedIsSuccessful } from "../../domain/figures/uptime.ts";
import { concerns, type Span, spansOf, type Window } from "../../domain/maintenance/maintenance.ts";
import {
	type BoardMonitor,
	boardMonitors,
	CHANGES_OVERLAP_MS,
	type ChangedMonitor,
	changedSince,
	type FoldedShare,
	foldedShares,
	unfoldedFrom,
} from "../../storage/board/board-rows.ts";
import { type MinuteMark, marksOf } from "../../storage/board/minute-marks.ts";
import type { Session } from "../../storage/database/session.ts";
import { windowsOfTeam } from "../../storage/maintenance/maintenance-windows.ts";

/** Minutes of marks kept: those shown, and the hour or two that are not rolled up yet. */
const KEPT_MINUTES = 3 * MINUTES_AN_HOUR;
/** Minutes read again when a minute is over, because a check may be recorded this much later than its minute. */
const REREAD_MINUTES = 3;
/** Everything is read again after this time, for checks that were recorded even later. */
const REREAD_ALL_MS = 15 * 60_000;
/** A late check changes an hour that is rolled up. */
const REREAD_FOLDED_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

const NO_MARK = 255;
const WINDOWS_HOURS = { last24Hours: 24, last30Days: 720 } as const;
const LETTER_CODES = VERDICTS.map((verdict) => MINUTE_LETTERS[verdict].charCodeAt(0));
const NO_CHECK_CODE = NO_CHECK_LETTER.charCodeAt(0);
const MAINTENANCE_CODE = MAINTENANCE_LETTER.charCodeAt(0);
const [UP, DEGRADED] = [VERDICTS.indexOf("up"), VERDICTS.indexOf("degraded")];
const MISSED = VERDICTS.indexOf("missed");

interface Marks {
	/** Verdicts by minute modulo KEPT_MINUTES; NO_MARK where there was no check. */
	readonly verdicts: Uint8Array;
	lastMinute: number;
	responseTimeMs: number | null;
	/** The letters of the minutes shown outside maintenance, and the last of these minutes. Null after a change. */
	recent: { readonly letters: string; readonly minute: number } | null;
}

/** Counts of folded hours, of the last day and the last month, and when they were read. */
interface Folded {
	readonly hour: number;
	readonly readAt: number;
	readonly day: ReadonlyMap<number, FoldedShare>;
	readonly month: ReadonlyMap<number, FoldedShare>;
}

export interface Board {
	readonly minute: number;
	readonly counts: Readonly<Record<"total" | "up" | "degraded" | "down" | "pending" | "paused", number>>;
	readonly uptime: { readonly last24Hours: number | null; readonly last30Days: number | null };
	readonly monitors: {
		readonly id: readonly string[];
		readonly name: readonly string[];
		readonly type: readonly string[];
		readonly target: readonly string[];
		readonly tags: readonly (readonly string[])[];
		readonly status: string;
		readonly since: readonly (number | null)[];
		readonly enabled: string;
		readonly uptime24h: readonly (number | null)[];
		readonly uptime30d: readonly (number | null)[];
		readonly responseTimeMs: readonly (number | null)[];
		readonly recent: readonly string[];
	};
}

export class TeamBoard {
	readonly #session: Session;
	readonly #teamId: number;
	readonly #marks = new Map<number, Marks>();
	/** The letters of one monitor while they are put together. */
	readonly #letters = Buffer.alloc(SHOWN_MINUTES);
	/** By id, in the order of the board. */
	#monitors = new Map<number, BoardMonitor>();
	#readAt = Number.POSITIVE_INFINITY;
	#readThrough = 0;
	#readAllAt = Number.NEGATIVE_INFINITY;
	#folded: Folded | null = null;

	constructor(session: Session, teamId: number) {
		this.#session = session;
		this.#teamId = teamId;
	}

	/** The board at `now` (epoch milliseconds). Calls must not overlap. */
	async read(now: number): Promise<Board> {
		const minute = minuteOf(now);
		const isSameMinute = minute === this.#readThrough && now >= this.#readAt;
		const isRefreshed = isSameMinute && (await this.#readChanges());
		if (!isRefreshed) {
			const monitors = await boardMonitors(this.#session, this.#teamId);
			this.#monitors = new Map(monitors.map((monitor) => [monitor.id, monitor]));
		}
		const monitors = [...this.#monitors.values()];
		const folded = await this.#readFolded(monitors, now);
		if (!isRefreshed) await this.#readMinutes(monitors, folded, now);
		this.#readAt = now;
		const windows = await windowsOfTeam(this.#session, this.#teamId);
		return this.#board(monitors, minute, folded, maintenanceAt(windows, minute));
	}

	/**
	 * What changed since the last refresh, except missed checks, which change no monitor. False if monitors were edited,
	 * added or deleted: then all have to be read.
	 */
	async #readChanges(): Promise<boolean> {
		const changed = await changedSince(this.#session, this.#teamId, this.#readAt - CHANGES_OVERLAP_MS);
		const isEdited = (monitor: ChangedMonitor) =>
			monitor.isDeleted
				? this.#monitors.has(monitor.id)
				: this.#monitors.get(monitor.id)?.updatedAt !== monitor.updatedAt;
		if (changed.some(isEdited)) return false;
		for (const { id, isDeleted, status, statusSince, lastMinute, verdict, responseTimeMs } of changed) {
			const known = this.#monitors.get(id);
			if (isDeleted || !known) continue;
			this.#monitors.set(id, { ...known, status, statusSince });
			if (lastMinute === null || verdict === null || lastMinute <= this.#readThrough - KEPT_MINUTES) continue;
			this.#mark({ monitorId: id, minute: lastMinute, verdict, responseTimeMs });
		}
		return true;
	}

	/** The minutes that may have changed since the last refresh; for new monitors, all that are shown or not folded. */
	async #readMinutes(monitors: readonly BoardMonitor[], folded: Folded, now: number): Promise<void> {
		const minute = minuteOf(now);
		const oldest = Math.max(minute - KEPT_MINUTES + 1, Math.min(minute - SHOWN_MINUTES + 1, firstUnfolded(folded)));
		const readsAll = now - this.#readAllAt >= REREAD_ALL_MS || now < this.#readAllAt;
		if (readsAll) {
			this.#marks.clear();
			this.#readAllAt = now;
		}
		const known = readsAll ? [] : monitors.filter(({ id }) => this.#marks.has(id));
		const fresh = readsAll ? monitors : monitors.filter(({ id }) => !this.#marks.has(id));
		for (const id of this.#marks.keys()) if (!this.#monitors.has(id)) this.#marks.delete(id);
		// Before the new ones are added: these are clear already.
		this.#clear(this.#readThrough, minute);
		for (const { id } of fresh) this.#marks.set(id, newMarks());
		await this.#read(known, Math.max(oldest, this.#readThrough - REREAD_MINUTES), minute + 1);
		await this.#read(fresh, oldest, minute + 1);
		this.#readThrough = minute;
	}

	async #read(monitors: readonly BoardMonitor[], from: number, to: number): Promise<void> {
		if (monitors.length === 0) return;
		const wanted = { teamId: this.#teamId, monitorIds: monitors.map(({ id }) => id) };
		for await (const marks of marksOf(this.#session, wanted, from, to)) {
			for (const mark of marks) this.#mark(mark);
		}
	}

	#mark({ monitorId, minute, verdict, responseTimeMs }: MinuteMark): void {
		const own = this.#marks.get(monitorId);
		if (!own) return;
		const slot = minute % KEPT_MINUTES;
		if (own.verdicts[slot] !== verdict) own.recent = null;
		own.verdicts[slot] = verdict;
		if (verdict === MISSED || minute < own.lastMinute) return;
		own.lastMinute = minute;
		own.responseTimeMs = responseTimeMs;
	}

	/** The slots of new minutes still contain marks of three hours ago. */
	#clear(after: number, minute: number): void {
		const from = Math.max(after + 1, minute - KEPT_MINUTES + 1);
		for (let each = from; each <= minute; each += 1) {
			for (const { verdicts } of this.#marks.values()) verdicts[each % KEPT_MINUTES] = NO_MARK;
		}
	}

	async #readFolded(monitors: readonly BoardMonitor[], now: number): Promise<Folded> {
		// An hour is rolled up a minute after its end.
		const hour = hourOf(minuteOf(now - 2 * MINUTE_MS));
		const known = this.#folded;
		const isFresh = known?.hour === hour && now - known.readAt < REREAD_FOLDED_MS;
		if (isFresh && monitors.every(({ id }) => known.day.has(id))) return known;
		const first = (hours: number) => hourOf(minuteOf(now)) - hours + 1;
		const read = {
			hour,
			readAt: now,
			day: await foldedShares(this.#session, monitors, first(WINDOWS_HOURS.last24Hours)),
			month: await foldedShares(this.#session, monitors, first(WINDOWS_HOURS.last30Days)),
		};
		this.#folded = read;
		return read;
	}

	#board(monitors: readonly BoardMonitor[], minute: number, folded: Folded, maintenance: Maintenance): Board {
		const sums = { day: { total: 0, successful: 0 }, month: { total: 0, successful: 0 } };
		const counts = { total: monitors.length, up: 0, degraded: 0, down: 0, pending: 0, paused: 0 };
		const shareOf = (monitor: BoardMonitor, length: "day" | "month") => {
			const share = this.#shareOf(monitor, folded[length].get(monitor.id), minute);
			sums[length].total += share.total;
			sums[length].successful += share.successful;
			return percentOf(share);
		};
		for (const { isEnabled, status } of monitors) counts[isEnabled ? status : "paused"] += 1;
		const columns = {
			id: monitors.map(({ publicId }) => publicId),
			name: monitors.map(({ name }) => name),
			type: monitors.map(({ type }) => type),
			target: monitors.map(({ target }) => target),
			tags: monitors.map(({ tags }) => tags),
			status: monitors.map(({ status }) => STATUS_LETTERS[status]).join(""),
			since: monitors.map(({ statusSince }) => (statusSince === null ? null : Math.floor(statusSince / 1000))),
			enabled: monitors.map(({ isEnabled }) => (isEnabled ? "1" : "0")).join(""),
			uptime24h: monitors.map((monitor) => shareOf(monitor, "day")),
			uptime30d: monitors.map((monitor) => shareOf(monitor, "month")),
			responseTimeMs: monitors.map(({ id }) => this.#marks.get(id)?.responseTimeMs ?? null),
			recent: monitors.map(({ id }) => this.#recentOf(id, minute, maintenance)),
		};
		const uptime = { last24Hours: percentOf(sums.day), last30Days: percentOf(sums.month) };
		return { minute, counts, uptime, monitors: columns };
	}

	/** Rolled-up hours and the marks since. Null while the roll-up is so late that some hours are in neither. */
	#shareOf({ id, type }: BoardMonitor, folded: FoldedShare | undefined, minute: number): Share {
		const marks = this.#marks.get(id);
		if (!folded || !marks || unfoldedFrom(folded) <= minute - KEPT_MINUTES) return { total: 0, successful: 0 };
		let { total, successful } = folded;
		const degradedCounts = degradedIsSuccessful(type);
		for (let each = unfoldedFrom(folded); each <= minute; each += 1) {
			const verdict = marks.verdicts[each % KEPT_MINUTES] ?? NO_MARK;
			if (verdict === NO_MARK || verdict === MISSED) continue;
			total += 1;
			if (verdict === UP || (degradedCounts && verdict === DEGRADED)) successful += 1;
		}
		return { total, successful };
	}

	#recentOf(id: number, minute: number, maintenance: Maintenance): string {
		const marks = this.#marks.get(id);
		const spans = maintenance.length === 0 ? [] : spansFor(maintenance, id);
		if (spans.length === 0 && marks?.recent?.minute === minute) return marks.recent.letters;
		const first = minute - SHOWN_MINUTES + 1;
		for (let index = 0; index < SHOWN_MINUTES; index += 1) {
			const each = first + index;
			const verdict = marks?.verdicts[each % KEPT_MINUTES] ?? NO_MARK;
			const isHeld = verdict !== UP && verdict !== NO_MARK && covers(spans, each);
			this.#letters[index] = isHeld ? MAINTENANCE_CODE : (LETTER_CODES[verdict] ?? NO_CHECK_CODE);
		}
		const letters = this.#letters.toString("latin1");
		if (marks && spans.length === 0) marks.recent = { letters, minute };
		return letters;
	}
}

/** The earliest minute that some monitor's folded counts do not include. */
function firstUnfolded({ day }: Folded): number {
	let first = Number.POSITIVE_INFINITY;
	for (const share of day.values()) first = Math.min(first, unfoldedFrom(share));
	return first;
}

function newMarks(): Marks {
	return { verdicts: new Uint8Array(KEPT_MINUTES).fill(NO_MARK), lastMinute: 0, responseTimeMs: null, recent: null };
}

type Maintenance = readonly { readonly window: Window; readonly spans: readonly Span[] }[];

/** The occurrences of windows within the minutes shown, computed once for all monitors. */
function maintenanceAt(windows: readonly Window[], minute: number): Maintenance {
	const from = (minute - SHOWN_MINUTES + 1) * MINUTE_MS;
	return windows
		.map((window) => ({ window, spans: spansOf(window.schedule, from, (minute + 1) * MINUTE_MS) }))
		.filter(({ spans }) => spans.length > 0);
}

function spansFor(maintenance: Maintenance, monitorId: number): readonly Span[] {
	return maintenance.filter(({ window }) => concerns(window, monitorId)).flatMap(({ spans }) => spans);
}

function covers(spans: readonly Span[], minute: number): boolean {
	return spans.some(({ startsAt, endsAt }) => startsAt < (minute + 1) * MINUTE_MS && endsAt > minute * MINUTE_MS);
}
