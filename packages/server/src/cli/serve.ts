/** `lapwing serve`: runs everything in the foreground until it is told to stop. */

import { Option } from "commander";
import { pino } from "pino";
import { ROLES, type Role, type Service, startService } from "../compose/service.ts";
import { readConfig } from "../config.ts";
import { command, settingsHelp } from "./command.ts";
import { logOutput } from "./log-output.ts";

/** A stop that takes longer than this is ended by force; nothing that was answered or told is lost by it. */
const STOP_WITHIN_MS = 10_000;

export function serve() {
	return command("serve", "Run the service: the API, the scheduler and the probers.")
		.addOption(
			new Option("--role <role>", "what this process does; the halves can run apart beside one PostgreSQL")
				.choices(ROLES)
				.default("all"),
		)
		.addHelpText("after", settingsHelp)
		.action(async ({ role }: { role: Role }) => {
			const config = readConfig(process.env);
			const output = logOutput();
			const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output.stream);
			const service = await startService(config, log, role);
			welcome(service);
			log.info({ url: service.url }, "Lapwing is running");
			await stopRequested();
			const overdue = setTimeout(() => {
				log.error("The stop took too long");
				process.exit(1);
			}, STOP_WITHIN_MS);
			await service.stop();
			clearTimeout(overdue);
			log.info("Lapwing has stopped");
			output.lastLines();
		});
}

/** SIGHUP: the terminal was closed. Node undoes what `nohup` asks for, so it can't mean anything else to us. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves at the first signal to stop. A second one, whichever it is, ends the process at once, as people expect. */
function stopRequested(): Promise<void> {
	return new Promise((resolve) => {
		const stop = () => {
			for (const signal of STOP_SIGNALS) process.off(signal, stop);
			resolve();
		};
		for (const signal of STOP_SIGNALS) process.on(signal, stop);
	});
}

const WELCOME = (link: string) => `
Make your account, which owns the team. The link works once, within 15 minutes; each start prints a new one until then:

  ${link}
`;

function welcome({ url, firstKey, welcomeLink }: Service): void {
	if (firstKey === null) {
		process.stderr.write(`Lapwing is running: ${url} · API: ${url}/api/v1 · reference: ${url}/docs\n`);
		if (welcomeLink !== null) process.stderr.write(`Nobody has an account yet. Make yours: ${welcomeLink}\n`);
		return;
	}
	// The operator's own key is a secret that is already kept elsewhere: logs of the start must not hold it.
	const [key, header] =
		firstKey === "chosen"
			? ["the one that you set as LAPWING_API_KEY", '"Authorization: Bearer $LAPWING_API_KEY"']
			: [firstKey.generated, `'Authorization: Bearer ${firstKey.generated}'`];
	const advice =
		firstKey === "chosen"
			? ""
			: "\n             Shown only this once, and stored only as a hash: keep it with your other secrets.";
	process.stderr.write(
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
