import { isFailure, type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import {
	type NewMonitor,
	newWithoutSecrets,
	requireConsistent,
	settingsOf,
} from "../../domain/monitors/wanted-monitor.ts";
import { failureAt, type Problem } from "../../domain/problem.ts";
import { newPublicId } from "../../storage/database/public-ids.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockDependencies } from "../../storage/monitors/monitor-dependencies.ts";
import { createMonitors as insert } from "../../storage/monitors/monitors.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvents } from "../record-event.ts";
import { type AddressRule, requireReachable, targetsOf } from "../refused-address.ts";
import { changeAddresses } from "./addresses.ts";
import { linkNewMonitors } from "./dependencies.ts";
import { placeNewMonitors } from "./locations.ts";
import { type MachineRule, requireCheckable } from "./machine-needs.ts";
import { newMonitorFields, objectOf } from "./seen-monitor.ts";

export type MonitorDeps = Now & AddressRule & MachineRule & { readonly secretBox: SecretBox };

/** A monitor to make. */
interface Wanted {
	/** Where its problems are, in the input of all of them: a JSON Pointer. */
	readonly at: string;
	/** Of the new monitor, so that others of the same input can name it. */
	readonly publicId: string;
	readonly input: NewMonitor;
}

/** Creates a monitor, which is checked at once; one of type cron waits for what its job reports. */
export async function createMonitor(
	tx: Tx,
	actor: TeamActor,
	input: NewMonitor,
	deps: MonitorDeps,
): Promise<Result<Monitor, Problem<"missing_scope" | "invalid">>> {
	const made = await createMonitors(tx, actor, [{ at: "", publicId: newPublicId("mon"), input }], deps);
	return isFailure(made) ? made : success(made.data[0] as Monitor);
}

/** As {@link createMonitor}, of many that may depend on one another; in their order, and by few statements. */
export const createMonitors = requiring(
	"monitors:write",
	async (tx, actor, wanted: readonly Wanted[], { now, secretBox, addressRefusal, lacking }: MonitorDeps) => {
		for (const { at, input } of wanted) {
			const consistent = requireConsistent(input);
			if (isFailure(consistent)) return failureAt(at, consistent);
			const reachable = requireReachable({ addressRefusal }, targetsOf(input));
			if (isFailure(reachable)) return failureAt(at, reachable);
			const checkable = requireCheckable(input, { lacking });
			if (isFailure(checkable)) return failureAt(at, checkable);
		}

		if (wanted.some(({ input }) => input.dependsOn.length > 0)) await lockDependencies(tx, actor.team.id);
		const settings = wanted.map(({ input, publicId }) => ({ ...settingsOf(input), publicId }));
		const monitors = await insert(tx, actor.team.id, settings, now, secretBox);
		const made = monitors.map((monitor, index) => ({ ...(wanted[index] as Wanted), monitor }));

		for (const { at, input, monitor } of made) {
			if (!("importedAddresses" in input)) continue;
			const addressed = await changeAddresses(tx, monitor, input);
			if (isFailure(addressed)) return failureAt(at, addressed);
		}
		const linked = await linkNewMonitors(tx, actor, made);
		if (isFailure(linked)) return linked;
		const placed = await placeNewMonitors(tx, actor, made);
		if (isFailure(placed)) return placed;

		const events = made.map(({ monitor, input }) => ({
			...{ action: "create", ...objectOf(monitor), before: null },
			...{ after: newMonitorFields(monitor), asked: newWithoutSecrets(input) },
		}));
		await recordEvents(tx, actor, events, now);
		return success(monitors);
	},
);
