/** What people see where there is no page, or none can be shown: in English, for nothing else is known. */

import { html } from "hono/html";
import { PAGE_STYLE } from "../assets/page-style.ts";
import type { Place } from "./place.ts";

export function noPage({ root }: Place, sentence: string): string {
	return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${sentence}</title>
<link rel="stylesheet" href="${root}${PAGE_STYLE.name}">
</head>
<body><div id="page"><main><h1>${sentence}</h1></main></div></body>
</html>
`);
}
