/** The icon of a page: the shape and the colour of its state. */

import { COMPONENT_STATES, type ComponentState } from "../../../../domain/status-pages/component-state.ts";

/** Colours that stand on light and on dark tabs. */
export const STATE_COLOURS: Readonly<Record<ComponentState, string>> = {
	operational: "#1f8a4c",
	maintenance: "#6b4fc0",
	degraded: "#b26a00",
	partial_outage: "#c8321f",
	major_outage: "#c8321f",
};

const SHAPES: Readonly<Record<ComponentState, string>> = {
	operational: '<circle cx="16" cy="16" r="13"/>',
	maintenance: '<path d="M16 2 30 16 16 30 2 16z"/>',
	degraded: '<path d="M16 3 31 29H1z"/>',
	partial_outage: '<path d="M3 3h26v26H3zM7 7v9h18V7z"/>',
	major_outage: '<path d="M3 3h26v26H3z"/>',
};

export function icon(state: ComponentState): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="${STATE_COLOURS[state]}">${SHAPES[state]}</svg>`;
}

/** `icon-degraded.svg` → degraded; null: no name of an icon. */
export function stateOfIcon(name: string): ComponentState | null {
	return COMPONENT_STATES.find((state) => name === `icon-${state}.svg`) ?? null;
}
