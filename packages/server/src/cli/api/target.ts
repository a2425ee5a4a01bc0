/** What `monitors add` and `monitors try` are told, as the body of a new monitor. */

import { readFileSync } from "node:fs";
import { type Command, InvalidArgumentError } from "commander";
import { collect, fileArgument, reasonOf, wholeNumber } from "../command.ts";
import { UsageError } from "../usage-error.ts";

/** The service knows what each type may have. */
const seconds = wholeNumber(0, 999_999_999);

export interface TargetOptions {
	readonly name?: string;
	readonly method?: string;
	readonly expectStatus?: Readonly<Record<string, unknown>>;
	readonly interval?: number;
	readonly timeout?: number;
	readonly tag?: readonly string[];
	readonly settings?: Readonly<Record<string, unknown>>;
}

export function withTargetOptions(command: Command): Command {
	return command
		.argument(
			"[target]",
			"https://…, http://…, wss://…, ws://…, tcp://HOST:PORT or ping://HOST; jobs, flows and dns by --settings",
		)
		.option("--name <name>", "its name; the target when it is left out")
		.option("--method <method>", "of http: GET, HEAD, POST … (HEAD)")
		.option(
			"--expect-status <status>",
			"of http: what is up: 200 (the default), 2xx, 200-204, several with commas",
			statuses,
		)
		.option("--interval <seconds>", "between two checks (60)", seconds)
		.option("--timeout <seconds>", "after which a check is down (10)", seconds)
		.option("--tag <tag>", "several with commas, or the option again", collect)
		.option(
			"--settings <json>",
			"any further members of the API's body: a JSON object, or @FILE for a file that holds one (@- is standard input)",
			settings,
		);
}

/** The body of POST /monitors. The service judges its values: it knows every type, and says what is wrong. */
export function bodyOf(target: string | undefined, options: TargetOptions): Readonly<Record<string, unknown>> {
	if (target === undefined && options.settings === undefined) {
		throw new UsageError("Name what to watch, such as https://example.com/, or give its --settings.");
	}
	const { name, method, expectStatus, interval, timeout, tag, settings } = options;
	const given = {
		method,
		...expectStatus,
		intervalSeconds: interval,
		timeoutSeconds: timeout,
		tags: tag,
	};
	const members = Object.entries(given).filter(([, value]) => value !== undefined);
	const own = target === undefined ? {} : { name: target, ...settingsOf(target) };
	// What is typed counts more than what a file says.
	return { ...own, ...settings, ...(name !== undefined && { name }), ...Object.fromEntries(members) };
}

function settingsOf(target: string): Readonly<Record<string, unknown>> {
	const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(target)?.[1]?.toLowerCase();
	switch (scheme) {
		case "http":
		case "https":
			return { url: target };
		case "ws":
		case "wss":
			return { type: "websocket", url: target };
		case "tcp": {
			const [, host = "", port = ""] = /^tcp:\/\/(\[[^\]]+\]|[^:/]+):(\d+)\/?$/i.exec(target) ?? [];
			if (host === "") throw new UsageError(`${target} must have a host and a port: tcp://db.example.com:5432`);
			return { type: "tcp", host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
		}
		case "ping":
			return { type: "ping", host: target.slice("ping://".length).replace(/\/$/, "") };
		default:
			throw new UsageError(
				`${target} must begin with https://, http://, wss://, ws://, tcp:// or ping://. ` +
					"Jobs, flows and dns are given by --settings alone: `lapwing monitors example flow` prints settings to edit.",
			);
	}
}

/** One status, or what the API takes for several. */
function statuses(text: string): Readonly<Record<string, unknown>> {
	if (/^\d{1,9}$/.test(text)) return { expectedStatus: Number(text) };
	return { acceptedStatuses: collect(text) };
}

const SETTINGS_FORM = "It must be a JSON object: '{\"degradedAfterMs\":2000}'.";

/** The value of --settings, or the file that it names. */
function settings(text: string): Readonly<Record<string, unknown>> {
	if (!text.startsWith("@")) return jsonObject(text, SETTINGS_FORM);
	const file = text.slice(1);
	let read: string;
	try {
		read = readFileSync(file === "-" ? process.stdin.fd : fileArgument(file), "utf8");
	} catch (error) {
		throw new InvalidArgumentError(`${file} cannot be read (${reasonOf(error)}).`);
	}
	return jsonObject(read, `${file} must hold a JSON object.`);
}

function jsonObject(text: string, form: string): Readonly<Record<string, unknown>> {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new InvalidArgumentError(`${form} ${reasonOf(error)}.`);
	}
	if (typeof value !== "object" || value === null || Array.isArray(value)) throw new InvalidArgumentError(form);
	return value as Readonly<Record<string, unknown>>;
}
