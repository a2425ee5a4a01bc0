import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { readConfig } from "./read-config.ts";
import { withoutVariables, withVariables } from "./variables.ts";

const read = (text: string, environment = {}) => readConfig([{ name: "lapwing.yaml", text }], environment);
const API = "monitors:\n  - key: api\n    name: API\n    url: https://api.example.com/\n";

describe("files", () => {
	test("of YAML and of JSON are read alike", () => {
		const json = JSON.stringify({
			monitors: [{ key: "api", name: "API", url: "https://api.example.com/" }],
			$schema: "x",
		});
		expect(read(json)).toMatchObject({ value: read(API).value, faults: [] });
	});

	test("are one document: lists follow one another, defaults and the project may stand in any of them", () => {
		const { value, faults, originOf } = readConfig(
			[
				{ name: "a.yaml", text: `project: shop\n${API}` },
				{ name: "b.yaml", text: "defaults:\n  monitors:\n    tags: [prod]\n# nothing else\n" },
				{ name: "c.json", text: '{"project":"shop","monitors":[{"key":"web"}],"alerts":[{"key":"ops"}]}' },
				{ name: "empty.yaml", text: "# later\n" },
			],
			{},
		);
		expect(faults).toEqual([]);
		expect(value).toEqual({
			project: "shop",
			defaults: { monitors: { tags: ["prod"] } },
			monitors: [{ key: "api", name: "API", url: "https://api.example.com/" }, { key: "web" }],
			alerts: [{ key: "ops" }],
		});
		expect(originOf("monitors", 1)).toEqual({ file: "c.json", index: 0 });
	});

	test("are told where they say a secret, whether its variable is set or not", () => {
		const text = `defaults: { monitors: { request: { body: { secret: SET } } } }
monitors: [{ key: api, send: { secret: SET } }, { key: web, request: { auth: { token: { secret: NOT } } } }]`;
		const { secretPlaces } = readConfig(
			[
				{ name: "a.yaml", text: API.replace("api", "first") },
				{ name: "b.yaml", text },
			],
			{
				SET: "x",
			},
		);
		expect(secretPlaces("monitors", "first")).toEqual([["request", "body"]]);
		expect(secretPlaces("monitors", "api")).toEqual([["send"], ["request", "body"]]);
		expect(secretPlaces("monitors", "web")).toEqual([["request", "auth", "token"]]);
	});

	test("of which two say another project are refused at the second", () => {
		const files = [
			{ name: "a.yaml", text: "project: shop\n" },
			{ name: "b.yaml", text: "\nproject: till\n" },
		];
		expect(readConfig(files, {}).faults).toEqual([
			{ file: "b.yaml", line: 2, column: 1, message: "project: a.yaml has another value of project." },
		]);
	});

	test("call a monitor without a name as its target", () => {
		const monitors = [
			{ url: "https://a.example.com/" },
			{ type: "tcp", host: "db", port: 5432, name: "" },
			{ type: "ping", host: "db" },
			{ type: "dns", domain: "example.com" },
			{ type: "cron", schedule: "0 2 * * *" },
			{ type: "flow" },
			{ url: `https://${"a".repeat(300)}.com/` },
		];
		const names = (read(JSON.stringify({ monitors })).value["monitors"] as { name?: string }[]).map(({ name }) => name);
		expect(names.slice(0, -1)).toEqual([
			"https://a.example.com/",
			"db:5432",
			"db",
			"example.com",
			"0 2 * * *",
			undefined,
		]);
		expect(names.at(-1)).toHaveLength(255);
	});

	test("call a monitor whose target is a secret by its key, set or not, and say no secret of an address", () => {
		const monitors = [
			{ key: "set", url: { secret: "SET" } },
			{ key: "not", type: "tcp", host: { secret: "NOT" }, port: 1 },
			{ key: "token", url: "https://a.example.com/health?token=s3cr3t" },
		];
		const { value } = read(JSON.stringify({ monitors }), { SET: "https://a.example.com/?token=s3cr3t" });
		const names = (value["monitors"] as { name?: string }[]).map(({ name }) => name);
		expect(names).toEqual(["set", "not", "https://a.example.com/health"]);
	});

	test("share what they repeat by anchors and merge keys", () => {
		const text = "monitors:\n  - &usual { key: a, timeoutSeconds: 5 }\n  - { <<: *usual, key: b }\n";
		expect(read(text).value).toEqual({
			monitors: [
				{ key: "a", timeoutSeconds: 5 },
				{ key: "b", timeoutSeconds: 5 },
			],
		});
	});

	test.each([
		["too many aliases", `a: &a 1\nmonitors: [${"*a, ".repeat(101)}]`, /at most 100 aliases/],
		[
			"aliases of aliases that grow without bound",
			`a: &a [x, x, x, x, x, x, x, x, x]\n${[..."bcdefg"].map((name, index) => `${name}: &${name} [${`*${"abcdef"[index]}, `.repeat(9)}]`).join("\n")}`,
			/alias/i,
		],
		["an alias within what it names", "a: &a [*a, *a]", /alias of what it stands in/],
		["too many levels", "[".repeat(100_000), /too many levels/],
		[
			"more than 16 MiB",
			`# ${"x".repeat(16 * 1_048_576)}`,
			/^The files have more than 16 MiB together\. Split them into several projects\.$/,
		],
		["two documents", "a: 1\n---\nb: 2\n", /multiple documents/i],
		["a member twice", "project: a\nproject: b\n", /^Has the member project twice\.$/],
		["a quoted member twice", 'monitors: [{ url: a, "url": b }]', /^Has the member "url" twice\.$/],
		["a list in place of an object", "- key: a\n", /Must be an object/],
	])("with %s are refused", (_, text, message) => {
		const { faults } = read(text);
		expect(faults.length).toBeGreaterThan(0);
		expect(faults[0]?.message).toMatch(message);
	});

	test("name the line of a mistake in YAML", () => {
		expect(read("monitors:\n  - key: api\n   name: API\n").faults[0]).toMatchObject({ line: 3 });
	});
});

