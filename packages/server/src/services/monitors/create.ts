import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import {
	type NewMonitor,
	newWithoutSecrets,
	requireConsistent,
	settingsOf,
} from "../../domain/monitors/wanted-monitor.ts";
import type { Problem } from "../../domain/problem.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { createMonitor as insert } from "../../storage/monitors/monitors.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { type AddressRule, requireReachable, targetsOf } from "../refused-address.ts";
import { changeAddresses } from "./addresses.ts";
import { changeDependencies, lockGivenDependencies } from "./dependencies.ts";
import { changeLocations } from "./locations.ts";
import { newMonitorFields, objectOf } from "./seen-monitor.ts";

export type MonitorDeps = Pick<Deps, "now"> & AddressRule & { readonly secretBox: SecretBox };

/** Creates a monitor, which is checked at once; one of type cron waits for what its job reports. */
export async function createMonitor(
	tx: Tx,
	actor: TeamActor,
	input: NewMonitor,
	{ now, secretBox, addressRefusal }: MonitorDeps,
): Promise<Result<Monitor, Problem<"missing_scope" | "invalid">>> {
	const may = requireScope(actor, "monitors:write");
	if (isFailure(may)) return may;

	const consistent = requireConsistent(input);
	if (isFailure(consistent)) return consistent;
	const reachable = requireReachable({ addressRefusal }, targetsOf(input));
	if (isFailure(reachable)) return reachable;

	await lockGivenDependencies(tx, actor, input);
	const monitor = await insert(tx, { ...settingsOf(input), teamId: actor.team.id }, now, secretBox);

	const addressed = await changeAddresses(tx, monitor.id, input);
	if (isFailure(addressed)) return addressed;
	const linked = await changeDependencies(tx, actor, monitor, input.dependsOn);
	if (isFailure(linked)) return linked;
	const placed = await changeLocations(tx, actor, monitor, input);
	if (isFailure(placed)) return placed;

	const seen = { before: null, after: newMonitorFields(monitor), asked: newWithoutSecrets(input) };
	await recordEvent(tx, actor, { action: "create", ...objectOf(monitor), ...seen }, now);
	return success(monitor);
}
