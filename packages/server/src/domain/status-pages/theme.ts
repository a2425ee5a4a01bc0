/**
 * The look of a status page: light, dark or as the reader's system is, an accent colour, and a style sheet (./css).
 *
 * The accent colour is that of links and marks, so it is held to the contrast of text with the ground of the page. No
 * colour has that contrast with a light and a dark ground, so a team chooses one for the ground that its page has (the
 * light one, unless the page is dark), and the other is mixed from it.
 */

import { contrastRatio, mixed, TEXT_CONTRAST } from "./contrast.ts";

/** The database stores the position: new words go to the end. */
export const SCHEMES = ["auto", "light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];

export interface PageTheme {
	readonly scheme: Scheme;
	/** `#rrggbb` in lower case; null: that of every page. */
	readonly accentColor: string | null;
	/** As the team wrote it; empty: none. */
	readonly css: string;
}

export const USUAL_THEME: PageTheme = { scheme: "auto", accentColor: null, css: "" };

/** What is behind text on a page; a test compares them with the style sheet of pages (../../http/public/status). */
export const GROUNDS = { light: ["#fcfcfb", "#ffffff"], dark: ["#111211", "#191a19"] } as const;
type Ground = keyof typeof GROUNDS;

const ENDS: Readonly<Record<Ground, string>> = { light: "#000000", dark: "#ffffff" };
const STEPS = 100;

/** Why links in this colour could not be read, with the ratio and a colour that could; null when they can. */
export function accentProblem({ scheme, accentColor }: Pick<PageTheme, "scheme" | "accentColor">): string | null {
	if (accentColor === null) return null;
	const ground = scheme === "dark" ? "dark" : "light";
	const ratio = leastContrast(accentColor, ground);
	if (ratio >= TEXT_CONTRAST) return null;
	return (
		`${accentColor} has a contrast of ${floor(ratio)}:1 with the ${ground} ground of the page. Links need at least ` +
		`${TEXT_CONTRAST}:1 (WCAG 2.2, 1.4.3). ${readable(accentColor, ground)} would do.`
	);
}

/** The accent colour on each ground; one that can't be read there is mixed with black or white until it can. */
export function accentColors(accentColor: string): Readonly<Record<Ground, string>> {
	return { light: readable(accentColor, "light"), dark: readable(accentColor, "dark") };
}

function readable(colour: string, ground: Ground): string {
	for (let step = 0; step < STEPS; step += 1) {
		const tried = mixed(colour, ENDS[ground], step / STEPS);
		if (leastContrast(tried, ground) >= TEXT_CONTRAST) return tried;
	}
	return ENDS[ground];
}

function leastContrast(colour: string, ground: Ground): number {
	return Math.min(...GROUNDS[ground].map((behind) => contrastRatio(colour, behind)));
}

/** Never rounded up: what is shown must not look like enough. */
function floor(ratio: number): string {
	return (Math.floor(ratio * 100) / 100).toFixed(2);
}