describe("faults of the document", () => {
	const faultAt = (text: string, path: string) => {
		const [{ line, column } = {}] = read(text).placed([{ path, message: "Is wrong." }]);
		return [line, column];
	};

	test.each([
		["a member", "/monitors/0/url", [4, 5]],
		["an object", "/monitors/0", [2, 5]],
		["a member that is not there, at its object", "/monitors/0/key/x", [2, 5]],
		["the document", "", [1, 1]],
	])("are at the place of %s", (_, path, place) => {
		expect(faultAt(API, path)).toEqual(place);
	});

	test("of a default are named once, where it stands", () => {
		const text = "defaults:\n  monitors:\n    timeoutSeconds: 99\nmonitors:\n  - key: a\n  - key: b\n";
		const message = "Must be at most 60.";
		const faults = [0, 1].map((index) => ({ path: `/monitors/${index}/timeoutSeconds`, message }));
		expect(read(text).placed(faults)).toEqual([
			{ file: "lapwing.yaml", line: 3, column: 5, message: `timeoutSeconds: ${message}` },
		]);
	});

	test("of a list in several files are in the file that has the object", () => {
		const files = [
			{ name: "a.yaml", text: API },
			{ name: "b.yaml", text: "monitors:\n- key: web\n  url: x\n" },
		];
		const placed = readConfig(files, {}).placed([{ path: "/monitors/1/url", message: "Is no URL." }]);
		expect(placed).toEqual([{ file: "b.yaml", line: 3, column: 3, message: "url: Is no URL." }]);
	});

	test("of a program name the object's key and the path in it", () => {
		const value = { monitors: [{ key: "api", request: { headers: [{ name: "" }] } }] };
		const { placed } = readConfig([{ name: "lapwing.config.ts", value }], {});
		expect(
			placed([
				{ path: "/monitors/0/request/headers/0/name", message: "Is empty." },
				{ path: "/monitor", message: "Is unknown." },
			]),
		).toEqual([
			{
				...{ file: "lapwing.config.ts", line: null, column: null },
				message: 'monitor "api", request.headers.0.name: Is empty.',
			},
			{ file: "lapwing.config.ts", line: null, column: null, message: "monitor: Is unknown." },
		]);
	});
});

