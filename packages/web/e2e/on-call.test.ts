/**
 * A rota over the service itself: made in the dashboard, escalated to, and acknowledged by a viewer who is on call.
 * Each person has a browser of their own.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing, lapwing } from "../../server/e2e/testing/lapwing.ts";
import { connectBrowser } from "./connect-browser.ts";

let browser: Browser;
let service: Lapwing;
let site: string;
const contexts: BrowserContext[] = [];
/** What came to the receiver, as "path type". */
const arrived: string[] = [];
const target = { status: 200 };
const server = createServer((request, response) => {
	let body = "";
	request.on("data", (chunk) => {
		body += chunk;
	});
	request.on("end", () => {
		if (request.url === "/shop") return void response.writeHead(target.status).end();
		arrived.push(`${request.url} ${JSON.parse(body).type}`);
		response.writeHead(200).end();
	});
});
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	[browser, service] = await Promise.all([connectBrowser(), Lapwing.start()]);
	site = service.url.replace("127.0.0.1", "localhost");
});
afterAll(async () => {
	for (const context of contexts) await context.close();
	await browser.close();
	await service[Symbol.asyncDispose]();
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

async function newBrowser(): Promise<Page> {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, timezoneId: "Europe/Berlin" });
	contexts.push(context);
	return context.newPage();
}

