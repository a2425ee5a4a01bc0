/** What a page says of itself, so that its owner recognizes the one that came instead of the expected one. */

/** `title`: of an HTML page. `begins`: the beginning of any other text. `empty`: there is none. */
export type SeenText =
	| { readonly kind: "title"; readonly text: string }
	| { readonly kind: "begins"; readonly text: string }
	| { readonly kind: "empty" };

/** Characters in which a title is looked for; heads that are longer exist, and are not worth more. */
const SEARCHED = 8_192;
/** Characters that are handed on, of which a message shows the first: secrets are masked in between. */
const MAX_SEEN = 1_000;

export function seenIn(text: string): SeenText {
	const head = text.slice(0, SEARCHED);
	const [, title = ""] = /<title[^>]{0,200}>([^<]{1,500})/i.exec(head) ?? [];
	const inOneLine = (part: string) => part.replaceAll(/\s+/g, " ").trim();
	const named = inOneLine(title);
	if (named !== "") return { kind: "title", text: named };
	const beginning = inOneLine(head).slice(0, MAX_SEEN);
	return beginning === "" ? { kind: "empty" } : { kind: "begins", text: beginning };
}
