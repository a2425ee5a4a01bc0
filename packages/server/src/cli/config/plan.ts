/** `lapwing plan`: what applying files would change. */

import type { Command } from "commander";
import { WHERE_IT_IS } from "../api/connection.ts";
import { printJson, printLines, wholeNumber } from "../command.ts";
import { type FileOption, failingWith1, filesCommand } from "./config-command.ts";
import { loadConfig } from "./config-files.ts";
import { overLimit, type PlanOptions, planOf } from "./config-service.ts";
import { planLines } from "./plan-text.ts";

export function plan() {
	return planCommand("plan", "Show what applying the files would change. Exit code 0 nothing, 2 changes, 1 a failure.")
		.option("--json", "print the plan as JSON")
		.addHelpText(
			"after",
			`${WHERE_IT_IS},\n                   with config:read; members:read where schedules name people\n\nlapwing plan --file lapwing/\nlapwing plan --prune --json`,
		)
		.action(({ file, json, ...options }: FileOption & PlanOptions & { json?: boolean }) =>
			failingWith1(async () => {
				const { read } = await loadConfig(file);
				const planned = await planOf(read, options);
				if (json) printJson(planned);
				else printLines(planLines(planned, read.value).join("\n"));
				if (planned.refusal) throw overLimit(planned.refusal);
				if (planned.changes.length > 0) process.exitCode = 2;
			}),
		);
}

/** A command that plans: which objects beside those of the files are meant. */
export function planCommand(name: string, description: string): Command {
	return filesCommand(name, description)
		.option("--prune", "delete what left the files: objects of this project alone")
		.option(
			"--prune-limit <n>",
			"the most that is deleted [half of the project, at most 20]; means --prune",
			wholeNumber(0, 99_999),
		)
		.option("--adopt", "take over objects of the same name (status pages: slug) that no project owns")
		.on("option:prune-limit", function (this: Command) {
			this.setOptionValue("prune", true);
		});
}