describe("variables", () => {
	test("are replaced in texts, and $${ stands for ${", () => {
		const { value, faults } = read(`project: $\{NAME}-$$\{NAME}\n`, { NAME: "shop" });
		expect([value, faults]).toEqual([{ project: `shop-$\{NAME}` }, []]);
	});

	test.each([
		[`project: $\{NAME}`, "project: The variable NAME is not set."],
		[`project: $\{LAPWING_API_KEY}`, /are of Lapwing itself/],
		[`project: $\{lapwing_api_key}`, /are of Lapwing itself/],
		["project: { secret: LAPWING_SECRET }", /are of Lapwing itself/],
		[`project: "$\{a.b}"`, /Must name a variable/],
		[`project: "$\{NAME"`, /Must name a variable/],
	])("as in %s are faults", (text, message) => {
		const { faults } = read(`# first\n${text}`, { LAPWING_API_KEY: "x", lapwing_api_key: "x", LAPWING_SECRET: "x" });
		expect(faults).toEqual([
			{ file: "lapwing.yaml", line: 2, column: 1, message: expect.stringMatching(message) as string },
		]);
	});

	test("of secrets are filled in when set and not empty; else the service decides", () => {
		const { value } = read("alerts: [{ secret: A }, { secret: B }, { secret: C }]", { A: "a-secret", B: "" });
		expect(value).toEqual({ alerts: ["a-secret", { secret: "B" }, { secret: "C" }] });
	});

	test("whose name is nearly that of one that is set are named with it, unless files name that one too", () => {
		const text = "alerts: [{ url: { secret: SLAK_URL } }, { url: { secret: HOOK_1 } }, { url: { secret: HOOK_2 } }]";
		const { warnings } = read(text, { SLACK_URL: "x", HOOK_1: "x", EMPTY_URL: "", LAPWING_URL: "x" });
		const message = "url: The variable SLAK_URL is not set. Did you mean SLACK_URL?";
		expect(warnings).toEqual([{ file: "lapwing.yaml", line: 1, column: 12, message }]);
		expect(read(`project: $\{SHOPP}`, { SHOP_: "x" }).faults[0]?.message).toMatch(/not set\. Did you mean SHOP_\?$/);
	});

	test("are found in no text that was written for files", () => {
		const text = fc.string({ unit: fc.constantFrom("$", "{", "}", "A", " ") });
		fc.assert(
			fc.property(text, (each) => {
				const report = () => expect.unreachable();
				expect(withVariables(withoutVariables(each), [], { environment: { A: "no" }, report, found: report })).toBe(
					each,
				);
			}),
		);
	});
});

test("any value is read as it was written, in YAML and in JSON", () => {
	const names = fc.string({ unit: "grapheme", minLength: 1 }).filter((name) => name !== "<<" && name !== "secret");
	const { value } = fc.letrec((tie) => ({
		value: fc.oneof(
			{ maxDepth: 3 },
			fc.string().filter((text) => !text.includes("${")),
			fc.integer(),
			fc.boolean(),
			fc.constant(null),
			fc.array(tie("value"), { maxLength: 3 }),
			fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
		),
	}));
	fc.assert(
		fc.property(value, (each) => {
			for (const text of [stringify({ monitors: [each] }), JSON.stringify({ monitors: [each] })]) {
				expect(read(text)).toMatchObject({ value: { monitors: [each] }, faults: [] });
			}
		}),
		{ numRuns: 200 },
	);
});
