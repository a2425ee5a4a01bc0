import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { XMLValidator } from "fast-xml-parser";
import { parseAtomFeed } from "feedsmith";
import { describe, expect, test } from "vitest";
import { COMPONENT_STATES } from "../../../../domain/status-pages/component-state.ts";
import { LOCALES } from "../../../../domain/status-pages/page-settings.ts";
import type { PublicIncident, PublicPage } from "../../../../domain/status-pages/public-page.ts";
import { EMBED_SCRIPT } from "../assets/embed-script.ts";
import { PAGE_SCRIPT } from "../assets/page-script.ts";
import { PAGE_STYLE } from "../assets/page-style.ts";
import { renderingOf } from "../render/document.ts";
import { overview } from "../render/overview.ts";
import { placeOfFile, placeOfSlug } from "../render/place.ts";
import {
	componentId,
	EXAMPLE_NOW,
	exampleComponent,
	exampleIncident,
	examplePage,
	largePage,
	troubledPage,
} from "../testing/example-page.ts";
import { atomFeed } from "./atom.ts";
import { badge } from "./badge.ts";
import { assetAt, write } from "./form.ts";
import { pageJson, publicPageSchema } from "./page-json.ts";
import { STATUSPAGE_ANSWERS } from "./statuspage.ts";

const more = { month: async () => null, incident: async () => null, image: async () => null };
const HOSTILE = `<script>alert(1)</script>"'&\u0001]]>{{x}}`;

function shown(page: PublicPage): string {
	return overview(renderingOf(page, placeOfSlug(page.slug)));
}

/** A page with hostile words wherever a team can write some. */
function hostilePage(): PublicPage {
	const incident = exampleIncident(1, {
		title: HOSTILE,
		components: [{ id: componentId(1), name: HOSTILE, state: "degraded" }],
		updates: [{ id: "upd_1", body: HOSTILE, status: "identified", at: EXAMPLE_NOW }],
		postmortem: { body: HOSTILE, publishedAt: EXAMPLE_NOW },
	});
	return examplePage({
		name: HOSTILE,
		headline: `${HOSTILE} [a](javascript:alert(1)) ![b](https://elsewhere.example/b.png)`,
		footer: HOSTILE,
		sections: [
			{ name: HOSTILE, components: [exampleComponent(1, { name: HOSTILE, description: HOSTILE, state: "degraded" })] },
		],
		open: [incident],
		marks: [
			{ id: incident.id, title: HOSTILE, startedAt: EXAMPLE_NOW, resolvedAt: null, componentIds: [componentId(1)] },
		],
		maintenance: [
			{
				id: "mw_1",
				title: HOSTILE,
				text: HOSTILE,
				startsAt: EXAMPLE_NOW,
				endsAt: EXAMPLE_NOW + 60_000,
				components: [],
				createdAt: EXAMPLE_NOW,
				updatedAt: EXAMPLE_NOW,
			},
		],
	});
}

