/** A prober of another location: no database, no port. Loaded alone, so that it starts at once and stays small. */

import { freemem } from "node:os";
import type { Logger } from "pino";
import type { Config } from "../../config/config.ts";
import { ProberProcess } from "../../dispatch/nats/prober/prober.ts";
import { readToken } from "../../dispatch/nats/token.ts";
import type { AttemptOutcome } from "../../domain/checks/check.ts";
import type { Prober } from "../../probe/check.ts";
import { VERSION } from "../../version.ts";

/** A check that waits takes this much at most; a quarter of the free memory is for them. */
const BYTES_PER_CHECK = 64 * 1024;
const CHECKS_AT_MOST = 4_000;
const CHECKS_AT_LEAST = 100;

/** Null for text that is no token of a prober. */
export function makeProber(text: string, config: Config, log: Logger): ProberProcess | null {
	const token = readToken(text);
	if (token === null) return null;
	const possible = Math.floor(freemem() / 4 / BYTES_PER_CHECK);
	return new ProberProcess({
		token,
		version: VERSION,
		capacity: config.probeConcurrency ?? Math.max(CHECKS_AT_LEAST, Math.min(possible, CHECKS_AT_MOST)),
		async makeProber({ allowsPrivateTargets, clock }) {
			// All types at once, so that loading one delays no check of another.
			const { SocketProber } = await import("../../probe/check.ts");
			const prober = new SocketProber({
				allowPrivateTargets: allowsPrivateTargets && config.allowPrivateTargets,
				resolvers: config.resolvers,
				userAgent: `Lapwing/${VERSION}`,
				clock,
				onInternalError: (err) => log.error({ err }, "A check ended in an error of our own; it is missed"),
			});
			return config.canaries === null ? prober : weighedByCanaries(prober, config.canaries, log);
		},
		log,
		now: Date.now,
	});
}

/** What fails while this machine's own network is cut off is missed. */
export async function weighedByCanaries(prober: Prober, addresses: NonNullable<Config["canaries"]>, log: Logger) {
	const [{ Canaries }, { OwnNetwork }] = await Promise.all([
		import("../../probe/canaries.ts"),
		import("../../probe/own-network.ts"),
	]);
	const canaries = new Canaries(addresses);
	const network = new OwnNetwork({ canaries, log });
	const closing = new AbortController();
	const running = network.run(closing.signal);
	const weighed = async <Outcome extends AttemptOutcome>(made: Promise<Outcome | null>) => {
		const seen = await made;
		return seen && network.weigh(seen);
	};
	return {
		run: (order, signal) => weighed(prober.run(order, signal)),
		attempt: (order, timeoutMs, signal) => weighed(prober.attempt(order, timeoutMs, signal)),
		async close() {
			closing.abort();
			await Promise.all([running, prober.close()]);
			canaries.close();
		},
	} satisfies Prober;
}
