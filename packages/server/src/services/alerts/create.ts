import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type Alert, alertFields } from "../../domain/alerts/alert.ts";
import type { Problem } from "../../domain/problem.ts";
import { createAlert as insert } from "../../storage/alerts/alerts.ts";
import { newPublicId } from "../../storage/database/public-ids.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { recordEvent } from "../record-event.ts";
import { requireReachable, targetsOfChannel } from "../refused-address.ts";
import { encryptChannel, generatedFields } from "./channel-secrets.ts";
import { writtenEscalation } from "./escalation.ts";
import { requireSendable } from "./mail-server.ts";
import { type AlertDeps, monitorsOf, objectOf, type WantedAlert } from "./wanted-alert.ts";

interface NewAlert extends Alert {
	/** Secrets that were generated, which nobody is shown again. */
	readonly generated: Readonly<Record<string, string>>;
}

/** Creates an alert, which notifies of changes from now on. */
export async function createAlert(
	tx: Tx,
	actor: TeamActor,
	input: WantedAlert,
	deps: AlertDeps,
): Promise<Result<NewAlert, Problem<"missing_scope" | "invalid">>> {
	const { now, secretBox, addressRefusal, hasMailServer } = deps;
	const may = requireScope(actor, "alerts:write");
	if (isFailure(may)) return may;

	const sendable = requireSendable({ hasMailServer }, input.channel.type);
	if (isFailure(sendable)) return sendable;
	const reachable = requireReachable({ addressRefusal }, targetsOfChannel(input.channel));
	if (isFailure(reachable)) return reachable;
	const generated = generatedFields(input.channel);
	const publicId = newPublicId("alt");
	const channel = encryptChannel(secretBox, publicId, { ...input.channel, ...generated }, null, now);
	if (isFailure(channel)) return channel;
	const monitors = await monitorsOf(tx, actor.team.id, input.monitorIds);
	if (isFailure(monitors)) return monitors;

	const owner = { teamId: actor.team.id, alertId: null };
	const escalation = await writtenEscalation(tx, owner, input.escalation ?? null, deps);
	if (isFailure(escalation)) return escalation;

	const settings = { ...input, channel: channel.data, monitors: monitors.data, escalation: escalation.data };
	const alert = await insert(tx, { ...settings, publicId, teamId: actor.team.id }, now);

	const fields = alertFields(alert);
	const after = { ...fields, channel: { ...fields.channel, ...generated } };
	await recordEvent(tx, actor, { action: "create", ...objectOf(alert), before: null, after, asked: input }, now);
	return success({ ...alert, generated });
}
