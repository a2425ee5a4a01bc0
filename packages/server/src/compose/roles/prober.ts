/** A prober of another location: no database, no port. Loaded alone, so that it starts at once and stays small. */

import { freemem } from "node:os";
import type { Logger } from "pino";
import type { Config } from "../../config/config.ts";
import { ProberProcess } from "../../dispatch/nats/prober.ts";
import { readToken } from "../../dispatch/nats/token.ts";
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
			return new SocketProber({
				allowPrivateTargets: allowsPrivateTargets && config.allowPrivateTargets,
				resolvers: config.resolvers,
				userAgent: `Lapwing/${VERSION}`,
				clock,
				onInternalError: (err) => log.error({ err }, "A check ended in an error of our own; it is missed"),
			});
		},
		log,
		now: Date.now,
	});
}
