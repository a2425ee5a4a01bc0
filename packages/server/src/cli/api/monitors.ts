/** `lapwing monitors`: what is watched, over the API. */

import type { Client, ItemOf } from "@lapwing/client";
import { Argument, Option } from "commander";
import { MONITOR_TYPES, type MonitorType, STATUSES, type Status } from "../../domain/monitors/monitor.ts";
import { rowOf } from "../../domain/monitors/types.ts";
import { command, print, printJson, printTable, wholeNumber } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { apiCommand, connect, dataOf } from "./connection.ts";
import { millisecondsText, phasesText, seenText } from "./figure-texts.ts";
import { bodyOf, type TargetOptions, withTargetOptions } from "./target.ts";

interface Filter {
	readonly status?: Status;
	readonly enabled?: "true" | "false";
	readonly tag?: string;
	readonly search?: string;
	readonly json?: boolean;
}

type Monitor = ItemOf<"/api/v1/monitors", "full">;

/** The newest results that are shown unless --limit says otherwise; the API answers at most 200 a page. */
const SHOWN_RESULTS = 20;
const MOST_RESULTS = 200;
const NATURAL_ORDER = new Intl.Collator("en", { numeric: true });

export function monitors() {
	return command("monitors", "List, add, try, pause, resume and remove monitors, and read their results.")
		.addCommand(list())
		.addCommand(add())
		.addCommand(tryOnce())
		.addCommand(example())
		.addCommand(toggle("pause", "Pause monitors: they are not checked, and notify nobody.", false))
		.addCommand(toggle("resume", "Resume paused monitors. Each is checked at once.", true))
		.addCommand(remove())
		.addCommand(results());
}

function list() {
	return apiCommand("list", "List the monitors, what needs attention first.")
		.addOption(new Option("--status <status>", "only those with this status").choices(STATUSES))
		.option("--tag <tag>", "only those with this tag")
		.option("--search <text>", "only those with this text in the name or the target")
		.option("--json", "print them as JSON, as the API's full view has them")
		.action(async ({ json, ...filter }: Filter) => {
			const found = await allMonitors(connect(), filter);
			if (json) return printJson(found);
			if (found.length === 0) return print("No monitors.");
			printMonitors(found);
		});
}

export async function allMonitors(client: Client, { status, enabled, tag, search }: Filter): Promise<Monitor[]> {
	const query = { view: "full", sort: "status", perPage: 200, status, enabled, tag, q: search } as const;
	const found: Monitor[] = [];
	for await (const page of client.pages("/api/v1/monitors", { query })) found.push(...dataOf(page).items);
	// "API 2" before "API 10", as in the dashboard; the service sorts by code point.
	const rank = new Map([...new Set(found.map((each) => each.status))].map((each, index) => [each, index] as const));
	const rankOf = (each: Monitor) => rank.get(each.status) ?? 0;
	return found.toSorted((a, b) => rankOf(a) - rankOf(b) || NATURAL_ORDER.compare(a.name, b.name));
}

export function printMonitors(found: readonly Monitor[]): void {
	const rows = found.map(({ id, name, target, status, enabledAt }) => [
		id,
		enabledAt === null ? "paused" : status,
		name,
		target,
	]);
	printTable([["ID", "STATUS", "NAME", "TARGET"], ...rows]);
}

function add() {
	return withTargetOptions(apiCommand("add", "Add a monitor. Its first check starts at once."))
		.option("--json", "print the monitor as JSON")
		.action(async (target: string | undefined, { json, ...options }: TargetOptions & { json?: boolean }) => {
			const body = bodyOf(target, options) as never;
			const made = dataOf(await connect().post("/api/v1/monitors", { body }));
			if (json) printJson(made);
			else print(`Added ${made.name} (${made.id}). Its results: lapwing monitors results ${made.id}`);
			if (!json && "pingUrl" in made) print(`Its job reports each run at ${made.pingUrl}`);
		});
}

type TryOptions = TargetOptions & { readonly location?: string; readonly json?: boolean };

function tryOnce() {
	return withTargetOptions(
		apiCommand("try", "Check a target once and print what was seen. Nothing is saved. Exit code 1 unless it is up."),
	)
		.option("--location <name>", "check from this location; default: from where Lapwing runs")
		.option("--json", "print what was seen as JSON")
		.action(async (target: string | undefined, { json, location, ...options }: TryOptions) => {
			const body = { ...bodyOf(target, options), ...(location !== undefined && { location }) } as never;
			const seen = dataOf(await connect().post("/api/v1/monitors/try", { body }));
			if (seen.verdict !== "up") process.exitCode = 1;
			if (json) return printJson(seen);
			print(seenText(seen));
			const times = phasesText(seen.phases);
			if (times !== "") print(times);
			for (const [index, step] of (seen.steps ?? []).entries()) {
				const { name, responseStatus, timeMs, saved } = step;
				print(`${index + 1}. ${name}: ${responseStatus ?? "no response"} in ${millisecondsText(timeMs)}`);
				for (const { name, value } of saved) print(`   ${name} = ${value}`);
			}
		});
}

