/** `lapwing nats`: what an operator needs of NATS, once. */

import { NatsFilesExist, writeNats } from "../compose/write-nats.ts";
import { command, fileArgument, print, printAside, printJson, wholeNumber } from "./command.ts";
import { UsageError } from "./usage-error.ts";

export function nats() {
	return command("nats", "Prepare a NATS server, which carries checks to probers elsewhere.").addCommand(init());
}

function init() {
	return command("init", "Write keys and nats.conf into a folder, and print the two settings that Lapwing needs.")
		.argument("<dir>", "a folder; it is made when it is missing", fileArgument)
		.option("--port <port>", "port for Lapwing; probers use the next one, by WebSocket", wholeNumber(1, 65_534), 4_222)
		.option("--host <address>", "address on which the server listens", "127.0.0.1")
		.option("--json", "print the settings as JSON")
		.action(async (folder: string, { port, host, json }: { port: number; host: string; json?: boolean }) => {
			const made = await writeNats(folder, host, port).catch((error) => {
				throw error instanceof NatsFilesExist ? new UsageError(error.message) : error;
			});
			if (json) return printJson(made.settings);
			for (const [name, value] of Object.entries(made.settings)) print(`${name}=${value}`);
			printAside(
				`Start the server with \`nats-server -c ${made.config}\` and Lapwing with these settings. Probers connect to ` +
					`${made.websocket}: let the proxy of the dashboard lead its path /nats there, or set PROBER_URL.`,
			);
		});
}
