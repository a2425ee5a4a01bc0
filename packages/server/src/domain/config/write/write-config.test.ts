import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readConfig } from "../read/read-config.ts";
import { changedText, configText } from "./write-config.ts";

const FILE = `# Our shop.
project: shop

monitors:
  # The API.
  - key: api # as in the chart
    name: "API"

    # behind the load balancer
    url: https://\${HOST}/
    tags: [prod, "web"]
    # after the last member
  # Everything else.
  - {key: web, name: Web, url: 'https://web.example.com/'}
  - key: db
    type: tcp
    name: DB
    host: db.example.com
    port: 5432

# On call
alerts:
- key: ops
  name: Ops
  channel: { type: slack, url: { secret: SLACK_URL } }
`;
const read = (text: string) => readConfig([{ name: "f", text }], { HOST: "api.example.com" });
const objects = (text: string, kind = "monitors") => read(text).value[kind] as Record<string, unknown>[];
const change = (kind: "monitors" | "alerts", index: number, members: object) => {
	const before = objects(FILE, kind)[index] ?? {};
	return { kind, changed: new Map([[index, { before, after: { ...before, ...members } }]]), added: [] };
};

/** What of the lines differs. */
function differs(after: string) {
	const [was, is] = [FILE.split("\n"), after.split("\n")];
	return [was.filter((line) => !is.includes(line)), is.filter((line) => !was.includes(line))];
}

