import { expect, test } from "vitest";
import { minuteOf, startOfMinute } from "../../../domain/checks/check.ts";
import { judge } from "../../../domain/checks/judgement.ts";
import { decided } from "../../../domain/checks/locations/votes.ts";
import type { Observation } from "../../../domain/checks/observation.ts";
import type { JudgedOutcome } from "../../../domain/checks/record.ts";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { findMonitor } from "../../../storage/monitors/monitors.ts";
import { sealClosedHours } from "../../../storage/results/sealed/seal-hours.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import {
	aLocation,
	anOutcome,
	downObservation,
	missedObservation,
	upObservation,
} from "../../../storage/testing/fixtures.ts";
import { NOON, startService } from "../../testing/service.ts";

const HOURS = 5;
/** The hours before noon, of which two are sealed. */
const first = minuteOf(NOON) - HOURS * 60;

/** What a location saw in a minute: slower the farther it is, and now and then not at all. */
function seenFrom(place: number, minute: number): Observation {
	const turn = (minute * 31 + place * 17) % 23;
	if (turn === 0) return missedObservation;
	if (turn < 3) return downObservation;
	return { ...upObservation, responseTimeMs: 50 * place + (minute % 40) };
}

/** A check of these locations: of one of them, or as they decide together. */
function checkOf(monitor: number, minute: number, places: readonly number[], ids: readonly number[]): JudgedOutcome {
	const { outcome } = anOutcome(monitor, minute);
	const parts = places.map((place) => {
		const { order, ...part } = anOutcome(monitor, minute, seenFrom(place, minute)).outcome;
		return { ...part, locationId: ids[place - 1] ?? null };
	});
	const [alone] = parts;
	if (parts.length === 1 && alone) {
		const { locationId, ...part } = alone;
		const order = { ...outcome.order, locationId };
		return { outcome: { ...outcome, ...part, order }, judgement: judge(part.observation, order) };
	}
	const { deciding, median } = decided(parts, outcome.order, "majority");
	const { locationId: _, ...part } = parts[deciding] ?? (alone as NonNullable<typeof alone>);
	const merged = { ...outcome, ...part, locations: parts, ...(median && { median }) };
	return { outcome: merged, judgement: judge(merged.observation, outcome.order) };
}

