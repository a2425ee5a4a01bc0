import { success } from "@lapwing/result";
import { requestBackfill as enqueue } from "../../storage/figures/backfills.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Queues a backfill of the team; one that is queued already serves this request too. */
export const requestBackfill = requiring("monitors:write", async (tx, actor, _input: object, { now }: Now) => {
	await enqueue(tx, actor.team.id);

	const after = { status: "queued" } as const;
	const event = { action: "request", object: "backfill", id: null, name: null };
	await recordEvent(tx, actor, { ...event, before: null, after }, now);
	return success(after);
});
