/** A prober and orders for tests, with what usually does not matter filled in. */

import type { CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";
import type { Observation } from "../../domain/checks/observation.ts";
import type { ContentCheck, Method } from "../../domain/monitors/monitor.ts";
import type { HttpSettings } from "../../domain/monitors/types.ts";
import { type Prober, type ProberOptions, SocketProber } from "../check.ts";

export interface OrderOptions {
	readonly url: string;
	readonly method?: Method;
	readonly expectedStatus?: number;
	readonly degradedAfterMs?: number;
	readonly contentChecks?: readonly ContentCheck[];
	readonly timeoutMs?: number;
	/** Options of the http monitor, such as its request. */
	readonly options?: Partial<HttpSettings>;
	/** Default: too soon for a second attempt. */
	readonly nextDueAt?: number;
	/** How often `observe` tries while this machine stands still; default 3. */
	readonly tries?: number;
}

/** A check of a machine that stood still is missed, as it should be, and shows nothing of the target. */
const TRIES_WHILE_STALLED = 3;

/** The observation of one attempt. */
export async function observationOf(
	prober: Prober,
	order: CheckOrder,
	tries = TRIES_WHILE_STALLED,
): Promise<Observation> {
	for (let tried = 1; ; tried += 1) {
		const outcome = await prober.run(order, new AbortController().signal);
		if (outcome === null) throw new Error("the check was aborted");
		const { observation } = outcome;
		const isStalled = observation.kind === "missed" && observation.cause === "stalled";
		if (!isStalled || tried >= tries) return observation;
	}
}

export function order(options: OrderOptions): CheckOrder {
	const { url, method = "GET", expectedStatus = 200, degradedAfterMs = 30_000, contentChecks = [] } = options;
	return {
		monitorId: 1,
		teamId: 1,
		scheduledAt: 0,
		revision: 1,
		settings: { type: "http", url, method, expectedStatus, ...options.options },
		degradedAfterMs,
		contentChecks,
		timeoutMs: options.timeoutMs ?? 10_000,
		nextDueAt: options.nextDueAt ?? 0,
		wasSlow: false,
		locationId: null,
	};
}

export interface TestProber extends AsyncDisposable {
	readonly prober: Prober;
	/** The observation of one attempt. */
	observe(options: OrderOptions): Promise<Observation>;
	check(options: OrderOptions, signal?: AbortSignal): Promise<CheckOutcome | null>;
}

/** No server listens there: a test that needs name servers starts its own. */
const NO_RESOLVER = ["127.0.0.1:9"];

export function startProber(options: Partial<ProberOptions> = {}): TestProber {
	const defaults = { allowPrivateTargets: true, resolvers: NO_RESOLVER, userAgent: "Lapwing/test" };
	const prober = new SocketProber({
		...defaults,
		onInternalError: (cause) => {
			throw cause;
		},
		...options,
	});
	const check = (of: OrderOptions, signal = new AbortController().signal) => prober.run(order(of), signal);
	return {
		prober,
		check,
		observe: (of) => observationOf(prober, order(of), of.tries),
		[Symbol.asyncDispose]: () => prober.close(),
	};
}
