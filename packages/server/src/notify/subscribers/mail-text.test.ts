import { describe, expect, test } from "vitest";
import { HOSTILE_TEXT } from "../../domain/alerts/testing/messages.ts";
import { LOCALES } from "../../domain/status-pages/page-settings.ts";
import type { News, NewsPage } from "../../domain/subscribers/news.ts";
import type { SubscriberWords } from "../../domain/subscribers/subscriber-words.ts";
import { SUBSCRIBER_WORDS } from "../../domain/subscribers/words.ts";
import { mailWriter } from "./mail-text.ts";

const page: NewsPage = {
	name: "Acme",
	locale: "en",
	timeZone: "Europe/Berlin",
	isPublic: true,
	url: "https://lapwing.example/status/acme",
};
const news: News = {
	kind: "incident_updated",
	about: "inc_01h455vb4pex5vsknk084sn02q",
	title: "Orders fail",
	body: "We **found** the cause.\n\n- a full disk",
	status: "identified",
	impact: "major",
	components: [
		{ id: "cmp_1", name: "Shop", state: "partial_outage" },
		{ id: "cmp_2", name: "API", state: null },
	],
	at: Date.UTC(2026, 4, 1, 12),
	startsAt: null,
	endsAt: null,
};
const maintenance: News = {
	...news,
	kind: "maintenance_announced",
	about: "mw_1",
	title: "New disks",
	status: null,
	impact: null,
	startsAt: Date.UTC(2026, 4, 2, 1),
	endsAt: Date.UTC(2026, 4, 2, 3),
};
const linksOf = (text: string) => text.match(/https?:\/\/[^\s"<>]+/g) ?? [];

test("news say what is so, since when and where, as text and as HTML", () => {
	const mail = mailWriter(page, { kind: "news", news })("TOKEN");
	expect(mail.subject).toBe("Orders fail – Identified");
	expect(mail.text).toBe(
		[
			"Orders fail",
			"Identified · 1 May 2026 at 14:00 CEST",
			"",
			"We **found** the cause.",
			"",
			"- a full disk",
			"",
			"Affected:",
			"- Shop: Partial outage",
			"- API",
			"",
			"Read more: https://lapwing.example/status/acme",
			"",
			"-- ",
			"You receive this mail because you subscribed to Acme.",
			"Manage the subscription: https://lapwing.example/status/acme/subscription?token=TOKEN",
			"Unsubscribe: https://lapwing.example/status/acme/unsubscribe?token=TOKEN",
			"",
		].join("\n"),
	);
	expect(mail.html).toContain("<p>We <strong>found</strong> the cause.</p>");
	expect(mail.html).toContain("<li>Shop: Partial outage</li>");
	expect(mail.headers).toEqual({
		"List-Unsubscribe": "<https://lapwing.example/status/acme/unsubscribe?token=TOKEN>",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
	});
	expect(mail.thread).toBe(news.about);
});

test("maintenance says from when until when, in the page's time zone", () => {
	const { subject, text } = mailWriter(page, { kind: "news", news: maintenance })("TOKEN");
	expect(subject).toBe("Planned maintenance: New disks");
	expect(text).toContain("From: 2 May 2026 at 03:00 CEST\nUntil: 2 May 2026 at 05:00 CEST\n");
});

test("the link that confirms is the first link, whatever the page is called", () => {
	const named = { ...page, name: "https://evil.example/ status" };
	const { text, html, headers } = mailWriter(named, { kind: "confirm" })("TOKEN");
	const link = "https://lapwing.example/status/acme/confirm?token=TOKEN";
	expect(linksOf(text)[0]).toBe(link);
	expect(/<a href="([^"]+)"/.exec(html)?.[1]).toBe(link);
	expect(headers).toEqual({});
});

test("an address that is subscribed already is sent its links, not another confirmation", () => {
	const { text } = mailWriter(page, { kind: "known" })("TOKEN");
	expect(linksOf(text)).toEqual(["https://lapwing.example/status/acme/subscription?token=TOKEN"]);
});

test("of a page that not everybody may read, a mail says only that there are news", () => {
	const closed = mailWriter({ ...page, isPublic: false }, { kind: "news", news })("TOKEN");
	const mail = JSON.stringify(closed);
	for (const told of ["Orders", "disk", "Shop", "Identified"]) expect(mail).not.toContain(told);
	expect(closed.subject).toBe("News from Acme");
	expect(closed.headers).toHaveProperty("List-Unsubscribe");
});

test("what a team writes stays text", () => {
	const hostile = { ...news, title: HOSTILE_TEXT, body: HOSTILE_TEXT, components: [] };
	const { html } = mailWriter({ ...page, name: HOSTILE_TEXT }, { kind: "news", news: hostile })("TOKEN");
	expect(html).not.toMatch(/<(?:script|img|iframe|svg)/i);
	expect(html).not.toContain("javascript:");
});

describe.each(LOCALES)("in %s", (locale) => {
	test("every mail is written in the language, which its HTML names", () => {
		const of = { ...page, locale };
		for (const content of [{ kind: "news", news }, { kind: "news", news: maintenance }, { kind: "confirm" }] as const) {
			const mail = mailWriter(of, content)("TOKEN");
			expect(mail.html).toMatch(new RegExp(`<html lang="${locale}["-]`));
			expect(mail.subject.trim()).not.toBe("");
			expect(`${mail.text}${mail.html}`).not.toContain("undefined");
		}
	});

	test("no word is left in English", () => {
		if (locale === "en") return;
		const same = pathsOf(SUBSCRIBER_WORDS[locale]).filter(([path, word]) => of(SUBSCRIBER_WORDS.en, path) === word);
		// Words that both languages have.
		expect(same.map(([, word]) => word).filter((word) => !["Postmortem"].includes(word))).toEqual([]);
	});
});

/** Every word with its place; a word of a page is that of the page P. */
function pathsOf(words: object, prefix: readonly string[] = []): [path: string, word: string][] {
	return Object.entries(words).flatMap(([name, value]): [string, string][] => {
		const path = [...prefix, name];
		if (typeof value === "object") return pathsOf(value, path);
		return [[path.join("."), typeof value === "function" ? value("P") : value]];
	});
}

function of(words: SubscriberWords, path: string): string | undefined {
	return pathsOf(words).find(([each]) => each === path)?.[1];
}
