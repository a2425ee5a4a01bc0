import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type Alert, alertFields } from "../../domain/alerts/alert.ts";
import type { ChannelBody } from "../../domain/alerts/channels.ts";
import type { Changes } from "../../domain/given.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { deleteMessageRefs } from "../../storage/alerts/alert-causes.ts";
import { channelRow } from "../../storage/alerts/alert-channels.ts";
import { decideWaitingAgain, lockAlert, updateAlert as write } from "../../storage/alerts/alerts.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { requireReachable, targetsOfChannel } from "../refused-address.ts";
import { encryptChannel, givesSecret } from "./channel-secrets.ts";
import { writtenEscalation } from "./escalation.ts";
import { requireSendable } from "./mail-server.ts";
import { type AlertDeps, monitorsOf, objectOf, type WantedAlert } from "./wanted-alert.ts";

/** Changes an alert. A channel is replaced as a whole, but for the secrets that may stay. */
export async function updateAlert(
	tx: Tx,
	actor: TeamActor,
	{ id, changes }: { readonly id: string; readonly changes: Changes<WantedAlert> },
	deps: AlertDeps,
): Promise<Result<Alert, Problem<"missing_scope" | "not_found" | "invalid">>> {
	const { now, secretBox, addressRefusal, hasMailServer } = deps;
	const may = requireScope(actor, "alerts:write");
	if (isFailure(may)) return may;
	const alert = await lockAlert(tx, actor.team.id, id);
	if (alert === null) return notFound();
	const own = await requireNotFromFiles(tx, actor, [id]);
	if (isFailure(own)) return own;

	const { channel, monitorIds } = changes;
	// One that can send nothing can still be switched off.
	const isSwitchedOff = changes.isEnabled === false && channel === undefined;
	const sendable = requireSendable({ hasMailServer }, channel?.type ?? alert.channel.type);
	if (isFailure(sendable) && !isSwitchedOff) return sendable;
	const reachable = requireReachable({ addressRefusal }, targetsOfChannel(channel ?? {}));
	if (isFailure(reachable)) return reachable;
	const columns = channel ? encryptChannel(secretBox, id, channel, await channelRow(tx, alert.id), now) : success();
	if (isFailure(columns)) return columns;
	const monitors = monitorIds === undefined ? success() : await monitorsOf(tx, actor.team.id, monitorIds);
	if (isFailure(monitors)) return monitors;

	const owner = { teamId: actor.team.id, alertId: alert.id };
	const escalation =
		changes.escalation === undefined ? success() : await writtenEscalation(tx, owner, changes.escalation, deps);
	if (isFailure(escalation)) return escalation;

	const settings = { ...changes, channel: columns.data, monitors: monitors.data, escalation: escalation.data };
	const changed = await write(tx, { ...alert, teamId: actor.team.id }, settings, now);
	if (channel !== undefined && isElsewhere(channel, alert, changed)) await deleteMessageRefs(tx, alert.id);
	const { cooldownMinutes, reminderMinutes } = alert;
	const isPacedAnew = changed.cooldownMinutes !== cooldownMinutes || changed.reminderMinutes !== reminderMinutes;
	if (isPacedAnew) await decideWaitingAgain(tx, alert.id, now);

	const [before, after] = [alertFields(alert), alertFields(changed)];
	await recordEvent(tx, actor, { action: "update", ...objectOf(alert), before, after, asked: changes }, now);
	return success(changed);
}

/** Whether its messages go to another place: what a person sees of the channel changed, or a secret was given. */
function isElsewhere(given: ChannelBody, before: Alert, after: Alert): boolean {
	return (
		givesSecret(given) || JSON.stringify(alertFields(before).channel) !== JSON.stringify(alertFields(after).channel)
	);
}
