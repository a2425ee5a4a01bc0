/**
 * `lapwing run`: every check of the files once, for pull requests. Through the service, which tries them from where it
 * checks; with --local from this machine, without a service.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { ApiError, Client } from "@lapwing/client";
import { isFailure, unwrap } from "@lapwing/result";
import pino from "pino";
import { USER_AGENT } from "../../compose/parts.ts";
import { ThreadedTrialChecks } from "../../compose/trial-checks.ts";
import { readConfig as readSettings } from "../../config/config.ts";
import { checkedMonitor } from "../../domain/checks/checked-monitor.ts";
import { judge } from "../../domain/checks/judgement.ts";
import { shownTimes } from "../../domain/checks/observation.ts";
import { contentCheckOf } from "../../domain/monitors/content-check-fields.ts";
import { settingsOf } from "../../domain/monitors/wanted-monitor.ts";
import { readDocument } from "../../http/api/config/document.ts";
import { connect, dataOf, WHERE_IT_IS } from "../api/connection.ts";
import { phasesText, type Seen, seenText } from "../api/figure-texts.ts";
import { print, printAside, printJson } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { validConfig } from "./check.ts";
import { type FileOption, failingWith1, filesCommand } from "./config-command.ts";

/** Checks under way at once. */
const AT_ONCE = 8;
/** More is asked by no limit of the service. */
const MAX_WAIT_SECONDS = 120;

type Entry = ReturnType<typeof entriesOf>[number];
/** Why the service did not make this check. */
type Refused = { readonly refused: string };

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
				const seen: ({ key: string } & Partial<Seen & Refused> & { skipped?: string })[] = [];
				const show = (key: string, line: string) => !json && print(`${key}: ${line}`);
				for (const { key, why } of skipped) {
					seen.push({ key, skipped: why });
					show(key, `skipped: ${why}`);
				}
				const waiting = [...entriesOf(chosen)];
				const worker = async () => {
					for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
						const result = await tries.run(entry);
						if ("refused" in result || result.verdict !== "up") process.exitCode = 1;
						seen.push({ key: entry.key, ...result });
						show(entry.key, "refused" in result ? `refused: ${result.refused}` : lineOf(result));
					}
				};
				await Promise.all(Array.from({ length: AT_ONCE }, worker));
				if (json) return printJson(seen);
				const up = seen.filter(({ verdict }) => verdict === "up").length;
				const refused = seen.filter((each) => each.refused !== undefined).length;
				const others = Object.entries({ refused, skipped: skipped.length }).filter(([, count]) => count > 0);
				const parts = others.map(([what, count]) => `, ${count} ${what}`);
				printAside(`${up} of ${seen.length - skipped.length} up${parts.join("")}.`);
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
	run(entry: Entry): Promise<Seen | Refused>;
}

function throughServiceAt(client: Client, location: string | undefined): Tries {
	let saidUntil = 0;
	return {
		async run(entry) {
			for (;;) {
				const answer = await throughService(client, entry, location);
				if (!isFailure(answer)) return answer.data;
				const { status, retryAfterSeconds: seconds } = answer.error;
				if (status !== 429 || seconds === null || seconds > MAX_WAIT_SECONDS) return refusedBy(answer.error);
				if (Date.now() >= saidUntil) printAside(`The service takes no more checks for ${seconds} s.`);
				saidUntil = Date.now() + seconds * 1_000;
				await pause(seconds * 1_000);
			}
		},
		[Symbol.asyncDispose]: async () => undefined,
	};
}

/** Of one check; throws what every other one would be refused with too. */
function refusedBy(error: ApiError): Refused {
	const { status, message, details } = error;
	if (status === null || status === 401 || status === 403) return dataOf({ status: "failure", error });
	return { refused: details.map(({ path, message }) => `${path}: ${message}`).join("; ") || message };
}

function throughService(client: Client, { body, contentChecks }: Entry, location: string | undefined) {
	const checks = contentChecks.map(({ isEnabled: _, ...check }) => check);
	const asked = location === undefined ? body : { ...body, location };
	const whole = checks.length === 0 ? asked : { ...asked, contentChecks: checks };
	const query = { run: "1" } as const;
	return client.post("/api/v1/monitors/try", { query, body: whole as never });
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
			const phases = shownTimes(observation.kind === "missed" ? null : observation.phases);
			return { verdict, message, responseTimeMs: answered, phases, location: null };
		},
		[Symbol.asyncDispose]: () => trials.close(),
	};
}

function lineOf(seen: Seen): string {
	const times = phasesText(seen.phases);
	return times === "" ? seenText(seen) : `${seenText(seen)} (${times})`;
}
