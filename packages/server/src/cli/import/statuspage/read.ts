/** What Atlassian Statuspage's API (v1) answers of an account. */

import { UsageError } from "../../usage-error.ts";
import type { ApiClient } from "../api-client.ts";
import { keyOf, readerOf } from "../api-source.ts";
import { objectOf } from "../fields.ts";

export type Values = Readonly<Record<string, unknown>>;

export interface StatuspagePage {
	readonly page: Values;
	readonly groups: readonly Values[];
	readonly components: readonly Values[];
	/** Newest first. */
	readonly incidents: readonly Values[];
}

export const TITLE = "Statuspage";
export const API = "https://api.statuspage.io/v1";
export const KEY_HELP = "\nEnvironment:\n  STATUSPAGE_API_KEY  an API key of a user who may read the pages";
const PER_PAGE = 100;
/** As many as a team keeps here. */
const MOST_INCIDENTS = 5_000;

export async function readStatuspage(
	url: string,
	environment: NodeJS.ProcessEnv = process.env,
): Promise<readonly StatuspagePage[]> {
	const authorization = `OAuth ${keyOf(TITLE, "STATUSPAGE_API_KEY", environment)}`;
	const api = readerOf({ title: TITLE, baseUrl: url, keyVariable: "STATUSPAGE_API_KEY", headers: { authorization } });
	const pages: StatuspagePage[] = [];
	for (const page of await listAt(api, "pages", {})) {
		const path = `pages/${encodeURIComponent(String(page["id"]))}`;
		pages.push({
			page,
			groups: await allOf(api, `${path}/component-groups`, "per_page"),
			components: await allOf(api, `${path}/components`, "per_page"),
			incidents: await allOf(api, `${path}/incidents`, "limit"),
		});
	}
	return pages;
}

/** @param size the parameter for the items of a page, which lists name differently */
async function allOf(api: ApiClient, path: string, size: "per_page" | "limit"): Promise<readonly Values[]> {
	const items: Values[] = [];
	for (let page = 1; items.length < MOST_INCIDENTS; page += 1) {
		const found = await listAt(api, path, { [size]: PER_PAGE, page });
		items.push(...found);
		if (found.length < PER_PAGE) break;
	}
	return items;
}

async function listAt(
	api: ApiClient,
	path: string,
	query: Readonly<Record<string, number>>,
): Promise<readonly Values[]> {
	const found = await api.get(path, query);
	if (!Array.isArray(found)) throw new UsageError(`${TITLE} answered /${path} without a list.`);
	return found.map(objectOf);
}
