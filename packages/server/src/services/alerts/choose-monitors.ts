/** Which monitors an alert is for, changed for many monitors at once (../monitors/bulk.ts). */

import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type Alert, alertFields, MAX_ALERT_MONITORS } from "../../domain/alerts/alert.ts";
import { type CoverableMonitor, covers } from "../../domain/alerts/coverage.ts";
import { invalid, type Problem, problem } from "../../domain/problem.ts";
import { lockAlert, updateAlert } from "../../storage/alerts/alerts.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { monitorKeys } from "../../storage/monitors/monitor-keys.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { type MailServerRule, requireSendable } from "./mail-server.ts";
import { objectOf } from "./wanted-alert.ts";

/** Alerts that one change adds monitors to and removes them from: each is rewritten. */
export const MAX_CHOSEN_ALERTS = 20;

/** `alt_…`: those to which the monitors are added, and those from which they are removed. */
export interface AlertChoice {
	readonly add?: readonly string[] | undefined;
	readonly remove?: readonly string[] | undefined;
}

interface ChosenAlert {
	readonly alert: Alert;
	readonly isAdding: boolean;
	/** JSON Pointer to its id in the input. */
	readonly path: string;
}

type ChoiceProblem = Problem<"missing_scope" | "invalid" | "full">;

/**
 * Locks the alerts in the order of their ids, so that two such changes never wait for each other in a circle; before
 * any monitor is locked, as in every other change of an alert.
 */
export async function lockChosenAlerts(
	tx: Tx,
	actor: TeamActor,
	{ add = [], remove = [] }: AlertChoice,
): Promise<Result<readonly ChosenAlert[], ChoiceProblem>> {
	const may = requireScope(actor, "alerts:write");
	if (isFailure(may)) return may;
	const twice = remove.findIndex((id) => add.includes(id));
	if (twice >= 0) return invalid(`/alerts/remove/${twice}`, "Is in `add` too.");

	const wanted = [
		...add.map((id, index) => ({ id, isAdding: true, path: `/alerts/add/${index}` })),
		...remove.map((id, index) => ({ id, isAdding: false, path: `/alerts/remove/${index}` })),
	].filter(({ id }, index, all) => all.findIndex((each) => each.id === id) === index);
	const chosen: ChosenAlert[] = [];
	for (const { id, ...rest } of wanted.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
		const alert = await lockAlert(tx, actor.team.id, id);
		if (alert === null) return invalid(rest.path, "There is no such alert.");
		chosen.push({ alert, ...rest });
	}
	return success(chosen);
}

/** Adds the monitors to the alert or removes them from it. An alert for every monitor of the team has them already. */
export async function chooseMonitors(
	tx: Tx,
	actor: TeamActor,
	{ alert, isAdding, path }: ChosenAlert,
	monitors: readonly (CoverableMonitor & { readonly id: number; readonly publicId: string })[],
	{ now, hasMailServer }: Pick<Deps, "now"> & MailServerRule,
): Promise<Result<undefined, ChoiceProblem>> {
	const isForAll = alert.monitorIds === null && alert.tags === null && alert.types === null;
	if (isForAll) {
		return isAdding
			? success()
			: invalid(path, "The alert is for every monitor of the team: choose its monitors first.");
	}
	const before = alert.monitorIds ?? [];
	const sendable = isAdding ? requireSendable({ hasMailServer }, alert.channel.type) : success();
	if (isFailure(sendable)) return invalid(path, sendable.error.message);

	const keys = await monitorKeys(tx, actor.team.id, before);
	for (const { id, publicId } of monitors) {
		if (isAdding) keys.set(publicId, id);
		else keys.delete(publicId);
	}
	if (keys.size > MAX_ALERT_MONITORS) {
		return problem("full", path, `The alert would name more than ${MAX_ALERT_MONITORS} monitors.`);
	}
	if (keys.size === 0 && before.length > 0 && alert.tags === null && alert.types === null) {
		return invalid(path, "The alert would be for no monitor: disable or delete it instead.");
	}
	const staying = isAdding ? undefined : monitors.find((monitor) => covers(alert, false, monitor));
	if (staying !== undefined) {
		return invalid(path, `The alert is for ${staying.publicId} by its tags or types: change these.`);
	}
	// Adding only adds and removing only removes, so as many are the same ones.
	if (keys.size === before.length) return success();

	const changed = await updateAlert(
		tx,
		{ ...alert, teamId: actor.team.id },
		{ monitorIds: [...keys.keys()], monitors: [...keys.values()] },
		now,
	);
	const event = { action: "update", ...objectOf(alert), before: alertFields(alert), after: alertFields(changed) };
	await recordEvent(tx, actor, { ...event, asked: { monitorIds: null } }, now);
	return success();
}
