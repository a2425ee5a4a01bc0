/** Status pages as their readers have them: in a browser, on paper, with and without a script, on another website. */

// What is imported of the server has them; the dashboard may not use them.
/// <reference lib="esnext.temporal" />
/// <reference lib="esnext.intl" />

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PublicPage } from "../../server/src/domain/status-pages/public-page.ts";
import { assetAt, write } from "../../server/src/http/public/status/forms/form.ts";
import { placeOfSlug } from "../../server/src/http/public/status/render/place.ts";
import { answerOf } from "../../server/src/http/public/status/serve/answer.ts";
import { statusPath } from "../../server/src/http/public/status/status-path.ts";
import {
	componentId,
	EXAMPLE_NOW,
	exampleComponent,
	exampleIncident,
	examplePage,
	largePage,
	troubledPage,
} from "../../server/src/http/public/status/testing/example-page.ts";
import { axeSource, violations } from "./axe.ts";
import { connectBrowser } from "./connect-browser.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2);

const PAGES: Readonly<Record<string, PublicPage>> = {
	trouble: troubledPage(),
	empty: examplePage({ headline: "We write here **what does not work**.", footer: "[Help](https://acme.example)" }),
	states: largePage(5, { open: (["none", "minor", "major", "critical"] as const).map(incidentOf) }),
	long: troubledPage({
		name: LONG,
		sections: [
			{ name: LONG, components: [exampleComponent(1, { name: LONG, description: LONG, responseTimeMs: 12_345 })] },
		],
		open: [exampleIncident(1, { title: LONG, components: [{ id: null, name: LONG, state: "degraded" }] })],
	}),
	large: largePage(50),
};

function incidentOf(impact: "none" | "minor" | "major" | "critical", n: number) {
	return exampleIncident(n + 1, { impact, title: `Of impact ${impact}`, components: [] });
}

