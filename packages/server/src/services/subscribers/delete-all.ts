import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { StatusPage } from "../../domain/status-pages/status-page.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { findStatusPage } from "../../storage/status-pages/status-pages.ts";
import { countSubscribers, deleteSomeSubscribers } from "../../storage/subscribers/subscribers.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Deletes the subscribers of a page with their addresses, and the messages that wait for them. */
export async function deleteAllSubscribers(
	tx: Tx,
	actor: TeamActor,
	{ statusPageId }: { readonly statusPageId: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<StatusPage, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "subscribers:write");
	if (isFailure(may)) return may;
	const page = await findStatusPage(tx, actor.team.id, statusPageId);
	if (page === null) return notFound();

	const before = await countSubscribers(tx, page.id);
	while ((await deleteSomeSubscribers(tx, page.id, now)) === "more") {}

	const event = { action: "delete", object: "subscribers", id: page.publicId, name: page.name };
	await recordEvent(tx, actor, { ...event, before, after: null }, now);
	return success(page);
}
