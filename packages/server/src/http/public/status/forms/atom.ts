/** The feed of a page: an entry an incident and planned maintenance (RFC 4287). */

import { markdownHtml } from "../../../../domain/markdown/markdown.ts";
import type { PublicIncident, PublicMaintenance, PublicPage } from "../../../../domain/status-pages/public-page.ts";
import { momentsOf, tagOf } from "../../../../domain/status-pages/words/moments.ts";
import { wordsOf } from "../../../../domain/status-pages/words/words.ts";
import { iso } from "./page-json.ts";

export function atomFeed(page: PublicPage): string {
	const { address, name, locale } = page;
	const incidents = [...page.open, ...page.past];
	const changed = [...incidents.map(changedAt), ...page.maintenance.map(({ updatedAt }) => updatedAt)];
	// An empty feed was last changed when the page was.
	const updatedAt = Math.max(page.updatedAt, ...changed);
	const links =
		address === null
			? ""
			: `<link rel="alternate" type="text/html" href="${escaped(address)}"/>
<link rel="self" type="application/atom+xml" href="${escaped(address)}/feed.atom"/>
`;
	return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${tagOf(locale)}">
<id>${idOf(page, "")}</id>
<title>${escaped(name)}</title>
<updated>${iso(updatedAt)}</updated>
<author><name>${escaped(name)}</name></author>
<generator>Lapwing</generator>
${links}${incidents.map((incident) => incidentEntry(page, incident)).join("")}${page.maintenance.map((each) => maintenanceEntry(page, each)).join("")}</feed>
`;
}

function changedAt({ updatedAt, updates, postmortem }: PublicIncident): number {
	return Math.max(updatedAt, ...updates.map(({ at }) => at), postmortem?.publishedAt ?? 0);
}

function incidentEntry(page: PublicPage, incident: PublicIncident): string {
	const words = wordsOf(page.locale);
	const moments = momentsOf(page);
	const { id, title, status, updates, createdAt, postmortem } = incident;
	const told = updates.map(
		({ status, body, at }) =>
			`<p><strong>${escaped(words.statuses[status])}</strong> · <time datetime="${iso(at)}">${escaped(moments.full(at))}</time></p>\n${markdownHtml(body)}`,
	);
	const written =
		postmortem === null ? [] : [`<h2>${escaped(words.postmortem)}</h2>\n${markdownHtml(postmortem.body)}`];
	return entry(page, {
		id: `incidents/${id}`,
		title: `${title} (${words.statuses[status]})`,
		publishedAt: createdAt,
		updatedAt: changedAt(incident),
		link: `/incidents/${id}`,
		content: [...written, ...told].join("\n"),
	});
}

function maintenanceEntry(page: PublicPage, maintenance: PublicMaintenance): string {
	const { id, title, text, startsAt, endsAt, createdAt, updatedAt } = maintenance;
	return entry(page, {
		id: `maintenance/${id}`,
		title: `${title} (${wordsOf(page.locale).planned})`,
		publishedAt: createdAt,
		updatedAt,
		link: "",
		content: `<p>${escaped(momentsOf(page).span(startsAt, endsAt))}</p>\n${markdownHtml(text)}`,
	});
}

interface Entry {
	readonly id: string;
	readonly title: string;
	readonly publishedAt: number;
	readonly updatedAt: number;
	readonly link: string;
	/** HTML. */
	readonly content: string;
}

function entry(page: PublicPage, { id, title, publishedAt, updatedAt, link, content }: Entry): string {
	const { address } = page;
	const alternate =
		address === null ? "" : `<link rel="alternate" type="text/html" href="${escaped(address + link)}"/>\n`;
	return `<entry>
<id>${idOf(page, id)}</id>
<title>${escaped(title)}</title>
<published>${iso(publishedAt)}</published>
<updated>${iso(updatedAt)}</updated>
${alternate}<content type="html">${escaped(content)}</content>
</entry>
`;
}

/**
 * An entry keeps its id when the page gets another slug or domain, so the id is no address of either (RFC 4287
 * §4.2.6.1). Public ids contain nothing that a URN must escape.
 */
function idOf({ id }: PublicPage, part: string): string {
	return `urn:lapwing:${id}${part === "" ? "" : `:${part.replaceAll("/", ":")}`}`;
}

/** Characters that XML 1.0 §2.2 does not allow, in any form. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

export function escaped(text: string): string {
	return text
		.replaceAll(NOT_XML, "")
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}
