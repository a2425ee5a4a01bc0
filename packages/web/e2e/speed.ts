/**
 * How fast the board of 10,000 monitors is in Chromium: bytes of the first load, time until it can be used, the
 * longest task while typing, scrolling and receiving changes, and the heap before and after them. `node e2e/speed.ts
 * [monitors]`; build first. The fixture's own work is on the same two cores, so the figures are upper bounds.
 */

import { launchChromium } from "./chromium.ts";
import type { FixtureMonitor } from "./fixture/world/monitors.ts";
import { seeded } from "./fixture/world/seeds.ts";
import { Visitor } from "./harness.ts";
import { longestTask } from "./long-tasks.ts";

const MINUTE_MS = 60_000;
const monitors = Number(process.argv[2] ?? 10_000);
const browser = await launchChromium();
const show = (what: string, figure: string) => process.stdout.write(`${what.padEnd(52)} ${figure}\n`);

{
	await using visitor = await Visitor.arrive(browser, { monitors, outage: true });
	const { page } = visitor;
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Network.enable");
	const scripts = new Set<string>();
	let scriptBytes = 0;
	devtools.on("Network.responseReceived", ({ requestId, type }) => {
		if (type === "Script") scripts.add(requestId);
	});
	devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
		if (scripts.has(requestId)) scriptBytes += encodedDataLength;
	});
	await visitor.open("/", "[data-monitor]");
	const usable = await page.evaluate(() => Math.round(performance.now()));
	await page.waitForTimeout(1500);
	show("script of the first load, compressed", `${(scriptBytes / 1024).toFixed(1)} KB in ${scripts.size} files`);
	show(`first load until the board of ${monitors} has rows`, `${usable} ms`);
	await measure("the first load", () => visitor.open("/?dense=false", "[data-monitor]"));

	await visitor.open("/alerts", "h1");
	await page.waitForTimeout(1000);
	await measure("a click on Monitors", async () => {
		const clickedAt = Date.now();
		await page.getByRole("link", { name: "Monitors" }).first().click();
		await page.locator("[data-monitor]").first().waitFor();
		show("click on Monitors until it has rows", `${Date.now() - clickedAt} ms`);
		await page.waitForTimeout(800);
	});

	await page.keyboard.press("/");
	await measure("typing in the search", async () => {
		for (const letter of "berlin bi") {
			await page.keyboard.type(letter);
			await page.waitForTimeout(60);
		}
		await page.waitForTimeout(600);
	});
	await measure("deleting it", async () => {
		for (let index = 0; index < 9; index++) await page.keyboard.press("Backspace");
		await page.waitForTimeout(800);
	});

	await page.mouse.move(700, 600);
	await measure("scrolling", async () => {
		for (let index = 0; index < 60; index++) {
			await page.mouse.wheel(0, index % 20 === 0 ? 20_000 : 700);
			await page.waitForTimeout(16);
		}
		await page.waitForTimeout(500);
	});

	await page.evaluate(() => scrollTo(0, 0));
	const heapBefore = await heap();
	const random = seeded(7);
	const rounds = Number(process.env["ROUNDS"] ?? 20);
	let now = Date.now();
	await measure(`${rounds} live changes of ${Math.ceil(monitors / 60)} monitors`, async () => {
		for (let round = 0; round < rounds; round++) {
			now += 1000;
			const chosen = Array.from({ length: Math.ceil(monitors / 60) }, () => {
				return visitor.fixture.world.monitors[Math.floor(random() * monitors)];
			}).filter((monitor) => monitor !== undefined);
			visitor.fixture.sendLive("change", {
				monitors: chosen.map((monitor) => liveOf(monitor, now, random)),
				removed: [],
				added: false,
				outages: false,
			});
			await page.waitForTimeout(Number(process.env["ROUND_MS"] ?? 250));
		}
	});
	show("heap before and after them", `${heapBefore} MB, ${await heap()} MB`);

	async function measure(what: string, work: () => Promise<void>): Promise<void> {
		const { wallMs, cpuMs, parts } = await longestTask(browser, page, work);
		show(`longest task in ${what}`, `${cpuMs} ms of CPU, ${wallMs} ms by the clock (${parts.join(", ")})`);
	}
	if (visitor.pageErrors.length > 0) show("complaints", visitor.pageErrors.join("\n"));

	async function heap(): Promise<string> {
		await devtools.send("HeapProfiler.enable");
		await devtools.send("HeapProfiler.collectGarbage");
		const { usedSize } = await devtools.send("Runtime.getHeapUsage");
		return (usedSize / 2 ** 20).toFixed(1);
	}
}
await browser.close();

function liveOf({ id, since }: FixtureMonitor, now: number, random: () => number) {
	const isDown = random() < 0.01;
	return {
		id,
		status: isDown ? "down" : "up",
		since: Math.floor((since ?? now) / 1000),
		enabled: true,
		responseTimeMs: isDown ? null : Math.round(random() * 300),
		minute: Math.floor(now / MINUTE_MS),
		mark: isDown ? "d" : "u",
	};
}
