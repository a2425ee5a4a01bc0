/** The containers of a Docker Engine as monitors, by their labels `lapwing.*`. */

import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { getJson, type LocalApi, stream } from "../../net/local-api.ts";
import { type Found, type FoundMonitor, monitorsOf } from "./labelled.ts";

export type DockerApi = LocalApi;

const PREFIX = "lapwing.";
/** The oldest version of the API that has what is asked here (Docker 19.03). */
const VERSION = "v1.40";
/** Events are a hint; without one everything is read again after this. */
const READ_EVERY_MS = 60_000;
/** A deployment starts many containers at once. */
const SETTLE_MS = 500;

interface Container {
	readonly Names: readonly string[];
	readonly Labels: Readonly<Record<string, string>> | null;
}

/** A container that is made anew (`docker compose up`) is away while its image is pulled and it is created. */
const RECREATION_MS = 120_000;

/**
 * What a Docker Engine runs, and when that may have changed.
 * @param graceMs for which a container that is away is still counted; a source that began later than that deletes none
 */
export function dockerSource(api: DockerApi, signal: AbortSignal, graceMs: number = RECREATION_MS) {
	let readAt = 0;
	const beganAt = performance.now();
	const seen = new Map<string, { readonly monitor: FoundMonitor; readonly at: number }>();
	return {
		async read(): Promise<Found> {
			readAt = Date.now();
			const found = await containersOf(api, signal);
			const now = performance.now();
			for (const [key, { at }] of seen) if (now - at >= graceMs) seen.delete(key);
			// Of replicas the first one counts.
			for (const monitor of found.toReversed()) seen.set(monitor.key, { monitor, at: now });
			const monitors = Array.from(seen.values(), ({ monitor }) => monitor);
			return { monitors, unread: [], isWhole: now - beganAt >= graceMs };
		},
		changed: (until: AbortSignal) => nextEvent(api, readAt, until),
	};
}

async function containersOf(api: LocalApi, signal: AbortSignal): Promise<FoundMonitor[]> {
	// Those that stopped, too: a container that crashed is down, and not gone.
	const containers = (await getJson(api, `/${VERSION}/containers/json?all=1`, signal)) as readonly Container[];
	return containers.flatMap(({ Names, Labels }) => {
		const labels = Labels ?? {};
		const project = labels["com.docker.compose.project"];
		const service = labels["com.docker.compose.service"];
		const name = service ?? Names[0]?.replace(/^\//, "") ?? "container";
		return monitorsOf({ object: project && service ? `${project}.${service}` : name, name, labels }, PREFIX);
	});
}

/**
 * When a container is made, removed or renamed.
 * @param since epoch milliseconds; when the containers were read last, so that nothing in between is missed
 */
async function nextEvent(api: LocalApi, since: number, signal: AbortSignal): Promise<void> {
	const filters = JSON.stringify({ type: ["container"], event: ["create", "destroy", "rename"] });
	const ended = new AbortController();
	const until = AbortSignal.any([signal, ended.signal]);
	try {
		const events = await stream(
			api,
			`/${VERSION}/events?since=${(since / 1_000).toFixed(3)}&filters=${encodeURIComponent(filters)}`,
			until,
			READ_EVERY_MS * 2,
		);
		events.on("error", () => {});
		const timer = pause(READ_EVERY_MS, undefined, { signal: until });
		await Promise.race([once(events, "data", { signal: until }), once(events, "close", { signal: until }), timer]);
		await pause(SETTLE_MS, undefined, { signal });
	} finally {
		ended.abort();
	}
}
