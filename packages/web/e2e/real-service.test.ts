/**
 * The dashboard with a real service: actions on its pages change the service, and changes in the service show on its
 * pages.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { connectBrowser } from "./connect-browser.ts";
import { Visitor } from "./harness.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

async function startTarget(status: () => number) {
	const server = createServer((_, response) => {
		response.writeHead(status(), { "content-type": "text/html" }).end("<h1>Welcome</h1>");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		[Symbol.asyncDispose]: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

test("a monitor is created, shown up and down with its reason, put into maintenance and reported", async () => {
	let status = 200;
	await using target = await startTarget(() => status);
	await using service = await Lapwing.start();
	await using visitor = await Visitor.arrive(browser, { monitors: 0, upstream: service });
	const { page } = visitor;

	await visitor.open("/", "text=Nothing is watched yet");
	await page.getByLabel("Address to watch").fill(target.url);
	await page.getByRole("link", { name: "choose everything yourself" }).click();
	await page.getByLabel("Name", { exact: true }).fill("Shop");
	await page.getByLabel("Tags").fill("team:web");
	await page.getByRole("button", { name: "Add a content check" }).click();
	await page.getByLabel("Text", { exact: true }).fill("Welcome");
	await page.getByRole("button", { name: "Try it" }).click();
	await page.getByText(/status 200/).waitFor();
	await page.getByRole("button", { name: "Create monitor" }).click();
	await page.getByRole("heading", { name: "Shop", level: 1 }).waitFor();
	await page.getByText("contains “Welcome”").waitFor();
	const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
	await service.untilStatus(id, "up");
	await page.getByRole("row", { name: /Up 200/ }).waitFor();

	await page.getByRole("link", { name: "Monitors" }).first().click();
	await page.getByRole("row", { name: /Up Shop/ }).waitFor();
	await page.getByText("1 monitor · live").first().waitFor();
	status = 503;
	await service.checkAgain(id, 11);
	await service.untilStatus(id, "down");
	await page.getByRole("row", { name: /Down Shop/ }).waitFor({ timeout: 10_000 });
	await expect.poll(() => page.title()).toBe("(1) Monitors · Lapwing");

	await page.getByRole("link", { name: "Shop" }).click();
	await page.getByText("status 503").first().waitFor();
	await page
		.getByText(/Down for/)
		.first()
		.waitFor();
	await page.getByText("Nobody was notified.").waitFor();

	await visitor.open("/maintenance?plan=true", "[role=dialog]");
	await page.getByRole("dialog").getByLabel("Name").fill("Repair");
	await page.getByRole("button", { name: "Plan it" }).click();
	await page.getByText("Repair is planned.").waitFor();
	await page.getByRole("cell", { name: "Repair", exact: true }).waitFor();

	await visitor.open("/alerts/new", "text=Quiet for");
	await page.getByLabel("Name", { exact: true }).fill("Hook");
	await page.getByRole("radio", { name: "Webhook" }).check({ force: true });
	await page.getByRole("button", { name: "Create alert" }).click();
	await page.getByLabel("Address", { exact: true }).and(page.locator("[aria-invalid=true]")).waitFor();
	await page.getByLabel("Address", { exact: true }).fill(target.url);
	await page.getByRole("button", { name: "Send a test" }).click();
	await page.getByText("The test was not sent.").waitFor();
	await page.getByText(/status 503/).waitFor();
	status = 200;
	await page.getByRole("button", { name: "Send a test" }).click();
	await page.getByText("The test was sent.").waitFor();
	await page.getByRole("button", { name: "Create alert" }).click();
	await page.getByRole("heading", { name: "Hook", level: 1 }).waitFor();
	// The signing key is kept by the service, and the form knows it no more.
	await page.getByPlaceholder("unchanged").waitFor();
	await page.getByRole("button", { name: "Send a test" }).click();
	await page.getByText("The test was sent.").waitFor();

	await visitor.open("/reports", "text=1 monitor, together");
	await page.getByRole("link", { name: "Shop" }).waitFor();
	await page.getByRole("combobox", { name: "Monitor" }).click();
	await page.getByLabel("Search monitors").fill("sho");
	await page.getByRole("option", { name: /Shop/ }).click();
	await expect.poll(() => new URL(page.url()).searchParams.get("monitor")).toBe(id);
	expect(visitor.pageErrors).toEqual([]);
}, 120_000);

test("a flow is tried, created and edited: its steps are shown, its secret is kept", async () => {
	await using target = await startTarget(() => 200);
	await using service = await Lapwing.start();
	await using visitor = await Visitor.arrive(browser, { monitors: 0, upstream: service });
	const { page } = visitor;
	await visitor.open("/monitors/new?type=flow", "text=Name of the step");
	const step = (place: number) => page.locator("li[data-item]").nth(place);
	await step(0).getByLabel("Address").fill(target.url);
	await step(0).getByRole("button", { name: "Add a saved value" }).click();
	await step(0).getByLabel("Save as").fill("title");
	await step(0).getByLabel("from").selectOption("regex");
	await step(0).getByLabel("Pattern").fill("<h1>(.*)</h1>");
	await page.getByRole("button", { name: "Add a step" }).click();
	await step(1).getByLabel("Address").fill(`${target.url}{{title}}?key={{key}}`);
	await page.getByRole("button", { name: "Try it" }).click();
	await step(1).getByText("No variable and no earlier step has a value named key.").waitFor();
	await page.getByRole("button", { name: "Add a variable" }).click();
	const variable = page.getByRole("group", { name: "variable 1" });
	await variable.getByLabel("Variable", { exact: true }).fill("key");
	await variable.getByLabel("Value").fill("s3cret");
	await variable.getByLabel("Secret").check();
	await page.getByRole("button", { name: "Try it" }).click();
	await page.getByText("saved title").waitFor();
	await page.getByRole("button", { name: "Create monitor" }).click();
	await page.getByText("last run").waitFor();
	await page.getByRole("listitem").filter({ hasText: "Step 2" }).getByText("status 200").waitFor();
	await page.getByRole("link", { name: "Edit" }).click();
	await page.getByPlaceholder("unchanged").waitFor();
	await page.getByRole("button", { name: "Try it" }).click();
	await page.getByRole("listitem").filter({ hasText: "Step 2" }).getByText("status 200").waitFor();
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByText("saved.").waitFor();
	expect(visitor.pageErrors).toEqual([]);
}, 60_000);

test("selected monitors get another interval and timeout, and an alert that notifies of them", async () => {
	await using service = await Lapwing.start();
	await using visitor = await Visitor.arrive(browser, { monitors: 0, upstream: service });
	const { page } = visitor;
	const idOf = async (path: string, body: object) => (await service.ask("POST", path, body)).body.data.id as string;
	const ids = [];
	for (const number of [10, 2]) {
		ids.push(await idOf("/api/v1/monitors", { name: `API ${number}`, url: "https://192.0.2.1/", enabled: false }));
	}
	const channel = { type: "webhook", url: "https://example.com/hook" };
	const alertId = await idOf("/api/v1/alerts", { name: "Night shift", channel, monitorIds: [ids[0]] });

	await visitor.open("/", "[data-monitor]");
	const names = await page.locator("[data-monitor] a").allInnerTexts();
	expect(names.filter((name) => name.startsWith("API"))).toEqual(["API 2", "API 10"]);
	for (const _ of ids) {
		await page.keyboard.press("j");
		await page.keyboard.press("x");
	}
	await page.getByRole("button", { name: "Edit", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: "Edit 2 monitors" });
	await dialog.getByLabel("Checked").selectOption({ label: "every 5 min" });
	await dialog.getByLabel("Down without an answer after").fill("20");
	await dialog.getByLabel("Alerts").selectOption({ label: "notify Night shift" });
	const changes: string[] = [];
	page.on("request", (request) => {
		if (request.method() !== "GET") changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
	});
	await dialog.getByRole("button", { name: "Change 2 monitors" }).click();
	await page.getByText("2 monitors changed.").waitFor();
	expect(changes).toEqual(["POST /api/v1/monitors/bulk"]);
	for (const id of ids) {
		const { data } = (await service.ask("GET", `/api/v1/monitors/${id}?view=full`)).body;
		expect([data.intervalSeconds, data.timeoutSeconds]).toEqual([300, 20]);
	}
	const { data } = (await service.ask("GET", `/api/v1/alerts/${alertId}`)).body;
	expect(data.monitorIds.toSorted()).toEqual(ids.toSorted());
	expect(visitor.pageErrors).toEqual([]);
}, 60_000);

test("a monitor that depends on another is chosen in the form, and its page names the cause of its outage", async () => {
	let status = 200;
	await using target = await startTarget(() => status);
	await using service = await Lapwing.start();
	await using visitor = await Visitor.arrive(browser, { monitors: 0, upstream: service });
	const { page } = visitor;
	const create = async (name: string) => {
		const { body } = await service.ask("POST", "/api/v1/monitors", { name, url: target.url });
		await service.untilStatus(body.data.id, "up");
		return body.data.id as string;
	};
	const [router, shop] = [await create("Router"), await create("Shop")];

	await visitor.open(`/monitors/${shop}/edit`, "text=Depends on");
	await page.getByText("a router, a proxy or a database that is watched, too").click();
	const list = page.getByRole("group", { name: "Monitors" });
	await list.getByLabel("Router").check();
	expect(await list.getByLabel("Shop").count()).toBe(0);
	await page.getByRole("button", { name: "Save" }).click();
	await page.getByRole("heading", { name: "Shop", level: 1 }).waitFor();
	expect((await service.ask("GET", `/api/v1/monitors/${shop}?view=full`)).body.data.dependsOn).toEqual([router]);

	status = 503;
	for (const id of [router, shop]) {
		await service.ask("POST", `/api/v1/monitors/${id}/check`);
		await service.untilStatus(id, "down");
	}
	const cause = page.getByRole("status").getByRole("link", { name: "Router" });
	await cause.waitFor();
	await cause.click();
	await page.getByRole("heading", { name: "Router", level: 1 }).waitFor();
	await page.getByRole("status").getByText("1 monitor that depends on it failed, too: Shop.").waitFor();
	expect(visitor.pageErrors).toEqual([]);
}, 60_000);
