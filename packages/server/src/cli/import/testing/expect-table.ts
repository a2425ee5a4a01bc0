/**
 * Holds a table of fields to its converter, row by row and by what the row says, since the documentation is made of it:
 * what is the tool's own leaves nothing; `Listed` leaves a note that names the field, and nothing else; `Left out and
 * listed` a note and less in the document; `Paused and listed` a note and a monitor that is off; what is carried
 * changes the document. A row without an example fails, and a field that is in no table is listed.
 */

import { expect } from "vitest";
import type { FieldTable } from "../fields.ts";
import type { Imported } from "../imported.ts";

export type Values = Readonly<Record<string, unknown>>;

/** Another value of a field, among other members than those of the example. */
class Among {
	readonly members: Values;
	readonly value: unknown;

	constructor(members: Values, value: unknown) {
		this.members = members;
		this.value = value;
	}
}

/** Nothing by itself: the note of another field stands for it. */
class Beside {
	readonly field: string;
	readonly members: Values;

	constructor(field: string, members: Values) {
		this.field = field;
		this.members = members;
	}
}

export function among(members: Values, value: unknown): unknown {
	return new Among(members, value);
}

export function listedBy(field: string, members: Values = {}): unknown {
	return new Beside(field, members);
}

/** Of every kind that a field can have. */
const ANY_VALUES = ["another value", true, 7, { a: "b" }, ["c"]];

/**
 * @param convert what is imported when these members of the example are others
 * @param changes for each field that is not the tool's own: a value that shows what its row says
 */
export function expectTable(fields: FieldTable, convert: (change: Values) => Imported, changes: Values): void {
	const unchanged = convert({});
	const shown = Object.keys(fields).filter((field) => !fields[field]?.isOwn && !field.includes("*"));
	expect(Object.keys(changes).toSorted()).toEqual(shown.toSorted());
	expect(notesOn("unheard_of", convert({ unheard_of: "x" }))).toHaveLength(1);
	for (const [field, { isOwn }] of Object.entries(fields)) {
		for (const value of isOwn ? ANY_VALUES : []) expect.soft(convert({ [field]: value }), field).toEqual(unchanged);
	}
	for (const [field, change] of Object.entries(changes)) {
		const { becomes = "" } = fields[field] ?? {};
		if (change instanceof Beside) {
			expect.soft(notesOn(change.field, convert({ [field]: "x", ...change.members })), field).not.toEqual([]);
			continue;
		}
		const { members, value } = change instanceof Among ? change : new Among({}, change);
		const trace = traceOf(field, convert(members), convert({ ...members, [field]: value }));
		expect.soft({ becomes, ...trace }, field).toMatchObject(traceBy(becomes));
	}
}

/** The trace that the words of a row demand. */
function traceBy(becomes: string) {
	if (becomes.startsWith("Listed")) return { isListed: true, isChanged: false };
	if (becomes.startsWith("Left out and listed")) return { isListed: true, isChanged: true };
	if (becomes.startsWith("Paused and listed")) return { isListed: true, isPaused: true };
	return { isChanged: true, ...(!/listed/i.test(becomes) && { isNamed: false }) };
}

function traceOf(field: string, before: Imported, after: Imported) {
	const shown = ({ document, secrets }: Imported) => JSON.stringify([document, secrets]);
	const noted = new Set(before.notes.map((note) => JSON.stringify(note)));
	const paused = (found: Imported) => (found.document.monitors ?? []).filter(({ enabled }) => enabled === false).length;
	return {
		isNamed: notesOn(field, after).length > 0,
		isListed: notesOn(field, after).some((note) => !noted.has(JSON.stringify(note))),
		isChanged: shown(before) !== shown(after),
		isPaused: paused(after) > paused(before),
	};
}

/** `smtpCC` is named by `smtpCC, smtpBCC`, and `client` by `client.tunnel`. */
function notesOn(field: string, { notes }: Imported) {
	return notes.filter((note) => note.field.split(/[^\w-]+/).includes(field));
}
