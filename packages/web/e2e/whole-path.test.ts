/**
 * The whole path over the service itself, sign in → create → cause an outage → see it → plan maintenance → read the
 * report: once by the keyboard alone, once by touch on a phone.
 */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing, lapwing } from "../../server/e2e/testing/lapwing.ts";
import { connectBrowser } from "./connect-browser.ts";

let browser: Browser;
let service: Lapwing;
let target: Server;
let status = 200;

beforeAll(async () => {
	browser = await connectBrowser();
	service = await Lapwing.start();
	await lapwing(service.databaseUrl, "users", "add", "ada@example.com", "--team", "default", "--role", "owner");
	target = createServer((_, response) => response.writeHead(status).end("Welcome"));
	await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
	await browser.close();
	await service[Symbol.asyncDispose]();
	target.closeAllConnections();
	target.close();
});

/** How somebody works: everything that a page offers goes through one of these. */
interface Hand {
	readonly page: Page;
	press(what: Locator): Promise<void>;
	type(field: Locator, text: string): Promise<void>;
	go(place: "Monitors" | "Maintenance" | "Reports"): Promise<void>;
}

const MOST_TABS = 120;
const PLACE_KEYS = { Monitors: "m", Maintenance: "w", Reports: "r" } as const;

function keyboard(page: Page): Hand {
	async function reach(what: Locator): Promise<void> {
		await what.waitFor();
		for (let tabs = 0; tabs < MOST_TABS; tabs++) {
			if (await what.evaluate((element) => element === document.activeElement)) return;
			await page.keyboard.press("Tab");
		}
		throw new Error(`${MOST_TABS} tabs did not reach ${what}`);
	}
	return {
		page,
		async press(what) {
			await reach(what);
			await page.keyboard.press("Enter");
		},
		async type(field, text) {
			await reach(field);
			await page.keyboard.press("Control+a");
			await page.keyboard.type(text);
		},
		async go(place) {
			await page.keyboard.press("g");
			await page.keyboard.press(PLACE_KEYS[place]);
		},
	};
}

function finger(page: Page): Hand {
	return {
		page,
		press: (what) => what.tap(),
		async type(field, text) {
			await field.tap();
			await field.fill(text);
		},
		async go(place) {
			await page.getByRole("button", { name: "Menu" }).tap();
			await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: place }).tap();
		},
	};
}

async function wholePath(hand: Hand, name: string): Promise<void> {
	const { page } = hand;
	status = 200;
	const { stdout } = await lapwing(service.databaseUrl, "users", "link", "ada@example.com");
	const secret = /#(\S+)/.exec(stdout)?.[1];
	await page.goto(`${service.url.replace("127.0.0.1", "localhost")}/sign-in/link#${secret}`);
	await hand.press(page.getByRole("button", { name: "Sign in" }));
	await page.getByRole("heading", { name: "Monitors", level: 1 }).waitFor();

	await page
		.getByText(/Nothing is watched yet|monitors? · live|1 up/)
		.first()
		.waitFor({ state: "attached" });
	const first = page.getByLabel("Address to watch");
	if ((await first.count()) > 0) {
		await hand.type(first, urlOfTarget());
		await hand.press(page.getByRole("link", { name: "choose everything yourself" }));
	} else {
		await hand.press(page.getByRole("link", { name: "New monitor" }));
		await hand.type(page.getByLabel("Address", { exact: true }), urlOfTarget());
	}
	await hand.press(page.getByRole("button", { name: "Try it" }));
	await page.getByText(/status 200/).waitFor();
	await hand.type(page.getByLabel("Name", { exact: true }), name);
	await hand.press(page.getByRole("button", { name: "Create monitor" }));
	await page.getByRole("heading", { name, level: 1 }).waitFor();
	const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
	await service.untilStatus(id, "up");
	await page
		.getByRole("row", { name: /\bUp\b/ })
		.first()
		.waitFor();

	status = 503;
	await service.checkAgain(id, 11);
	await page.getByText(/Down for/).waitFor({ timeout: 20_000 });
	await hand.press(page.getByRole("link", { name: "Why?" }).first());
	await page.getByRole("dialog").getByText("status 503").first().waitFor();
	await page.keyboard.press("Escape");
	await page.getByRole("dialog").waitFor({ state: "detached" });

	await hand.go("Maintenance");
	await hand.press(page.getByRole("button", { name: "Plan maintenance" }).first());
	await hand.type(page.getByRole("dialog").getByLabel("Name"), `Repair of ${name}`);
	await hand.press(page.getByRole("button", { name: "Plan it" }));
	await page.getByText(`Repair of ${name} is planned.`).waitFor();
	await page.getByRole("dialog").waitFor({ state: "detached" });

	await hand.go("Reports");
	await page.getByRole("heading", { name: "Reports", level: 1 }).waitFor();
	await page.getByRole("link", { name }).waitFor();
	await hand.go("Monitors");
	await page
		.getByRole("row", { name: new RegExp(name) })
		.first()
		.waitFor();
	expect(await page.getByRole("alert").count()).toBe(0);
	await service.ask("DELETE", `/api/v1/monitors/${id}`);
}

function urlOfTarget(): string {
	return `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
}

test("by the keyboard alone", async () => {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
	await wholePath(keyboard(await context.newPage()), "Shop");
	await context.close();
}, 120_000);

test("by touch at a width of 390 px, and no page scrolls sideways", async () => {
	const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
	const page = await context.newPage();
	const tooWide: string[] = [];
	page.on("framenavigated", async () => {
		const width = await page.evaluate(() => document.documentElement.scrollWidth).catch(() => 390);
		if (width > 390) tooWide.push(`${page.url()}: ${width}`);
	});
	await wholePath(finger(page), "Kiosk");
	expect(tooWide).toEqual([]);
	await context.close();
}, 120_000);
