/** The log for people: a line each, with the time of day, and what belongs to it behind. JSON stays for programs. */

import type { LogFormat } from "../../config/settings.ts";
import type { LogOutput } from "./log-output.ts";
import { printableLines } from "./printable.ts";

/** What `pino` writes its lines to. */
interface Lines {
	write(line: string): void;
}

/** @param format null: text on a terminal, JSON elsewhere */
export async function formattedLog(
	output: LogOutput,
	format: LogFormat | null,
	{ isTerminal }: { isTerminal: boolean },
): Promise<Lines> {
	if ((format ?? (isTerminal ? "text" : "json")) === "json") return output.stream;
	// Read only where it is wanted.
	const { prettyFactory } = await import("pino-pretty");
	const pretty = prettyFactory({
		colorize: isTerminal && (process.env["NO_COLOR"] ?? "") === "",
		translateTime: "SYS:HH:MM:ss",
		singleLine: true,
	});
	// What belongs to a line can be of others, such as the answer of a target.
	const shown = (_name: string, value: unknown) => (typeof value === "string" ? printableLines(value) : value);
	return { write: (line) => void output.stream.write(pretty(JSON.parse(line, shown))) };
}
