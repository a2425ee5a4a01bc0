/** `lapwing apply`: makes the service what the files say. */

import { WHERE_IT_IS } from "../api/connection.ts";
import { printAside, printJson, printLines } from "../command.ts";
import { isAnsweredYes } from "../terminal/ask.ts";
import { UsageError } from "../usage-error.ts";
import { type FileOption, failingWith1 } from "./config-command.ts";
import { loadConfig } from "./config-files.ts";
import { applied, overLimit, type PlanOptions, planOf } from "./config-service.ts";
import { writeGenerated } from "./generated-secrets.ts";
import { planCommand } from "./plan.ts";
import { doneText, planLines } from "./plan-text.ts";

interface ApplyOptions extends FileOption, PlanOptions {
	readonly yes?: boolean;
	readonly force?: boolean;
	readonly json?: boolean;
}

const EXAMPLES = `
lapwing apply
lapwing apply --file lapwing/ --prune --yes
lapwing apply --adopt      the first time, for a team that has objects already`;

export function apply() {
	return planCommand("apply", "Make the service what the files say: all of it or nothing. Safe to repeat.")
		.option("--yes", "apply without a question")
		.option("--force", "apply even when something changed since the plan was shown")
		.option("--json", "print what was done as JSON; needs --yes")
		.addHelpText(
			"after",
			`${WHERE_IT_IS},\n                   with config:read, config:write and the scopes of what changes\n${EXAMPLES}`,
		)
		.action(({ file, yes, force, json, ...options }: ApplyOptions) =>
			failingWith1(async () => {
				if (json && !yes) throw new UsageError("--json needs --yes: there is nobody to answer a question.");
				const config = await loadConfig(file);
				const { read } = config;
				const plan = await planOf(read, options);
				if (!json) printLines(planLines(plan, read.value).join("\n"));
				if (plan.refusal) throw overLimit(plan.refusal);
				if (plan.changes.length === 0) {
					if (json) printJson(plan);
					return;
				}
				if (!yes && !(await isAnsweredYes("Apply this?"))) {
					throw new UsageError("Nothing was applied. --yes applies without a question.");
				}
				const count = plan.changes.length;
				if (!json) printAside(`Applying ${count} change${count === 1 ? "" : "s"} …`);
				const { generated, ...done } = await applied(read, options, force ? null : plan.digest);
				const secretsFile = writeGenerated(config, generated);
				if (json) printJson({ ...done, ...(secretsFile !== null && { secretsFile }) });
				else printAside(`Applied: ${doneText(done.totals)}.`);
			}),
		);
}
