/**
 * The history in Uptime Kuma's database, by UTC day: heartbeats, which version 1 keeps for as long as it is told to and
 * version 2 for a day; beyond that version 2 has figures of the hours of a month and of the days of a year.
 *
 * An hour is single checks where its heartbeats are all there, which the figures of the hour, or else of the day, tell.
 * A minute has one result here: of several heartbeats, the last.
 */

import { MAX_MESSAGE_LENGTH } from "../../../domain/checks/observation.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../domain/durations.ts";
import { withoutControls } from "../../../domain/text.ts";
import type { SqliteCopy } from "../../../storage/installation/sqlite-copy.ts";

interface Figures {
	readonly up: number;
	readonly down: number;
	readonly responseTime: { readonly avg: number; readonly min: number; readonly max: number } | null;
}

interface Check {
	readonly minute: number;
	readonly status: "up" | "down";
	readonly responseTimeMs: number | null;
	readonly responseStatus: number | null;
	readonly message: string | null;
}

interface Hour {
	readonly startsAt: string;
	readonly checks?: readonly Check[];
	readonly figures?: Figures;
}

export interface Day {
	readonly date: string;
	/** Oldest first. */
	readonly hours: readonly Hour[];
	/** Null where the hours say more. */
	readonly figures: Figures | null;
	/** Heartbeats that were read. */
	readonly beats: number;
}

interface Beat {
	readonly status: number;
	readonly ping: unknown;
	readonly msg: unknown;
}
interface BeatsOfHour {
	count: number;
	/** The last of each. */
	readonly minutes: Map<number, Beat>;
}
/** Heartbeats of a day. A push writes one each time, so a day has any number of them: one for each minute is held. */
interface Beats {
	read: number;
	/** Without those in maintenance. */
	readonly hours: Map<number, BeatsOfHour>;
}
const NO_HOUR: Readonly<BeatsOfHour> = { count: 0, minutes: new Map() };
const NO_BEATS: Readonly<Beats> = { read: 0, hours: new Map() };

/** Kuma's codes. A retry (pending) failed; in maintenance Kuma does not check. */
const UP = 1;
const MAINTENANCE = 3;

/** A year and a month: what Kuma keeps by default, and what is asked of one import at most. */
const MAX_DAYS = 400;

/** How many heartbeats there are, for progress. */
export function countBeats({ query, tables }: SqliteCopy): number {
	if (!tables.has("heartbeat")) return 0;
	const [row] = query("SELECT count(*) AS count FROM heartbeat");
	return Number(row?.["count"] ?? 0);
}

/** The days of a monitor that have anything, oldest first; those of the last {@link MAX_DAYS} before `now`. */
export function* daysOf(copy: SqliteCopy, monitorId: number, now: number): Generator<Day> {
	const since = Math.floor(now / DAY_MS - MAX_DAYS) * DAY_MS;
	const hourly = figuresIn(copy, "stat_hourly", monitorId, { since, now });
	const daily = figuresIn(copy, "stat_daily", monitorId, { since, now });
	const withFigures = [...new Set([...hourly.keys(), ...daily.keys()].map(startOfDay))].sort((a, b) => a - b);
	for (const [day, beats] of byDay(copy, monitorId, since)) {
		while ((withFigures[0] ?? day) < day) yield dayOf(withFigures.shift() ?? 0, NO_BEATS, hourly, daily);
		if (withFigures[0] === day) withFigures.shift();
		yield dayOf(day, beats, hourly, daily);
	}
	for (const day of withFigures) yield dayOf(day, NO_BEATS, hourly, daily);
}

function dayOf(
	day: number,
	beats: Beats,
	hourly: ReadonlyMap<number, Figures>,
	daily: ReadonlyMap<number, Figures>,
): Day {
	const hours: Hour[] = [];
	let known = 0;
	for (let hour = day; hour < day + DAY_MS; hour += HOUR_MS) {
		const [ofHour = NO_HOUR, figures] = [beats.hours.get(hour), hourly.get(hour)];
		const counted = figures === undefined ? 0 : figures.up + figures.down;
		known += Math.max(ofHour.count, counted);
		const startsAt = new Date(hour).toISOString();
		if (ofHour.count > 0 && ofHour.count >= counted) hours.push({ startsAt, checks: checksOf(ofHour) });
		else if (figures !== undefined && counted > 0) hours.push({ startsAt, figures });
	}
	const date = new Date(day).toISOString().slice(0, 10);
	const whole = daily.get(day);
	const isMore = whole !== undefined && whole.up + whole.down > known;
	return { date, hours: isMore ? [] : hours, figures: isMore ? whole : null, beats: beats.read };
}

