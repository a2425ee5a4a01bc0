import { describe, expect, test } from "vitest";
import type { ContentCheck } from "../monitors/monitor.ts";
import { contentMatcher } from "./content.ts";
import { mismatchMessage } from "./content-message.ts";

const plain = (text: string) => text;

function messageOf(type: ContentCheck["type"], value: string, text: string, masked = plain): string | null {
	const check = { id: "chk_1", type, value, caseSensitive: false };
	const mismatch = contentMatcher(check)({ text, headers: new Map(), isCut: false });
	return mismatch === null ? null : mismatchMessage(check, mismatch, masked);
}

describe("a failed check of the body's text names what was expected and what came instead", () => {
	test.each<[ContentCheck["type"], string, string, string | null]>([
		["contains", "Add to basket", "<p>Add to basket", null],
		[
			"contains",
			"Add to basket",
			"<!doctype html><html><head><title>\n  503 Maintenance\n</title>",
			'The body does not contain "Add to basket"; it is a page with the title "503 Maintenance".',
		],
		["regex", "^ok$", "  database:\n  down", 'The body does not match "^ok$"; it begins with "database: down".'],
		["contains", "ok", " \n", 'The body does not contain "ok"; it is empty.'],
		[
			"not_contains",
			"Fatal error",
			"PHP Fatal error: out of memory",
			'The body contains "Fatal error", which it must not; it begins with "PHP Fatal error: out of memory".',
		],
		["contains", "ok", "<title></title>down", 'The body does not contain "ok"; it begins with "<title></title>down".'],
	])("%s %j in %j", (type, value, text, message) => {
		expect(messageOf(type, value, text)).toBe(message);
	});
});

test("secrets that the target sends back are masked before the text is cut", () => {
	const masked = (text: string) => text.replaceAll("sekret-sekret", "••••");
	const text = `${"x".repeat(55)}sekret-sekret`;
	expect(messageOf("contains", "ok", text, masked)).not.toContain("sek");
});

test("a message has at most 200 characters, whatever the page and the check", () => {
	const message = messageOf("contains", '"'.repeat(2_000), `<title>${'"'.repeat(400)}</title>`);
	expect(message?.length).toBeLessThanOrEqual(200);
});
