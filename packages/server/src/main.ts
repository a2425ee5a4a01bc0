/** The command line: a table of commands. Each is a file of ./cli, which is loaded when it is called. */

import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { printAside, reasonOf } from "./cli/command.ts";
import { UsageError } from "./cli/usage-error.ts";
import { UnusableDatabase } from "./compose/unusable-database.ts";
import { ConfigError } from "./config/config.ts";
import { FENCED } from "./storage/database/moving/fenced.ts";
import { VERSION } from "./version.ts";

/** These run until they are stopped. */
const SERVICES: readonly (string | undefined)[] = ["serve", "prober"];

// Compiled once, a command needs less CPU for all that is loaded from here on. The cache is beside the code, for
// whoever can write it decides what runs. Where it can't be written, each command compiles anew. NODE_COMPILE_CACHE
// goes first. Not for a service, which would keep the cache in memory: 5 MB, for a fifth of a second of its start.
if (!SERVICES.includes(process.argv[2])) enableCompileCache(join(import.meta.dirname, "../.compile-cache"));

/** In the order of the help. */
const COMMANDS: Readonly<Record<string, (program: Command) => Promise<Command>>> = {
	serve: async () => (await import("./cli/serve.ts")).serve(),
	migrate: async () => (await import("./cli/database/migrate.ts")).migrate(),
	backup: async () => (await import("./cli/database/backup.ts")).backup(),
	restore: async () => (await import("./cli/database/restore.ts")).restore(),
	takeout: async () => (await import("./cli/database/takeout.ts")).takeout(),
	move: async () => (await import("./cli/database/move.ts")).move(),
	teams: async () => (await import("./cli/teams.ts")).teams(),
	users: async () => (await import("./cli/users.ts")).users(),
	keys: async () => (await import("./cli/keys.ts")).keys(),
	"status-pages": async () => (await import("./cli/status-pages.ts")).statusPages(),
	doctor: async () => (await import("./cli/doctor/doctor.ts")).doctor(),
	nats: async () => (await import("./cli/nats.ts")).nats(),
	probers: async () => (await import("./cli/probers.ts")).probers(),
	locations: async () => (await import("./cli/locations.ts")).locations(),
	prober: async () => (await import("./cli/prober.ts")).prober(),
	demo: async () => (await import("./cli/demo/demo.ts")).demo(),
	import: async () => (await import("./cli/import/import.ts")).importCommand(),
	check: async () => (await import("./cli/config/check.ts")).check(),
	run: async () => (await import("./cli/config/run.ts")).run(),
	plan: async () => (await import("./cli/config/plan.ts")).plan(),
	apply: async () => (await import("./cli/config/apply.ts")).apply(),
	diff: async () => (await import("./cli/config/diff.ts")).diff(),
	export: async () => (await import("./cli/config/export.ts")).exportCommand(),
	discover: async () => (await import("./cli/discover/discover.ts")).discover(),
	monitors: async () => (await import("./cli/api/monitors.ts")).monitors(),
	status: async () => (await import("./cli/api/status.ts")).status(),
	outages: async () => (await import("./cli/api/outages.ts")).outages(),
	incidents: async () => (await import("./cli/api/incidents.ts")).incidents(),
	"on-call": async () => (await import("./cli/api/on-call.ts")).onCall(),
	mcp: async () => (await import("./cli/mcp.ts")).mcp(),
	completion: async (program) => (await import("./cli/terminal/completion.ts")).completion(program),
	help: async (program) => (await import("./cli/terminal/help.ts")).help(program),
};
/** These tell of all the others. */
const OF_ALL = ["completion", "help"];
/** Of these the exit code 2 means changes, which a mistyped option must not say in CI. */
const CHANGES_ARE_2: readonly (string | undefined)[] = ["plan", "diff"];

const program = new Command("lapwing")
	.description("A self-hosted uptime monitor.")
	.version(VERSION, "-v, --version", "print the version")
	.helpOption("-h, --help", "print this")
	.helpCommand(false)
	.showHelpAfterError("Add --help for the options.")
	.exitOverride();

/** The commands that a first word needs: all of them for a help text, and for a word that is none of them. */
function neededFor(word: string | undefined): readonly string[] {
	if (word === "-v" || word === "--version") return [];
	const isOne = word !== undefined && Object.hasOwn(COMMANDS, word) && !OF_ALL.includes(word);
	return isOne ? [word] : Object.keys(COMMANDS);
}

for (const stream of [process.stdout, process.stderr]) {
	stream.on("error", (error: NodeJS.ErrnoException) => {
		// EPIPE: the reader closed the pipe (`| head`), which is no failure. Any other write error is one.
		if (error.code === "EPIPE") return;
		process.exitCode = 1;
		if (stream === process.stdout) printAside(`lapwing: the output cannot be written (${error.message})`);
	});
}

try {
	for (const name of neededFor(process.argv[2])) {
		const command = await COMMANDS[name]?.(program);
		if (command !== undefined) program.addCommand(command);
	}
	await program.parseAsync();
} catch (error) {
	if (error instanceof CommanderError) {
		// commander's own exit code for a wrong argument is 1; here 2 stands for every mistake of the user, but where it
		// says that there are changes.
		const mistake = CHANGES_ARE_2.includes(process.argv[2]) ? 1 : 2;
		process.exitCode = error.exitCode === 0 ? 0 : mistake;
	} else if (error instanceof ConfigError) {
		printAside(`lapwing: these settings cannot be used:${error.problems.map((problem) => `\n  ${problem}`).join("")}`);
		process.exitCode = 2;
	} else if (error instanceof UsageError) {
		printAside(`lapwing: ${error.message}`);
		process.exitCode = 2;
	} else {
		printAside(`lapwing: ${error instanceof Error ? describe(error) : String(error)}`);
		process.exitCode = 1;
	}
}

/**
 * The message with those of its causes, and what to change; the stack only when LOG_LEVEL asks for it, because it does
 * not help an operator.
 */
function describe(error: Error): string {
	if (process.env["LOG_LEVEL"] === "debug" || process.env["LOG_LEVEL"] === "trace") return error.stack ?? error.message;
	const reason = reasonOf(error);
	if (reason.includes(FENCED)) return `${reason}. \`lapwing doctor\` names that one, and how to go back.`;
	return error instanceof UnusableDatabase && error.advice !== null ? `${reason}. ${error.advice}` : reason;
}
