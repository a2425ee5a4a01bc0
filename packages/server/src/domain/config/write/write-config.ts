/**
 * Documents as files of YAML, and changes of files that exist. A change writes the objects anew that it changes; every
 * other byte of the file stays, so its comments, its order and its patch stay small.
 */

import { Document, isMap, isScalar, isSeq, parseDocument, Scalar, stringify, visit, type YAMLMap, YAMLSeq } from "yaml";
import type { ConfigKind } from "../config.ts";
import { withoutVariables } from "../read/variables.ts";

type Members = Readonly<Record<string, unknown>>;

/** Of one list of a file: by their place in it what becomes of objects (null: they go), and what comes after them. */
export interface ListChange {
	readonly kind: ConfigKind;
	/** `before`: the object as the file says it, variables replaced. What `after` has as well stays as it is written. */
	readonly changed: ReadonlyMap<number, { readonly before: Members; readonly after: Members } | null>;
	readonly added: readonly Members[];
}

/** Lines that begin and end with a character that is seen; between them may be empty lines. */
const BLOCK = /^(?:\S+(?: +\S+)*\n+)*\S+(?: +\S+)*\n?$/;
const STYLE = {
	lineWidth: 0,
	minContentWidth: 0,
	verifyAliasOrder: false,
	doubleQuotedMinMultiLineLength: 1_000_000,
} as const;

/**
 * A file that holds `document`.
 *
 * @param head lines of a comment above it
 */
export function configText(document: object, head: readonly string[] = []): string {
	// A line break in a name of others would end the comment.
	const lines = head.map((line) => `# ${line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}`.trimEnd());
	return [...lines, ...(lines.length > 0 ? [""] : []), stringify(inYaml(document), STYLE)].join("\n");
}

/** `text`, a file that was read without faults, with its lists changed. JSON stays JSON. */
export function changedText(text: string, changes: readonly ListChange[]): string {
	const isJson = text.trimStart().startsWith("{");
	if (isJson) return changedJson(text, changes);
	return changes.reduce(changedYaml, text);
}

function changedYaml(text: string, { kind, changed, added }: ListChange): string {
	const document = parseDocument(text, { merge: true });
	const list = document.get(kind, true);
	const gone = [...changed.values()].filter((change) => change === null).length;
	if (!isSeq(list) || list.flow || list.items.length === gone)
		return withList(text, document, { kind, changed, added });
	const padding = paddingOf(text, document);
	// From the end, so that offsets before it stay.
	let result = text;
	const [, contentEnd = 0] = (list.items.at(-1) as YAMLMap).range ?? [];
	if (added.length > 0) {
		const [first = 0] = (list.items[0] as YAMLMap).range ?? [];
		const dash = text.lastIndexOf("-", first);
		const indent = columnOf(text, dash);
		const end = trimmedEnd(text, 0, contentEnd);
		const items = added.map((entry) => {
			const lines = stringify(inYaml(entry), STYLE).trimEnd().split("\n");
			return lines.map((line, at) => `\n${" ".repeat(indent)}${at === 0 ? "- " : "  "}${line}`).join("");
		});
		result = text.slice(0, end) + items.join("") + text.slice(end);
	}
	for (const [index, change] of [...changed].toSorted(([a], [b]) => b - a)) {
		const item = list.items[index] as YAMLMap;
		const [start = 0, end = 0] = item.range ?? [];
		const until = trimmedEnd(text, start, end);
		if (change === null) {
			const lineStart = text.lastIndexOf("\n", text.lastIndexOf("-", start)) + 1;
			const lineEnd = text.indexOf("\n", until);
			result = result.slice(0, lineStart) + (lineEnd < 0 ? "" : result.slice(lineEnd + 1));
			continue;
		}
		const edits = scalarEdits(item, change.before, change.after);
		if (edits !== null) {
			for (const { from, to, value } of edits.toReversed()) {
				// Between brackets a comma would end it.
				const needsQuotes = typeof value === "string" && /[,[\]{}]/.test(value);
				const written = needsQuotes ? JSON.stringify(escaped(value)) : stringify(inYaml(value), STYLE).trimEnd();
				result = result.slice(0, from) + written + result.slice(to);
			}
			continue;
		}
		update(document, item, change.before, change.after);
		// What follows its last member stands behind it in the file.
		item.comment = null;
		const lines = textOf(new Document(item), padding).trimEnd().split("\n");
		const indent = " ".repeat(columnOf(text, start));
		const written = lines.map((line, at) => (at === 0 || line === "" ? line : indent + line)).join("\n");
		result = result.slice(0, start) + written + result.slice(until);
	}
	return result;
}

