/** JSON that is valid but for a change or three, so that the code behind the first checks is reached, too. */

import fc from "fast-check";

/** Texts on which parsers, databases and templates have stumbled. */
const hostileText = fc.constantFrom(
	"",
	" ",
	"0",
	"-1",
	"null",
	"undefined",
	"true",
	"1e999",
	"\0",
	"%00",
	"%",
	"%zz",
	"..%2f..",
	"'",
	'"',
	"\\",
	"{{x}}",
	"🦆",
	"\ud800",
	"__proto__",
	"constructor",
	"toString",
	"9".repeat(400),
	"a".repeat(3000),
	"2025-02-30",
	"+275760-09-13T00:00:00.001Z",
	"0000-01-01",
	"mon_",
	"mon_01jgezt6z8e7kb3mq4f2ys0nd5",
	"; drop table teams",
	"\r\nX: y",
	"http://[::1",
	"https://example.com/\ud800",
	"*/0 * * * *",
	"(a+)+$",
	"\\",
);

export const anyText = fc.oneof(
	hostileText,
	fc.string({ unit: "binary", maxLength: 30 }),
	fc.string({ maxLength: 30 }),
);

const anyValue = fc.oneof(
	anyText,
	fc.constantFrom<unknown>(
		0,
		-0,
		-1,
		1,
		0.5,
		2 ** 31 - 1,
		2 ** 31,
		2 ** 53,
		-(2 ** 63),
		1e308,
		null,
		true,
		false,
		[],
		{},
	),
	fc.integer(),
	fc.jsonValue({ maxDepth: 2 }),
);

const edit = fc.record({
	at: fc.nat(),
	kind: fc.constantFrom("replace", "remove", "add", "repeat", "nudge"),
	name: anyText,
	value: anyValue,
});

/** `valid` with none to three edits, as text. */
export function nearly(valid: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
	return fc
		.tuple(valid, fc.array(edit, { maxLength: 3 }))
		.map(([value, edits]) => JSON.stringify(edits.reduce(edited, structuredClone(value))) ?? "");
}

type Container = Record<string, unknown> | unknown[];
type Edit = typeof edit extends fc.Arbitrary<infer Each> ? Each : never;

function edited(value: unknown, { at, kind, name, value: other }: Edit): unknown {
	const places = placesIn(value);
	const place = places[at % Math.max(1, places.length)];
	if (place === undefined) return other;
	const [holder, key] = place;
	const current = (holder as Record<string, unknown>)[key];
	const set = (name: string, to: unknown) =>
		// An assignment to __proto__ would be no member.
		Object.defineProperty(holder, name, { value: to, enumerable: true, configurable: true, writable: true });
	if (kind === "remove" && !Array.isArray(holder)) delete holder[key];
	else if (kind === "add" && !Array.isArray(holder)) set(name, other);
	else if (kind === "repeat") set(key, Array.isArray(current) ? [...current, ...current] : `${current}${current}`);
	else if (kind === "nudge" && typeof current === "number") set(key, current + (at % 2 === 0 ? 1 : -1));
	else set(key, other);
	return value;
}

/** Every member and item of a value, at all depths. */
function placesIn(value: unknown): [holder: Container, key: string][] {
	if (typeof value !== "object" || value === null) return [];
	const holder = value as Container;
	return Object.entries(holder).flatMap(([key, part]) => [[holder, key] as [Container, string], ...placesIn(part)]);
}
