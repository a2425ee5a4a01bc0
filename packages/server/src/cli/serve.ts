/** `lapwing serve`: runs everything in the foreground until a signal stops it. */

import { flushCompileCache } from "node:module";
import { Option } from "commander";
import { pino } from "pino";
import { ROLES, type Role } from "../compose/role.ts";
import type { Service } from "../compose/service.ts";
import { readConfig } from "../config/config.ts";
import { misspelledSettings } from "../config/misspelled.ts";
import { command, printAside, settingsHelp } from "./command.ts";
import { formattedLog } from "./terminal/log-format.ts";
import { logOutput } from "./terminal/log-output.ts";

/** A stop that takes longer is forced. Answered requests and delivered notices are not lost by that. */
const STOP_WITHIN_MS = 10_000;

export function serve() {
	return command("serve", "Run the service: the API, the scheduler and the probers.")
		.addOption(
			new Option(
				"--role <role>",
				"what this process runs; with PostgreSQL the API and the engine can be separate processes",
			)
				.choices(ROLES)
				.default("all"),
		)
		.option(
			"--accept-new-secret",
			"start although the database's own secret is lost: deletes the secrets that it encrypted, and logs the affected alerts and monitors",
		)
		.addHelpText("after", settingsHelp)
		.action(async ({ role, acceptNewSecret = false }: { role: Role; acceptNewSecret?: boolean }) => {
			const config = readConfig(process.env);
			const output = logOutput();
			const lines = await formattedLog(output, config.logFormat, { isTerminal: process.stdout.isTTY === true });
			const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, lines);
			for (const problem of misspelledSettings(process.env)) log.warn(problem);
			// Only here: a help text needs nothing of it.
			const { startService } = await import("../compose/service.ts");
			// Before the first output: whoever reads it may stop the service at once.
			const stop = stopRequested();
			const options = { role, acceptNewSecret, onStanding: standing };
			let service: Service;
			for (;;) {
				const started = await Promise.race([startService(config, log, options), stop]);
				if (started === STOP) {
					log.info("Lapwing was stopped before its database was open");
					output.lastLines();
					process.exit(0);
				}
				service = started;
				welcome(service, role);
				log.info({ url: service.url }, "Lapwing is running");
				// Otherwise written at the end of the process, which a crash skips.
				flushCompileCache();
				if ((await Promise.race([stop, service.returned])) === STOP) break;
				log.info("The database takes changes again: Lapwing starts anew");
				await service.stop();
			}
			const overdue = setTimeout(() => {
				log.error("The stop took too long");
				process.exit(1);
			}, STOP_WITHIN_MS);
			await service.stop();
			clearTimeout(overdue);
			log.info("Lapwing has stopped");
			output.lastLines();
			// All is closed. A socket whose peer is silent, for example of a library, would keep the process.
			process.exit();
		});
}

/** SIGHUP: the terminal was closed. Node resets what `nohup` sets, so an ignored SIGHUP can't be recognized. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const STOP = Symbol("stop");

/** Resolves at the first signal to stop. A second one, whichever it is, ends the process at once, as people expect. */
function stopRequested(): Promise<typeof STOP> {
	return new Promise((resolve) => {
		const stop = () => {
			for (const signal of STOP_SIGNALS) process.off(signal, stop);
			resolve(STOP);
		};
		for (const signal of STOP_SIGNALS) process.on(signal, stop);
	});
}

function standing(url: string): void {
	printAside(
		`The database can't be opened yet, which the log explains. Until it can, ${url} shows the last status pages and ` +
			"answers 503 to everything else.",
	);
}

const WELCOME = (link: string) => `
Create your account, the owner of the team, with this link. It works once, within 15 minutes. Until the team has
an owner, each start prints a new link:

  ${link}
`;

function welcome({ url, firstKey, welcomeLink }: Service, role: Role): void {
	if (role === "engine") {
		printAside(`Lapwing's engine is running: ${url}/healthz · ${url}/metrics · the API is that of other processes`);
		if (firstKey !== null && firstKey !== "chosen") printAside(`Shown only this once: API key ${firstKey.generated}`);
		return;
	}
	if (firstKey === null) {
		printAside(`Lapwing is running: ${url} · API: ${url}/api/v1 · reference: ${url}/docs`);
		if (welcomeLink !== null) printAside(`The team has no owner yet. Create your account, its owner: ${welcomeLink}`);
		return;
	}
	// A key that the operator chose must not appear in the output.
	const [key, header] =
		firstKey === "chosen"
			? ["the one that you set as LAPWING_API_KEY", '"Authorization: Bearer $LAPWING_API_KEY"']
			: [firstKey.generated, `'Authorization: Bearer ${firstKey.generated}'`];
	const advice =
		firstKey === "chosen"
			? ""
			: "\n             Shown only this once, and stored only as a hash: keep it with your other secrets.";
	printAside(
		`
Lapwing is running.

  API        ${url}/api/v1
  Reference  ${url}/docs
  API key    ${key}${advice}
${welcomeLink === null ? "" : WELCOME(welcomeLink)}
Create your first monitor:

  curl -s ${url}/api/v1/monitors \\
    -H ${header} \\
    -H 'Content-Type: application/json' \\
    -d '{"name":"Example","url":"https://example.com/"}'
`,
	);
}
