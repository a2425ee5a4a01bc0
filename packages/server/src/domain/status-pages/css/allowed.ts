/**
 * What a team's style sheet may use. Left out is what fetches (url and its kin), what covers other parts of the page or
 * leaves it (position, z-index, float, transform, clip), what moves or blinks (animation, transition), what costs much
 * to paint (filter), and what keeps a reader from using the page (pointer-events, user-select).
 */

const sides = (name: string) => [name, ...["top", "right", "bottom", "left"].map((side) => `${name}-${side}`)];
const logical = (name: string) =>
	["block", "block-start", "block-end", "inline", "inline-start", "inline-end"].map((side) => `${name}-${side}`);

export const PROPERTIES: ReadonlySet<string> = new Set([
	// Colour.
	...["color", "opacity", "accent-color", "caret-color", "color-scheme", "fill", "stroke", "stroke-width"],
	...["background", "background-color", "background-image", "background-position", "background-repeat"],
	...["background-size", "background-clip", "background-origin", "print-color-adjust"],
	// Borders and shadows.
	...sides("border"),
	...["color", "style", "width"].flatMap((part) => sides("border").map((side) => `${side}-${part}`)),
	...logical("border"),
	...["border-radius", "border-top-left-radius", "border-top-right-radius", "border-bottom-left-radius"],
	...["border-bottom-right-radius", "border-collapse", "border-spacing", "box-shadow"],
	...["outline", "outline-color", "outline-offset", "outline-style", "outline-width"],
	// Text.
	...["font", "font-family", "font-size", "font-stretch", "font-style", "font-variant", "font-variant-caps"],
	...["font-variant-numeric", "font-weight", "font-kerning", "line-height", "letter-spacing", "word-spacing"],
	...["text-align", "text-decoration", "text-decoration-color", "text-decoration-line", "text-decoration-style"],
	...["text-decoration-thickness", "text-indent", "text-overflow", "text-shadow", "text-transform", "text-wrap"],
	...["text-underline-offset", "vertical-align", "white-space", "word-break", "overflow-wrap", "hyphens", "tab-size"],
	...["list-style", "list-style-position", "list-style-type", "content", "quotes"],
	// Size and layout within the flow.
	...sides("margin"),
	...logical("margin"),
	...sides("padding"),
	...logical("padding"),
	...["width", "min-width", "max-width", "height", "min-height", "max-height", "aspect-ratio", "box-sizing"],
	...["inline-size", "min-inline-size", "max-inline-size", "block-size", "min-block-size", "max-block-size"],
	...["display", "visibility", "overflow", "overflow-x", "overflow-y", "object-fit", "object-position"],
	...["flex", "flex-basis", "flex-direction", "flex-flow", "flex-grow", "flex-shrink", "flex-wrap"],
	...["gap", "row-gap", "column-gap", "columns", "column-count", "column-width", "break-inside"],
	...["grid-template-columns", "grid-template-rows", "grid-auto-flow", "grid-auto-rows", "grid-auto-columns"],
	...["grid-column", "grid-row", "align-content", "align-items", "align-self", "justify-content", "justify-items"],
	...["justify-self", "place-content", "place-items", "place-self", "cursor"],
]);

export const FUNCTIONS: ReadonlySet<string> = new Set([
	...["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "light-dark"],
	...["calc", "min", "max", "clamp", "var", "minmax", "repeat", "fit-content"],
	...["linear-gradient", "radial-gradient", "conic-gradient", "repeating-linear-gradient", "repeating-radial-gradient"],
]);

export const PSEUDO_CLASSES: ReadonlySet<string> = new Set([
	...["hover", "focus", "focus-visible", "focus-within", "active", "link", "visited", "empty"],
	...["first-child", "last-child", "only-child", "first-of-type", "last-of-type", "only-of-type"],
	...["nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type", "not", "is", "where"],
]);

export const PSEUDO_ELEMENTS: ReadonlySet<string> = new Set([
	...["before", "after", "marker", "first-line", "first-letter", "placeholder", "selection"],
]);

/** Features of a `@media`, the only at-rule. */
export const MEDIA_FEATURES: ReadonlySet<string> = new Set([
	...["width", "min-width", "max-width", "height", "min-height", "max-height", "orientation", "hover", "pointer"],
	...["prefers-color-scheme", "prefers-contrast", "prefers-reduced-motion", "forced-colors", "resolution"],
]);

export const MEDIA_TYPES: ReadonlySet<string> = new Set(["all", "print", "screen"]);

export const UNITS: ReadonlySet<string> = new Set([
	...["px", "em", "rem", "ex", "ch", "lh", "rlh", "vw", "vh", "vmin", "vmax", "dvh", "svh", "lvh", "pt", "mm", "cm"],
	...["deg", "rad", "turn", "fr", "dppx", "dpi"],
]);