function checksOf({ minutes }: BeatsOfHour): readonly Check[] {
	return [...minutes].map(([minute, { status, ping, msg }]) => {
		const text = withoutControls(typeof msg === "string" ? msg : "");
		const isUp = status === UP;
		const [, responseStatus] = /^(\d{3}) - /.exec(text) ?? /status code (\d{3})\b/.exec(text) ?? [];
		return {
			minute,
			status: isUp ? "up" : "down",
			responseTimeMs: typeof ping === "number" && ping >= 0 ? ping : null,
			responseStatus: responseStatus === undefined || Number(responseStatus) < 100 ? null : Number(responseStatus),
			message: isUp ? null : [...text].slice(0, MAX_MESSAGE_LENGTH / 2).join(""),
		};
	});
}

/** Heartbeats by the day that they are of, oldest first. */
function* byDay({ query, tables }: SqliteCopy, monitorId: number, since: number): Generator<[number, Beats]> {
	if (!tables.has("heartbeat")) return;
	const sql = "SELECT time, status, ping, msg FROM heartbeat WHERE monitor_id = ? AND time >= ? ORDER BY time";
	let [day, beats]: [number, Beats] = [0, NO_BEATS];
	for (const row of query(sql, monitorId, new Date(since).toISOString().slice(0, 10))) {
		const at = instantOf(row["time"]);
		if (Number.isNaN(at)) continue;
		if (startOfDay(at) !== day || beats === NO_BEATS) {
			if (beats.read > 0) yield [day, beats];
			[day, beats] = [startOfDay(at), { read: 0, hours: new Map() }];
		}
		beats.read += 1;
		const status = Number(row["status"]);
		if (status === MAINTENANCE) continue;
		const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
		const ofHour = beats.hours.get(hour) ?? { count: 0, minutes: new Map() };
		beats.hours.set(hour, ofHour);
		ofHour.count += 1;
		ofHour.minutes.set(Math.floor(at / MINUTE_MS) % 60, { status, ping: row["ping"], msg: row["msg"] });
	}
	if (beats.read > 0) yield [day, beats];
}

/** `2026-01-31 12:00:00.000`, in UTC. */
function instantOf(time: unknown): number {
	return Date.parse(`${String(time).replace(" ", "T").replace(/Z?$/, "")}Z`);
}

function startOfDay(at: number): number {
	return Math.floor(at / DAY_MS) * DAY_MS;
}

function figuresIn(
	{ query, tables }: SqliteCopy,
	table: "stat_hourly" | "stat_daily",
	monitorId: number,
	{ since, now }: { readonly since: number; readonly now: number },
): ReadonlyMap<number, Figures> {
	if (!tables.has(table)) return new Map();
	// There is one row of an hour or a day; between them Kuma writes none.
	const isWhole = "timestamp = CAST(timestamp AS INTEGER) AND timestamp % 3600 = 0";
	const sql = `SELECT * FROM ${table} WHERE monitor_id = ? AND timestamp BETWEEN ? AND ? AND ${isWhole}`;
	const found = new Map<number, Figures>();
	for (const row of query(sql, monitorId, Math.floor(since / 1_000), Math.ceil(now / 1_000))) {
		const [at, up, down] = [Number(row["timestamp"]) * 1_000, countOf(row["up"]), countOf(row["down"])];
		const avg = Number(row["ping"] ?? 0);
		// Least and longest are of later versions.
		const [min, max] = [Number(row["ping_min"]) || avg, Number(row["ping_max"]) || avg];
		const isKnown = up > 0 && avg > 0 && min <= avg && avg <= max;
		if (up + down > 0) found.set(at, { up, down, responseTime: isKnown ? { avg, min, max } : null });
	}
	return found;
}

function countOf(value: unknown): number {
	return Math.max(0, Math.trunc(Number(value) || 0));
}
