/**
 * Looks up the records that prove the domains of status pages (docs/rules/status-pages.md#own-domains). The commit of
 * what was found is the commit point: a domain whose look was not recorded is due again when its lease ends.
 */

import { unwrap } from "@lapwing/result";
import type { Logger } from "pino";
import { lapwingItself } from "../../domain/access/actor.ts";
import { type FoundRecords, proofName } from "../../domain/status-pages/page-domain.ts";
import { inTransaction } from "../../services/change.ts";
import { recordDomainCheck } from "../../services/status-pages/record-domain-check.ts";
import { teamById } from "../../storage/access/teams.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { claimDueDomains, type DueDomain } from "../../storage/status-pages/domains.ts";

/** They are looked up at once: bounds what is asked of the name servers at a time. */
const DOMAINS_AT_ONCE = 20;

/** The TXT records of a name. Never rejects; aborted lookups are `no_answer`. */
export type LookUpTexts = (name: string, signal: AbortSignal) => Promise<FoundRecords>;

interface CheckDomainsDependencies {
	readonly database: Tx;
	readonly log: Logger;
	readonly lookUpTexts: LookUpTexts;
	/** Aborted at shutdown. */
	readonly signal: AbortSignal;
	/** Epoch milliseconds. */
	now(): number;
}

/** "more" when more may be due than were looked up. */
export async function checkDomains(deps: CheckDomainsDependencies): Promise<"more" | "idle"> {
	const due = await claimDueDomains(deps.database, DOMAINS_AT_ONCE, deps.now());
	await Promise.all(due.map((each) => checkDomain(deps, each)));
	return due.length === DOMAINS_AT_ONCE && !deps.signal.aborted ? "more" : "idle";
}

async function checkDomain(
	{ database, log, lookUpTexts, signal, now }: CheckDomainsDependencies,
	due: DueDomain,
): Promise<void> {
	const found = await lookUpTexts(proofName(due.name), signal);
	// It is made again after the restart.
	if (signal.aborted) return;
	const team = await teamById(database, due.teamId);
	if (team === null) return;
	const recorded = unwrap(
		await inTransaction(database, (tx) => recordDomainCheck(tx, lapwingItself(team), { due, found }, { now: now() })),
	);
	if (recorded === null) return;
	const { before, after } = recorded;
	const said = { statusPage: due.statusPageId, domain: due.name };
	if (before.provenAt === null && after.provenAt !== null) log.info(said, "A domain leads to its status page");
	if (before.provenAt !== null && after.provenAt === null) {
		log.warn(said, "A domain leads to its status page no more: its record was gone for 7 days");
	} else if (before.missingSince === null && after.missingSince !== null) {
		log.warn(said, "The record of a status page's domain is gone; in 7 days the domain leads there no more");
	}
}
