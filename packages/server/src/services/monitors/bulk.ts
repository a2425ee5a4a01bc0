/** Changes many monitors of a team: either all of them or, when one can't be changed, none. */

import { isFailure, type Result, success } from "@lapwing/result";
import { type Changes, given } from "../../domain/given.ts";
import { MAX_TAGS } from "../../domain/monitors/common-settings.ts";
import type { MonitorFilter } from "../../domain/monitors/filter.ts";
import { isProbedType } from "../../domain/monitors/types.ts";
import { invalid, type Problem, problem } from "../../domain/problem.ts";
import { linkAnew } from "../../storage/causes/dependencies.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { expectRuns } from "../../storage/jobs/jobs.ts";
import {
	type BulkRow,
	lockMatching,
	lockNamed,
	setEnabledAt,
	setTags,
	setTiming,
} from "../../storage/monitors/bulk-monitors.ts";
import { lockDependencies } from "../../storage/monitors/monitor-dependencies.ts";
import { deleteMonitors } from "../../storage/monitors/monitors.ts";
import { lockSchedulesOf } from "../../storage/results/lock-checks.ts";
import { pauseChecks, resumeChecks, type Timing } from "../../storage/schedule/monitor-states.ts";
import { type AlertChoice, chooseMonitors, lockChosenAlerts } from "../alerts/choose-monitors.ts";
import type { MailServerRule } from "../alerts/mail-server.ts";
import { type Now, requiring } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";

/** Monitors of one bulk action: some hundred milliseconds of one transaction. */
export const MAX_BULK = 10_000;

interface BulkAction {
	/** `mon_…`; either these or a filter. */
	readonly ids?: readonly string[] | undefined;
	readonly filter?: MonitorFilter | undefined;
	readonly action: "pause" | "resume" | "delete" | "tag" | "untag" | "edit";
	/** What `tag` adds and `untag` removes; for no other action. */
	readonly tags?: readonly string[] | undefined;
	/** What `edit` sets; for no other action. */
	readonly settings?: Changes<Timing> | undefined;
	/** Whose monitors `edit` changes; for no other action. */
	readonly alerts?: AlertChoice | undefined;
}

type BulkProblem = Problem<"missing_scope" | "invalid" | "full">;

/** How many monitors the action was for, those that did not change among them. */
export const bulkMonitors = requiring(
	"monitors:write",
	async (tx, actor, input: BulkAction, { now, hasMailServer }: Now & MailServerRule) => {
		const { action, tags = [], settings, alerts } = input;
		const isTagging = action === "tag" || action === "untag";
		if ((input.ids === undefined) === (input.filter === undefined))
			return invalid("", "Give either `ids` or `filter`.");
		if (isTagging !== (input.tags !== undefined)) {
			return invalid("/tags", isTagging ? `${action} needs the tags.` : `${action} takes no tags.`);
		}
		if (action === "edit") {
			if (!settings && !alerts) return invalid("/settings", "edit needs the settings or the alerts.");
		} else if (settings || alerts) {
			return invalid(settings ? "/settings" : "/alerts", `${action} takes no ${settings ? "settings" : "alerts"}.`);
		}
		const chosen = alerts ? await lockChosenAlerts(tx, actor, alerts) : success([]);
		if (isFailure(chosen)) return chosen;
		if (action === "delete") await lockDependencies(tx, actor.team.id);
		const locked = await lockedRows(tx, actor.team.id, input);
		if (isFailure(locked)) return locked;
		const rows = locked.data;
		const changing = action === "edit" && !settings ? [] : rows.map(({ publicId }) => publicId);
		const own = await requireNotFromFiles(tx, actor, [...changing, ...chosen.data.map(({ alert }) => alert.publicId)]);
		if (isFailure(own)) return own;
		const tagged = isTagging ? rows.map((row) => ({ row, tags: tagsAfter(row.tags, action, tags) })) : [];
		if (tagged.some((each) => each.tags.length > MAX_TAGS)) {
			return problem("full", "/tags", `A monitor would have more than ${MAX_TAGS} tags.`);
		}

		if (action === "pause" || action === "resume" || settings) await lockSchedulesOf(tx, keysOf(rows));
		if (isTagging) await setTags(tx, tagged, now);
		else if (action === "delete") await deleteMonitors(tx, keysOf(rows), now);
		else if (action !== "edit") await pauseOrResume(tx, rows, action, now);
		else if (settings) await editTiming(tx, rows, settings, now);

		const made = { count: rows.length };
		if (action !== "edit" || settings) {
			const event = { action, object: "monitors", id: null, name: null };
			// Of the alerts there are events of their own.
			const { alerts: _, ...asked } = input;
			await recordEvent(tx, actor, { ...event, before: null, after: made, asked }, now);
		}
		for (const each of chosen.data) {
			const done = await chooseMonitors(tx, actor, each, rows, { now, hasMailServer });
			if (isFailure(done)) return done;
		}
		return success(made);
	},
);

async function lockedRows(
	tx: Tx,
	teamId: number,
	{ ids, filter = {} }: BulkAction,
): Promise<Result<readonly BulkRow[], BulkProblem>> {
	if (ids === undefined) {
		const rows = await lockMatching(tx, teamId, filter, MAX_BULK + 1);
		if (rows.length <= MAX_BULK) return success(rows);
		return invalid("/filter", `More than ${MAX_BULK} monitors match; narrow the filter.`);
	}
	const rows = await lockNamed(tx, teamId, new Set(ids));
	const found = new Set(rows.map(({ publicId }) => publicId));
	const unknown = ids.findIndex((id) => !found.has(id));
	return unknown < 0 ? success(rows) : invalid(`/ids/${unknown}`, "There is no such monitor.");
}

async function pauseOrResume(tx: Tx, rows: readonly BulkRow[], action: "pause" | "resume", now: number): Promise<void> {
	const isEnabled = action === "resume";
	const changing = keysOf(rows.filter((row) => row.isEnabled !== isEnabled));
	await setEnabledAt(tx, changing, isEnabled ? now : null, now);
	await expectRuns(tx, changing, isEnabled ? now : null);
	if (isEnabled) return resumeChecks(tx, changing, now);
	await pauseChecks(tx, changing, now);
	await linkAnew(tx, changing, now);
}

/** Of monitors that are checked: a job reports by itself, and a backfilled one exists in reports only. */
async function editTiming(tx: Tx, rows: readonly BulkRow[], wanted: Changes<Timing>, now: number): Promise<void> {
	const changing = rows.filter(
		({ type, intervalSeconds, timeoutSeconds }) =>
			isProbedType(type) &&
			((wanted.intervalSeconds ?? intervalSeconds) !== intervalSeconds ||
				(wanted.timeoutSeconds ?? timeoutSeconds) !== timeoutSeconds),
	);
	const timed = changing.map((row) => ({ ...row, ...given(wanted) }));
	await setTiming(tx, timed, now);
	await resumeChecks(tx, keysOf(changing.filter(({ isEnabled }) => isEnabled)), now);
}

function tagsAfter(before: readonly string[], action: "tag" | "untag", tags: readonly string[]): readonly string[] {
	return action === "tag" ? [...new Set([...before, ...tags])] : before.filter((tag) => !tags.includes(tag));
}

function keysOf(rows: readonly BulkRow[]): readonly number[] {
	return rows.map(({ id }) => id);
}
