/** What a target must send: a field that several types of monitors have, and how it is judged. */

import { z } from "zod";
import type { SearchedText } from "../checks/observation.ts";
import type { Shortfall } from "../checks/reason.ts";
import { contentMatcher, UnusablePattern } from "../content/content.ts";
import { text } from "../text.ts";
import type { SettingsProblem } from "./type.ts";

/** Only so much of what the target sends is searched. */
export const MAX_SEARCHED_BYTES = 64 * 1024;
const MAX_VALUE_LENGTH = 2_000;
/** Characters of what was expected, and of what came, that a message shows. */
const MAX_SHOWN = 60;

export const expectField = z
	.strictObject({
		type: z.enum(["contains", "regex"]).meta({ example: "contains" }),
		value: text(1, MAX_VALUE_LENGTH).meta({
			description: "Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).",
			example: "+PONG",
		}),
		caseSensitive: z.boolean().default(false).meta({ example: false }),
	})
	.nullable()
	.meta({
		description: `What the first ${MAX_SEARCHED_BYTES / 1024} KiB that the target sends must hold. Null: nothing is waited for.`,
	})
	.default(null);

export type ExpectedText = NonNullable<z.output<typeof expectField>>;

/** Bytes of what a target sent that are kept to be shown. */
export const MAX_SAMPLE_BYTES = 256;

/** A pattern that can't be run, as a problem of the field `expect`. */
export function expectProblems(expected: ExpectedText | null): SettingsProblem[] {
	if (expected === null) return [];
	try {
		contentMatcher(expected);
		return [];
	} catch (error) {
		if (!(error instanceof UnusablePattern)) throw error;
		return [{ path: "/expect/value", message: `This pattern can't be used: ${error.message}` }];
	}
}

/** How what came falls short of what is expected; null when it does not. */
export function expectShortfall(expected: ExpectedText | null, searched: SearchedText | null): Shortfall | null {
	if (expected === null || searched === null || searched.isFound) return null;
	const wanted = expected.type === "regex" ? `match of ${quoted(expected.value)}` : quoted(expected.value);
	const came = `${searched.receivedBytes} bytes: ${quoted(searched.sample)}`;
	const closing = searched.closing === undefined ? "" : ` The target ${searched.closing}.`;
	return { reason: "content", message: `No ${wanted} in what the target sent (${came}).${closing}` };
}

/** On one line, without control characters, shortened. */
function quoted(value: string): string {
	const shown = value.length <= MAX_SHOWN ? value : `${value.slice(0, MAX_SHOWN - 1)}…`;
	return JSON.stringify(shown.replace(/[\p{Cc}\p{Cs}\ufffd]/gu, (each) => (/[\r\n\t]/.test(each) ? each : "·")));
}
