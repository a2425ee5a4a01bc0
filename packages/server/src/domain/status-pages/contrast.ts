/** Contrast of two colours (WCAG 2.2, "relative luminance" and "contrast ratio"). Colours are `#rrggbb`. */

/** Text must have at least this contrast with what is behind it (WCAG 2.2, success criterion 1.4.3). */
export const TEXT_CONTRAST = 4.5;

/** From 1 (the same) to 21 (black and white). */
export function contrastRatio(one: string, other: string): number {
	const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (higher + 0.05) / (lower + 0.05);
}

/** @param share of `other`, 0–1 */
export function mixed(colour: string, other: string, share: number): string {
	const [from, to] = [channels(colour), channels(other)];
	const mix = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share));
	return `#${mix.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(colour: string): number {
	const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
		const part = value / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: string): number[] {
	return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