onEachEngine("a monitor's checks by location", (name) => {
	test("are those that each made, sealed or not; of a check of one location they add up to the monitor's own", async () => {
		await using service = await startService(name);
		const { database, team } = service;
		const ids = [await aLocation(database, "frankfurt"), await aLocation(database, "virginia")];
		const { id } = await service.newMonitor();
		const key = (await findMonitor(database, team.id, id, NOON))?.id ?? 0;
		const placesAt = (minute: number) => (minute % 3 === 0 ? [1, 2] : minute % 3 === 1 ? [1] : [2]);
		const minutes = Array.from({ length: HOURS * 60 }, (_, index) => first + index);
		await recordChecks(
			database,
			minutes.map((minute) => checkOf(key, minute, placesAt(minute), ids)),
			NOON,
		);
		while ((await sealClosedHours(database, NOON)) !== null);
		expect((await database.db.selectFrom("sealed_hours").select("hour").execute()).length).toBeGreaterThan(0);

		const query = `from=${iso(first)}&to=${iso(first + HOURS * 60)}&step=3600`;
		const { data } = (await service.ask("GET", `/api/v1/monitors/${id}/series/locations?${query}`)).json;
		expect(data.locations.map(({ location }: { location: string }) => location)).toEqual(["frankfurt", "virginia"]);
		for (const [index, { total, points }] of data.locations.entries()) {
			const place = index + 1;
			const seen = (from: number, to: number) =>
				minutes
					.filter((minute) => minute >= from && minute < to && placesAt(minute).includes(place))
					.map((minute) => seenFrom(place, minute));
			expect(shortOf(total)).toEqual(byHand(seen(first, first + HOURS * 60)));
			for (let hour = 0; hour < HOURS; hour += 1) {
				const from = first + hour * 60;
				expect(shortOf(points[hour])).toEqual(byHand(seen(from, from + 60)));
			}
		}
		// As CSV they are the same, a line for each location and step.
		const csv = await service.ask("GET", `/api/v1/monitors/${id}/series/locations?${query}`, {
			headers: { accept: "text/csv" },
		});
		expect(csv.headers.get("content-disposition")).toMatch(/filename="mon_\w+-locations-2025-06-15_2025-06-15\.csv"/);
		const [heading = "", ...lines] = csv.text.trimEnd().split("\r\n");
		expect(heading.split(",").slice(0, 7)).toEqual(
			"location,at,checks,successful_checks,degraded_checks,down_checks,missed".split(","),
		);
		const rows = lines.map((line) => line.split(","));
		for (const [index, location] of ["frankfurt", "virginia"].entries()) {
			const own = rows.filter(([named]) => named === location);
			const sum = (column: number) => own.reduce((total, row) => total + Number(row[column]), 0);
			const { total } = data.locations[index];
			const { checks, degradedChecks, downChecks, missed } = total;
			expect([own.length, sum(2), sum(4), sum(5), sum(6)]).toEqual([HOURS, checks, degradedChecks, downChecks, missed]);
		}
		// A report of days, each from midnight UTC, has the same checks.
		const days = `from=${iso(first)}&to=${iso(first + HOURS * 60)}&step=86400`;
		const daily = (await service.ask("GET", `/api/v1/monitors/${id}/series/locations?${days}`)).json.data.locations;
		for (const [index, { total, points }] of daily.entries()) {
			expect(points.map(({ at }: { at: string }) => at)).toEqual(["2025-06-15T00:00:00.000Z"]);
			expect([shortOf(total), shortOf(points[0])]).toEqual(Array(2).fill(shortOf(data.locations[index].total)));
		}
		// A check counts once in the monitor's own figures, however many locations made it.
		const whole = (await service.ask("GET", `/api/v1/monitors/${id}/series?${query}`)).json.data.points;
		const made = minutes.filter((minute) =>
			placesAt(minute).some((place) => seenFrom(place, minute).kind !== "missed"),
		);
		const checks = whole.reduce((sum: number, { checks }: { checks: number }) => sum + checks, 0);
		expect(checks).toBe(made.length);
		const ofOne = minutes.filter((minute) => placesAt(minute).length === 1);
		const both = minutes.filter((minute) => placesAt(minute).length === 2);
		const parts = [1, 2].flatMap((place) => both.map((minute) => seenFrom(place, minute)));
		const byLocation = data.locations.reduce(
			(sum: number, { total }: { total: { checks: number; missed: number } }) => sum + total.checks + total.missed,
			0,
		);
		expect(byLocation).toBe(ofOne.length + parts.length);
	});

	test("are explained with what each location saw", async () => {
		await using service = await startService(name);
		const { database, team } = service;
		const ids = [await aLocation(database, "frankfurt"), await aLocation(database, "virginia")];
		const { id } = await service.newMonitor();
		const key = (await findMonitor(database, team.id, id, NOON))?.id ?? 0;
		const minute = Array.from({ length: 200 }, (_, index) => first + index).find(
			(one) => seenFrom(1, one).kind === "failed" && seenFrom(2, one).kind === "answered",
		);
		await recordChecks(database, [checkOf(key, minute ?? 0, [1, 2, 3], ids)], NOON);
		const { data } = (await service.ask("GET", `/api/v1/monitors/${id}/results/${minute}`)).json;
		const [control, frankfurt, virginia] = data.locations;
		expect([data.location, data.verdict, control.location]).toEqual([null, "up", null]);
		expect(frankfurt).toMatchObject({
			location: "frankfurt",
			verdict: "down",
			reason: "refused",
			responseTimeMs: null,
		});
		expect(virginia).toMatchObject({ location: "virginia", verdict: "up", reason: null, responseStatus: 200 });
		expect(Object.keys(virginia.phases)).toEqual(["dns", "connect", "tls", "first_byte", "transfer"]);
		const answered = [control, virginia].map(({ responseTimeMs }) => responseTimeMs);
		expect(data.responseTimeMs).toBe(Math.round((answered[0] + answered[1]) / 2));
		const full = (await service.ask("GET", `/api/v1/monitors/${id}?view=full`)).json.data;
		expect(full.lastResult.locations).toEqual(data.locations);
		expect(full.regional).toMatchObject([{ location: "frankfurt", reason: "refused" }]);
		const board = (await service.ask("GET", "/api/v1/board")).json.data;
		expect(board.regional).toMatchObject([{ id, location: "frankfurt" }]);
	});

	test("are answered for days of which single checks are kept, and refused for earlier ones", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor();
		const today = minuteOf(NOON) - (minuteOf(NOON) % 1_440);
		// Within a day, so that a step of a day begins before it.
		const since = today - 2 * 1_440 + 600;
		await service.database.db.updateTable("roll_up_progress").set({ results_since: since }).execute();
		const ask = (from: number) =>
			service.ask("GET", `/api/v1/monitors/${id}/series/locations?from=${iso(from)}&to=${iso(today)}&step=86400`);
		expect((await ask(since)).status).toBe(200);
		const { status, json } = await ask(since - 1);
		expect([status, json.error.details]).toEqual([
			400,
			[{ path: "from", message: `Checks by location are kept since ${iso(since)}.` }],
		]);
	});

	test("are answered for at most 31 days", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor();
		const asked = await service.ask("GET", `/api/v1/monitors/${id}/series/locations?from=${iso(first - 40 * 1_440)}`);
		expect([asked.status, asked.json.error.details]).toEqual([
			400,
			[{ path: "from", message: "Checks by location cover at most 31 days." }],
		]);
	});
});

const iso = (minute: number) => new Date(startOfMinute(minute)).toISOString();

interface Point {
	readonly checks: number;
	readonly downChecks: number;
	readonly missed: number;
	readonly availablePercent: number | null;
	readonly p50Ms: number | null;
	readonly maxMs: number | null;
}

const shortOf = ({ checks, downChecks, missed, availablePercent, p50Ms, maxMs }: Point): Point => ({
	checks,
	downChecks,
	missed,
	availablePercent,
	p50Ms,
	maxMs,
});

function byHand(seen: readonly Observation[]): Point {
	const times = seen.flatMap((each) => (each.kind === "answered" ? [each.responseTimeMs] : [])).sort((a, b) => a - b);
	const missed = seen.filter(({ kind }) => kind === "missed").length;
	const down = seen.filter(({ kind }) => kind === "failed").length;
	const checks = seen.length - missed;
	return {
		checks,
		downChecks: down,
		missed,
		availablePercent: checks === 0 ? null : ((checks - down) / checks) * 100,
		p50Ms: times[Math.ceil(times.length / 2) - 1] ?? null,
		maxMs: times.at(-1) ?? null,
	};
}
