/** One file of YAML or JSON: its value, and the line and column of each place in it. */

import { type Document, isAlias, isCollection, isMap, isPair, isScalar, LineCounter, parseDocument, visit } from "yaml";
import type { Path } from "../secret-places.ts";

/** Repetition belongs in `defaults`; what repeats itself in aliases grows without bound. */
const MAX_ALIASES = 100;

interface Place {
	readonly line: number;
	readonly column: number;
}

export interface ParsedSource {
	readonly value: unknown;
	readonly problems: readonly (Place & { readonly message: string })[];
	/** Where the member or item at `path` begins; what is not there, where the nearest one around it does. */
	placeOf(path: Path): Place;
}

export function parseSource(text: string): ParsedSource {
	const lines = new LineCounter();
	const at = (offset: number): Place => {
		const { line, col } = lines.linePos(offset);
		// An empty text has no lines.
		return { line: Math.max(1, line), column: Math.max(1, col) };
	};
	const unreadable = (problems: ParsedSource["problems"]): ParsedSource => ({
		value: undefined,
		problems,
		placeOf: () => at(0),
	});
	try {
		const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
		const problems = [...document.errors, ...document.warnings];
		if (problems.length > 0) {
			return unreadable(
				problems.map(({ pos, code, message }) => {
					const twice = code === "DUPLICATE_KEY" ? `Has the member ${memberAt(text, pos[0])} twice.` : null;
					return { ...at(pos[0]), message: twice ?? inWords(message) };
				}),
			);
		}
		const refused = refusedAlias(document);
		if (refused !== null) return unreadable([{ ...at(refused.offset), message: refused.message }]);
		const value = document.toJS({ maxAliasCount: MAX_ALIASES });
		return { value, problems: [], placeOf: (path) => at(offsetOf(document, path)) };
	} catch (error) {
		// Aliases of aliases beyond the limit.
		return unreadable([{ ...at(0), message: inWords((error as Error).message) }]);
	}
}

/** The name of the member that begins there, as it is written. */
function memberAt(text: string, offset: number): string {
	const [name = ""] = /^(?:"[^"\n]*"|'[^'\n]*'|[^:,\n]+)/.exec(text.slice(offset, offset + 200)) ?? [];
	return name.trim();
}

/** The library reads to the end of its stack. */
function inWords(message: string): string {
	return /call stack/.test(message) ? "Has too many levels." : message;
}

function refusedAlias(document: Document): { readonly offset: number; readonly message: string } | null {
	let aliases = 0;
	let refused: ReturnType<typeof refusedAlias> = null;
	visit(document, {
		Alias(_, { range, source }, path) {
			aliases += 1;
			const isWithin = path.some((node) => isCollection(node) && node.anchor === source);
			if (aliases <= MAX_ALIASES && !isWithin) return undefined;
			const message = isWithin
				? `Is an alias of what it stands in: *${source}.`
				: `A file has at most ${MAX_ALIASES} aliases (*name). Write some out; files of Lapwing have defaults.`;
			refused = { offset: range?.[0] ?? 0, message };
			return visit.BREAK;
		},
	});
	return refused;
}

function offsetOf(document: Document, path: Path): number {
	let node: unknown = document.contents;
	let offset = startOf(node) ?? 0;
	for (const step of path) {
		if (isAlias(node)) node = node.resolve(document);
		if (!isCollection(node)) return offset;
		const items: readonly unknown[] = node.items;
		const found = isMap(node)
			? items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step))
			: items[Number(step)];
		if (found === undefined) return offset;
		offset = startOf(isPair(found) ? found.key : found) ?? offset;
		node = isPair(found) ? found.value : found;
	}
	return offset;
}

function startOf(node: unknown): number | undefined {
	return isScalar(node) || isCollection(node) || isAlias(node) ? node.range?.[0] : undefined;
}
