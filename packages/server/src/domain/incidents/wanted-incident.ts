/** An incident and its updates as their team writes them, with instants in ISO 8601. */

import { isFailure, type Result, success } from "@lapwing/result";
import type { Changes } from "../given.ts";
import { invalid, type Problem } from "../problem.ts";
import type { IncidentStatus, NewUpdate } from "./incident.ts";
import { type Progress, progressed } from "./progress.ts";

export interface WantedUpdate {
	readonly body: string;
	readonly status: IncidentStatus;
	/** Undefined: now. */
	readonly at?: string | undefined;
	/** Whether subscribers are notified. */
	readonly notifySubscribers: boolean;
}

export interface WantedProgress {
	readonly status: IncidentStatus;
	readonly startedAt: string;
	readonly resolvedAt: string | null;
}

/** What is tolerated of a client's clock that is ahead of ours. */
const MAX_AHEAD_MS = 5 * 60_000;

/** A past instant in epoch milliseconds. */
function pastInstant(text: string, pointer: string, now: number): Result<number, Problem<"invalid">> {
	const at = Date.parse(text);
	if (Number.isNaN(at)) return invalid(pointer, "There is no such instant.");
	return at > now + MAX_AHEAD_MS ? invalid(pointer, "Must not be in the future.") : success(at);
}

/** @param pointer of the update in its input */
export function newUpdate(
	{ body, status, at, notifySubscribers: notifiesSubscribers }: WantedUpdate,
	pointer: string,
	now: number,
): Result<NewUpdate, Problem<"invalid">> {
	const posted = at === undefined ? success(now) : pastInstant(at, `${pointer}/at`, now);
	return isFailure(posted) ? posted : success({ body, status, at: posted.data, notifiesSubscribers });
}

/** The first updates of an incident, oldest first. */
export function firstUpdates(
	wanted: readonly WantedUpdate[],
	now: number,
): Result<readonly NewUpdate[], Problem<"invalid">> {
	const updates: NewUpdate[] = [];
	for (const [index, each] of wanted.entries()) {
		const update = newUpdate(each, `/updates/${index}`, now);
		if (isFailure(update)) return update;
		updates.push(update.data);
	}
	return success(updates.sort((a, b) => a.at - b.at));
}

/** How far a new incident is after its first updates, oldest first. */
export function firstProgress(
	updates: readonly NewUpdate[],
	wanted: Changes<WantedProgress>,
	now: number,
): Result<Progress, Problem<"invalid">> {
	const firstAt = Math.min(now, updates[0]?.at ?? now);
	const startedAt =
		wanted.startedAt === undefined ? success(firstAt) : pastInstant(wanted.startedAt, "/startedAt", now);
	if (isFailure(startedAt)) return startedAt;
	let progress: Progress = { status: "investigating", startedAt: startedAt.data, resolvedAt: null };
	for (const { status, at } of updates) progress = progressed(progress, status, at);
	if (updates.length > 0 && wanted.status !== undefined && wanted.status !== progress.status) {
		return invalid("/status", "Must be the status of the latest update. Leave it out, and it is that.");
	}
	return changedProgress(progress, wanted, now);
}

/**
 * A problem unless an incident that is recorded after it was over says when it began, when its updates were posted,
 * and when it was over.
 */
export function requirePast(
	{ startedAt }: Changes<WantedProgress>,
	updates: readonly Pick<WantedUpdate, "at">[],
	progress: Progress,
): Result<undefined, Problem<"invalid">> {
	if (startedAt === undefined) return invalid("/startedAt", "A backdated incident says when it began.");
	const undated = updates.findIndex(({ at }) => at === undefined);
	if (undated >= 0) return invalid(`/updates/${undated}/at`, "An update of a backdated incident says when it was.");
	return requireResolved(progress);
}

export function requireResolved({ status }: Progress): Result<undefined, Problem<"invalid">> {
	return status === "resolved" ? success() : invalid("/status", "A backdated incident is over: it is resolved.");
}

/** `before` with the wanted status and instants. */
export function changedProgress(
	before: Progress,
	wanted: Changes<WantedProgress>,
	now: number,
): Result<Progress, Problem<"invalid">> {
	const started =
		wanted.startedAt === undefined ? success(before.startedAt) : pastInstant(wanted.startedAt, "/startedAt", now);
	if (isFailure(started)) return started;
	const startedAt = started.data;
	const { status, resolvedAt } = progressed({ ...before, startedAt }, wanted.status ?? before.status, now);
	if (resolvedAt === null) {
		if (typeof wanted.resolvedAt !== "string") return success({ status, startedAt, resolvedAt });
		return invalid("/resolvedAt", "Only a resolved incident has it. Set status to resolved.");
	}
	if (wanted.resolvedAt === null) {
		return invalid("/resolvedAt", "A resolved incident has it. To reopen the incident, set another status.");
	}
	const resolved =
		wanted.resolvedAt === undefined ? success(resolvedAt) : pastInstant(wanted.resolvedAt, "/resolvedAt", now);
	if (isFailure(resolved)) return resolved;
	if (resolved.data >= startedAt) return success({ status, startedAt, resolvedAt: resolved.data });
	return wanted.resolvedAt === undefined
		? invalid("/startedAt", "Must not be after resolvedAt.")
		: invalid("/resolvedAt", "Must not be before startedAt.");
}
