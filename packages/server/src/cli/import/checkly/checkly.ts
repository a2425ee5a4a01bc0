/**
 * `lapwing import checkly`: an account, over Checkly's API, or a project of constructs, read from its files. What
 * constructs deployed is in the account, too.
 */

import { fileArgument } from "../../command.ts";
import { UsageError } from "../../usage-error.ts";
import type { ApiClient } from "../api-client.ts";
import { keyOf, readerOf } from "../api-source.ts";
import { objectOf } from "../fields.ts";
import { importer } from "../importer.ts";
import { readConstructs } from "./constructs/constructs.ts";
import { convertChecklyAccount } from "./convert.ts";

const TITLE = "Checkly";
const KEY = "CHECKLY_API_KEY";
const ACCOUNT = "CHECKLY_ACCOUNT_ID";
const PER_PAGE = 100;
/** A team has at most 10,000 monitors. */
const MOST_PAGES = 100;

const NOT_READ = {
	what: "the account",
	field: "dashboards, snippets, variables, private locations, status pages",
	why: "They are not read.",
	instead: "Make status pages, locations and variables by hand; status pages come from constructs, with --constructs.",
};

export function checkly() {
	return importer<{ readonly url: string; readonly constructs?: string }>("checkly", TITLE, ({ url, constructs }) =>
		constructs === undefined ? readCheckly(url) : readConstructs(constructs),
	)
		.option("--url <url>", "the API", "https://api.checklyhq.com/v1")
		.option(
			"--constructs <path>",
			"a file or a folder of constructs to read in place of the API; nothing of it is run",
			fileArgument,
		)
		.addHelpText(
			"after",
			`\nEnvironment:\n  ${KEY}     an API key that may read the account\n  ${ACCOUNT}  the account's id\nNeither is needed for --constructs.`,
		);
}

export async function readCheckly(url: string, environment: NodeJS.ProcessEnv = process.env) {
	const headers = {
		authorization: `Bearer ${keyOf(TITLE, KEY, environment)}`,
		"x-checkly-account": keyOf(`${TITLE} (the account's id)`, ACCOUNT, environment),
	};
	const api = readerOf({ title: TITLE, baseUrl: url, keyVariable: KEY, headers });
	const imported = convertChecklyAccount({
		checks: await allOf(api, "checks"),
		groups: await allOf(api, "check-groups"),
		channels: await allOf(api, "alert-channels"),
		windows: await allOf(api, "maintenance-windows"),
	});
	return { ...imported, notes: [...imported.notes, NOT_READ] };
}

async function allOf(api: ApiClient, path: string) {
	const items: Readonly<Record<string, unknown>>[] = [];
	for (let page = 1; page <= MOST_PAGES; page += 1) {
		const found = await api.get(path, { limit: PER_PAGE, page });
		if (!Array.isArray(found)) throw new UsageError(`${TITLE} answered /${path} without a list.`);
		items.push(...found.map(objectOf));
		if (found.length < PER_PAGE) return items;
	}
	throw new UsageError(`${TITLE} has more than ${MOST_PAGES * PER_PAGE} /${path}, which is where an import ends.`);
}
