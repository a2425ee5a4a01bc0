import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import {
	changesOf,
	changesWithoutSecrets,
	type MonitorUpdate,
	requireConsistent,
} from "../../domain/monitors/wanted-monitor.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockMonitor } from "../../storage/monitors/monitors.ts";
import { recordEvent } from "../record-event.ts";
import { requireReachable, targetsOf } from "../refused-address.ts";
import { changeMonitor } from "./change-monitor.ts";
import type { MonitorDeps } from "./create.ts";
import { changeDependencies, lockGivenDependencies } from "./dependencies.ts";
import { changeLocations } from "./locations.ts";
import { objectOf, seenFields } from "./seen-monitor.ts";

/** Changes the members that are given; `enabled` pauses and resumes. */
export async function updateMonitor(
	tx: Tx,
	actor: TeamActor,
	{ id, changes }: { readonly id: string; readonly changes: MonitorUpdate },
	{ now, secretBox, addressRefusal }: MonitorDeps,
): Promise<Result<Monitor, Problem<"missing_scope" | "not_found" | "invalid">>> {
	const may = requireScope(actor, "monitors:write");
	if (isFailure(may)) return may;
	await lockGivenDependencies(tx, actor, changes);
	const monitor = await lockMonitor(tx, actor.team.id, id, now);
	if (monitor === null) return notFound();

	const { type } = monitor.settings;
	const consistent = requireConsistent(changes, monitor.settings);
	if (isFailure(consistent)) return consistent;
	const reachable = requireReachable({ addressRefusal }, targetsOf(changes));
	if (isFailure(reachable)) return reachable;

	const linked = await changeDependencies(tx, actor, monitor, changes.dependsOn, now);
	if (isFailure(linked)) return linked;
	const { locations = monitor.locations, fallback = monitor.fallback } = changes;
	if (locations.join() !== monitor.locations.join() || fallback !== monitor.fallback) {
		const placed = await changeLocations(tx, actor, monitor, { locations, fallback });
		if (isFailure(placed)) return placed;
	}

	const changed = await changeMonitor(tx, monitor, changesOf(type, changes), { now, secretBox });
	if (isFailure(changed)) return changed;

	const [before, after] = [seenFields(monitor), seenFields(changed.data)];
	const asked = changesWithoutSecrets(type, changes);
	const event = { action: "update", ...objectOf(monitor), before, after, asked, withSecrets: changes };
	await recordEvent(tx, actor, event, now);
	return success(changed.data);
}
