import { isFailure, type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import {
	changesOf,
	changesWithoutSecrets,
	type MonitorUpdate,
	requireConsistent,
} from "../../domain/monitors/wanted-monitor.ts";
import { failureAt, notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockDependencies } from "../../storage/monitors/monitor-dependencies.ts";
import { lockMonitors } from "../../storage/monitors/monitors.ts";
import { lockSchedulesOf } from "../../storage/results/lock-checks.ts";
import { requiring } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvents } from "../record-event.ts";
import { requireReachable, targetsOf } from "../refused-address.ts";
import { changeMonitors } from "./change-monitor.ts";
import type { MonitorDeps } from "./create.ts";
import { changeDependencies } from "./dependencies.ts";
import { changeLocations } from "./locations.ts";
import { objectOf, seenFields } from "./seen-monitor.ts";

interface Wanted {
	readonly id: string;
	readonly changes: MonitorUpdate;
}

type UpdateProblem = Problem<"missing_scope" | "not_found" | "invalid">;

/** Changes the members that are given; `enabled` pauses and resumes. */
export async function updateMonitor(
	tx: Tx,
	actor: TeamActor,
	{ id, changes }: Wanted,
	deps: MonitorDeps,
): Promise<Result<Monitor, UpdateProblem>> {
	const done = await updateMonitors(tx, actor, [{ at: "", id, changes }], deps);
	return isFailure(done) ? done : success(done.data[0] as Monitor);
}

/**
 * As {@link updateMonitor}, of many that may depend on one another; in their order, and by few statements.
 * @param wanted each with where its problems are, in the input of all of them: a JSON Pointer
 */
export const updateMonitors = requiring(
	"monitors:write",
	async (
		tx,
		actor,
		wanted: readonly (Wanted & { readonly at: string })[],
		{ now, secretBox, addressRefusal }: MonitorDeps,
	) => {
		if (wanted.some(({ changes }) => changes.dependsOn !== undefined)) await lockDependencies(tx, actor.team.id);
		const ids = wanted.map(({ id }) => id);
		const locked = await lockMonitors(tx, actor.team.id, ids, now);
		const own = await requireNotFromFiles(tx, actor, [...locked.keys()]);
		if (isFailure(own)) return own;
		const changing = [];
		for (const { at, id, changes } of wanted) {
			const before = locked.get(id);
			if (before === undefined) return failureAt(at, notFound());
			const consistent = requireConsistent(changes, before.settings);
			if (isFailure(consistent)) return failureAt(at, consistent);
			const reachable = requireReachable({ addressRefusal }, targetsOf(changes));
			if (isFailure(reachable)) return failureAt(at, reachable);
			changing.push({ at, before, given: changes, changes: changesOf(before.settings.type, changes) });
		}

		await lockSchedulesOf(
			tx,
			changing.map(({ before }) => before.id),
		);
		const linked = await changeDependencies(
			tx,
			actor,
			changing.map(({ at, before, given }) => ({ at, monitor: before, dependsOn: given.dependsOn })),
			now,
		);
		if (isFailure(linked)) return linked;
		const placed = changing.flatMap(({ at, before, given }) => {
			const { locations = before.locations, fallback = before.fallback } = given;
			const stays = locations.join() === before.locations.join() && fallback === before.fallback;
			return stays ? [] : [{ at, monitor: { id: before.id, locations, fallback } }];
		});
		const moved = await changeLocations(tx, actor, placed);
		if (isFailure(moved)) return moved;

		const changed = await changeMonitors(tx, changing, { now, secretBox });
		if (isFailure(changed)) return changed;

		const events = changing.map(({ before, given }, index) => ({
			...{ action: "update", ...objectOf(before), before: seenFields(before) },
			...{ after: seenFields(changed.data[index] as Monitor), withSecrets: given },
			asked: changesWithoutSecrets(before.settings.type, given),
		}));
		await recordEvents(tx, actor, events, now);
		return changed;
	},
);
