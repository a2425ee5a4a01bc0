import { expect, test } from "vitest";
import { accentColors, USUAL_THEME } from "../theme.ts";
import { themeCss } from "./theme-css.ts";

test("a theme that changes nothing has no style sheet", async () => {
	expect(await themeCss(USUAL_THEME)).toBeNull();
	// What a later version does not allow any more is not served.
	expect(await themeCss({ accentColor: null, css: "@import url(https://x.example/)" })).toBeNull();
});

test("the accent colour is readable on each ground, and the team's rules follow it below the page", async () => {
	const sheet = (await themeCss({ accentColor: "#2450c4", css: "h1 { letter-spacing: 0 }" })) ?? "";
	const { light, dark } = accentColors("#2450c4");
	expect(sheet).toContain(`:root[data-scheme=light]{--link:${light}}`);
	expect(sheet).toContain(`:root[data-scheme=dark]{--link:${dark}}`);
	expect(sheet.indexOf("#page h1")).toBeGreaterThan(sheet.indexOf("--link"));
});