describe("the page", () => {
	test("of 50 components and 90 days, with its style and script, is 30 KB compressed at most", () => {
		const page = largePage(50, { ...troubledPage(), sections: largePage(50).sections });
		const parts = [shown(page), PAGE_STYLE.text, PAGE_SCRIPT.text];
		const brotli = (text: string) =>
			brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
		const sizes = [brotli, (text: string) => gzipSync(text).length].map((size) =>
			parts.map(size).reduce((all, bytes) => all + bytes),
		);
		expect(Math.max(...sizes)).toBeLessThan(30_000);
		expect(shown(page).split('<article class="component"')).toHaveLength(51);
	});

	test("says in a sentence which components are worst off, and that the others work", () => {
		expect(shown(troubledPage())).toContain("<span>Checkout is degraded</span>");
		const slow = [1, 2].map((n) => exampleComponent(n, { state: n === 1 ? "degraded" : "operational" }));
		expect(shown(examplePage({ sections: [{ name: "", components: slow }] }))).toContain("Everything else works.");
		// One is degraded, and another is in maintenance.
		expect(shown(troubledPage())).not.toContain("Everything else works.");
		expect(shown(largePage(3))).toContain("Service 2 is degraded");
		expect(shown(examplePage())).toContain("No known problems");
		expect(shown(largePage(1))).toContain("All systems operational");
		const down = [1, 2, 3, 4, 5].map((n) => exampleComponent(n, { state: n < 5 ? "major_outage" : "operational" }));
		const many = examplePage({ sections: [{ name: "", components: down }] });
		expect(shown(many)).toContain("4 of 5 components are unavailable");
	});

	test("says where a state comes from, and of each day what happened on it", () => {
		const text = shown(troubledPage());
		expect(text).toContain("<small>reported</small>");
		expect(text).toContain("<small>planned</small>");
		expect(text).toMatch(/aria-label="14 Nov 2026, [^"]*Storefront and checkout were away for 48 minutes"/);
	});

	test("shows each incident that ended in the last 14 days once, also one that began before, and days of 23 hours", () => {
		const now = Date.parse("2026-03-31T00:30:00+02:00");
		const over = (n: number, startedAt: string, resolvedAt: string) =>
			exampleIncident(n, {
				title: `Outage ${n}`,
				status: "resolved",
				startedAt: Date.parse(startedAt),
				resolvedAt: Date.parse(resolvedAt),
			});
		const past = [
			// Clocks in Berlin went an hour ahead on this day.
			over(1, "2026-03-29T12:00:00+02:00", "2026-03-29T13:00:00+02:00"),
			over(2, "2026-02-20T12:00:00+01:00", "2026-03-27T13:00:00+01:00"),
		];
		const text = shown(examplePage({ timeZone: "Europe/Berlin", generatedAt: now, trueAt: now, past }));
		expect(past.map(({ title }) => text.split(`>${title}<`).length - 1)).toEqual([1, 1]);
		const days = [...text.matchAll(/<div class="day"><h3>(?:<time[^>]*>)?([^<]*)/g)].map(([, day = ""]) =>
			day.replaceAll(/\s/g, " "),
		);
		expect(days).toEqual(["30 – 31 March", "Sunday 29 March", "Saturday 28 March", "Friday 27 March", "18 – 26 March"]);
	});

	test("says the status of an incident whose latest update does not say it", () => {
		const facts = (changes: Partial<PublicIncident>) => {
			const page = shown(examplePage({ open: [exampleIncident(1, changes)] }));
			return /<p class="facts">([^<]*) · Minor · Checkout/.exec(page)?.[1];
		};
		expect(facts({ status: "investigating", updates: [] })).toBe("Investigating");
		expect(facts({ status: "identified" })).toBe("Identified");
		expect(facts({ status: "monitoring" })).toBeUndefined();
	});

	test("has no list where an incident has no update", () => {
		expect(shown(examplePage({ open: [exampleIncident(1, { updates: [] })] }))).not.toContain("<dl");
	});

	test("has the shape of its state as icon, unless its team gave it one", () => {
		const icons = COMPONENT_STATES.map((state) => {
			const page = examplePage({ sections: [{ name: "", components: [exampleComponent(1, { state })] }] });
			const [, name = ""] = /<link rel="icon" id="icon" href="\/status\/acme\/([^"]+)">/.exec(shown(page)) ?? [];
			const icon = assetAt(name);
			expect([state, icon?.type]).toEqual([state, "image/svg+xml"]);
			return String(icon?.text);
		});
		const shapes = icons.map((text) => text.replace(/fill="#\w+"/, ""));
		expect(new Set(shapes).size).toBe(COMPONENT_STATES.length);
		expect(shown(examplePage({ theme: { ...examplePage().theme, icon: "hash" } }))).toContain(
			'href="/status/acme/icon?hash"',
		);
	});

	test("tells other sites its sentence, address and logo for previews of its link", () => {
		const text = shown(troubledPage({ locale: "pt", theme: { ...examplePage().theme, logo: "hash" } }));
		const tags = Object.fromEntries(
			Array.from(text.matchAll(/<meta property="og:(\w+)" content="([^"]*)">/g), ([, ...of]) => of),
		);
		expect(tags).toEqual({
			type: "website",
			site_name: "Acme",
			title: "Desempenho reduzido: Checkout",
			description: "Desempenho reduzido: Checkout",
			locale: "pt_BR",
			url: "https://status.acme.example",
			image: "https://status.acme.example/logo?hash",
		});
	});

	test("has each instant for machines too", () => {
		const texts = Array.from(
			shown(troubledPage()).matchAll(/<time(?: id="[^"]*")? datetime="([^"]*)">([^<]*)<\/time>/g),
		);
		const [[, trueAt, told] = []] = texts;
		expect([trueAt, told]).toEqual([new Date(EXAMPLE_NOW).toISOString(), "14:32 CET"]);
		// As of; an incident since and its two updates; two maintenances; a day, its incident.
		expect(texts).toHaveLength(8);
		for (const [, at = ""] of texts) expect(new Date(at).toISOString()).toBe(at);
	});

	test("has a page a month and a page an incident, which lead to each other", async () => {
		const page = troubledPage();
		const [over] = page.past;
		const month = { year: 2026, month: 11, incidents: [...page.open, ...page.past], earlier: "2026-10", later: null };
		const read = async (path: string) => {
			const all = { ...more, month: async () => month, incident: async () => over ?? null };
			return String((await write({ page, place: placeOfSlug("acme"), path, ageMs: 0 }, all))?.text);
		};
		const history = await read("history");
		expect(history).toMatch(
			/November 2026.*href="\/status\/acme\/history\/2026-10".*Monday 23 November.*Saturday 14 November/s,
		);
		expect(history).toContain(`href="/status/acme/incidents/${over?.id}"`);
		expect(await read(`incidents/${over?.id}`)).toMatch(
			/Critical · Storefront and Checkout.*lasted 48 minutes.*Resolved.*two of three machines.*id="postmortem".*the old certificate/s,
		);
	});

	test.each(LOCALES)("has its words and dates in %s, and names that language", (locale) => {
		const text = shown(troubledPage({ locale, timeZone: "Europe/Berlin" }));
		expect(text).toMatch(new RegExp(`<html lang="${locale}`));
		expect(text).not.toMatch(/\{(?:n|names|time|percent|duration|zone|all|age)\}|undefined|NaN/);
	});

	test("has addresses of its own alone, and none of ours where ours is not known", () => {
		const text = shown(troubledPage({ address: null }));
		expect(text).not.toMatch(/og:url|canonical|https?:\/\//);
		expect(text.match(/(?:href|src)="[^"]*"/g)?.every((each) => /="(?:\/status\/acme|#)/.test(each))).toBe(true);
		expect(shown(troubledPage())).toContain('<meta property="og:url" content="https://status.acme.example">');
		expect(overview(renderingOf(troubledPage({ address: null }), placeOfFile(0)))).not.toMatch(/(?:href|src)="\//);
	});

	test("asks search engines to stay away unless it may be listed", () => {
		expect(shown(examplePage({ allowsIndexing: false }))).toContain('content="noindex"');
		expect(shown(examplePage())).not.toContain("noindex");
	});
});

describe("hostile words", () => {
	test("stay words in every form", async () => {
		const page = hostilePage();
		for (const path of ["", `incidents/${page.open[0]?.id}`]) {
			const incident = async () => page.open[0] ?? null;
			const written = await write({ page, place: placeOfSlug("acme"), path, ageMs: 0 }, { ...more, incident });
			expect(written?.text).not.toMatch(/<script>alert|href="javascript:|<img/);
			expect(written?.text).toContain("&lt;script&gt;");
		}
		for (const text of [atomFeed(page), badge(HOSTILE, "degraded", HOSTILE)]) {
			expect(XMLValidator.validate(text)).toBe(true);
			expect(text).not.toContain("<script>");
			expect(text).not.toContain("\u0001");
		}
	});
});

describe("status.json", () => {
	test.each([examplePage(), troubledPage(), largePage(50), hostilePage()])("is what its schema says", (page) => {
		const json = JSON.parse(JSON.stringify(pageJson(page)));
		expect(publicPageSchema.parse(json)).toEqual(json);
	});
});

/** The rules of RFC 4287 §4.1.1 and §4.1.2 that a parser does not enforce. */
function expectValidFeed(text: string) {
	expect(XMLValidator.validate(text)).toBe(true);
	const feed = parseAtomFeed(text);
	const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
	for (const each of [feed, ...(feed.entries ?? [])]) {
		expect(each.id).toMatch(/^urn:lapwing:[!-~]+$/);
		expect(each.updated).toMatch(instant);
		expect(typeof each.title === "string" || each.title?.value !== undefined).toBe(true);
	}
	const ids = (feed.entries ?? []).map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
	expect(feed.authors).toHaveLength(1);
	return feed;
}

describe("feed.atom", () => {
	test("is a feed with an entry an incident and planned maintenance", () => {
		const feed = expectValidFeed(atomFeed(troubledPage()));
		expect(feed.entries).toHaveLength(4);
		expect(feed.links?.map(({ rel, href }) => [rel, href])).toEqual([
			["alternate", "https://status.acme.example"],
			["self", "https://status.acme.example/feed.atom"],
		]);
	});

	test("is a feed without entries, without an address, and with hostile words", () => {
		for (const page of [examplePage(), troubledPage({ address: null }), hostilePage()]) expectValidFeed(atomFeed(page));
	});

	test("keeps the ids of its entries when the page gets another slug and another address", () => {
		const ids = (page: PublicPage) => parseAtomFeed(atomFeed(page)).entries?.map(({ id }) => id);
		expect(ids(troubledPage({ slug: "other", address: "https://other.example" }))).toEqual(ids(troubledPage()));
	});
});

describe("the API of Statuspage", () => {
	// biome-ignore lint/suspicious/noExplicitAny: read as a client without types does
	const answer = (path: string, page = troubledPage()): any =>
		JSON.parse(JSON.stringify(STATUSPAGE_ANSWERS[path]?.(page)));

	test("has its words for states, and groups for sections", () => {
		const { components, status, incidents, scheduled_maintenances } = answer("summary.json");
		expect(status).toEqual({ indicator: "minor", description: "Checkout is degraded" });
		// biome-ignore lint/suspicious/noExplicitAny: as above
		expect(components.map(({ name, status, group }: any) => [name, status, group])).toEqual([
			["Shop", "degraded_performance", true],
			["Storefront", "operational", false],
			["Checkout", "degraded_performance", false],
			["For partners", "under_maintenance", true],
			["API", "operational", false],
			["Webhooks", "under_maintenance", false],
		]);
		expect(components[1].group_id).toBe(components[0].id);
		expect(incidents[0]).toMatchObject({
			name: "Payments by card take long",
			status: "monitoring",
			impact: "minor",
			shortlink: expect.stringMatching(/^https:\/\/status\.acme\.example\/incidents\/inc_/),
			components: [{ name: "Checkout" }],
			incident_updates: [{ status: "monitoring" }, { status: "identified" }],
		});
		// biome-ignore lint/suspicious/noExplicitAny: as above
		expect(scheduled_maintenances.map(({ status }: any) => status)).toEqual(["in_progress", "scheduled"]);
	});

	test("answers parts of the same", () => {
		const all = answer("summary.json");
		for (const path of Object.keys(STATUSPAGE_ANSWERS)) expect(answer(path).page).toEqual(all.page);
		expect(answer("components.json").components).toEqual(all.components);
		expect(answer("incidents/unresolved.json").incidents).toEqual(all.incidents);
		expect(answer("incidents.json").incidents).toHaveLength(2);
		expect(answer("incidents.json").incidents[1].status).toBe("postmortem");
		expect(answer("scheduled-maintenances/active.json").scheduled_maintenances).toHaveLength(1);
	});
});

test("the script for other pages is 3 KB at most", () => {
	expect(Buffer.byteLength(EMBED_SCRIPT.text)).toBeLessThanOrEqual(3_000);
});