async function signIn(page: Page, printed: string, button: string): Promise<void> {
	await page.goto(site + /\/(?:welcome|sign-in\/link)#[\w-]+/.exec(printed)?.[0]);
	if (button === "Make my account") {
		await page.getByLabel("Your name").fill("Ada Lovelace");
		await page.getByLabel("Email").fill("ada@example.com");
	}
	await page.getByRole("button", { name: button }).click();
	await page.getByRole("link", { name: "On call", exact: true }).first().waitFor();
}

/** Visits a page without a reload, as a link does. */
async function visit(page: Page, path: string): Promise<void> {
	await page.evaluate((path) => history.pushState(null, "", path), path);
}

test("a rota in ten minutes: whoever is on call is told by a step, and takes the outage as a viewer", async () => {
	const ada = await newBrowser();
	await signIn(ada, service.welcome, "Make my account");
	await lapwing(
		service.databaseUrl,
		"users",
		"add",
		"grace@example.com",
		"--team",
		"default",
		"--role",
		"viewer",
		"--name",
		"Grace Hopper",
	);
	const grace = await newBrowser();
	await signIn(grace, (await lapwing(service.databaseUrl, "users", "link", "grace@example.com")).stdout, "Sign in");
	// By keys alone: the name, two people and their order.
	await visit(ada, "/on-call/new");
	const form = ada.getByRole("form", { name: "New schedule" });
	await form.getByLabel("Name", { exact: true }).fill("Primary");
	const people = form.getByLabel("People, in the order of their turns");
	await people.selectOption({ label: "Ada Lovelace" });
	await people.selectOption({ label: "Grace Hopper" });
	const up = form.getByRole("button", { name: "Move Grace Hopper up" });
	await up.focus();
	await ada.keyboard.press("Enter");
	await expect.poll(() => form.getByRole("listitem").first().innerText()).toContain("Grace Hopper");
	await form.getByLabel("Hand-over at").fill("00:00");
	await form.getByRole("button", { name: "Create schedule" }).click();
	await ada.getByText("Grace Hopper is on call now").waitFor();
	const turns = ada.getByRole("region", { name: "Who, and when" }).getByRole("listitem");
	expect((await turns.allTextContents()).map((text) => text.replace(/(?:today )?\d.*/, ""))).toEqual(
		expect.arrayContaining(["Grace Hopper", "Ada Lovelace"]),
	);

	await ada.getByRole("button", { name: "Swap a day" }).click();
	const swap = ada.getByRole("form", { name: "Swap a day" });
	// Whoever has the day stands there: a swap of anybody else's changes nothing.
	await swap.getByText("Grace Hopper is on call then.").waitFor();
	await swap.getByRole("button", { name: "Swap", exact: true }).click();
	await ada.getByText("You are on call now for Grace Hopper").waitFor();
	await expect
		.poll(() => turns.allTextContents())
		.toContainEqual(expect.stringMatching(/Ada Lovelace for Grace Hoppertoday 00:00/));
	await ada.getByRole("button", { name: /^Take back/ }).click();
	await ada.getByText("Grace Hopper is on call now").waitFor();

	await ada.getByRole("button", { name: "Make an address" }).click();
	const address = await ada.getByRole("textbox", { name: "Address of the calendar" }).inputValue();
	expect(await (await fetch(address.replace("localhost", "127.0.0.1"))).text()).toContain("SUMMARY:Grace Hopper");
	await ada.getByRole("button", { name: "Done" }).click();

	await visit(grace, "/account");
	await grace.getByText("You are on call now and have no channel.").waitFor();
	await grace.getByRole("button", { name: "Add a channel" }).click();
	const own = grace.getByRole("form", { name: "Add a channel" });
	await own.getByLabel("Sent by").selectOption("webhook");
	await own.getByLabel("Address", { exact: true }).fill(at("/grace"));
	await own.getByRole("button", { name: "Send a test and add it" }).click();
	await grace.getByText("Added. A test was sent").waitFor();
	await grace.getByRole("button", { name: /^Send a test through/ }).click();
	await grace.getByText("The test was sent.").waitFor();
	expect(arrived).toEqual(["/grace alert.test", "/grace alert.test"]);

	await visit(ada, "/alerts/new");
	const alert = ada.getByRole("form", { name: "New alert" });
	await alert.getByLabel("Name", { exact: true }).fill("Ops");
	await alert.getByRole("radio", { name: "Webhook" }).check({ force: true });
	await alert.getByLabel("Address", { exact: true }).fill(at("/ops"));
	await alert.getByRole("button", { name: "Add a step" }).click();
	await alert.getByLabel("After the problem").fill("1");
	await alert.getByText("1 min after the problem: whoever is on call in Primary.").waitFor();
	await alert.getByRole("button", { name: "Create alert" }).click();
	await ada.getByRole("heading", { name: "Ops", level: 1 }).waitFor();
	const alertPath = new URL(ada.url()).pathname;

	const id = await service.watch(at("/shop"), { name: "Shop" });
	await service.untilStatus(id, "up");
	target.status = 503;
	await service.checkAgain(id, 11);
	await service.untilStatus(id, "down");
	await expect.poll(() => arrived.includes("/ops monitor.down"), { timeout: 10_000 }).toBe(true);
	expect(arrived).not.toContain("/grace monitor.down");
	await expect.poll(() => arrived.includes("/grace monitor.down"), { timeout: 90_000 }).toBe(true);

	await visit(ada, `/monitors/${id}`);
	await ada.getByText("Nobody has acknowledged it.").waitFor();
	await visit(grace, "/");
	await grace.getByRole("button", { name: "Acknowledge Shop" }).waitFor();
	await grace.keyboard.press("j");
	await grace.keyboard.press("a");
	await grace.getByRole("row", { name: /Shop.*Grace Hopper has it/ }).waitFor();
	await ada.getByText(/Grace Hopper has it, since/).waitFor({ timeout: 3_000 });

	await ada.goto(site + alertPath);
	await ada.getByRole("row", { name: /Down · escalated Grace Hopper · step 1, Primary sent/ }).waitFor();
	target.status = 200;
	await service.checkAgain(id, 12);
	await expect.poll(() => arrived.includes("/grace monitor.up"), { timeout: 20_000 }).toBe(true);
	// The history knows what stricter settings leave out: an outage of some minutes, of ten failed checks.
	await ada.reload();
	await ada.getByLabel("After", { exact: true }).fill("10");
	await ada.getByText(/messages → 0 with these settings/).waitFor();
}, 240_000);
