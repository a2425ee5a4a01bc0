/** `lapwing import better-stack`: an account, over the API of Better Stack's Uptime. */

import { UsageError } from "../../usage-error.ts";
import type { ApiClient } from "../api-client.ts";
import { keyOf, readerOf } from "../api-source.ts";
import { listOf, objectOf } from "../fields.ts";
import { importer } from "../importer.ts";
import { convertBetterStack } from "./convert.ts";
import type { BetterStackInput, Item } from "./input.ts";

const TITLE = "Better Stack";
const KEY = "BETTER_STACK_API_TOKEN";

export function betterStack() {
	return importer<{ readonly url: string }>("better-stack", TITLE, ({ url }) => readBetterStack(url))
		.option("--url <url>", "the API", "https://uptime.betterstack.com/api/v2")
		.addHelpText("after", `\nEnvironment:\n  ${KEY}  an Uptime API token of the team, or a global one`);
}

export async function readBetterStack(url: string, environment: NodeJS.ProcessEnv = process.env) {
	const authorization = `Bearer ${keyOf(TITLE, KEY, environment)}`;
	const api = readerOf({ title: TITLE, baseUrl: url, keyVariable: KEY, headers: { authorization } });
	const pages: BetterStackInput["pages"][number][] = [];
	for (const page of await allOf(api, "status-pages")) {
		const of = (name: string) => allOf(api, `status-pages/${encodeURIComponent(page.id)}/${name}`);
		pages.push({ page, sections: await of("sections"), resources: await of("resources") });
	}
	return convertBetterStack({
		monitors: await allOf(api, "monitors"),
		monitorGroups: await allOf(api, "monitor-groups"),
		heartbeats: await allOf(api, "heartbeats"),
		heartbeatGroups: await allOf(api, "heartbeat-groups"),
		pages,
	});
}

/** The items of all pages of a list (JSON:API). */
async function allOf(api: ApiClient, path: string): Promise<readonly Item[]> {
	const items: Item[] = [];
	for (let next: string | null = path; next !== null; ) {
		const page = objectOf(await api.get(next));
		if (!Array.isArray(page["data"])) throw new UsageError(`${TITLE} answered /${path} without a list of data.`);
		items.push(...listOf(page["data"]).map(itemOf));
		const following: unknown = objectOf(page["pagination"])["next"];
		next = typeof following === "string" && following !== "" ? following : null;
	}
	return items;
}

function itemOf(value: unknown): Item {
	const { id, attributes } = objectOf(value);
	return { id: String(id), attributes: objectOf(attributes) };
}
