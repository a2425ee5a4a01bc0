/** Every pair of colours that is used together has the contrast that WCAG 2.2 asks for, in both themes. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
const colours = new Map(
	[...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(([, name, light, dark]) => [
		name ?? "",
		{ light: light ?? "", dark: dark ?? "" },
	]),
);

function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
	const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
	return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ["background", "panel", "hover", "selected", "accent-wash"];
const TEXT = 4.5;
const SHAPE = 3;

const PAIRS: readonly (readonly [string, readonly string[], number])[] = [
	["text", [...SURFACES, "down-wash", "degraded-wash", "maintenance-wash"], TEXT],
	["muted", [...SURFACES, "down-wash", "degraded-wash", "maintenance-wash"], TEXT],
	["accent", ["background", "panel", "hover", "accent-wash", "down-wash", "degraded-wash"], TEXT],
	["on-strong", ["text"], TEXT],
	["up", ["background", "panel"], TEXT],
	["degraded", [...SURFACES, "degraded-wash"], TEXT],
	["down", [...SURFACES, "down-wash"], TEXT],
	["maintenance", ["background", "panel", "hover"], TEXT],
	["line-strong", ["background", "panel"], SHAPE],
	["paused", ["background", "panel", "hover"], SHAPE],
	["up", SURFACES, SHAPE],
	["degraded-shape", [...SURFACES, "up-calm", "degraded-wash"], SHAPE],
	["down", ["up-calm"], SHAPE],
];

test.each(
	PAIRS.flatMap(([front, backs, least]) =>
		backs.flatMap((back) => (["light", "dark"] as const).map((theme) => ({ front, back, theme, least }))),
	),
)("$front on $back has a contrast of $least, $theme", ({ front, back, theme, least }) => {
	const [a, b] = [colours.get(front)?.[theme], colours.get(back)?.[theme]];
	expect(contrast(a ?? "", b ?? "")).toBeGreaterThanOrEqual(least);
});
