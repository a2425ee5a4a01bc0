import { isFailure, type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import {
	type ContentCheckBody,
	contentCheckFields,
	contentCheckOf,
} from "../../domain/monitors/content-check-fields.ts";
import { MAX_CONTENT_CHECKS, type StoredContentCheck } from "../../domain/monitors/monitor.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import { rowOf } from "../../domain/monitors/types.ts";
import { invalid, notFound, type Problem, problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { countContentChecks, createContentChecks as insert } from "../../storage/monitors/content-checks.ts";
import { lockMonitor } from "../../storage/monitors/monitors.ts";
import { makeDueNow } from "../../storage/schedule/monitor-states.ts";
import { type Now, requiring } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvents } from "../record-event.ts";

interface WantedContentCheck {
	/** `mon_…` */
	readonly monitorId: string;
	readonly check: ContentCheckBody & { readonly isEnabled: boolean };
}

/** Adds a content check to a monitor, which is checked at once. */
export const createContentCheck = requiring(
	"monitors:write",
	async (tx, actor, { monitorId, check }: WantedContentCheck, { now }: Now) => {
		const monitor = await lockMonitor(tx, actor.team.id, monitorId, now);
		if (monitor === null) return notFound();
		const own = await requireNotFromFiles(tx, actor, [monitorId]);
		if (isFailure(own)) return own;

		if ((await countContentChecks(tx, monitor.id)) >= MAX_CONTENT_CHECKS) {
			return problem("full", "", `A monitor has at most ${MAX_CONTENT_CHECKS} content checks.`);
		}
		const made = await addContentChecks(tx, actor, [{ at: "", monitor, check }], { now });
		if (isFailure(made)) return made;
		if (monitor.enabledAt !== null) await makeDueNow(tx, monitor.id, monitor, now);
		return success(made.data[0] as StoredContentCheck);
	},
);

interface Added extends Pick<WantedContentCheck, "check"> {
	/** Where its problems are, in the input of all of them: a JSON Pointer. */
	readonly at: string;
	readonly monitor: Monitor;
}

/**
 * Adds content checks to monitors that are new, and due with them, or locked; each has room for its own. Few statements
 * for thousands of them.
 */
export async function addContentChecks(
	tx: Tx,
	actor: TeamActor,
	wanted: readonly Added[],
	{ now }: Now,
): Promise<Result<readonly StoredContentCheck[], Problem<"invalid">>> {
	for (const { at, monitor } of wanted) {
		const { type } = monitor.settings;
		if (!rowOf(type).takesContentChecks) return invalid(at, `A ${type} monitor has no content to check.`);
	}
	const rows = wanted.map(({ monitor, check: { isEnabled, ...check } }) => {
		return { monitorId: monitor.id, check: { ...contentCheckOf(check), isEnabled } };
	});
	const made = await insert(tx, rows, now);
	const events = wanted.flatMap(({ monitor, check: asked }, index) => {
		const check = made[index] as StoredContentCheck;
		const event = { action: "create", object: "content check", id: check.publicId, name: check.value };
		return [{ ...event, before: null, after: contentCheckFields(monitor, check), asked }];
	});
	await recordEvents(tx, actor, events, now);
	return success(made);
}
