/** The command line: a table of commands. Each is a file of ./cli. */

import { Command, CommanderError } from "commander";
import { demo } from "./cli/demo.ts";
import { doctor } from "./cli/doctor.ts";
import { keys } from "./cli/keys.ts";
import { migrate } from "./cli/migrate.ts";
import { serve } from "./cli/serve.ts";
import { teams } from "./cli/teams.ts";
import { UsageError } from "./cli/usage-error.ts";
import { ConfigError } from "./config.ts";
import { VERSION } from "./version.ts";

const program = new Command("lapwing")
	.description("A self-hosted uptime monitor.")
	.version(VERSION, "--version", "print the version")
	.helpOption("--help", "print this")
	.showHelpAfterError("Add --help for what can be said here.")
	.exitOverride();

for (const command of [serve, migrate, teams, keys, doctor, demo]) program.addCommand(command());

try {
	await program.parseAsync();
} catch (error) {
	if (error instanceof CommanderError) {
		process.exitCode = error.exitCode;
	} else if (error instanceof ConfigError) {
		process.stderr.write(
			`lapwing: these settings can't be used:\n${error.problems.map((problem) => `  ${problem}\n`).join("")}`,
		);
		process.exitCode = 2;
	} else if (error instanceof UsageError) {
		process.stderr.write(`lapwing: ${error.message}\n`);
		process.exitCode = 2;
	} else {
		process.stderr.write(`lapwing: ${error instanceof Error ? describe(error) : String(error)}\n`);
		process.exitCode = 1;
	}
}

/** The message with those of its causes; the stack only for those who ask, for it says nothing to an operator. */
function describe(error: Error): string {
	if (process.env["LOG_LEVEL"] === "debug" || process.env["LOG_LEVEL"] === "trace") return error.stack ?? error.message;
	const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
	return `${error.message || error.name}${cause}`;
}
