/** The monitors that a body names in `monitorIds`. */

import { monitorKeys } from "../../../storage/monitors/monitor-keys.ts";
import type { Call } from "../../kernel/endpoint.ts";
import { invalid, type Refusal } from "../../kernel/refusal.ts";

/** The keys of the team's monitors with these public ids, or a refusal that points at the first unknown id. */
export async function namedMonitors(call: Call, publicIds: readonly string[]): Promise<readonly number[] | Refusal> {
	const keys = await monitorKeys(call.services.database, call.principal.team.id, publicIds);
	const unknown = publicIds.findIndex((id) => !keys.has(id));
	if (unknown >= 0) return invalid(`/monitorIds/${unknown}`, "There is no such monitor.");
	return [...keys.values()];
}
