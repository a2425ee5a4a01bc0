/**
 * The README's pictures of the dashboard, taken of the demo in a service of its own: `node
 * --conditions=@lapwing/source packages/web/scripts/readme-pictures.ts` after `npm run build -w packages/web`.
 */

import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { Lapwing, lapwing, spawnLapwing, until } from "../../server/e2e/testing/lapwing.ts";
import { launchChromium } from "../e2e/chromium.ts";

const FOLDER = fileURLToPath(new URL("../../../docs/images", import.meta.url));
const VIEWPORT = { width: 1280, height: 930 };
/** Sharp where the README stands on a screen of a high resolution. */
const DEVICE_PIXELS = 2;
/** A README loads on a slow line, too. */
const MOST_BYTES = 150 * 1024;
const QUALITIES = [88, 80, 72, 64, 56];
const WHO = "ada@example.com";
/** For the history of a month, on a busy machine. */
const FILLED_WITHIN_MS = 240_000;
/** For the first checks of all monitors, which are a minute apart. */
const CHECKED_WITHIN_MS = 120_000;

async function picture(page: Page, name: string): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	for (const quality of QUALITIES) {
		const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality });
		const bytes = Buffer.from(data, "base64");
		if (bytes.length > MOST_BYTES) continue;
		await writeFile(`${FOLDER}/${name}.webp`, bytes);
		process.stdout.write(`docs/images/${name}.webp: ${bytes.length} bytes, quality ${quality}\n`);
		return;
	}
	throw new Error(`${name} has more than ${MOST_BYTES} bytes`);
}

await mkdir(FOLDER, { recursive: true });
await using service = await Lapwing.start();
const demo = spawnLapwing(service.databaseUrl, "demo", ...process.argv.slice(2));
let said = "";
demo.stderr.on("data", (text) => {
	said += text;
});
const isAlive = () => {
	if (demo.exitCode !== null) throw new Error(`The demo ended:\n${said}`);
	return said.includes("The monitors check this command's target") || undefined;
};
try {
	await until(isAlive, { withinMs: FILLED_WITHIN_MS, what: "the demo" });
	await lapwing(service.databaseUrl, "users", "add", WHO, "--team", "demo", "--role", "owner");
	await using browser = await launchChromium();
	for (const colorScheme of ["light", "dark"] as const) {
		const context = await browser.newContext({
			colorScheme,
			viewport: VIEWPORT,
			deviceScaleFactor: DEVICE_PIXELS,
			reducedMotion: "reduce",
			timezoneId: "Europe/Berlin",
		});
		const page = await context.newPage();
		const { stdout } = await lapwing(service.databaseUrl, "users", "link", WHO);
		await page.goto(`${service.url.replace("127.0.0.1", "localhost")}/sign-in/link#${/#(\S+)/.exec(stdout)?.[1]}`);
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByRole("grid").waitFor();
		await page.getByText("Waiting for its first check").waitFor({ state: "detached", timeout: CHECKED_WITHIN_MS });
		await page.evaluate(() => document.fonts.ready);
		await picture(page, `board-${colorScheme}`);
		await page.getByRole("link", { name: "Checkout", exact: true }).click();
		await page.getByText("Who is notified").waitFor();
		await page.locator(".uplot canvas").first().waitFor();
		await page.evaluate(() => document.fonts.ready);
		await picture(page, `monitor-${colorScheme}`);
		await context.close();
	}
} finally {
	demo.kill("SIGINT");
}
