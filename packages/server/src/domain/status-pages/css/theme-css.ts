/** The style sheet of a page's theme: its accent colour, and what its team wrote. */

import { accentColors, type PageTheme } from "../theme.ts";
import { pageCss } from "./page-css.ts";

/** Loaded after the style sheet of every page; null when the theme changes nothing. */
export async function themeCss({ accentColor, css }: Pick<PageTheme, "accentColor" | "css">): Promise<string | null> {
	const sheet = `${accentColor === null ? "" : accentCss(accentColor)}${css === "" ? "" : (await pageCss(css)).css}`;
	return sheet === "" ? null : sheet;
}

/** In the places where the style sheet of every page sets its colours, so that the scheme decides as it does there. */
function accentCss(accentColor: string): string {
	const { light, dark } = accentColors(accentColor);
	const link = (selector: string, colour: string) => `${selector}{--link:${colour}}`;
	return [
		link(":root", light),
		`@media (prefers-color-scheme:dark){${link(":root", dark)}}`,
		link(":root[data-scheme=light]", light),
		link(":root[data-scheme=dark]", dark),
		"#page :is(main,footer) a,#page .button{color:var(--link)}",
		"",
	].join("\n");
}
