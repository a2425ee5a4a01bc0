import { expect, test } from "vitest";
import { unescaped } from "./escapes.ts";

test.each([
	["PING\\r\\n", "50494e470d0a"],
	["a\\tb\\0\\\\", "610962005c"],
	["\\x00\\xfF\\x41", "00ff41"],
	["\\\\x41", "5c783431"],
	["é\n", "c3a90a"],
	["", ""],
])("%j stands for the bytes %s", (text, hex) => {
	expect(Buffer.from(unescaped(text) as Uint8Array).toString("hex")).toBe(hex);
});

test.each([
	["\\d", "\\d"],
	["ok\\", "\\"],
	["\\x4", "\\x"],
	["\\xzz", "\\x"],
])("%j has an escape that is not known", (text, unknownEscape) => {
	expect(unescaped(text)).toEqual({ unknownEscape });
});
