/** `lapwing doctor`: checks the setup, and prints what is wrong and how to correct it. Leaves nothing behind. */

import { machineLimits } from "../../compose/machine/check-slots.ts";
import { ConfigError, readConfig } from "../../config/config.ts";
import { misspelledSettings } from "../../config/misspelled.ts";
import { command, print, printJson } from "../command.ts";
import type { Finding } from "./finding.ts";
import { authorities, node, openFiles, port } from "./machine.ts";
import { natsServer } from "./nats.ts";
import { canaries, mail, nameServers, openIdProvider, publicUrl } from "./outside.ts";
import { stored } from "./stored.ts";

export function doctor() {
	return command(
		"doctor",
		"Find mistakes in the setup, and print how to correct them. Tries the database, the name servers, the canaries, NATS, the mail " +
			"server and the receivers of all alerts, and sends nothing. Exit code 1 when something is wrong.",
	)
		.option("--location <name>", "also ask the probers of this location, which try PUBLIC_URL from there")
		.option("--json", "print the findings as JSON")
		.action(async ({ json, location }: { json?: boolean; location?: string }) => {
			const findings = [
				node(),
				openFiles(machineLimits().descriptors),
				authorities(process.env["NODE_EXTRA_CA_CERTS"]),
				...(await settings(location ?? null)),
			];
			if (json) printJson(findings);
			else for (const { check, ok, message } of findings) print(`${ok ? "ok   " : "WRONG"}  ${check}: ${message}`);
			if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
		});
}

/** When the settings can't be read, their problems and misspelled names are the only findings. */
async function settings(location: string | null): Promise<Finding[]> {
	const wrong = (message: string): Finding => ({ check: "Settings", ok: false, message });
	const misspelled = misspelledSettings(process.env).map(wrong);
	try {
		const config = readConfig(process.env);
		const found = [
			port(config),
			nameServers(config),
			canaries(config),
			mail(config),
			openIdProvider(config),
			publicUrl(config),
		];
		return [...misspelled, ...(await Promise.all([...found, natsServer(config), stored(config, location)])).flat()];
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return [...misspelled, ...error.problems.map(wrong)];
	}
}
