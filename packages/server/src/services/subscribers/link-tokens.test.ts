import { expect, test } from "vitest";
import { newPublicId } from "../../storage/database/public-ids.ts";
import { LinkTokens } from "./link-tokens.ts";

const tokens = new LinkTokens(new Uint8Array(32).fill(1));

test("a link opens its own subscription, for its own purpose, on every node with the same secret", () => {
	const subscriber = newPublicId("sub");
	const token = tokens.tokenOf(subscriber, "manage");
	expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
	expect(new LinkTokens(new Uint8Array(32).fill(1)).subscriberOf(token, "manage")).toBe(subscriber);
	expect(tokens.subscriberOf(token, "confirm")).toBeNull();
	expect(new LinkTokens(new Uint8Array(32).fill(2)).subscriberOf(token, "manage")).toBeNull();
});

test.each([
	"",
	"-",
	"a".repeat(49),
	`${"0".repeat(26)}-${"A".repeat(22)}`,
	`${"0".repeat(26)}-${"A".repeat(23)}`,
	"é".repeat(49),
])("is no link: %j", (token) => {
	expect(tokens.subscriberOf(token, "manage")).toBeNull();
});

test("a link of which one character is changed is none", () => {
	const token = tokens.tokenOf(newPublicId("sub"), "confirm");
	for (let index = 0; index < token.length - 1; index += 1) {
		const other = token[index] === "a" ? "b" : "a";
		expect(tokens.subscriberOf(token.slice(0, index) + other + token.slice(index + 1), "confirm")).toBeNull();
	}
});
