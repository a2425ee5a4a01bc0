import { success } from "@lapwing/result";
import { invalid, notFound } from "../../domain/problem.ts";
import { askForDomainCheck } from "../../storage/status-pages/domains.ts";
import { lockStatusPage } from "../../storage/status-pages/status-pages.ts";
import { type ById, type Now, requiring } from "../change.ts";

/** Makes the record of a page's domain due at once. The page stays as it is, so this is no audit event. */
export const checkDomainNow = requiring("status-pages:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const page = await lockStatusPage(tx, actor.team.id, id);
	if (page === null) return notFound();

	if (await askForDomainCheck(tx, page.id, now)) return success(page);
	const why = page.domain === null ? "The page has no domain." : "An operator allowed the domain: it needs no record.";
	return invalid("/domain", why);
});
