import { isFailure, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { notFound } from "../../domain/problem.ts";
import { statusPageFields } from "../../domain/status-pages/status-page.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockStatusPage, deleteStatusPage as remove } from "../../storage/status-pages/status-pages.ts";
import type { Deps } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf, type PageResult } from "./wanted-page.ts";

export async function deleteStatusPage(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<PageResult> {
	const may = requireScope(actor, "status-pages:write");
	if (isFailure(may)) return may;
	const page = await lockStatusPage(tx, actor.team.id, id);
	if (page === null) return notFound();
	const own = await requireNotFromFiles(tx, actor, [id]);
	if (isFailure(own)) return own;

	await remove(tx, page.id, now);

	const before = statusPageFields(page);
	await recordEvent(tx, actor, { action: "delete", ...objectOf(page), before, after: null }, now);
	return success(page);
}
