/** What editors choose of a schedule. */

import { type Result, success } from "@lapwing/result";
import { type Layer, layerProblem, type Schedule } from "../../domain/on-call/schedule.ts";
import { invalid, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { peopleOfTeam } from "../../storage/on-call/schedules.ts";

export interface WantedSchedule {
	readonly name: string;
	readonly layers: readonly Layer[];
}

/** As audit events name it. */
export function objectOf({ publicId, name }: Schedule) {
	return { object: "schedule", id: publicId, name };
}

/** Whether layers name only members of the team, and make sense. */
export async function requireLayers(
	tx: Tx,
	teamId: number,
	layers: readonly Layer[],
): Promise<Result<undefined, Problem<"invalid">>> {
	const members = new Set((await peopleOfTeam(tx, teamId)).map(({ id }) => id));
	for (const [place, layer] of layers.entries()) {
		const problem = layerProblem(layer);
		if (problem !== null) return invalid(`/layers/${place}/${problem.member}`, problem.message);
		const stranger = layer.people.findIndex((person) => !members.has(person));
		if (stranger >= 0) return invalid(`/layers/${place}/people/${stranger}`, "Is no member of the team.");
	}
	return success();
}
