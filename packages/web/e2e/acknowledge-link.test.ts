/**
 * The link of a message, as it arrives at a channel, in a browser that is not signed in: it acknowledges after a click,
 * the dashboard shows it, and a second click, a link of another installation and one of an outage that is over do
 * nothing and say so.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { unusedPort } from "../../server/src/probe/targets/listening.ts";
import { connectBrowser } from "./connect-browser.ts";

let browser: Browser;
let service: Lapwing;
const contexts: BrowserContext[] = [];
/** The links of Slack's messages, by their labels. */
const messages: { readonly title: string; readonly links: Record<string, string> }[] = [];
const target = { status: 200 };
const server = createServer((request, response) => {
	let body = "";
	request.on("data", (chunk) => {
		body += chunk;
	});
	request.on("end", () => {
		if (request.url === "/shop") return void response.writeHead(target.status).end();
		const { elements } = JSON.parse(body).blocks[0].elements[0];
		const links = elements.filter(({ type }: { type: string }) => type === "link");
		messages.push({
			title: elements[0].text,
			links: Object.fromEntries(links.map(({ text, url }: { text: string; url: string }) => [text, url])),
		});
		response.writeHead(200).end("ok");
	});
});
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const port = await unusedPort();
	const env = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
	[browser, service] = await Promise.all([connectBrowser(), Lapwing.start({ env })]);
});
afterAll(async () => {
	for (const context of contexts) await context.close();
	await browser.close();
	await service[Symbol.asyncDispose]();
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

const HAS_IT = /Someone by link in slack has it/;

async function newBrowser(): Promise<Page> {
	const context = await browser.newContext({ viewport: { width: 390, height: 800 }, timezoneId: "Europe/Berlin" });
	contexts.push(context);
	return context.newPage();
}

async function messageOf(title: string) {
	const found = () => messages.findLast((message) => message.title === title);
	await expect.poll(() => found()?.title, { timeout: 30_000 }).toBe(title);
	return found();
}

test("the link of a message acknowledges after a click, once, and only what still fails", async () => {
	const channel = { type: "slack", url: at("/slack") };
	const made = await service.ask("POST", "/api/v1/alerts", { name: "Ops", channel, cooldownMinutes: 0 });
	expect(made.status).toBe(201);
	target.status = 200;
	const id = await service.watch(at("/shop"), { name: "Shop" });
	await service.untilStatus(id, "up");
	target.status = 503;
	await service.checkAgain(id, 11);
	const link = (await messageOf("Shop is down"))?.links["Acknowledge"] ?? "";
	expect(link).toMatch(/^http:\/\/localhost:\d+\/acknowledge#[\w-]{43}$/);

	const till = await service.watch(at("/shop"), { name: "Till", dependsOn: [id] });
	await service.untilStatus(till, "down");

	// Whoever reads the message has no session, and to open the link does nothing yet.
	const [first, second] = [await newBrowser(), await newBrowser()];
	for (const page of [first, second]) {
		await page.goto(link);
		await page.getByRole("heading", { name: "Shop fails, and 1 that depends on it", exact: true }).waitFor();
	}
	const outage = async () => (await service.ask("GET", "/api/v1/outages")).body.data.outages[0];
	expect((await outage()).acknowledgement).toBeNull();
	await first.getByRole("button", { name: "I have it" }).click();
	await first.getByText(HAS_IT).waitFor();
	expect((await outage()).acknowledgement.by).toEqual({ kind: "link", name: null, channel: "slack" });

	await second.getByRole("button", { name: "I have it" }).click();
	await second.getByText("It could not be done. The link was used already.").waitFor();
	await second.getByText(HAS_IT).waitFor();
	expect(await second.getByRole("button", { name: "I have it" }).count()).toBe(0);
	await first.reload();
	await first.getByText(HAS_IT).waitFor();
	expect(await first.getByRole("button", { name: "I have it" }).count()).toBe(0);

	const ada = await newBrowser();
	await ada.setViewportSize({ width: 1280, height: 900 });
	await ada.goto(service.url.replace("127.0.0.1", "localhost") + /\/welcome#[\w-]+/.exec(service.welcome)?.[0]);
	await ada.getByLabel("Your name").fill("Ada Lovelace");
	await ada.getByLabel("Email").fill("ada@example.com");
	await ada.getByRole("button", { name: "Make my account" }).click();
	await ada.getByRole("link", { name: "On call", exact: true }).first().waitFor();
	await ada.goto(`${new URL(link).origin}/monitors/${id}`);
	await ada.getByText(HAS_IT).waitFor();

	// Of another installation, or cut off by a mail client.
	for (const foreign of [`${link.split("#")[0]}#${"A".repeat(43)}`, link.split("#")[0] ?? ""]) {
		const page = await newBrowser();
		await page.goto(foreign);
		await page.getByRole("heading", { name: "This link is not known" }).waitFor();
		expect(await page.getByRole("button").count()).toBe(0);
	}

	target.status = 200;
	await service.checkAgain(id, 12);
	await service.untilStatus(id, "up");
	await service.checkAgain(till, 12);
	await service.untilStatus(till, "up");
	const late = await newBrowser();
	await late.goto(link);
	await late.getByRole("heading", { name: "It is over" }).waitFor();
	expect(await late.getByRole("button").count()).toBe(0);
}, 180_000);
