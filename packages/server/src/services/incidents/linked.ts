/** The monitors and status pages that an incident names, by their keys. */

import { type Result, success } from "@lapwing/result";
import type { ComponentState, Incident } from "../../domain/incidents/incident.ts";
import { invalid, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { statusPageKeys } from "../../storage/incidents/links.ts";
import { monitorKeys } from "../../storage/monitors/monitor-keys.ts";

export interface WantedComponent {
	/** `mon_…` */
	readonly monitorId: string;
	readonly state: ComponentState;
}

/** As audit events name it. */
export function objectOf({ publicId, title }: Incident) {
	return { object: "incident", id: publicId, name: title };
}

export async function componentsOf(
	tx: Tx,
	teamId: number,
	components: readonly WantedComponent[],
): Promise<Result<ReadonlyMap<number, ComponentState>, Problem<"invalid">>> {
	const ids = components.map(({ monitorId }) => monitorId);
	const keys = await monitorKeys(tx, teamId, ids);
	const states = new Map<number, ComponentState>();
	for (const [index, { monitorId, state }] of components.entries()) {
		const key = keys.get(monitorId);
		const pointer = `/components/${index}/monitorId`;
		if (key === undefined) return invalid(pointer, "There is no such monitor.");
		if (states.has(key)) return invalid(pointer, "This monitor is named twice.");
		states.set(key, state);
	}
	return success(states);
}

export async function statusPagesOf(
	tx: Tx,
	teamId: number,
	publicIds: readonly string[],
): Promise<Result<readonly number[], Problem<"invalid">>> {
	const keys = await statusPageKeys(tx, teamId, publicIds);
	const unknown = publicIds.findIndex((id) => !keys.has(id));
	if (unknown >= 0) return invalid(`/statusPageIds/${unknown}`, "There is no such status page.");
	return success([...keys.values()]);
}
