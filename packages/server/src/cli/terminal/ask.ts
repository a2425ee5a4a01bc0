import { createInterface } from "node:readline/promises";

/** Asks whoever sits at the terminal; no without one. */
export async function isAnsweredYes(question: string): Promise<boolean> {
	if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
	const reader = createInterface({ input: process.stdin, output: process.stderr });
	try {
		return /^y(es)?$/i.test((await reader.question(`${question} [y/N] `)).trim());
	} finally {
		reader.close();
	}
}
