/**
 * `lapwing run`: every check of the files once, for pull requests. Through the service, which tries them from where it
 * checks; with --local from this machine, without a service.
 */

import type { Client } from "@lapwing/client";
import { unwrap } from "@lapwing/result";
import pino from "pino";
import { USER_AGENT } from "../../compose/parts.ts";
import { ThreadedTrialChecks } from "../../compose/trial-checks.ts";
import { readConfig as readSettings } from "../../config/config.ts";
import { checkedMonitor } from "../../domain/checks/checked-monitor.ts";
import { judge } from "../../domain/checks/judgement.ts";
import { contentCheckOf } from "../../domain/monitors/content-check-fields.ts";
import { settingsOf } from "../../domain/monitors/wanted-monitor.ts";
import { readDocument } from "../../http/api/config/document.ts";
import { connect, dataOf, WHERE_IT_IS } from "../api/connection.ts";
import { millisecondsText } from "../api/figure-texts.ts";
import { print, printAside, printJson } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { validConfig } from "./check.ts";
import { type FileOption, failingWith1, filesCommand } from "./config-command.ts";

/** Checks under way at once. */
const AT_ONCE = 8;

type Entry = ReturnType<typeof entriesOf>[number];
type Answer = Awaited<ReturnType<typeof throughService>>;
type Seen = Pick<Answer, "verdict" | "message" | "responseTimeMs" | "phases" | "location">;

interface RunOptions extends FileOption {
	readonly local?: boolean;
	readonly location?: string;
	readonly json?: boolean;
}

export function run() {
	return filesCommand("run", "Run the checks of the files once. Exit code 1 unless each of them is up.")
		.argument("[key...]", "of monitors; default: all of them")
		.option("--local", "check from this machine, not through the service: no key is needed")
		.option("--location <name>", "check all of them from this location; default: each from its first one")
		.option("--json", "print what was seen as JSON")
		.addHelpText("after", `${WHERE_IT_IS}\n\nlapwing run api web --file lapwing/\nlapwing run --local`)
		.action((keys: readonly string[], { file, local, location, json }: RunOptions) =>
			failingWith1(async () => {
				if (local && location !== undefined) throw new UsageError("Give either --local or a --location.");
				const { chosen, skipped } = chosenOf((await validConfig(file)).value, keys);
				await using tries = local ? fromHere() : throughServiceAt(connect(), location);
				const seen: ({ key: string } & Partial<Seen> & { skipped?: string })[] = [];
				const show = (key: string, line: string) => !json && print(`${key}: ${line}`);
				for (const { key, why } of skipped) {
					seen.push({ key, skipped: why });
					show(key, `skipped: ${why}`);
				}
				const waiting = [...entriesOf(chosen)];
				const worker = async () => {
					for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
						const result = await tries.run(entry);
						if (result.verdict !== "up") process.exitCode = 1;
						seen.push({ key: entry.key, ...result });
						show(entry.key, lineOf(result));
					}
				};
				await Promise.all(Array.from({ length: AT_ONCE }, worker));
				if (json) return printJson(seen);
				const ran = seen.filter((each) => each.verdict !== undefined);
				const up = ran.filter(({ verdict }) => verdict === "up").length;
				printAside(`${up} of ${ran.length} up${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}.`);
			}),
		);
}

type Monitor = Readonly<Record<string, unknown>> & { readonly key: string };

function chosenOf(document: Readonly<Record<string, unknown>>, keys: readonly string[]) {
	const all = (document["monitors"] ?? []) as readonly Monitor[];
	const unknown = keys.find((key) => !all.some((each) => each.key === key));
	if (unknown !== undefined) throw new UsageError(`There is no monitor with the key ${unknown} in the files.`);
	const wanted = keys.length === 0 ? all : all.filter(({ key }) => keys.includes(key));
	const usual = (document["defaults"] as { monitors?: object } | undefined)?.monitors;
	const skipped: { key: string; why: string }[] = [];
	const monitors = wanted.filter((monitor) => {
		const why = whyNot({ ...usual, ...monitor });
		if (why !== null) skipped.push({ key: monitor.key, why });
		return why === null;
	});
	return { chosen: { defaults: document["defaults"] ?? {}, monitors }, skipped };
}

function whyNot(monitor: Readonly<Record<string, unknown>>): string | null {
	if (monitor["type"] === "cron") return "a job reports by itself";
	const name = unsetIn(monitor);
	return name === null ? null : `the variable ${name} is not set`;
}

function unsetIn(value: unknown): string | null {
	if (typeof value !== "object" || value === null) return null;
	const [[name, secret] = [], ...others] = Object.entries(value);
	if (name === "secret" && typeof secret === "string" && others.length === 0) return secret;
	for (const member of Object.values(value)) {
		const found = unsetIn(member);
		if (found !== null) return found;
	}
	return null;
}

/** What they depend on is not asked for a check, and may be none of the chosen ones. */
function entriesOf({ defaults, monitors }: { readonly defaults: unknown; readonly monitors: readonly Monitor[] }) {
	const alone = monitors.map(({ dependsOn: _, ...monitor }) => monitor);
	return unwrap(readDocument({ defaults, monitors: alone })).monitors;
}

interface Tries extends AsyncDisposable {
	run(entry: Entry): Promise<Seen>;
}

function throughServiceAt(client: Client, location: string | undefined): Tries {
	return { run: (entry) => throughService(client, entry, location), [Symbol.asyncDispose]: async () => undefined };
}

async function throughService(client: Client, { body, contentChecks }: Entry, location: string | undefined) {
	const checks = contentChecks.map(({ isEnabled: _, ...check }) => check);
	const asked = location === undefined ? body : { ...body, location };
	const whole = checks.length === 0 ? asked : { ...asked, contentChecks: checks };
	const query = { run: "1" } as const;
	return dataOf(await client.post("/api/v1/monitors/try", { query, body: whole as never }));
}

/** With the settings of the environment that a service here would have: resolvers, private targets. */
function fromHere(): Tries {
	const { allowPrivateTargets, resolvers } = readSettings(process.env);
	const prober = { allowPrivateTargets, resolvers, userAgent: USER_AGENT };
	const trials = new ThreadedTrialChecks({ prober, log: pino({ level: "silent" }), now: Date.now });
	return {
		async run({ body, contentChecks }) {
			const checks = contentChecks.map((check, index) => ({ id: String(index), ...contentCheckOf(check) }));
			const trial = checkedMonitor(0, settingsOf(body), checks);
			const { observation } = await trials.run(trial);
			const { verdict, message } = judge(observation, trial);
			const answered = observation.kind === "answered" ? Math.round(observation.responseTimeMs) : null;
			const phases = observation.kind === "missed" ? ({} as Seen["phases"]) : observation.phases;
			return { verdict, message, responseTimeMs: answered, phases, location: null };
		},
		[Symbol.asyncDispose]: () => trials.close(),
	};
}

function lineOf({ verdict, message, responseTimeMs, phases, location }: Seen): string {
	const from = location === null ? "" : ` from ${location}`;
	const took = responseTimeMs === null ? "" : ` in ${millisecondsText(responseTimeMs)}`;
	const times = Object.entries(phases)
		.filter(([, ms]) => ms !== null && Number(ms) > 0)
		.map(([phase, ms]) => `${phase.replace("_", " ")} ${millisecondsText(Number(ms))}`);
	const why = message === null ? "" : `: ${message}`;
	return `${verdict}${from}${took}${why}${times.length > 0 ? ` (${times.join(" · ")})` : ""}`;
}
