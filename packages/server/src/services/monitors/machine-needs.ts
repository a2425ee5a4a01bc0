/** Types of monitors that need more of the machine that checks them than connections, such as the right to ping. */

import { type Result, success } from "@lapwing/result";
import type { Need } from "../../domain/monitors/type.ts";
import { rowOf } from "../../domain/monitors/types.ts";
import type { NewMonitor } from "../../domain/monitors/wanted-monitor.ts";
import { invalid, type Problem } from "../../domain/problem.ts";

/** What the machine that would check new monitors lacks, with what to grant; absent: nothing, or others check them. */
export interface MachineRule {
	readonly lacking?: ReadonlyMap<Need, string> | undefined;
}

/**
 * What this machine lacks of what the monitors need. To be asked before a transaction begins, since finding out may
 * take seconds.
 * @param lacks what is lacking and how to grant it, else null; absent: all is there
 */
export async function lackingFor(
	wanted: readonly Pick<NewMonitor, "type" | "locations">[],
	{ lacks }: { lacks?(need: Need): Promise<string | null> },
): Promise<ReadonlyMap<Need, string>> {
	const lacking = new Map<Need, string>();
	for (const need of new Set(wanted.map(needOf))) {
		const remedy = need === null ? null : await lacks?.(need);
		if (need !== null && remedy) lacking.set(need, remedy);
	}
	return lacking;
}

/** Refuses a type of monitor that this machine can't check. */
export function requireCheckable(
	input: Pick<NewMonitor, "type" | "locations">,
	{ lacking }: MachineRule,
): Result<undefined, Problem<"invalid">> {
	const need = needOf(input);
	const remedy = need === null ? undefined : lacking?.get(need);
	return remedy === undefined ? success() : invalid("/type", remedy);
}

/** Null: nothing, or probers of locations check it. */
function needOf({ type, locations }: Pick<NewMonitor, "type" | "locations">): Need | null {
	return locations.length > 0 ? null : (rowOf(type).needs ?? null);
}
