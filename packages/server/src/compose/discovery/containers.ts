/** The running containers of a Docker Engine as monitors, by their labels `lapwing.*`. */

import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { getJson, type LocalApi, stream } from "../../net/local-api.ts";
import { type FoundMonitor, monitorsOf } from "./labelled.ts";

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

export async function containersOf(api: LocalApi, signal: AbortSignal): Promise<FoundMonitor[]> {
	const containers = (await getJson(api, `/${VERSION}/containers/json`, signal)) as readonly Container[];
	return containers.flatMap(({ Names, Labels }) => {
		const labels = Labels ?? {};
		const project = labels["com.docker.compose.project"];
		const service = labels["com.docker.compose.service"];
		const name = service ?? Names[0]?.replace(/^\//, "") ?? "container";
		return monitorsOf({ object: project && service ? `${project}.${service}` : name, name, labels }, PREFIX);
	});
}

/** When a container starts, ends or is renamed. */
export async function nextEvent(api: LocalApi, signal: AbortSignal): Promise<void> {
	const filters = JSON.stringify({ type: ["container"], event: ["start", "die", "rename"] });
	const ended = new AbortController();
	const until = AbortSignal.any([signal, ended.signal]);
	try {
		const events = await stream(
			api,
			`/${VERSION}/events?filters=${encodeURIComponent(filters)}`,
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
