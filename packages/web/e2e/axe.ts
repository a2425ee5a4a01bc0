/** What axe finds on a page. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** To be run in a page before its violations are asked for. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const EVERY_RULE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** A violation that is found for so long is none of a page that is still being drawn. */
const LASTS_MS = 3_000;

/**
 * Those that last. Chromium gives parts that it does not draw yet, such as rows below the view, the colours of another
 * theme a few frames late.
 */
export async function violations(page: Page, rules = EVERY_RULE): Promise<string[]> {
	const deadline = performance.now() + LASTS_MS;
	for (;;) {
		const found = await violationsNow(page, rules);
		if (found.length === 0 || performance.now() > deadline) return found;
		await page.evaluate(drawn);
	}
}

async function violationsNow(page: Page, rules: readonly string[]): Promise<string[]> {
	return page.evaluate(
		async (runOnly) => {
			const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
			// Of what axe loads beforehand, style sheets are for no rule that runs here.
			const preload = { assets: ["media" as const] };
			const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"], preload });
			return violations.flatMap(({ id, nodes }) =>
				nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
			);
		},
		[...rules],
	);
}

/** Runs in the page: ends when it has been drawn. */
export const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
