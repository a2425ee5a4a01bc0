/** The escalation that an alert's owner wants, with its channels as they are stored. */

import { failure, isFailure, type Result, success } from "@lapwing/result";
import type { ChannelBody } from "../../domain/alerts/channels.ts";
import { type Escalation, repeatsApart } from "../../domain/alerts/escalation.ts";
import { invalid, Problem } from "../../domain/problem.ts";
import type { ChannelRow } from "../../storage/alerts/alert-channels.ts";
import { type StepRoute, type StoredEscalation, stepRoutes } from "../../storage/alerts/escalation/routes.ts";
import { newPublicId } from "../../storage/database/public-ids.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { findSchedule } from "../../storage/on-call/schedules.ts";
import { requireReachable, targetsOfChannel } from "../refused-address.ts";
import { encryptChannel, givesSecret } from "./channel-secrets.ts";
import { requireSendable } from "./mail-server.ts";
import type { AlertDeps } from "./wanted-alert.ts";

interface WrittenEscalation {
	readonly escalation: StoredEscalation | null;
	readonly routes: readonly StepRoute[];
}

/**
 * @param alertId the alert that is changed; null for a new one. Secrets that are left out are those of its channel of
 * the same kind and address, wherever among its steps that is.
 */
export async function writtenEscalation(
	tx: Tx,
	{ teamId, alertId }: { readonly teamId: number; readonly alertId: number | null },
	wanted: Escalation<ChannelBody> | null,
	deps: AlertDeps,
): Promise<Result<WrittenEscalation, Problem<"invalid">>> {
	if (wanted === null) return success({ escalation: null, routes: [] });
	if (!repeatsApart(wanted)) return invalid("/escalation/repeats", "Steps of 0 minutes alone can't be repeated.");
	const known = alertId === null ? [] : await stepRoutes(tx, [alertId]);
	const routes: StepRoute[] = [];
	for (const [step, { scheduleId, channels = [] }] of wanted.steps.entries()) {
		if (scheduleId !== undefined && (await findSchedule(tx, teamId, scheduleId)) === null) {
			return invalid(`/escalation/steps/${step}/scheduleId`, "There is no such schedule.");
		}
		for (const [place, channel] of channels.entries()) {
			const before = takeKnown(known, channel, `step:${step}:${place}`);
			const publicId = before?.public_id ?? newPublicId("alt");
			const columns = columnsOf(channel, publicId, before, deps);
			if (isFailure(columns)) return failure(movedTo(columns.error, `/escalation/steps/${step}/channels/${place}`));
			const isElsewhere = before?.settings !== columns.data.settings || givesSecret(channel);
			routes.push({ step, place, publicId, columns: columns.data, isElsewhere });
		}
	}
	const steps = wanted.steps.map(({ afterMinutes, scheduleId }) => {
		return scheduleId === undefined ? { afterMinutes } : { afterMinutes, scheduleId };
	});
	return success({ escalation: { steps, repeats: wanted.repeats }, routes });
}

function columnsOf(channel: ChannelBody, publicId: string, before: ChannelRow | null, deps: AlertDeps) {
	const sendable = requireSendable(deps, channel.type);
	if (isFailure(sendable)) return sendable;
	const reachable = requireReachable(deps, targetsOfChannel(channel));
	if (isFailure(reachable)) return reachable;
	return encryptChannel(deps.secretBox, publicId, channel, before, deps.now);
}

/** The stored channel that this one goes on from: at the same place, or with the same open fields. Each once. */
function takeKnown<Row extends ChannelRow & { readonly route: string | null }>(
	known: Row[],
	{ type, ...fields }: ChannelBody,
	route: string,
): Row | null {
	const isSame = (row: Row) =>
		row.channel === type &&
		Object.entries(JSON.parse(row.settings)).every(([name, value]) => same(fields[name] ?? null, value));
	const found = known.find((row) => isSame(row) && row.route === route) ?? known.find(isSame);
	const at = found ?? known.find((row) => row.route === route && row.channel === type);
	if (at === undefined) return null;
	known.splice(known.indexOf(at), 1);
	return at;
}

function same(a: unknown, b: unknown): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}

/** The problem of a channel, at its place in the escalation. */
function movedTo(problem: Problem<"invalid">, place: string): Problem<"invalid"> {
	const details = problem.details.map(({ path, message }) => ({ path: path.replace(/^\/channel/, place), message }));
	return new Problem("invalid", details);
}
