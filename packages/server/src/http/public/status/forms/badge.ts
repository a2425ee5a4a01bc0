/** A badge: a name and a state as an SVG of the usual size, for a README or a website. */

import type { ComponentState } from "../../../../domain/status-pages/component-state.ts";
import { STATE_COLOURS } from "../render/icon.ts";
import { escaped } from "./atom.ts";

/** Names are cut here: a badge is a line. */
const MAX_CHARS = 40;
const PADDING = 10;

export function badge(name: string, state: ComponentState, word: string): string {
	const label = cut(name);
	const [left, right] = [widthOf(label), widthOf(word)].map((width) => Math.ceil(width) + 2 * PADDING);
	const width = (left ?? 0) + (right ?? 0);
	const said = escaped(`${label}: ${word}`);
	const text = (at: number, length: number, words: string) =>
		`<text x="${at}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escaped(words)}</text>`;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${said}"><title>${said}</title><clipPath id="r"><rect width="${width}" height="20" rx="4"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3d3d3a"/><rect x="${left}" width="${right}" height="20" fill="${STATE_COLOURS[state]}"/></g><g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">${text(PADDING, (left ?? 0) - 2 * PADDING, label)}${text((left ?? 0) + PADDING, (right ?? 0) - 2 * PADDING, word)}</g></svg>`;
}

function cut(text: string): string {
	const chars = [...text];
	return chars.length <= MAX_CHARS ? text : `${chars.slice(0, MAX_CHARS - 1).join("")}…`;
}

/** About what Verdana needs at 11 px; the text is then fitted to it, whatever font there is. */
function widthOf(text: string): number {
	let width = 0;
	for (const char of text) {
		const code = char.codePointAt(0) ?? 0;
		if (code >= 0x2e80) width += 11;
		else if ("iljtfrI.,:;'|!()[] ".includes(char)) width += 4.6;
		else if ("mwMW@%".includes(char)) width += 10;
		else width += code >= 65 && code <= 90 ? 7.7 : 6.8;
	}
	return Math.max(width, 6);
}
