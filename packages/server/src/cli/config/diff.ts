/** `lapwing diff`: what was changed on the service since the files were applied, as a patch to the files. */

import { WHERE_IT_IS } from "../api/connection.ts";
import { printAside, printLines } from "../command.ts";
import { type FileOption, failingWith1, filesCommand } from "./config-command.ts";
import { loadConfig, projectOf } from "./config-files.ts";
import { planOf, servedDocument } from "./config-service.ts";
import { besideDefaults, changedTexts, servedEntries } from "./served-texts.ts";
import { unifiedDiff } from "./unified-diff.ts";

export function diff() {
	return filesCommand(
		"diff",
		"Print what was changed on the service since the files were applied, as a patch to them. Exit code 2 when anything.",
	)
		.addHelpText(
			"after",
			`${WHERE_IT_IS},\n                   with config:read; members:read where schedules name people\n\nlapwing diff | git apply`,
		)
		.action(({ file }: FileOption) =>
			failingWith1(async () => {
				const config = await loadConfig(file);
				const plan = await planOf(config.read, {});
				const changed = plan.changes.filter((change) => change.drifted);
				if (changed.length === 0) return printAside("Nothing was changed on the service since.");
				// A patch would take back what the files changed too.
				const drifted = changed.filter(({ conflicts }) => !conflicts);
				const served = besideDefaults(config, await servedDocument(projectOf(config)));
				const fates = servedEntries(config, served, plan, (change) => drifted.includes(change));
				const { texts, inPrograms } = changedTexts(config, fates);
				for (const { source } of config.files) {
					const [before, after] = ["text" in source ? source.text : "", texts.get(source.name)];
					if (after !== undefined) printLines(unifiedDiff(source.name, before, after).replace(/\n$/, ""));
				}
				for (const { kind, key } of changed.filter(({ conflicts }) => conflicts)) {
					printLines(`# ${kind} ${key} was changed in the files too: lapwing plan shows both.`);
				}
				for (const { kind, key, changes } of drifted) {
					// No patch: nobody can read them.
					if (changes.some(({ field }) => field === "secrets")) printLines(`# ${kind} ${key} has other secrets now.`);
				}
				for (const change of drifted.filter(({ kind, key }) => inPrograms.includes(`${kind}/${key}`))) {
					const fields = change.changes.map(({ field, before }) => `    ${field}: ${JSON.stringify(before)}`);
					printLines([`# ${change.kind} ${change.key}, which a program makes, has now:`, ...fields].join("\n"));
				}
				process.exitCode = 2;
			}),
		);
}
