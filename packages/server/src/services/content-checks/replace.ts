import { isFailure, success } from "@lapwing/result";
import { type ContentCheckBody, contentCheckFields } from "../../domain/monitors/content-check-fields.ts";
import type { StoredContentCheck } from "../../domain/monitors/monitor.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import { deleteContentChecks } from "../../storage/monitors/content-checks.ts";
import { makeAllDueNow } from "../../storage/schedule/monitor-states.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvents } from "../record-event.ts";
import { addContentChecks } from "./create.ts";

interface Replaced {
	/** Locked. */
	readonly monitor: Monitor;
	readonly gone: readonly StoredContentCheck[];
	/** Where the problems of each are, in the input of all of them: a JSON Pointer. */
	readonly added: readonly {
		readonly at: string;
		readonly check: ContentCheckBody & { readonly isEnabled: boolean };
	}[];
}

/** Takes content checks of monitors away and adds others; each of them is checked at once. */
export const replaceContentChecks = requiring(
	"monitors:write",
	async (tx, actor, replaced: readonly Replaced[], { now }: Now) => {
		const gone = replaced.flatMap(({ monitor, gone }) => gone.map((check) => ({ monitor, check })));
		if (gone.length > 0) {
			await deleteContentChecks(
				tx,
				gone.map(({ check }) => check.id),
			);
		}
		const events = gone.map(({ monitor, check }) => {
			const event = { action: "delete", object: "content check", id: check.publicId, name: check.value };
			return { ...event, before: contentCheckFields(monitor, check), after: null };
		});
		await recordEvents(tx, actor, events, now);
		const wanted = replaced.flatMap(({ monitor, added }) => added.map((each) => ({ ...each, monitor })));
		const added = await addContentChecks(tx, actor, wanted, { now });
		if (isFailure(added)) return added;
		const due = replaced.filter(
			({ monitor, gone, added }) => monitor.enabledAt !== null && gone.length + added.length > 0,
		);
		await makeAllDueNow(
			tx,
			due.map(({ monitor }) => monitor),
			now,
		);
		return success();
	},
);