/** Where there is no list of lines to change: it is written as a whole, at the end of a file that lacks it. */
function withList(text: string, document: Document, { kind, changed, added }: ListChange): string {
	const list = document.get(kind, true);
	const padding = paddingOf(text, document);
	if (!isSeq(list)) {
		if (added.length === 0) return text;
		const written = stringify({ [kind]: inYaml(added) }, STYLE);
		if (!document.has(kind)) return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${written}`;
	}
	const items = isSeq(list) ? list.items : [];
	const kept = items.flatMap((item, index) => {
		const change = changed.get(index);
		if (change) update(document, item as YAMLMap, change.before, change.after);
		return change === null ? [] : [item];
	});
	const changedList = new YAMLSeq(document.schema);
	changedList.items = [...kept, ...added.map((entry) => document.createNode(inYaml(entry)))];
	document.set(kind, changedList);
	return textOf(document, padding);
}

/** Whether the file has spaces within braces, and within brackets. */
interface Padding {
	readonly map: boolean;
	readonly seq: boolean;
}

function paddingOf(text: string, document: Document): Padding {
	let [map, seq]: (boolean | undefined)[] = [];
	visit(document, {
		Collection(_, node) {
			if (!node.flow || !node.range || node.items.length === 0) return;
			const isPadded = /\s/.test(text.charAt(node.range[0] + 1));
			if (isMap(node)) map ??= isPadded;
			else seq ??= isPadded;
		},
	});
	return { map: map ?? true, seq: seq ?? map ?? true };
}

/** The library pads braces as it pads brackets: `{ a: [b] }` needs to be told for each collection. */
function textOf(document: Document, padding: Padding): string {
	visit(document, {
		Collection(_, node) {
			const write = node.toString as (context?: object, ...more: unknown[]) => string;
			const flowCollectionPadding = padding[isMap(node) ? "map" : "seq"] ? " " : "";
			node.toString = (context?: object, ...more: unknown[]) =>
				write.call(node, context && { ...context, flowCollectionPadding }, ...more);
		},
	});
	return document.toString(STYLE);
}

const ONE_LINE: readonly string[] = ["PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE"];

interface ScalarEdit {
	readonly from: number;
	readonly to: number;
	readonly value: unknown;
}

/** The values that differ, in the order of the file, when each is on one line before and after; else null. */
function scalarEdits(node: unknown, before: unknown, after: unknown): ScalarEdit[] | null {
	if (isEqual(before, after)) return [];
	if (isMap(node) && isObject(before) && isObject(after)) {
		const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
		const edits = names.map((name) => scalarEdits(node.get(name, true), before[name], after[name]));
		return edits.includes(null) ? null : edits.flatMap((each) => each ?? []).toSorted((a, b) => a.from - b.from);
	}
	if (!isScalar(node) || !ONE_LINE.includes(node.type ?? "") || after === undefined || isObject(after)) return null;
	const [from = 0, to = 0] = node.range ?? [];
	const isShort = !Array.isArray(after) && !/\n/.test(`${node.source}${after}`);
	return isShort && node.anchor === undefined && node.tag === undefined ? [{ from, to, value: after }] : null;
}

function update(document: Document, map: YAMLMap, before: Members, after: Members): void {
	for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
		const [was, will] = [before[name], after[name]];
		if (isEqual(was, will)) continue;
		const node = map.get(name, true);
		if (will === undefined) map.delete(name);
		else if (isMap(node) && isObject(was) && isObject(will)) update(document, node, was, will);
		else if (isSeq(node) && Array.isArray(was) && Array.isArray(will)) updateList(document, node, was, will);
		else map.set(name, document.createNode(inYaml(will)));
	}
}

function updateList(document: Document, list: YAMLSeq, before: readonly unknown[], after: readonly unknown[]): void {
	for (const [index, will] of after.entries()) {
		const [node, was] = [list.items[index], before[index]];
		if (index < before.length && isEqual(was, will)) continue;
		if (isMap(node) && isObject(was) && isObject(will)) update(document, node, was, will);
		else list.items[index] = document.createNode(inYaml(will));
	}
	list.items.length = after.length;
}

function changedJson(text: string, changes: readonly ListChange[]): string {
	const document = JSON.parse(text) as Record<string, Members[] | undefined>;
	for (const { kind, changed, added } of changes) {
		const kept = (document[kind] ?? []).flatMap((entry, index) => {
			const change = changed.get(index);
			if (change === null) return [];
			return [change === undefined ? entry : (updatedJson(entry, change.before, change.after) as Members)];
		});
		document[kind] = [...kept, ...(added as readonly Members[]).map((entry) => escaped(entry) as Members)];
	}
	const [, indent = "  "] = /\n([ \t]+)/.exec(text) ?? [];
	return `${JSON.stringify(document, null, indent)}${text.endsWith("\n") ? "\n" : ""}`;
}

/** `written` with what differs between `before` and `after`. */
function updatedJson(written: unknown, before: unknown, after: unknown): unknown {
	if (isEqual(before, after)) return written;
	if (!isObject(written) || !isObject(before) || !isObject(after)) return escaped(after);
	const names = [...new Set([...Object.keys(written), ...Object.keys(after)])];
	return Object.fromEntries(
		names
			.filter((name) => isEqual(before[name], after[name]) || Object.hasOwn(after, name))
			.map((name) => [name, updatedJson(written[name], before[name], after[name])])
			.filter(([, value]) => value !== undefined),
	);
}

function escaped(value: unknown, ofText: (text: string) => unknown = withoutVariables): unknown {
	if (typeof value === "string") return ofText(value);
	if (Array.isArray(value)) return value.map((item) => escaped(item, ofText));
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, escaped(member, ofText)]));
}

/** As YAML writes it. Lines with spaces around them are quoted, because a block of lines would lose the spaces. */
function inYaml(value: unknown): unknown {
	return escaped(value, (text) => {
		const scalar = new Scalar(withoutVariables(text));
		if (text.includes("\n") && !BLOCK.test(text)) scalar.type = Scalar.QUOTE_DOUBLE;
		return scalar;
	});
}

function isEqual(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => isEqual(item, b[at]));
	if (!isObject(a) || !isObject(b)) return false;
	const names = Object.keys(a);
	return (
		names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
	);
}

function isObject(value: unknown): value is Members {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function columnOf(text: string, offset: number): number {
	return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

function trimmedEnd(text: string, start: number, end: number): number {
	return start + text.slice(start, end).trimEnd().length;
}
