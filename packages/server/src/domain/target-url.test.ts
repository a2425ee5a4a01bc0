import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_URL_LENGTH, targetUrlProblem } from "./target-url.ts";

test("any http or https URL with a host and no credentials may be watched", () => {
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

test("what is accepted has a host, no credentials, and a parser that agrees", () => {
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

test("the longest URL has 2,048 characters", () => {
	const url = (length: number) => "https://example.com/".padEnd(length, "a");
	expect(targetUrlProblem(url(MAX_URL_LENGTH))).toBeNull();
	expect(targetUrlProblem(url(MAX_URL_LENGTH + 1))).toMatch(/2048/);
});
