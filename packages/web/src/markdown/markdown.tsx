/**
 * Markdown as React elements: no HTML is ever written. HTML in the text is text, an image is a link, and a link of
 * another scheme than http, https or mailto is text (docs/rules/incidents.md#text). Loaded when it is first needed:
 * ./lazy-markdown.tsx.
 */

import MarkdownIt, { type Token } from "markdown-it";
import { createElement, Fragment, type ReactNode, useMemo } from "react";

const ALLOWED_LINK = /^(?:https?:\/\/|mailto:)./i;

const markdown = new MarkdownIt({ html: false, linkify: true });
// An image would be fetched from elsewhere. A table of 5,000 characters can have 65,000 cells.
markdown.disable(["image", "table"]);
markdown.linkify.set({ fuzzyLink: false });
markdown.validateLink = (address) => ALLOWED_LINK.test(address);

/** How an element of each tag looks. A tag that is not here is not written; its contents are. */
const LOOKS: Readonly<Record<string, string>> = {
	p: "my-2 first:mt-0 last:mb-0",
	strong: "",
	em: "",
	s: "",
	br: "",
	a: "text-accent underline",
	ul: "my-2 list-disc pl-5 first:mt-0 last:mb-0",
	ol: "my-2 list-decimal pl-5 first:mt-0 last:mb-0",
	li: "",
	blockquote: "my-2 border-l-2 border-line-strong pl-3 text-muted first:mt-0 last:mb-0",
	code: "rounded-mark bg-hover px-1 font-mono",
	pre: "my-2 rounded-control bg-hover px-3 py-2 font-mono whitespace-pre-wrap first:mt-0 last:mb-0",
	hr: "my-3 border-line",
};

export function Markdown({ text }: { text: string }) {
	const parts = useMemo(() => nodesOf(markdown.parse(text, {})), [text]);
	return <div className="words min-w-0 break-words">{parts}</div>;
}

interface OpenElement {
	readonly token: Token;
	readonly children: ReactNode[];
}

function nodesOf(tokens: readonly Token[]): ReactNode[] {
	const root: ReactNode[] = [];
	const open: OpenElement[] = [];
	for (const [index, token] of tokens.entries()) {
		// The paragraphs of a tight list.
		if (token.hidden) continue;
		const children = open.at(-1)?.children ?? root;
		if (token.nesting === 1) open.push({ token, children: [] });
		else if (token.nesting === 0) children.push(<Fragment key={index}>{leaf(token)}</Fragment>);
		else {
			const closed = open.pop();
			if (closed) (open.at(-1)?.children ?? root).push(element(closed, index));
		}
	}
	return root;
}

function leaf(token: Token): ReactNode {
	switch (token.type) {
		case "inline":
			return nodesOf(token.children ?? []);
		case "softbreak":
			return "\n";
		case "hardbreak":
			return <br />;
		case "hr":
			return <hr className={LOOKS["hr"]} />;
		case "code_inline":
			return <code className={LOOKS["code"]}>{token.content}</code>;
		case "code_block":
		case "fence":
			return <pre className={LOOKS["pre"]}>{token.content}</pre>;
		default:
			return token.content;
	}
}

function element({ token, children }: OpenElement, key: number): ReactNode {
	// The page has headings of its own, whose order theirs would break.
	if (token.type === "heading_open")
		return createElement("p", { key, className: LOOKS["p"] }, <strong>{children}</strong>);
	const className = LOOKS[token.tag];
	if (className === undefined) return <Fragment key={key}>{children}</Fragment>;
	return createElement(token.tag, { key, className: className || undefined, ...attributes(token) }, children);
}

function attributes(token: Token): Record<string, unknown> {
	if (token.tag === "a") return { href: token.attrGet("href"), title: token.attrGet("title") ?? undefined, rel: REL };
	const start = token.tag === "ol" ? token.attrGet("start") : null;
	return start === null ? {} : { start: Number(start) };
}

const REL = "noopener nofollow";
