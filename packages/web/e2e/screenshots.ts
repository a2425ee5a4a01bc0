/**
 * Pictures of every page: light and dark, 1440 and 390 px wide, with 0, 3, 300 and 10,000 monitors and an outage
 * running. `node e2e/screenshots.ts FOLDER [page …]`; without names, all pages. Build first (`npm run build -w
 * packages/web`).
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "./chromium.ts";
import { Fixture } from "./fixture/server.ts";
import { FORM_VISITS, STATE_VISITS, VISITS } from "./pages.ts";

const [folder = "screenshots", ...names] = process.argv.slice(2);
const WIDTHS = [
	[1440, 1000],
	[390, 844],
] as const;
/** Pages that depend on the number of monitors. */
const SIZED = ["board", "reports"];

/** Only the visible part of these is captured, because they are long lists. */
const LISTS = /^(board|reports|palette|shortcuts)/;

mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
for (const monitors of [300, 0, 3, 10_000]) {
	const wanted = [...VISITS, ...FORM_VISITS, ...STATE_VISITS].filter(
		({ name, needsMonitors }) =>
			(names.length === 0 || names.includes(name)) &&
			(monitors === 300 || SIZED.includes(name) || (monitors === 0 && !needsMonitors)) &&
			(monitors > 0 || !needsMonitors),
	);
	if (wanted.length === 0) continue;
	await using fixture = await Fixture.start({ monitors, outage: true });
	for (const colorScheme of ["light", "dark"] as const) {
		for (const [width, height] of WIDTHS) {
			const context = await browser.newContext({ colorScheme, viewport: { width, height }, deviceScaleFactor: 1 });
			for (const { name, path, shows, signedOut, given, opens } of wanted) {
				fixture.reset();
				fixture.signedIn = !signedOut;
				given?.(fixture);
				const page = await context.newPage();
				await page.goto(fixture.address + path);
				await page.locator(shows).first().waitFor();
				await page.waitForLoadState("load");
				await opens?.(page);
				await page.waitForTimeout(500);
				const file = join(folder, `${name}-${monitors}-${colorScheme}-${width}.png`);
				const isLong = !LISTS.test(name);
				await page.screenshot({ path: file, fullPage: isLong });
				process.stdout.write(`${file}\n`);
				await page.close();
			}
			await context.close();
		}
	}
}
await browser.close();