describe("a file that exists", () => {
	test("keeps every other byte when a value of an object changes", () => {
		const text = changedText(FILE, [change("monitors", 0, { name: "The API" })]);
		expect(differs(text)).toEqual([['    name: "API"'], ["    name: The API"]]);
		expect(objects(text)[0]).toMatchObject({ name: "The API", url: "https://api.example.com/" });
	});

	test("keeps variables and secrets whose values are the same", () => {
		const text = changedText(FILE, [change("alerts", 0, { name: "On call" })]);
		expect(text).toContain("url: { secret: SLACK_URL }");
		expect(differs(text)[1]).toContain("  name: On call");
	});

	test("keeps the comments of an object that has a new member", () => {
		const text = changedText(FILE, [change("monitors", 0, { intervalSeconds: 30 })]);
		expect(differs(text)[1]).toContain("    intervalSeconds: 30");
		for (const comment of FILE.match(/#.*/g) ?? []) expect(text).toContain(comment);
	});

	test.each([
		["{ key: web, url: u, tags: [shop, eu] }", "{ key: web, url: u, tags: [shop, eu], added: [{ a: 1 }] }"],
		["{ key: web, url: u, tags: [ shop, eu ] }", "{ key: web, url: u, tags: [ shop, eu ], added: [ { a: 1 } ] }"],
		["{key: web, url: u, tags: [shop, eu]}", "{key: web, url: u, tags: [shop, eu], added: [{a: 1}]}"],
		["{key: web, url: u}", "{key: web, url: u, added: [{a: 1}]}"],
		['{ key: web, url: "$\u007bHOST}" }', '{ key: web, url: "$\u007bHOST}", added: [ { a: 1 } ] }'],
	])("has spaces within braces and brackets as it had: %s", (entry, expected) => {
		const text = `monitors:\n  - ${entry}\n`;
		const before = objects(text)[0] ?? {};
		const changed = new Map([[0, { before, after: { ...before, added: [{ a: 1 }] } }]]);
		expect(changedText(text, [{ kind: "monitors", changed, added: [] }])).toBe(text.replace(entry, expected));
	});

	test("has quotes around a new value that would end a list in brackets", () => {
		const text = changedText(FILE, [change("monitors", 0, { tags: ["a, b]", "web"] })]);
		expect(differs(text)[1]).toEqual(['    tags: ["a, b]", "web"]']);
		expect(objects(text)[0]?.["tags"]).toEqual(["a, b]", "web"]);
	});

	test("loses the lines of an object that goes, and no others", () => {
		const text = changedText(FILE, [{ kind: "monitors", changed: new Map([[1, null]]), added: [] }]);
		expect(differs(text)).toEqual([["  - {key: web, name: Web, url: 'https://web.example.com/'}"], []]);
	});

	test("has new objects at the end of their list, and a new list at its own end", () => {
		const text = changedText(FILE, [
			{ kind: "monitors", changed: new Map(), added: [{ key: "new", name: "N", tags: ["a"] }] },
			{ kind: "schedules", changed: new Map(), added: [{ key: "s", name: "S" }] },
		]);
		expect(differs(text)).toEqual([
			[],
			["  - key: new", "    name: N", "    tags:", "      - a", "schedules:", "  - key: s", "    name: S"],
		]);
		expect(objects(text).map(({ key }) => key)).toEqual(["api", "web", "db", "new"]);
	});

	test("of which the last object of a list goes has none there", () => {
		const text = changedText(FILE, [{ kind: "alerts", changed: new Map([[0, null]]), added: [] }]);
		expect(read(text)).toMatchObject({ value: { alerts: [] }, faults: [] });
		expect(text).toContain("# behind the load balancer");
	});

	test("of JSON stays JSON, with its indentation", () => {
		const json = JSON.stringify({ monitors: [{ key: "a", name: "A" }], x: 1 }, null, "\t");
		const changed = new Map([[0, { before: { key: "a", name: "A" }, after: { key: "a", name: `$\{B}`, tags: [] } }]]);
		const text = changedText(`${json}\n`, [{ kind: "monitors", changed, added: [{ key: "b" }] }]);
		const expected = { monitors: [{ key: "a", name: `$$\{B}`, tags: [] }, { key: "b" }], x: 1 };
		expect(text).toBe(`${JSON.stringify(expected, null, "\t")}\n`);
	});
});

/** No empty one: a monitor whose name is empty is called as its target when it is read. */
const text = fc.string({ minLength: 1, unit: fc.constantFrom(..."ab:#-'\"{}[]$ \n&*!é".split("")), maxLength: 8 });
const members = fc.dictionary(
	// No "name": reading fills in one that is empty.
	fc.constantFrom("about", "url", "tags", "request", "enabled"),
	fc.oneof(text, fc.integer(), fc.array(text, { maxLength: 3 }), fc.dictionary(fc.constantFrom("x", "y"), text)),
	{ noNullPrototype: true },
);
const object = fc.tuple(fc.uuid(), members).map(([key, body]) => ({ key, ...body }));

test("whatever is written is read again", () => {
	fc.assert(
		fc.property(fc.array(object, { maxLength: 4 }), fc.array(text), (monitors, head) => {
			expect(read(configText({ monitors }, head))).toMatchObject({ value: { monitors }, faults: [] });
		}),
		{ numRuns: 300 },
	);
});

test("whatever is changed in a file is read again, and what is not stays", () => {
	const entry = fc.record({ before: object, after: fc.option(members) });
	fc.assert(
		fc.property(
			fc.array(entry, { minLength: 1, maxLength: 4 }),
			fc.array(object, { maxLength: 2 }),
			(entries, added) => {
				const file = configText({ monitors: entries.map(({ before }) => before) });
				const changed = new Map(
					entries.map(({ before, after }, index) => [index, after && { before, after: { key: before.key, ...after } }]),
				);
				const written = changedText(file, [{ kind: "monitors", changed, added }]);
				const left = entries.flatMap(({ before, after }) => (after ? [{ key: before.key, ...after }] : []));
				expect(read(written)).toMatchObject({ value: { monitors: [...left, ...added] }, faults: [] });
				const same = new Map(entries.map(({ before }, index) => [index, { before, after: before }]));
				expect(changedText(file, [{ kind: "monitors", changed: same, added: [] }])).toBe(file);
			},
		),
		{ numRuns: 300 },
	);
});
