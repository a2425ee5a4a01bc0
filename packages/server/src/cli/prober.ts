/** `lapwing prober`: makes checks in another location, with nothing but a token. */

import { pino } from "pino";
import { readConfig } from "../config/config.ts";
import { command, print } from "./command.ts";
import { formattedLog } from "./terminal/log-format.ts";
import { logOutput } from "./terminal/log-output.ts";
import { UsageError } from "./usage-error.ts";

/** EX_CONFIG of sysexits.h: starting again changes nothing (RestartPreventExitStatus=78 of systemd). */
const REVOKED = 78;
/** Of a stop: most of it for running checks and their outcomes. */
const STOP_WITHIN_MS = 8_000;

export function prober() {
	return command("prober", "Make checks from this machine for a Lapwing elsewhere. It needs LAPWING_PROBER_TOKEN.")
		.addHelpText(
			"after",
			"\nEnvironment:\n  LAPWING_PROBER_TOKEN   the token that `lapwing probers add` printed\n" +
				"  PROBE_RESOLVERS, PROBE_CONCURRENCY, PROBE_PRIVATE_TARGETS (deny), PROBE_CANARIES, LOG_LEVEL, LOG_FORMAT\n" +
				"                         as of `lapwing serve`",
		)
		.action(async () => {
			const config = readConfig(process.env);
			const lines = await formattedLog(logOutput(), config.logFormat, { isTerminal: process.stdout.isTTY === true });
			const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, lines);
			const { makeProber } = await import("../compose/roles/prober.ts");
			const prober = makeProber(process.env["LAPWING_PROBER_TOKEN"]?.trim() ?? "", config, log);
			if (prober === null) {
				throw new UsageError("LAPWING_PROBER_TOKEN must be the token that `lapwing probers add` printed, whole.");
			}
			const stop = () => {
				void prober.stop(STOP_WITHIN_MS);
				// What a silent server keeps open by then holds nothing that could still be handed in.
				setTimeout(() => process.exit(), STOP_WITHIN_MS + 1_000).unref();
			};
			for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
			try {
				const ended = await prober.run();
				if (ended === "revoked") {
					print("revoked");
					process.exitCode = REVOKED;
				}
			} finally {
				setTimeout(() => process.exit(), 500).unref();
			}
		});
}
