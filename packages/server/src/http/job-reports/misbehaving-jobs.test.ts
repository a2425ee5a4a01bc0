/**
 * Jobs that misbehave, each with the results, the reasons and the status that a person would expect. All the way: what
 * a job sends over HTTP, the evaluation, and what the API answers of it.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY_MS } from "../../domain/durations.ts";
import { runJob } from "../testing/jobs.ts";
import { type Service, startService } from "../testing/service.ts";

/** Due at every full hour. */
const HOURLY = { type: "cron", name: "Backup", schedule: "0 * * * *", graceSeconds: 300 };
const TEN_MINUTES_AT_MOST = { maxRuntimeSeconds: 600 };
/** As long as between two runs, so that they overlap. */
const AN_HOUR_AT_MOST = { maxRuntimeSeconds: 3600 };
const EVERY_HOUR = { schedule: null, every: 3600 };
/** Each job has a day of its own. */
let day = Date.UTC(2025, 6, 1);

async function run(service: Service, settings: object, course: readonly string[], end: string) {
	day += DAY_MS;
	const job = await runJob(service, { ...HOURLY, ...settings }, { day, course, end });
	await service.ask("DELETE", `/api/v1/monitors/${job.id}`);
	return job;
}

describe("a job that", () => {
	let service: Service;
	beforeAll(async () => {
		service = await startService("sqlite");
	});
	afterAll(() => service[Symbol.asyncDispose]());

	// What it does; its settings; what happens; when one looks; the results; the status.
	test.each<[string, object, string[], string, string[], string]>([
		["was never started", {}, [], "10:06", ["10:00 down late"], "down"],
		[
			"was never started, for hours",
			{},
			[],
			"12:06",
			["10:00", "11:00", "12:00"].map((at) => `${at} down late`),
			"down",
		],
		["dies after a good run", {}, ["10:01"], "11:06", ["10:00 up", "11:00 down late"], "down"],
		["comes back", {}, ["12:01"], "12:06", ["10:00 down late", "11:00 down late", "12:00 up"], "up"],
		["comes after the grace", {}, ["10:20"], "10:30", ["10:00 down late"], "up"],
		["comes long before it is due", {}, ["10:01", "10:40"], "11:06", ["10:00 up", "11:00 down late"], "down"],
		["has a clock that is 20 s ahead", {}, ["09:59:40"], "10:06", ["10:00 up"], "up"],
		[
			"has a clock that is an hour ahead",
			{ schedule: "30 10 * * *" },
			["09:30:10"],
			"10:36",
			["10:30 down late"],
			"down",
		],
		[
			"runs in another time zone than it should",
			{ schedule: "0 10 * * *" },
			["12:00"],
			"12:10",
			["10:00 down late"],
			"up",
		],
		["fails", {}, ["10:01 /fail"], "10:02", ["10:00 down job_failed"], "down"],
		["ends with exit code 1", {}, ["10:01 /1"], "10:02", ["10:00 down job_failed"], "down"],
		["is killed (exit code 137)", {}, ["10:01 /137"], "10:02", ["10:00 down job_failed"], "down"],
		[
			"fails at every run",
			{},
			["10:01 /2", "11:01 /2"],
			"11:02",
			["10:00 down job_failed", "11:00 down job_failed"],
			"down",
		],
		["fails and succeeds at its second try", {}, ["10:01 /1", "10:03"], "10:06", ["10:00 down job_failed"], "up"],
		["succeeds and fails in the same run", {}, ["10:01", "10:03 /1"], "10:06", ["10:00 up"], "down"],
		["fails when nobody expects it", {}, ["09:45 /fail"], "09:50", [], "down"],
		["fails after its grace", {}, ["10:20 /1"], "10:30", ["10:00 down late"], "down"],
		["starts and never ends", {}, ["10:01 /start"], "10:07", ["10:00 down unfinished"], "down"],
		["hangs for longer than it may", TEN_MINUTES_AT_MOST, ["10:01 /start"], "10:17", ["10:00 down unfinished"], "down"],
		[
			"is restarted over and over",
			{},
			["10:00:10 /start", "10:02 /start", "10:04 /start"],
			"10:06",
			["10:00 down unfinished"],
			"down",
		],
		["ends after it was given up", {}, ["10:01 /start", "10:30"], "10:40", ["10:00 down unfinished"], "up"],
		["fails after it was given up", {}, ["10:01 /start", "10:30 /1"], "10:40", ["10:00 down unfinished"], "down"],
		["takes too long", TEN_MINUTES_AT_MOST, ["10:01 /start", "10:12"], "10:13", ["10:00 degraded overran"], "degraded"],
		[
			"takes too long and fails",
			TEN_MINUTES_AT_MOST,
			["10:01 /start", "10:12 /1"],
			"10:13",
			["10:00 down job_failed"],
			"down",
		],
		["starts after its grace", {}, ["10:10 /start", "10:12"], "10:20", ["10:00 down late"], "up"],
		[
			"ends under another id than it began",
			{},
			["10:01 /start?rid=a", "10:02 /0?rid=b"],
			"10:10",
			["10:00 down unfinished"],
			"down",
		],
		[
			"hangs while its next run succeeds",
			AN_HOUR_AT_MOST,
			["10:00 /start?rid=a", "11:00 /start?rid=b", "11:02 /0?rid=b"],
			"11:06",
			["10:00 down unfinished", "11:00 up"],
			"down",
		],
		[
			"fails after its next run has succeeded",
			AN_HOUR_AT_MOST,
			["10:00 /start?rid=a", "11:00 /start?rid=b", "11:01 /0?rid=b", "11:02 /1?rid=a"],
			"11:03",
			["10:00 down job_failed", "11:00 up"],
			"down",
		],
		["ends twice", {}, ["10:01", "10:01:05"], "10:06", ["10:00 up"], "up"],
		[
			"starts twice, for the first answer was lost",
			{},
			["10:01 /start", "10:01:10 /start", "10:02"],
			"10:06",
			["10:00 up"],
			"up",
		],
		["runs less often than it says", EVERY_HOUR, ["09:40"], "10:46", ["09:40 up", "10:40 down late"], "down"],
		[
			"runs more often than it says",
			EVERY_HOUR,
			["09:40", "09:50", "10:00"],
			"10:10",
			["09:40 up", "09:50 up", "10:00 up"],
			"up",
		],
		[
			"stops after it ran more often than it says",
			EVERY_HOUR,
			["09:40", "09:50"],
			"10:56",
			["09:40 up", "09:50 up", "10:50 down late"],
			"down",
		],
	])("%s", async (_, settings, course, end, results, status) => {
		const told = await run(service, settings, course, end);
		expect(told).toMatchObject({ results, status, refusals: [] });
	});

	// What it sends; the request; the status of the answer. None of them counts, so its run is late.
	test.each<[string, string[], number]>([
		["an exit code that is none", ["10:01 /256"], 400],
		// It may be the slug of an imported job, which is looked for and not found.
		["a word that is none", ["10:01 /done"], 404],
		["the name of a start in capitals", ["10:01 /START"], 400],
		["an id of a run that is none", ["10:01 /0?rid="], 400],
		["two ids", ["10:01 /0?rid=a&rid=b"], 400],
		["to an address with a part too many", ["10:01 /start/now"], 400],
		["to an address with a letter wrong", ["10:01 //ping/V1StGXR8Z5jdHi6BmyT3Qa"], 404],
		["to the address that was renewed", ["09:50 renew", "10:01"], 404],
		["by a method that is none", ["10:01 PUT"], 405],
		["a body of eleven megabytes", ["10:01 huge"], 400],
	])("sends %s is told, and late", async (_, course, refusal) => {
		const told = await run(service, {}, course, "10:06");
		expect(told).toMatchObject({ results: ["10:00 down late"], status: "down", refusals: [refusal] });
	});

	test("sends 70 reports in a minute is told to stop after 60, and up", async () => {
		const flood = Array.from({ length: 70 }, () => "10:01");
		const told = await run(service, {}, flood, "10:06");
		expect(told).toMatchObject({ results: ["10:00 up"], message: null, status: "up", refusals: Array(10).fill(429) });
	});

	// What Lapwing does; what happens; the results; the status.
	test.each<[string, string[], string, string[], string]>([
		["an hour in which it was due", ["09:45", "09:50 off", "10:50 on"], "10:56", ["10:00 missed service_off"], "up"],
		[
			"an hour, and is dead",
			["09:45", "09:50 off", "10:50 on"],
			"11:06",
			["10:00 missed service_off", "11:00 down late"],
			"down",
		],
		["an hour, and tries until it hears an answer", ["09:50 off", "10:50 on", "10:50:30"], "10:56", ["10:00 up"], "up"],
		[
			"a moment in which it was due",
			["09:45", "09:59:50 off", "10:00:20 on"],
			"10:06",
			["10:00 missed service_off"],
			"up",
		],
		[
			"an hour between its start and its end",
			["10:01 /start", "10:02 off", "11:02 on", "11:03"],
			"11:10",
			["10:00 up", "11:00 missed service_off"],
			"up",
		],
		[
			"the whole grace of a run that had no report",
			["10:00:30 off", "10:30 on"],
			"10:36",
			["10:00 missed service_off"],
			"pending",
		],
		[
			"an hour in which it was not due",
			["10:01", "10:10 off", "10:50 on"],
			"11:06",
			["10:00 up", "11:00 down late"],
			"down",
		],
	])("finds Lapwing off for %s", async (_, course, end, results, status) => {
		const told = await run(service, {}, course, end);
		expect(told).toMatchObject({ results, status, refusals: [] });
	});

	test.each<[string, object, string[], string, string]>([
		["late", {}, [], "10:06", "The job was due at 2025-…-… 10:00:00 UTC and sent nothing within 5 min."],
		[
			"unfinished",
			{},
			["10:01 /start"],
			"10:07",
			"The job started at 2025-…-… 10:01:00 UTC and did not end by 2025-…-… 10:06:00 UTC.",
		],
		["failed", {}, ["10:01 /fail"], "10:02", "The job reported that it failed."],
		["failed with a code", {}, ["10:01 /3"], "10:02", "The job failed with exit code 3."],
		[
			"took too long",
			TEN_MINUTES_AT_MOST,
			["10:01 /start", "10:12"],
			"10:13",
			"The job took 11 min; more than 10 min is degraded.",
		],
		[
			"could not be heard",
			{},
			["09:50 off", "10:50 on"],
			"10:56",
			"Lapwing could not receive reports when the job was due.",
		],
	])("%s is told so in a sentence", async (_, settings, course, end, message) => {
		const told = await run(service, settings, course, end);
		expect(told.message?.replaceAll(/-\d\d-\d\d /g, "-…-… ")).toBe(message);
	});
});
