import { describe, expect, test } from "vitest";
import { RedirectCookies } from "./redirect-cookies.ts";

const SHOP = "https://www.shop.example/a/b";

/** What is sent to `to` after `from` answered with these Set-Cookie lines. */
function sent(lines: readonly string[], to: string, from = SHOP): string | null {
	const cookies = new RedirectCookies();
	cookies.store(new URL(from), lines.join("\n"));
	return cookies.headerFor(new URL(to));
}

describe("a cookie goes back", () => {
	test.each<[string, string, string, string]>([
		["to its host", "a=b", SHOP, "a=b"],
		["with a comma in its date", "a=b; Expires=Wed, 21 Oct 2099 07:28:00 GMT", SHOP, "a=b"],
		["to the paths below its own", "a=b; Path=/c", "https://www.shop.example/c/d", "a=b"],
		["to the directory that set it when it names no path", "a=b", "https://www.shop.example/a/x", "a=b"],
		["to the domain that it names", "a=b; Domain=.shop.example; Path=/", "https://pay.shop.example/", "a=b"],
		["to another port", "a=b; Path=/", "https://www.shop.example:8443/", "a=b"],
		["without a name", "b; Path=/", SHOP, "b"],
	])("%s", (_, line, to, expected) => {
		expect(sent([line], to)).toBe(expected);
	});
});

describe("a cookie stays", () => {
	test.each<[string, string, string, string]>([
		["with its host", "a=b; Path=/", "https://pay.shop.example/", SHOP],
		["off a path that only begins alike", "a=b; Path=/c", "https://www.shop.example/cd", SHOP],
		["off http when it is Secure", "a=b; Secure; Path=/", "http://www.shop.example/", SHOP],
		["unkept when http says Secure", "a=b; Secure; Path=/", SHOP, "http://www.shop.example/"],
		["unkept for a domain of somebody else", "a=b; Domain=other.example; Path=/", "https://other.example/", SHOP],
		["unkept for a domain below its host", "a=b; Domain=x.www.shop.example", "https://x.www.shop.example/", SHOP],
		["unkept for a whole top-level domain", "a=b; Domain=example; Path=/", "https://other.example/", SHOP],
		["unkept for part of an address", "a=b; Domain=0.0.1; Path=/", "http://127.0.0.1/", "http://127.0.0.1/"],
		["unkept when it is over", "a=b; Max-Age=0", SHOP, SHOP],
		["unkept when its date has passed", "a=b; Expires=Wed, 21 Oct 2015 07:28:00 GMT", SHOP, SHOP],
		["unkept when it is empty", "=", SHOP, SHOP],
		["unkept with a control character", "a=b\rX: y", SHOP, SHOP],
		["unkept when it is too long", `a=${"b".repeat(5_000)}`, SHOP, SHOP],
	])("%s", (_, line, to, from) => {
		expect(sent([line], to, from)).toBeNull();
	});
});

test("a cookie is replaced, and removed, by one of its name, path and domain", () => {
	expect(sent(["a=1", "a=2", "b=3"], SHOP)).toBe("a=2; b=3");
	expect(sent(["a=1", "b=3", "a=; Max-Age=0"], SHOP)).toBe("b=3");
});

test("the size and number of cookies are bounded", () => {
	const many = Array.from({ length: 1_000 }, (_, i) => `n${i}=${"v".repeat(1_000)}`);
	const header = sent(many, SHOP);
	expect(header?.split("; ")).toHaveLength(8);
	expect(
		sent(
			Array.from({ length: 1_000 }, (_, i) => `n${i}=v`),
			SHOP,
		)?.split("; "),
	).toHaveLength(50);
});
