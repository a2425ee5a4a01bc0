/** `lapwing import healthchecks`: the checks of a project, over its Management API v3, which has no pages. */

import { keyOf, readerOf } from "../api-source.ts";
import { listOf, objectOf } from "../fields.ts";
import { importer } from "../importer.ts";
import { convertHealthchecks } from "./convert.ts";

const TITLE = "Healthchecks";
const KEY = "HEALTHCHECKS_API_KEY";

export function healthchecks() {
	return importer<{ readonly url: string }>("healthchecks", TITLE, async ({ url }) => readHealthchecks(url))
		.option("--url <url>", "where it is, for one that you host", "https://healthchecks.io")
		.addHelpText(
			"after",
			`
Environment:
  ${KEY}   an API key of the project; with a read-only key jobs have new addresses
  HEALTHCHECKS_PING_KEY  the project's ping key, when jobs use /ping/<ping key>/<slug>`,
		);
}

export async function readHealthchecks(url: string, environment: NodeJS.ProcessEnv = process.env) {
	const api = readerOf({
		title: TITLE,
		baseUrl: url,
		keyVariable: KEY,
		headers: { "x-api-key": keyOf(TITLE, KEY, environment) },
	});
	const listed = await api.get("api/v3/checks/");
	const { checks } = objectOf(listed);
	// A read-only key may not read integrations; nothing would be known of them beside their names.
	const isReadOnly = listOf(checks).some((check) => "unique_key" in objectOf(check));
	const channels = isReadOnly ? { channels: [] } : await api.get("api/v3/channels/");
	const pingKey = environment["HEALTHCHECKS_PING_KEY"]?.trim() || null;
	return convertHealthchecks({ checks, channels: objectOf(channels)["channels"], pingKey });
}
