/** `lapwing import statuspage`: pages and components as files; incidents follow with `statuspage-incidents`. */

import { importer } from "../importer.ts";
import { convertStatuspage } from "./convert.ts";
import { API, KEY_HELP, readStatuspage, TITLE } from "./read.ts";

export function statuspage() {
	return importer<{ readonly url: string }>("statuspage", TITLE, async ({ url }) =>
		convertStatuspage(await readStatuspage(url), Date.now()),
	)
		.option("--url <url>", "the API", API)
		.addHelpText("after", KEY_HELP);
}
