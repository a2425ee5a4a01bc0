/** A day in the life of a job: what it sends over HTTP, when Lapwing can hear it, and what the API answers of it. */

import pino from "pino";
import { evaluateRuns } from "../../engine/jobs/evaluate-runs.ts";
import { createMetrics } from "../../metrics.ts";
import { beat } from "../../storage/jobs/beats.ts";
import type { Service } from "./service.ts";

interface Job {
	readonly id: string;
	/** `10:00 down late`, the oldest first. */
	readonly results: readonly string[];
	/** Of the newest result that is not up; null when all are. */
	readonly message: string | null;
	readonly status: string;
	/** The statuses of the requests that were refused. */
	readonly refusals: readonly number[];
}

interface Course {
	/** The beginning of the day, epoch milliseconds. The monitor is made at 09:30. */
	readonly day: number;
	/**
	 * What happens, by the time of day in UTC (`34:00` is ten o'clock of the next day): `10:01` sends a success,
	 * `10:01 /fail` that path, `10:01 //ping/…` to another address, `10:01 PUT` by that method, `10:01 huge` eleven
	 * megabytes; `10:02 off` stops the service, and the next `on` starts it; `renew` gives another address.
	 */
	readonly course: readonly string[];
	/** When one looks. */
	readonly end: string;
}

/** Makes a monitor of a job with `settings`, and lets a day take its course. */
export async function runJob(service: Service, settings: object, { day, course, end }: Course): Promise<Job> {
	const { clock, database } = service;
	const at = (time: string) => {
		const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
		return day + ((hours * 60 + minutes) * 60 + seconds) * 1000;
	};
	const metrics = createMetrics();
	const log = pino({ level: "silent" });
	const evaluate = async () => {
		while ((await evaluateRuns({ database, log, metrics, now: () => clock.now })) === "more") {}
	};
	/** The first beat after a silence, which is then an outage. */
	const begin = async (time: string) => {
		clock.now = at(time);
		await database.transaction((tx) => beat(tx, clock.now));
		await evaluate();
	};
	/** Reports can be received until `time`, without a gap. */
	const listen = async (time: number) => {
		clock.now = time;
		await database.db.updateTable("receiver_beats").set({ beat_at: time }).execute();
		await evaluate();
	};
	await begin("09:30");
	const { status, json, text } = await service.ask("POST", "/api/v1/monitors", { body: settings });
	if (status !== 201) throw new Error(text);
	const { id } = json.data;
	const { pathname } = new URL(json.data.pingUrl);
	const refusals: number[] = [];
	for (const event of course) {
		const [time = "", ...words] = event.split(" ");
		if (words[0] === "on") {
			await begin(time);
			continue;
		}
		await listen(at(time));
		if (words[0] === "off") continue;
		if (words[0] === "renew") {
			await service.ask("POST", `/api/v1/monitors/${id}/ping-url`);
			continue;
		}
		const signal = words.find((word) => word.startsWith("/")) ?? "";
		const path = signal.startsWith("//") ? signal.slice(1) : pathname + signal;
		const answer = await service.ask(words.find((word) => /^[A-Z]+$/.test(word)) ?? "POST", path, {
			key: null,
			headers: { "content-type": "text/plain" },
			...(words.includes("huge") && { rawBody: Buffer.alloc(11 * 1024 * 1024) }),
		});
		if (answer.status !== 200) refusals.push(answer.status);
		await evaluate();
	}
	// Decisions wait a second behind the last beat.
	await listen(at(end) + 2_000);
	const monitor = (await service.ask("GET", `/api/v1/monitors/${id}`)).json.data;
	const answer = await service.ask("GET", `/api/v1/monitors/${id}/results?perPage=100`);
	const results = (answer.json.data.results as Result[]).toReversed();
	return {
		id,
		results: results.map(({ id, verdict, reason }) => {
			const due = new Date(Number(id.split(":")[1]) * 60_000).toISOString().slice(11, 16);
			return [due, verdict, ...(reason === null ? [] : [reason])].join(" ");
		}),
		message: results.findLast(({ message }) => message !== null)?.message ?? null,
		status: monitor.status,
		refusals,
	};
}

interface Result {
	/** `mon_…:<minute>` */
	readonly id: string;
	readonly verdict: string;
	readonly reason: string | null;
	readonly message: string | null;
}
