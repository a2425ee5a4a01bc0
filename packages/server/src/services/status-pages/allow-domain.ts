import { isFailure, success } from "@lapwing/result";
import { invalid, notFound, problem } from "../../domain/problem.ts";
import { allowedDomain, disallowedDomain, domainStatus } from "../../domain/status-pages/page-domain.ts";
import type { StatusPage } from "../../domain/status-pages/status-page.ts";
import { pageOfDomain, storeDomainState } from "../../storage/status-pages/domains.ts";
import { raisePageVersion } from "../../storage/status-pages/page-version.ts";
import { findStatusPage, lockStatusPage } from "../../storage/status-pages/status-pages.ts";
import { requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { assignDomain, objectOf, type PageDeps } from "./wanted-page.ts";

interface WantedAllowance {
	/** `sp_…` */
	readonly id: string;
	readonly domain: string;
	/** False: it needs its record from now on. */
	readonly isAllowed: boolean;
}

/** Lets a domain lead to a page without a record, for which an operator vouches, or ends that. */
export const allowDomain = requiring(
	"status-pages:write",
	async (tx, actor, { id, domain: wanted, isAllowed }: WantedAllowance, { now, ownHosts = [] }: PageDeps) => {
		const page = await lockStatusPage(tx, actor.team.id, id);
		if (page === null) return notFound();

		// Of two that want a domain to lead to their page, the second waits here and then sees the first.
		await raisePageVersion(tx);
		if (isAllowed && page.domain === null) {
			const assigned = await assignDomain(tx, page, wanted, { ownHosts, now });
			if (isFailure(assigned)) return assigned;
		}
		const { domain } = (await findStatusPage(tx, actor.team.id, id)) ?? page;
		if (domain === null || (page.domain !== null && domain.name !== wanted)) {
			return invalid("/domain", `The domain of this page is ${domain?.name ?? "none"}.`);
		}
		if (!isAllowed && !domain.isAllowed) {
			return invalid("/domain", "No operator allowed this domain. Its team can take it from the page.");
		}
		const holder = await pageOfDomain(tx, domain.name);
		if (holder !== null && holder !== page.id) {
			return problem("taken", "/domain", "This domain leads to another status page.");
		}
		const state = isAllowed ? allowedDomain(domain, now) : disallowedDomain(domain, now);
		await storeDomainState(tx, page.id, state);

		const after = { domain: domain.name, domainStatus: domainStatus(state) };
		const event = { action: "update", ...objectOf(page), before: statusOf(page), after, asked: after };
		await recordEvent(tx, actor, event, now);
		return success({ ...page, domain: { ...domain, ...state } });
	},
);

function statusOf({ domain }: StatusPage) {
	return { domain: domain?.name ?? null, domainStatus: domain && domainStatus(domain) };
}
