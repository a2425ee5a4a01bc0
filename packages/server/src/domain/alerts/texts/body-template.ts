/**
 * The body of an `http` channel: a template whose values are escaped for the body's media type, so that no name can end
 * a JSON string or open an element.
 */

import { escaped } from "../../html.ts";
import type { Message } from "../notice.ts";
import { type Link, linesOf, textOf } from "./message-text.ts";
import { render, type TemplateValues } from "./template.ts";
import { exampleNotice, noticeValues } from "./template-values.ts";

/** Of one value, before it is escaped: with fifty in a template at most 600 KB. */
const MAX_VALUE = 2_000;

/** The body of one message. */
export function bodyOf(template: string | null, mediaType: string, message: Message, link: Link): string {
	return render(template ?? USUAL_BODY, valuesOf(message, link), (value) =>
		escapedFor(mediaType, value.slice(0, MAX_VALUE).toWellFormed()),
	);
}

/** Of a channel without a body of its own. */
const USUAL_BODY = `{
  "id": "{{message.id}}",
  "event": "{{event}}",
  "severity": "{{severity}}",
  "title": "{{title}}",
  "text": "{{text}}",
  "monitor": { "id": "{{monitor.id}}", "name": "{{monitor.name}}", "url": "{{monitor.url}}" },
  "since": "{{sinceIso}}",
  "link": "{{link}}"
}`;

/** Title and text are those of the whole message; the other fields those of its first notice, in a test an example. */
function valuesOf(message: Message, link: Link): TemplateValues {
	const [first] = message.notices;
	const notice = first ?? exampleNotice(message.createdAt);
	const text = textOf(message, link);
	return {
		...noticeValues(notice, message, first === undefined ? null : link(first)),
		...(first === undefined && { event: "test", severity: "info" }),
		title: text.title,
		text: linesOf(text, MAX_VALUE).join("\n"),
	};
}

function escapedFor(mediaType: string, value: string): string {
	const type = mediaType.toLowerCase().split(";")[0]?.trim() ?? "";
	if (type === "application/x-www-form-urlencoded") return encodeURIComponent(value);
	if (/[/+]xml$/.test(type) || type === "text/html") return asXml(value);
	return /[/+]json$/.test(type) ? JSON.stringify(value).slice(1, -1) : value;
}

/** XML 1.0 §2.2 has no control characters but tabs and line ends. */
function asXml(value: string): string {
	return escaped(value.replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, " "));
}
