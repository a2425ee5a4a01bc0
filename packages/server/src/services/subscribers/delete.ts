import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Subscriber } from "../../domain/subscribers/subscriber.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { findStatusPage } from "../../storage/status-pages/status-pages.ts";
import { findSubscriber, deleteSubscriber as remove } from "../../storage/subscribers/subscribers.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { seen } from "./create-webhook.ts";

export async function deleteSubscriber(
	tx: Tx,
	actor: TeamActor,
	{ statusPageId, id }: { readonly statusPageId: string; readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<Subscriber, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "subscribers:write");
	if (isFailure(may)) return may;
	const page = await findStatusPage(tx, actor.team.id, statusPageId);
	const subscriber = page && (await findSubscriber(tx, page.id, id));
	if (subscriber === null) return notFound();

	await remove(tx, subscriber.id);

	const name = subscriber.channel === "webhook" ? subscriber.address : null;
	const event = { action: "delete", object: "subscriber", id, name };
	await recordEvent(tx, actor, { ...event, before: seen(subscriber), after: null }, now);
	return success(subscriber);
}
