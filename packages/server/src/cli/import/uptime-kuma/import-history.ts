/** `lapwing import uptime-kuma-history FILE`: after `apply`, what Kuma recorded of the monitors that came from it. */

import type { ApiError, Client } from "@lapwing/client";
import { isFailure, type Result } from "@lapwing/result";
import { Option } from "commander";
import { openCopy, type SqliteCopy } from "../../../storage/installation/sqlite-copy.ts";
import { apiCommand, connect, dataOf } from "../../api/connection.ts";
import { inputFile, print, printAside } from "../../command.ts";
import { progressBar } from "../../terminal/progress-bar.ts";
import { convertKuma } from "./convert.ts";
import { countBeats, type Day, daysOf } from "./history.ts";
import { idOf } from "./kuma.ts";
import { asUsageError, readKuma } from "./read.ts";

interface Added {
	readonly hours: number;
	readonly checks: number;
	readonly days: number;
}
interface HistoryBody {
	readonly project: string;
	readonly key: string;
	readonly hours?: Day["hours"];
	readonly days?: readonly { readonly date: string; readonly figures: NonNullable<Day["figures"]> }[];
}
/** Sends a part; it may be sent again. */
type Send = (body: HistoryBody) => Promise<Result<Added, ApiError>>;

export function uptimeKumaHistory() {
	return apiCommand(
		"uptime-kuma-history",
		"After apply: what Uptime Kuma recorded of its monitors. Safe to repeat; goes on where it ended.",
	)
		.argument("<file>", "its database, from which the monitors were imported", inputFile)
		.addOption(new Option("--project <name>", "of the files that were applied").default("default"))
		.action(async (file: string, { project }: { project: string }) => {
			const client = connect();
			await importKumaHistory(file, project, sendingBy(client)).catch((error: unknown) => {
				throw asUsageError(error);
			});
		});
}

function sendingBy(client: Client): Send {
	return (body) => client.put("/api/v1/config/history", { body: body as never });
}

export async function importKumaHistory(file: string, project: string, send: Send, now = Date.now()): Promise<Added> {
	const kuma = readKuma(file);
	const { keys, names } = convertKuma(kuma).monitors;
	using copy = openCopy(file);
	const bar = progressBar("heartbeats", countBeats(copy));
	const total = { hours: 0, checks: 0, days: 0 };
	let read = 0;
	for (const { id, type } of kuma.monitor) {
		const [key] = type === "group" ? [] : (keys.get(idOf(id)) ?? []);
		if (key === undefined) continue;
		const added = await importMonitor({ copy, id: idOf(id), now }, { project, key }, send, (beats) => {
			read += beats;
			bar.update(read);
		});
		if (added === null) {
			const advice = "Apply the files first, or name theirs with --project.";
			print(`monitor "${names.get(idOf(id))}": the project ${project} has no monitor with the key ${key}. ${advice}`);
			continue;
		}
		for (const name of ["hours", "checks", "days"] as const) total[name] += added[name];
	}
	bar.finish();
	const isNothing = total.hours === 0 && total.days === 0;
	printAside(
		isNothing
			? "Nothing was added."
			: `Added ${total.checks} checks in ${total.hours} hours, hours of figures among them, and ${total.days} days.`,
	);
	return total;
}

/** Null where there is no such monitor. */
async function importMonitor(
	{ copy, id, now }: { readonly copy: SqliteCopy; readonly id: number; readonly now: number },
	at: { readonly project: string; readonly key: string },
	send: Send,
	onRead: (beats: number) => void,
): Promise<Added | null> {
	const total = { hours: 0, checks: 0, days: 0 };
	const add = async (body: HistoryBody): Promise<boolean> => {
		const answer = await send(body);
		if (isFailure(answer) && answer.error.code === "NOT_FOUND") return false;
		const added = dataOf(answer);
		for (const name of ["hours", "checks", "days"] as const) total[name] += added[name];
		return true;
	};
	const days: { date: string; figures: NonNullable<Day["figures"]> }[] = [];
	for (const { date, hours, figures, beats } of daysOf(copy, id, now)) {
		onRead(beats);
		if (figures !== null) days.push({ date, figures });
		if (hours.length > 0 && !(await add({ ...at, hours }))) return null;
	}
	if (days.length > 0 && !(await add({ ...at, days }))) return null;
	return total;
}
