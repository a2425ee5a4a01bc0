/** `lapwing import uptimerobot`: an account, over UptimeRobot's API v3, or what that API answered in a file. */

import { inputFile } from "../../command.ts";
import { UsageError } from "../../usage-error.ts";
import type { ApiClient } from "../api-client.ts";
import { keyOf, readerOf } from "../api-source.ts";
import { objectOf } from "../fields.ts";
import { importer } from "../importer.ts";
import { readJson } from "../read-json.ts";
import { convertUptimeRobot } from "./convert.ts";

const TITLE = "UptimeRobot";
const KEY = "UPTIMEROBOT_API_KEY";
/** 10,000 monitors take some 20 MiB. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** The lists of the API, by the names that a file has them under. */
const LISTS = {
	monitors: "monitors",
	integrations: "integrations",
	alertContacts: "user/alert-contacts",
	maintenanceWindows: "maintenance-windows",
	psps: "psps",
} as const;

export function uptimeRobot() {
	return importer<{ readonly url: string }>("uptimerobot", TITLE, async ({ url }, file) =>
		file === undefined ? readUptimeRobot(url) : readFile(file),
	)
		.argument("[json]", "a file with the answers of its API v3: monitors, integrations, alertContacts, …", inputFile)
		.option("--url <url>", "the API", "https://api.uptimerobot.com/v3")
		.addHelpText("after", `\nEnvironment:\n  ${KEY}  a key of the account that may read; not needed for a file`);
}

export async function readUptimeRobot(url: string, environment: NodeJS.ProcessEnv = process.env) {
	const key = keyOf(TITLE, KEY, environment);
	// Of an account: `u1-…`, or `ur1-…` that only reads.
	if (/^m\d+-/.test(key)) {
		throw new UsageError(`${KEY} is the key of one monitor. Take the account's main key or its read-only key.`);
	}
	const authorization = `Bearer ${key}`;
	const api = readerOf({ title: TITLE, baseUrl: url, keyVariable: KEY, headers: { authorization } });
	const lists: Record<string, unknown> = {};
	for (const [name, path] of Object.entries(LISTS)) lists[name] = await allOf(api, path);
	return convertUptimeRobot(lists as never);
}

/** The items of all pages; a list without pages is a bare array. */
async function allOf(api: ApiClient, path: string): Promise<readonly unknown[]> {
	const items: unknown[] = [];
	let next: string | null = path;
	while (next !== null) {
		const answer = await api.get(next);
		if (Array.isArray(answer)) return answer;
		const page = objectOf(answer);
		if (!Array.isArray(page["data"])) {
			throw new UsageError(`${TITLE} answered /${path} without a list. Is --url its API v3?`);
		}
		items.push(...page["data"]);
		next = typeof page["nextLink"] === "string" ? page["nextLink"] : null;
	}
	return items;
}

function readFile(file: string) {
	const value = readJson(file, MAX_FILE_BYTES, "Give the answers of the API v3.");
	const known = objectOf(value);
	// An answer to GET /monitors alone has its list under `data`.
	const lists = { ...known, monitors: known["monitors"] ?? known["data"] };
	if (!Array.isArray(lists.monitors)) throw new UsageError(`${file} has no list "monitors", as the API v3 answers it.`);
	if (lists.monitors.some((each) => "friendly_name" in objectOf(each))) {
		throw new UsageError(`${file} is of the API v2. Export it with v3: GET https://api.uptimerobot.com/v3/monitors.`);
	}
	return convertUptimeRobot(lists as never);
}
