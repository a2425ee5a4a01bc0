import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	insertedAsComponent,
	insertedAsHeader,
	insertedAsJson,
	insertedAsMarkup,
	insertedAsText,
	insertedNames,
} from "./insertions.ts";

const values = new Map([
	["id", "a/b?c=d&e#f"],
	["quote", '"},{"a":"\\'],
	["line", "a\r\nX-Injected: yes"],
	["number", "12.5"],
	["flag", "true"],
	["text", "plain"],
	["umlaut", "ü"],
	["half", "a\ud800"],
]);

test("an insertion is a name between two braces, and nothing else", () => {
	expect(insertedNames("{{id}}{{ text }} {id} {{1a}} {{a-b}} {{}} {{{number}}}")).toEqual(["id", "text", "number"]);
});

describe("a value is escaped for where it stands:", () => {
	test("a component of a URL or a form", () => {
		expect(insertedAsComponent("https://example.com/{{id}}?q={{quote}}", values)).toBe(
			"https://example.com/a%2Fb%3Fc%3Dd%26e%23f?q=%22%7D%2C%7B%22a%22%3A%22%5C",
		);
	});

	test("half of a surrogate pair, which has no encoding, is replaced in a URL, and stays in JSON", () => {
		expect(insertedAsComponent("https://example.com/{{half}}", values)).toBe("https://example.com/a%EF%BF%BD");
		expect(JSON.parse(insertedAsJson('["{{half}}",{{half}}]', values))).toEqual(["a\ud800", "a\ud800"]);
	});

	test("a string of JSON, and a value of JSON", () => {
		const json = '{"a":"x{{quote}}","b":{{number}},"c":{{flag}},"d":{{text}},"e\\"":"{{number}}","f":{{quote}}}';
		expect(JSON.parse(insertedAsJson(json, values))).toEqual({
			a: 'x"},{"a":"\\',
			b: 12.5,
			c: true,
			d: "plain",
			'e"': "12.5",
			f: '"},{"a":"\\',
		});
	});

	test("a header: no line ends, and UTF-8 beyond ASCII", () => {
		expect(insertedAsHeader("Bearer {{text}} ", values)).toBe("Bearer plain");
		expect(insertedAsHeader("{{line}}", values)).toBeNull();
		expect(insertedAsHeader("{{umlaut}}", values)).toBe("\xc3\xbc");
	});

	test("XML and plain text", () => {
		expect(insertedAsMarkup("<a b='{{quote}}'>", values)).toBe("<a b='&#34;},{&#34;a&#34;:&#34;\\'>");
		expect(insertedAsText("{{id}} {{unknown}}!", values)).toBe("a/b?c=d&e#f !");
	});
});

test("whatever is inserted, JSON keeps its shape and a URL its path and host", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary" }), (value) => {
			const given = new Map([["v", value.toWellFormed()]]);
			const json = JSON.parse(insertedAsJson('{"a":"{{v}}","b":[{{v}},1]}', given));
			expect(Object.keys(json)).toEqual(["a", "b"]);
			expect([json.a, json.b.length]).toEqual([given.get("v"), 2]);
			const url = new URL(insertedAsComponent("http://host.example/a/{{v}}x?b={{v}}&c=1", given));
			expect([url.host, url.pathname.split("/").length]).toEqual(["host.example", 3]);
			expect(url.searchParams.get("b")).toBe(given.get("v"));
		}),
	);
});
