import { expect, test } from "vitest";
import { seededRandom } from "../../../cli/demo/demo-history.ts";
import type { Observation } from "../../../domain/checks/observation.ts";
import type { JudgedOutcome } from "../../../domain/checks/record.ts";
import { DAY_MS } from "../../../domain/durations.ts";
import { MONITOR_TYPES, type MonitorType } from "../../../domain/monitors/monitor.ts";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { anOutcome, downObservation, missedObservation, upObservation } from "../../../storage/testing/fixtures.ts";
import { type Answer, type Service, startService } from "../../testing/service.ts";
import { storeMonitorName } from "../../testing/stored-name.ts";

const SUMMARY = "/api/v1/reports/uptime-summary";
const DAILY = "/api/v1/reports/uptime-daily";
const MAY = "from=2025-05-01&to=2025-05-31";

/** A monitor of any type, as later versions will make them. */
async function aMonitorOf(service: Service, type: MonitorType, name: string): Promise<{ id: string; key: number }> {
	const { id } = await service.newMonitor({ name });
	const { id: key } = await service.database.db
		.updateTable("monitors")
		.set({ type, created_at: Date.UTC(2025, 3, 1) })
		.where("public_id", "=", id)
		.returning("id")
		.executeTakeFirstOrThrow();
	return { id, key };
}

const answeredIn = (responseTimeMs: number) => ({ ...upObservation, responseTimeMs }) as Observation;

/** Some plausible checks on some days of May; returns them as a client would count them. */
async function someHistory(service: Service, key: number, seed: number) {
	const random = seededRandom(seed);
	const checks: { minute: number; verdict: "up" | "degraded" | "down"; ms: number | null }[] = [];
	const outcomes: JudgedOutcome[] = [];
	for (let day = 0; day < 31; day += 1) {
		if (random() < 0.4) continue;
		for (let index = 0; index < 12; index += 1) {
			const minute = Date.UTC(2025, 4, 1 + day) / 60_000 + index * 117 + Math.floor(random() * 100);
			const kind = random();
			const ms = Math.floor(random() * 400) + (kind < 0.2 ? 5_000 : 1);
			if (kind < 0.1) outcomes.push(anOutcome(key, minute, missedObservation));
			else if (kind > 0.8) outcomes.push(anOutcome(key, minute, downObservation));
			else outcomes.push(anOutcome(key, minute, answeredIn(ms)));
			if (kind < 0.1) continue;
			if (kind > 0.8) checks.push({ minute, verdict: "down", ms: null });
			else checks.push({ minute, verdict: ms >= 5_000 ? "degraded" : "up", ms });
		}
	}
	await recordChecks(service.database, outcomes, Date.UTC(2025, 5, 2));
	return checks;
}

/** The figures that checks have to give, worked out one by one. */
function figuresOf(type: MonitorType, checks: Awaited<ReturnType<typeof someHistory>>) {
	const isStrict = type === "http" || type === "flow";
	const good = checks.filter(({ verdict }) => verdict === "up" || (verdict === "degraded" && !isStrict)).length;
	const times = checks.flatMap(({ ms }) => ms ?? []);
	return {
		totalChecks: checks.length,
		successfulChecks: good,
		failedChecks: checks.length - good,
		uptimePercent: checks.length === 0 ? null : (good / checks.length) * 100,
		avgResponseTimeMs: times.length === 0 ? 0 : times.reduce((sum, time) => sum + time, 0) / times.length,
		maxResponseTimeMs: Math.max(0, ...times),
	};
}

const dateOf = (minute: number) => new Date(minute * 60_000).toISOString().slice(0, 10);

/** The figures of what was down and what was slow. */
function verdictFigures(checks: Awaited<ReturnType<typeof someHistory>>) {
	const count = (wanted: string) => checks.filter(({ verdict }) => verdict === wanted).length;
	const percent = (part: number) => (checks.length === 0 ? null : (part / checks.length) * 100);
	return {
		degradedChecks: count("degraded"),
		downChecks: count("down"),
		availablePercent: percent(count("up") + count("degraded")),
		fastEnoughPercent: percent(count("up")),
	};
}

const statusOf = ({ totalChecks, successfulChecks }: { totalChecks: number; successfulChecks: number }) =>
	successfulChecks === totalChecks ? "up" : successfulChecks * 2 >= totalChecks ? "degraded" : "down";

