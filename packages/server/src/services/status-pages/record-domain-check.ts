import { type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import { domainAfterCheck, domainStatus, type FoundRecords } from "../../domain/status-pages/page-domain.ts";
import type { PageDomain } from "../../domain/status-pages/status-page.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { type DueDomain, pageOfDomain, storeDomainState } from "../../storage/status-pages/domains.ts";
import { raisePageVersion } from "../../storage/status-pages/page-version.ts";
import { lockStatusPage } from "../../storage/status-pages/status-pages.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./wanted-page.ts";

/**
 * Records what the name servers said of a page's domain, and what follows from it. The domain before and after; null:
 * the page has another by now, or an operator allowed it meanwhile.
 */
export async function recordDomainCheck(
	tx: Tx,
	actor: TeamActor,
	{ due, found }: { readonly due: DueDomain; readonly found: FoundRecords },
	{ now }: Now,
): Promise<Result<{ readonly before: PageDomain; readonly after: PageDomain } | null, never>> {
	const page = await lockStatusPage(tx, actor.team.id, due.statusPageId);
	const before = page?.domain ?? null;
	if (page === null || before === null) return success(null);
	if (before.name !== due.name || before.proof !== due.proof || before.isAllowed) return success(null);

	const { proof } = due;
	const unrivalled = domainAfterCheck(before, { proof, found, isTaken: false }, now);
	const begins = before.provenAt === null && unrivalled.provenAt !== null;
	const ends = before.provenAt !== null && unrivalled.provenAt === null;
	// Of two pages that prove a domain at the same time, the second waits here and then sees the first.
	if (begins || ends) await raisePageVersion(tx);
	const isTaken = begins && (await pageOfDomain(tx, due.name)) !== null;
	const state = isTaken ? domainAfterCheck(before, { proof, found, isTaken }, now) : unrivalled;
	await storeDomainState(tx, page.id, state);

	const after = { ...before, ...state };
	const statuses = { before: { domainStatus: domainStatus(before) }, after: { domainStatus: domainStatus(after) } };
	await recordEvent(tx, actor, { action: "update", ...objectOf(page), ...statuses, asked: statuses.after }, now);
	return success({ before, after });
}
