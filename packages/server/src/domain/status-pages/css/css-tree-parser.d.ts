/** The parser alone: `css-tree` itself also loads the grammar of every property. @types/css-tree has no types of it. */
declare module "css-tree/parser" {
	import type { CssNode, ParseOptions } from "css-tree";

	export default function parse(text: string, options?: ParseOptions): CssNode;
}

declare module "css-tree/tokenizer" {
	/** @param onToken is called with the type of each token and where it begins and ends */
	export function tokenize(text: string, onToken: (type: number, start: number, end: number) => void): void;
}
