import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { asUri, MAX_URL_LENGTH, targetUrlProblem } from "./target-url.ts";

test("any http or https URL with a host and without credentials is accepted", () => {
	fc.assert(
		fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => targetUrlProblem(url) === null),
	);
	for (const url of [
		"http://[2001:db8::1]:8080/",
		"https://localhost",
		"HTTPS://EXAMPLE.com/%20?q=@x",
		"http://bücher.example",
	]) {
		expect([url, targetUrlProblem(url)]).toEqual([url, null]);
	}
});

test("an accepted URL has a host, no credentials, and parses to itself", () => {
	const odd = fc.array(
		fc.constantFrom("http", "https", ":", "/", "//", "@", "a", ".", "?", "#", "[", "]", "::1", "\\", " ", "%", "\t"),
		{
			maxLength: 12,
		},
	);
	fc.assert(
		fc.property(odd, (parts) => {
			const url = parts.join("");
			if (targetUrlProblem(url) !== null) return;
			const { protocol, hostname, username, password } = new URL(url);
			expect(["http:", "https:"]).toContain(protocol);
			expect([hostname === "", username, password]).toEqual([false, "", ""]);
		}),
		{ numRuns: 2000 },
	);
});

test("a host that no name server can know is refused", () => {
	const label = "a".repeat(63);
	for (const host of [label, `${label}.example.`, `${`${label}.`.repeat(3)}${"b".repeat(61)}`])
		expect([host, targetUrlProblem(`https://${host}/`)]).toEqual([host, null]);
	for (const host of [`${label}a`, "a..example", `${`${label}.`.repeat(3)}${"b".repeat(62)}`])
		expect([host, targetUrlProblem(`https://${host}/`)]).toEqual([host, expect.stringContaining("host name")]);
	// A port that nobody can serve is one that is down.
	expect(targetUrlProblem("https://example.com:0/")).toBeNull();
});

test("the longest URL has 2,048 characters", () => {
	const url = (length: number) => "https://example.com/".padEnd(length, "a");
	expect(targetUrlProblem(url(MAX_URL_LENGTH))).toBeNull();
	expect(targetUrlProblem(url(MAX_URL_LENGTH + 1))).toMatch(/2048/);
});

test("a URI is kept as it is; any other URL that browsers accept becomes a URI", () => {
	for (const url of ["HTTP://EXAMPLE.com", "https://example.com/%c3%bc?a=b/?#c", "http://[::1]:80"])
		expect(asUri(url)).toBe(url);
	expect(asUri("https://bücher.example:8443/ü?q[]=ä|^{}")).toBe(
		"https://xn--bcher-kva.example:8443/%C3%BC?q%5B%5D=%C3%A4%7C%5E%7B%7D",
	);
	const isUri = new Ajv2020({ formats: { uri: fullFormats.uri } }).compile({ type: "string", format: "uri" });
	const odd = fc.string({ unit: fc.constantFrom(..."aü🦆|^{}<>\"`'%20?#/[]&=+~"), maxLength: 20 });
	fc.assert(
		fc.property(odd, (rest) => {
			const url = `https://example.com/${rest}`;
			if (targetUrlProblem(url) !== null) return;
			expect([url, asUri(url), isUri(asUri(url))]).toEqual([url, asUri(url), true]);
			expect(asUri(asUri(url))).toBe(asUri(url));
		}),
		{ numRuns: 2000 },
	);
});

test("a percent sign encodes something", () => {
	for (const bad of ["%", "%zz", "%1"]) expect(targetUrlProblem(`https://example.com/${bad}`)).toMatch(/percent/);
	expect(targetUrlProblem(`https://example.com/${"ü".repeat(500)}`)).toMatch(/encoded/);
});
