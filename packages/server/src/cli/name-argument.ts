/** Names that are given on the command line. Apart from ./command.ts, which each command loads. */

import { InvalidArgumentError } from "commander";
import { MAX_NAME_LENGTH, nameText } from "../domain/text.ts";

const name = nameText(MAX_NAME_LENGTH);

/** The value of `--name`, by the rule of the API. */
export function nameArgument(given: string): string {
	const read = name.safeParse(given.trim());
	if (!read.success) throw new InvalidArgumentError(read.error.issues[0]?.message ?? "");
	return read.data;
}