function example() {
	return command("example", "Print settings of a monitor to edit, for `add --settings @FILE` and `try`.")
		.addArgument(new Argument("<type>", "the type of monitor").choices(MONITOR_TYPES))
		.addHelpText(
			"after",
			"\nlapwing monitors example flow >flow.json" +
				"\nlapwing monitors try --settings @flow.json" +
				"\nlapwing monitors add --settings @flow.json",
		)
		.action((type: MonitorType) => printJson({ type, ...rowOf(type).example }));
}

function toggle(name: "pause" | "resume", description: string, enabled: boolean) {
	return apiCommand(name, description)
		.argument("[monitor...]", "their ids (mon_…) or names")
		.option("--tag <tag>", "all with this tag, in place of single ones")
		.option("--json", "print the monitors as JSON; of a tag, how many they are")
		.action(async (words: readonly string[], { tag, json }: { tag?: string; json?: boolean }) => {
			if ((words.length === 0) === (tag === undefined)) throw new UsageError("Name either monitors or a --tag.");
			const client = connect();
			const done = enabled ? "Resumed" : "Paused";
			if (tag !== undefined) {
				const body = { filter: { tag }, action: name };
				const { count } = dataOf(await client.post("/api/v1/monitors/bulk", { body }));
				return json ? printJson({ count }) : print(`${done} the ${count} monitors with the tag ${tag}.`);
			}
			const changed = [];
			for (const { id } of await named(client, words)) {
				const body = { enabled } as never;
				changed.push(dataOf(await client.put("/api/v1/monitors/{id}", { path: { id }, body })));
			}
			if (json) printJson(changed);
			else for (const each of changed) print(`${done} ${each.name} (${each.id}).`);
		});
}

function remove() {
	return apiCommand("remove", "Delete monitors with all their history.")
		.argument("<monitor...>", "their ids (mon_…) or names")
		.option("--json", "print the ids of what was deleted as JSON")
		.action(async (words: readonly string[], { json }: { json?: boolean }) => {
			const client = connect();
			const found = await named(client, words);
			for (const { id } of found) dataOf(await client.delete("/api/v1/monitors/{id}", { path: { id } }));
			if (json) printJson({ removed: found.map(({ id }) => id) });
			else for (const { name, id } of found) print(`Removed ${name} (${id}) with all its history.`);
		});
}

function results() {
	return apiCommand("results", "Print the newest results of a monitor, the newest first.")
		.argument("<monitor>", "its id (mon_…) or name")
		.option("--limit <number>", `how many (1–${MOST_RESULTS})`, wholeNumber(1, MOST_RESULTS), SHOWN_RESULTS)
		.option("--json", "print them as JSON")
		.action(async (word: string, { limit: perPage, json }: { limit: number; json?: boolean }) => {
			const client = connect();
			const [monitor] = await named(client, [word]);
			const path = { id: monitor?.id ?? word };
			const { items } = dataOf(await client.page("/api/v1/monitors/{id}/results", { path, query: { perPage } }));
			if (json) return printJson(items);
			if (items.length === 0) return print("No results yet.");
			const rows = items.map(({ createdAt, verdict, responseStatus, responseTimeMs, message }) => [
				new Date(createdAt).toISOString(),
				verdict,
				responseStatus === null ? "" : String(responseStatus),
				millisecondsText(responseTimeMs),
				message ?? "",
			]);
			printTable([["CHECKED", "VERDICT", "STATUS", "TOOK", "WHY"], ...rows]);
		});
}

const unknown = (word: string) => `There is no monitor "${word}". \`lapwing monitors list\` shows them.`;

/** The monitors that `words` name. Names are looked up only where a word is no id. */
async function named(client: Client, words: readonly string[]): Promise<{ id: string; name: string }[]> {
	const found = [];
	for (const word of words) {
		if (/^mon_[0-9a-z]+$/i.test(word)) {
			found.push(dataOf(await client.get("/api/v1/monitors/{id}", { path: { id: word } }), unknown(word)));
			continue;
		}
		const [one, ...others] = (await allMonitors(client, { search: word })).filter(({ name }) => name === word);
		if (one === undefined) throw new UsageError(unknown(word));
		if (others.length > 0) throw new UsageError(`${others.length + 1} monitors are called "${word}". Use their ids.`);
		found.push(one);
	}
	return found;
}