/** The forms of some pages on loopback, with the headers that readers get. Whatever is set is shown from then on. */
async function serve(pages: Record<string, PublicPage>) {
	const more = {
		month: async ({ open, past }: PublicPage) => {
			return { year: 2026, month: 11, incidents: [...open, ...past], earlier: "2026-10", later: null };
		},
		incident: async ({ open, past }: PublicPage, id: string) =>
			[...open, ...past].find((each) => each.id === id) ?? null,
		image: async () => null,
	};
	const server = createServer(async ({ url = "" }, response) => {
		const { slug, path } = statusPath(new URL(url, "http://x").pathname) ?? { slug: "", path: "" };
		const page = pages[slug];
		const place = placeOfSlug(slug);
		const written = assetAt(path) ?? (page === undefined ? null : await write({ page, place, path, ageMs: 0 }, more));
		if (written === null) return void response.writeHead(404).end();
		const { headers, bodies } = await answerOf(written);
		response.writeHead(200, headers).end(bodies.identity);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** A reader's browser; what the page complains of and fetches is kept. */
async function read(url: string, options: BrowserContextOptions = {}) {
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
	const page = await context.newPage();
	const [complaints, fetched]: [string[], string[]] = [[], []];
	page.on("console", (message) => complaints.push(message.text()));
	page.on("pageerror", (error) => complaints.push(String(error)));
	page.on("request", (request) => fetched.push(request.url()));
	return {
		page,
		complaints,
		fetched,
		open: async (path: string) => void (await page.goto(`${url}${path}`)),
		[Symbol.asyncDispose]: () => context.close(),
	};
}

const PATHS = ["trouble", "empty", "states", "long", "trouble/history", `trouble/incidents/${exampleIncident(2).id}`];

describe.each(["light", "dark"] as const)("in a %s scheme", (colorScheme) => {
	test.each([1440, 390, 320])("every page keeps WCAG 2.2 AA and scrolls one way alone, %i px wide", async (width) => {
		await using server = await serve(PAGES);
		await using reader = await read(server.origin, { colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
		const { page, complaints, fetched } = reader;
		for (const path of width === 390 ? [...PATHS, "large"] : PATHS) {
			await reader.open(`/status/${path}`);
			await page.evaluate(axeSource);
			expect([path, await violations(page)]).toEqual([path, []]);
			const scrolls = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			expect([path, scrolls]).toEqual([path, 0]);
		}
		expect(complaints).toEqual([]);
		expect(fetched.filter((url) => !url.startsWith(server.origin))).toEqual([]);
	});
});

/** What stands beside the names of components. */
async function statesOn(page: Page): Promise<readonly string[]> {
	const texts = await page.locator(".component .state").allInnerTexts();
	return texts.map((text) => text.replaceAll(/\s+/g, " "));
}

test("a page says everything without a script", async () => {
	await using server = await serve(PAGES);
	await using reader = await read(server.origin, { javaScriptEnabled: false });
	const { page } = reader;
	await reader.open("/status/trouble");
	const text = await page.locator("body").innerText();
	for (const told of ["Checkout is degraded", "As of 14:32 CET", "Payments by card take long", "Planned maintenance"])
		expect(text).toContain(told);
	expect(await statesOn(page)).toEqual([
		"Operational",
		"Degraded reported",
		"Operational",
		"Maintenance until 15:00 CET planned",
	]);
	// Sixty days of it are measured.
	expect(await page.locator(".scale").last().innerText()).toContain("measured since 25 Sept 2026");
	await page.getByRole("link", { name: "Storefront and checkout were away" }).last().click();
	await page.getByText("The third machine kept the old certificate.").waitFor();
	await page.getByRole("link", { name: "History" }).click();
	expect(await page.locator("h2 time").allInnerTexts()).toEqual(["Monday 23 November", "Saturday 14 November"]);
});

test("a page renews itself while it is read, without a load, and keeps the focus", async () => {
	const pages: Record<string, PublicPage> = { acme: troubledPage() };
	await using server = await serve(pages);
	await using reader = await read(server.origin);
	const { page, complaints } = reader;
	await page.clock.install({ time: EXAMPLE_NOW + 12_000 });
	await reader.open("/status/acme");
	expect(await page.locator(".whole .facts").innerText()).toMatch(/^As of 14:32 CET, 1\d seconds ago$/);
	await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
	await page.getByRole("link", { name: "History" }).focus();
	pages["acme"] = troubledPage({
		sections: [{ name: "", components: [exampleComponent(2, { name: "Checkout" })] }],
		open: [],
		maintenance: [],
		trueAt: EXAMPLE_NOW + 30_000,
	});
	await page.clock.runFor(34_000);
	await page.getByRole("heading", { name: "All systems operational" }).waitFor();
	expect(await page.title()).toBe("All systems operational · Acme");
	expect(await page.locator("#icon").getAttribute("href")).toBe("/status/acme/icon-operational.svg");
	expect(await page.evaluate(() => "isSameDocument" in globalThis)).toBe(true);
	expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("History");
	expect(complaints).toEqual([]);
});

/** What the tip of a day says while it is seen. */
function tipOf(page: Page) {
	return page.evaluate(() => {
		const shown = [...document.querySelectorAll<HTMLElement>(".bars > *")].filter(
			(day) => getComputedStyle(day, "::after").visibility === "visible",
		);
		return shown.map((day) => day.dataset["t"]);
	});
}

test("a day says what happened on it, to a pointer, to keys and to a finger", async () => {
	await using server = await serve(PAGES);
	await using reader = await read(server.origin, { hasTouch: true });
	const { page } = reader;
	await reader.open("/status/trouble");
	const day = page.locator(`#${componentId(2)} .bars > :nth-child(81)`);
	await day.hover();
	const pointed = await tipOf(page);
	expect(pointed).toHaveLength(1);
	expect(pointed[0]).toMatch(/^14 Nov 2026\n.*Storefront and checkout were away for 48 minutes$/s);
	await page.keyboard.press("Escape");
	expect(await tipOf(page)).toEqual([]);
	await page.mouse.move(0, 0);
	await day.focus();
	expect(await tipOf(page)).toEqual(pointed);
	await page.keyboard.press("ArrowRight");
	expect(await tipOf(page)).toEqual(["15 Nov 2026\nOperational"]);
	await page.locator(`#${componentId(4)} .bars > :first-child`).tap();
	expect(await tipOf(page)).toEqual(["26 Aug 2026\nnot measured"]);
});

test("on paper, states are words on white, and nothing is left that only a screen can do", async () => {
	await using server = await serve(PAGES);
	await using reader = await read(server.origin, { colorScheme: "dark" });
	const { page } = reader;
	await reader.open("/status/states");
	await page.emulateMedia({ media: "print", colorScheme: "dark" });
	expect(await statesOn(page)).toEqual([
		"Operational",
		"Degraded measured",
		"Maintenance measured",
		"Partial outage measured",
		"Major outage measured",
	]);
	expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(27, 27, 25)");
	expect(await page.locator(".button, footer nav").evaluateAll((all) => all.map((each) => each.clientHeight))).toEqual([
		0, 0,
	]);
	const pdf = await page.pdf({ format: "A4", printBackground: false });
	expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
});

test("the line on another website shows the state, and neither page's style reaches the other", async () => {
	await using server = await serve(PAGES);
	const other = createServer((_, response) => {
		response.setHeader("content-type", "text/html");
		response.end(`<!doctype html><title>Shop</title><style>a{display:none}</style>
			<footer><script src="${server.origin}/status/trouble/embed.js" async></script></footer>`);
	});
	await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
	await using _closed = { [Symbol.asyncDispose]: async () => void other.close().closeAllConnections() };
	await using reader = await read(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
	const { page, complaints } = reader;
	await reader.open("/");
	// Its shadow root is closed, so the tree of what assistive technology sees is asked.
	const tree = await page.context().newCDPSession(page);
	await expect
		.poll(async () => {
			const { nodes } = await tree.send("Accessibility.getFullAXTree");
			return nodes.filter(({ role }) => role?.value === "link").map(({ name }) => name?.value);
		})
		.toEqual(["Checkout is degraded"]);
	// What a browser asks for by itself.
	expect(complaints.filter((each) => !each.includes("favicon"))).toEqual([]);
});