/** Cells of a CSV without quoted cells. */
const cells = (answer: Answer) =>
	answer.text
		.split("\r\n")
		.slice(0, -1)
		.map((line) => line.split(","));

onEachEngine("reports", (name) => {
	test("equal a count of every check, for every type of monitor, as JSON by page and as CSV", async () => {
		await using service = await startService(name);
		service.clock.now = Date.UTC(2025, 5, 15, 12);
		const monitors: (Awaited<ReturnType<typeof aMonitorOf>> & {
			type: MonitorType;
			title: string;
			checks: Awaited<ReturnType<typeof someHistory>>;
		})[] = [];
		for (const type of MONITOR_TYPES.toReversed()) {
			for (const title of ["b", "a", "a"]) {
				const monitor = { ...(await aMonitorOf(service, type, `${title} ${type}`)), type, title: `${title} ${type}` };
				monitors.push({ ...monitor, checks: await someHistory(service, monitor.key, monitor.key) });
			}
		}
		await aMonitorOf(service, "http", "c empty");
		const inOrder = MONITOR_TYPES.flatMap((type) =>
			monitors
				.filter((monitor) => monitor.type === type)
				.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id < b.id ? -1 : 1)),
		);
		const dailyOf = (monitor: (typeof monitors)[number]) =>
			[...Map.groupBy(monitor.checks, ({ minute }) => Math.floor(minute / 1_440))]
				.sort(([a], [b]) => a - b)
				.map(([day, checks]) => {
					const figures = figuresOf(monitor.type, checks);
					const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
					const names = { monitorId: monitor.id, monitor: monitor.title, type: monitor.type };
					return { date, ...names, ...figures, status: statusOf(figures), maintenanceMinutes: 0 };
				});
		const daily = inOrder.flatMap(dailyOf);

		const summary = await service.ask("GET", `${SUMMARY}?${MAY}`);
		expect(summary.json.data).toMatchObject({ from: "2025-05-01", to: "2025-05-31" });
		expect(summary.json.data.monitors.filter((entry: { totalChecks: number }) => entry.totalChecks > 0)).toEqual(
			inOrder.map((monitor) => {
				const days = dailyOf(monitor);
				const count = (status: string) => days.filter((day) => day.status === status).length;
				return {
					monitorId: monitor.id,
					monitor: monitor.title,
					type: monitor.type,
					target: "https://example.com/",
					daysWithData: days.length,
					...figuresOf(monitor.type, monitor.checks),
					daysDown: count("down"),
					daysDegraded: count("degraded"),
					maintenanceMinutes: 0,
				};
			}),
		);
		expect(summary.json.data.monitors[3]).toMatchObject({ monitor: "c empty", totalChecks: 0, uptimePercent: null });

		const byMonitor = await service.ask("GET", `/api/v1/reports/uptime-by-monitor?${MAY}`);
		const unanswered = { avgResponseTimeMs: null, maxResponseTimeMs: null };
		expect(byMonitor.json.data.monitors).toEqual(
			summary.json.data.monitors.map((entry: { monitorId: string; type: string }) => {
				const checks = monitors.find(({ id }) => id === entry.monitorId)?.checks ?? [];
				const dates = [...Map.groupBy(checks, ({ minute }) => dateOf(minute)).values()];
				const has = (of: typeof checks, verdict: string) => of.some((check) => check.verdict === verdict);
				return {
					...entry,
					...(checks.every(({ ms }) => ms === null) && unanswered),
					...verdictFigures(checks),
					reportsCount: entry.type === "http" || entry.type === "flow" ? "fast_enough" : "available",
					daysWithDown: dates.filter((of) => has(of, "down")).length,
					daysWithDegraded: dates.filter((of) => !has(of, "down") && has(of, "degraded")).length,
				};
			}),
		);

		const byDay = await service.ask("GET", `/api/v1/reports/uptime-by-day?${MAY}`);
		expect(byDay.json.data).toEqual({
			from: "2025-05-01",
			to: "2025-05-31",
			days: [...Map.groupBy(daily, ({ date }) => date)]
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(([date, entries]) => {
					const sum = (of: "totalChecks" | "successfulChecks" | "failedChecks") =>
						entries.reduce((total, entry) => total + entry[of], 0);
					const count = (status: string) => entries.filter((entry) => entry.status === status).length;
					return {
						date,
						totalChecks: sum("totalChecks"),
						successfulChecks: sum("successfulChecks"),
						failedChecks: sum("failedChecks"),
						...verdictFigures(monitors.flatMap(({ checks }) => checks.filter(({ minute }) => dateOf(minute) === date))),
						uptimePercent: (sum("successfulChecks") / sum("totalChecks")) * 100,
						monitorsUp: count("up"),
						monitorsDegraded: count("degraded"),
						monitorsDown: count("down"),
					};
				}),
		});

		const pagesOf = async (direction: "next" | "prev", start: string | null) => {
			const pages: Answer[] = [];
			for (let cursor = start; cursor !== null; ) {
				const answer: Answer = await service.ask("GET", `${DAILY}?${MAY}&perPage=7${cursor && `&cursor=${cursor}`}`);
				expect(answer.status, answer.text).toBe(200);
				pages.push(answer);
				cursor = answer.json.meta.pagination[direction];
			}
			return pages;
		};
		const forward = await pagesOf("next", "");
		expect(forward.flatMap(({ json }) => json.data.days)).toEqual(daily);
		const back = await pagesOf("prev", forward.at(-1)?.json.meta.pagination.prev);
		expect(back.reverse().map(({ json }) => json.data.days)).toEqual(
			forward.slice(0, -1).map(({ json }) => json.data.days),
		);

		const csv = { headers: { accept: "text/csv" } };
		const lines = cells(await service.ask("GET", `${DAILY}?${MAY}`, csv));
		expect(lines[0]?.join()).toBe(
			"date,monitor_id,monitor,type,total_checks,successful_checks,failed_checks,uptime_percent,avg_response_time_ms,max_response_time_ms,status,maintenance_minutes",
		);
		expect(lines.slice(1)).toEqual(
			daily.map((entry) => Object.values(entry).map((cell) => (cell === null ? "" : String(cell)))),
		);
		const summaryLines = cells(await service.ask("GET", `${SUMMARY}?${MAY}`, csv));
		expect(summaryLines.slice(1)).toEqual(
			summary.json.data.monitors.map((entry: object) =>
				Object.values(entry).map((cell) => (cell === null ? "" : String(cell))),
			),
		);

		for (const type of MONITOR_TYPES) {
			const some = await service.ask("GET", `${DAILY}?${MAY}&perPage=200&monitor_type=${type}`);
			expect(some.json.data.days).toEqual(daily.filter((entry) => entry.type === type).slice(0, 200));
		}
		const shown = [inOrder[1]?.id, inOrder[4]?.id];
		const sections = [{ name: "", components: [{ name: "All", monitorIds: shown }] }];
		const page = { name: "Public", slug: "public", sections };
		const { json } = await service.ask("POST", "/api/v1/status-pages", { body: page });
		const ofPage = await service.ask("GET", `${SUMMARY}?${MAY}&status_page_id=${json.data.id}`);
		expect(ofPage.json.data.monitors.map((entry: { monitorId: string }) => entry.monitorId)).toEqual(shown);
	});

	test("include yesterday one second after midnight, although nothing was rolled up", async () => {
		await using service = await startService(name);
		const { key } = await aMonitorOf(service, "http", "Site");
		const midnight = Date.UTC(2025, 5, 16);
		const checks = [anOutcome(key, midnight / 60_000 - 1), anOutcome(key, midnight / 60_000 - 700, downObservation)];
		await recordChecks(service.database, checks, midnight - 5_000);
		service.clock.now = midnight + 1_000;
		const ask = () => service.ask("GET", `${DAILY}?from=2025-06-15&to=2025-06-15`);
		expect((await ask()).json.data.days).toMatchObject([{ totalChecks: 2, successfulChecks: 1, status: "degraded" }]);
		await recordChecks(service.database, [anOutcome(key, midnight / 60_000 - 2)], midnight + 2_000);
		service.clock.now = midnight + 3_000;
		expect((await ask()).json.data.days).toMatchObject([{ totalChecks: 3, successfulChecks: 2 }]);
		service.clock.now = midnight - 1;
		expect((await ask()).status).toBe(400);
	});

	test("continue at a cursor, even if the last month has changed meanwhile", async () => {
		await using service = await startService(name);
		const { id, key } = await aMonitorOf(service, "http", "x");
		// The longest name that a cursor can hold: a control character takes six in its JSON.
		await storeMonitorName(service, id, `x${"\u0001".repeat(254)}`);
		const days = [1, 2, 3].map((day) => Date.UTC(2025, 4, day));
		const checks = days.map((day) => anOutcome(key, day / 60_000));
		await recordChecks(service.database, checks, Date.UTC(2025, 5, 2));
		service.clock.now = Date.UTC(2025, 6, 1) - 1_000;
		const first = await service.ask("GET", `${DAILY}?perPage=2`);
		service.clock.now = Date.UTC(2025, 6, 1);
		const { next } = first.json.meta.pagination;
		const second = await service.ask("GET", `${DAILY}?perPage=2&cursor=${next}`);
		expect([second.status, second.json.data]).toMatchObject([
			200,
			{ from: "2025-05-01", to: "2025-05-31", days: [{ date: "2025-05-03" }] },
		]);
		const { prev } = second.json.meta.pagination;
		const back = await service.ask("GET", `${DAILY}?perPage=2&cursor=${prev}`);
		expect(back.json.data).toEqual(first.json.data);
		expect((await service.ask("GET", `${DAILY}?${MAY}&cursor=${next}`)).status).toBe(400);
	});

	test("count maintenance by the minute, also on days without checks", async () => {
		await using service = await startService(name);
		const [one, two] = [await aMonitorOf(service, "http", "one"), await aMonitorOf(service, "http", "two")];
		const minute = Date.UTC(2025, 4, 10) / 60_000;
		await recordChecks(
			service.database,
			[anOutcome(one.key, minute), anOutcome(two.key, minute)],
			Date.UTC(2025, 5, 1),
		);
		const windows = [
			{ name: "all", startsAt: "2025-05-09T23:00:00Z", endsAt: "2025-05-10T01:00:00Z" },
			{ name: "one", monitorIds: [one.id], startsAt: "2025-05-10T00:30:00+00:00", endsAt: "2025-05-10T02:00:00Z" },
			{
				name: "Sundays",
				monitorIds: [two.id],
				recurrence: {
					rrule: "FREQ=WEEKLY;BYDAY=SU",
					startsAt: "2025-05-04T02:00",
					timeZone: "UTC",
					durationMinutes: 10,
				},
			},
		];
		for (const body of windows) {
			expect((await service.ask("POST", "/api/v1/maintenance-windows", { body })).status).toBe(201);
		}
		const minutes = async (path: string, list: string) =>
			(await service.ask("GET", `${path}?${MAY}`)).json.data[list].map(
				(entry: { maintenanceMinutes: number }) => entry.maintenanceMinutes,
			);
		expect(await minutes(SUMMARY, "monitors")).toEqual([180, 160]);
		expect(await minutes(DAILY, "days")).toEqual([120, 60]);
	});

	test("are refused with the invalid parameter", async () => {
		await using service = await startService(name);
		const problem = async (query: string) => {
			const { status, json, headers } = await service.ask("GET", `${DAILY}?${query}`);
			expect(headers.get("content-type")).toBe("application/problem+json");
			return [status, json.type, ...(json.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)].join(" ");
		};
		expect(await problem("from=2025-05-02&to=2025-05-01")).toBe("400 validation-error from");
		expect(await problem("from=2025-06-01&to=2025-06-15")).toBe("400 validation-error to");
		expect(await problem("from=2025-05-02")).toBe("400 validation-error to");
		expect(await problem("to=2025-05-02")).toBe("400 validation-error from");
		expect(await problem("from=2025-02-30&to=2025-05-02")).toBe("400 validation-error from");
		expect(await problem("from=2024-01-01&to=2025-05-02")).toBe("400 validation-error from");
		expect(await problem("from=2025-05-01&from=2025-05-02&to=2025-05-02")).toBe("400 validation-error from");
		const today = await service.ask("GET", `${SUMMARY}?from=2025-06-15&to=2025-06-15`);
		expect(today.json.errors).toEqual([
			{
				pointer: "to",
				message: "A report ends yesterday (UTC) at the latest. The last day that can be asked for is 2025-06-14.",
			},
		]);
		expect(await problem("monitor_type=icmp")).toBe("400 validation-error monitor_type");
		expect(await problem("status_page_id=1")).toBe("400 validation-error status_page_id");
		expect(await problem("status_page_id=sp_01jgezt6z8e7kb3mq4f2ys0nd5")).toBe("404 not-found");
		const blank = await service.ask("GET", `${SUMMARY}?from=&to=&monitor_type=&status_page_id=`);
		expect(blank.json.data).toMatchObject({ from: "2025-05-01", to: "2025-05-31" });
		expect(await problem("perPage=201")).toBe("400 bad-request perPage");
		expect(await problem("cursor=abc")).toBe("400 bad-request");
		const { key } = await service.newTeam("foreign");
		const body = { name: "Theirs", slug: "theirs" };
		const { json } = await service.ask("POST", "/api/v1/status-pages", { key, body });
		expect(await problem(`status_page_id=${json.data.id}`)).toBe("404 not-found");
	});
});

