import { isFailure, success } from "@lapwing/result";
import { notFound } from "../../domain/problem.ts";
import { statusPageFields } from "../../domain/status-pages/status-page.ts";
import { lockStatusPage, deleteStatusPage as remove } from "../../storage/status-pages/status-pages.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./wanted-page.ts";

export const deleteStatusPage = requiring("status-pages:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const page = await lockStatusPage(tx, actor.team.id, id);
	if (page === null) return notFound();
	const own = await requireNotFromFiles(tx, actor, [id]);
	if (isFailure(own)) return own;

	await remove(tx, page.id, now);

	const before = statusPageFields(page);
	await recordEvent(tx, actor, { action: "delete", ...objectOf(page), before, after: null }, now);
	return success(page);
});
