import { isFailure, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { invalid, notFound } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { askForDomainCheck } from "../../storage/status-pages/domains.ts";
import { lockStatusPage } from "../../storage/status-pages/status-pages.ts";
import type { Deps } from "../change.ts";
import type { PageResult } from "./wanted-page.ts";

/** Makes the record of a page's domain due at once. The page stays as it is, so this is no audit event. */
export async function checkDomainNow(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<PageResult> {
	const may = requireScope(actor, "status-pages:write");
	if (isFailure(may)) return may;
	const page = await lockStatusPage(tx, actor.team.id, id);
	if (page === null) return notFound();

	if (await askForDomainCheck(tx, page.id, now)) return success(page);
	const why = page.domain === null ? "The page has no domain." : "An operator allowed the domain: it needs no record.";
	return invalid("/domain", why);
}
