/** The command line: a table of commands. Each is a file of ./cli. */

import { Command, CommanderError } from "commander";
import { monitors } from "./cli/api/monitors.ts";
import { status } from "./cli/api/status.ts";
import { backup } from "./cli/backup.ts";
import { reasonOf } from "./cli/command.ts";
import { completion } from "./cli/completion.ts";
import { demo } from "./cli/demo.ts";
import { doctor } from "./cli/doctor/doctor.ts";
import { help } from "./cli/help.ts";
import { keys } from "./cli/keys.ts";
import { migrate } from "./cli/migrate.ts";
import { restore } from "./cli/restore.ts";
import { serve } from "./cli/serve.ts";
import { teams } from "./cli/teams.ts";
import { UsageError } from "./cli/usage-error.ts";
import { users } from "./cli/users.ts";
import { ConfigError } from "./config/config.ts";
import { VERSION } from "./version.ts";

const program = new Command("lapwing")
	.description("A self-hosted uptime monitor.")
	.version(VERSION, "-v, --version", "print the version")
	.helpOption("-h, --help", "print this")
	.helpCommand(false)
	.showHelpAfterError("Add --help for the options.")
	.exitOverride();

for (const command of [serve, migrate, backup, restore, teams, users, keys, doctor, demo, monitors, status])
	program.addCommand(command());
program.addCommand(completion(program)).addCommand(help(program));

for (const stream of [process.stdout, process.stderr]) {
	stream.on("error", (error: NodeJS.ErrnoException) => {
		// EPIPE: the reader closed the pipe (`| head`), which is no failure. Any other write error is one.
		if (error.code === "EPIPE") return;
		process.exitCode = 1;
		if (stream === process.stdout) process.stderr.write(`lapwing: the output cannot be written (${error.message})\n`);
	});
}

try {
	await program.parseAsync();
} catch (error) {
	if (error instanceof CommanderError) {
		// commander's own exit code for a wrong argument is 1; here 2 stands for every mistake of the user.
		process.exitCode = error.exitCode === 0 ? 0 : 2;
	} else if (error instanceof ConfigError) {
		process.stderr.write(
			`lapwing: these settings cannot be used:\n${error.problems.map((problem) => `  ${problem}\n`).join("")}`,
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

/**
 * The message with those of its causes; the stack only when LOG_LEVEL asks for it, because it does not help an
 * operator.
 */
function describe(error: Error): string {
	if (process.env["LOG_LEVEL"] === "debug" || process.env["LOG_LEVEL"] === "trace") return error.stack ?? error.message;
	return reasonOf(error);
}