test("the client's preferred form is answered, JSON without a preference", async () => {
	await using service = await startService("sqlite");
	const typeFor = async (accept?: string) => {
		const answer = await service.ask("GET", SUMMARY, accept === undefined ? {} : { headers: { accept } });
		expect([answer.status, answer.headers.get("vary")]).toEqual([200, "Accept"]);
		return answer.headers.get("content-type");
	};
	const [json, csv] = ["application/json", "text/csv; charset=utf-8"];
	for (const accept of [
		undefined,
		"*/*",
		"text/html",
		"application/json",
		"text/csv;q=0",
		"text/csv;q=0.5, application/json",
	]) {
		expect([accept, await typeFor(accept)]).toEqual([accept, json]);
	}
	for (const accept of [
		"text/csv",
		"text/csv; charset=utf-8",
		"TEXT/CSV",
		"text/*",
		"text/csv, */*;q=0.1",
		"application/json;q=0.5, text/csv",
	]) {
		expect([accept, await typeFor(accept)]).toEqual([accept, csv]);
	}
});

test("a download's name has the team, the report and its range, and its cells run no formula in a spreadsheet", async () => {
	await using service = await startService("sqlite");
	await service.newMonitor({ name: '=HYPERLINK("http://evil","x")' });
	const earlier = ["a, b\r\nc", "\t=1+1", "\r=1+1", "\n=1+1"];
	for (const name of earlier) await storeMonitorName(service, (await service.newMonitor()).id, name);
	const answer = await service.ask("GET", `${SUMMARY}?${MAY}`, { headers: { accept: "text/csv" } });
	expect(answer.headers.get("content-disposition")).toBe(
		'attachment; filename="acme-uptime-summary-2025-05-01_2025-05-31.csv"',
	);
	expect(answer.text).toContain(`,"'=HYPERLINK(""http://evil"",""x"")",http,`);
	expect(answer.text).toContain(',"a, b\r\nc",http,');
	expect(answer.text).toContain(",'\t=1+1,http,");
	expect(answer.text).toContain(`,"'\r=1+1",http,`);
	expect(answer.text).toContain(`,"'\n=1+1",http,`);
});

test("a download that fails midway is aborted, and the log has the reason under its id", async () => {
	await using service = await startService("sqlite");
	// With 366 days ten monitors are read at a time.
	for (let index = 0; index < 31; index += 1) await service.newMonitor({ name: `Monitor ${index}` });
	const response = await service.app.request(`${SUMMARY}?from=2024-06-01&to=2025-06-01`, {
		headers: { authorization: `Bearer ${service.key}`, accept: "text/csv" },
	});
	const reader = response.body?.getReader();
	const { value } = (await reader?.read()) ?? {};
	expect(new TextDecoder().decode(value)).toMatch(/^monitor_id,/);
	await service.database.db.schema.dropTable("daily_roll_ups").execute();
	const theRest = async () => {
		while ((await reader?.read())?.done === false) {}
	};
	await expect(theRest()).rejects.toThrow();
	expect(service.logLines.map((line) => JSON.parse(line))).toContainEqual(
		expect.objectContaining({ requestId: response.headers.get("x-request-id"), msg: "an answer broke off" }),
	);
});
