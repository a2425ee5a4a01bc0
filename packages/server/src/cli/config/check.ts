/** `lapwing check`: whether files are valid, without a service. */

import { isFailure } from "@lapwing/result";
import type { ReadConfig } from "../../domain/config/read/read-config.ts";
import { readDocument } from "../../http/api/config/document.ts";
import { print, printJson } from "../command.ts";
import { type FileOption, failingWith1, filesCommand } from "./config-command.ts";
import { FaultyFiles, loadConfig } from "./config-files.ts";
import { objectsText } from "./objects-text.ts";

export function check() {
	return filesCommand("check", "Check files offline: every fault with its file, line and column. Exit code 1 when any.")
		.option("--json", "print the faults as JSON")
		.addHelpText("after", "\nlapwing check --file lapwing/")
		.action(({ file, json }: FileOption & { json?: boolean }) =>
			failingWith1(async () => {
				try {
					const { value } = await validConfig(file);
					if (json) printJson({ faults: [] });
					else print(`Valid: ${objectsText(value) || "no objects"}.`);
				} catch (error) {
					if (!json || !(error instanceof FaultyFiles)) throw error;
					printJson({ faults: error.faults });
					process.exitCode = 1;
				}
			}),
		);
}

/** The files when they are valid as a document; faults end the command. */
export async function validConfig(file: readonly string[] | undefined): Promise<ReadConfig> {
	const { read } = await loadConfig(file);
	const valid = readDocument(read.value);
	// Whether a secret without its variable is missed is for the service to say, which may have it.
	if (isFailure(valid)) throw new FaultyFiles(read.placed(valid.error.faults));
	return read;
}
