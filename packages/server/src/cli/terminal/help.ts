/** `lapwing help monitors add`: the help of a command, however deep it is. */

import type { Command } from "commander";
import { command } from "../command.ts";
import { UsageError } from "../usage-error.ts";

export function help(program: Command): Command {
	return command("help", "Print the help of a command: lapwing help monitors add")
		.argument("[command...]", "its words")
		.action((words: readonly string[]) => {
			let at = program;
			for (const word of words) {
				const next = at.commands.find((each) => each.name() === word);
				if (next === undefined) {
					const known = at.commands.map((each) => each.name()).join(", ");
					throw new UsageError(
						known === ""
							? `\`${pathOf(at)}\` has no commands below it.`
							: `There is no command "${word}" here. There are ${known}.`,
					);
				}
				at = next;
			}
			at.outputHelp();
		});
}

function pathOf(at: Command): string {
	return at.parent === null ? at.name() : `${pathOf(at.parent)} ${at.name()}`;
}
