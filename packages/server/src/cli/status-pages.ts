/** `lapwing status-pages`: exports and domains of status pages, for whoever runs the service. */

import { ownHosts } from "../compose/origins.ts";
import { commandLine } from "../domain/access/actor.ts";
import { domainStatus, pageDomain } from "../domain/status-pages/page-domain.ts";
import { allowDomain } from "../services/status-pages/allow-domain.ts";
import { teamById } from "../storage/access/teams.ts";
import type { Tx } from "../storage/database/tx.ts";
import { listDomains } from "../storage/status-pages/domains.ts";
import { pageOfAnyTeam } from "../storage/status-pages/status-pages.ts";
import { command, print, printJson, printTable } from "./command.ts";
import { withDatabase } from "./database/with-database.ts";
import { exportPages } from "./export-pages.ts";
import { makeChange } from "./make-change.ts";
import { UsageError } from "./usage-error.ts";

export function statusPages() {
	return command("status-pages", "Export status pages; list, allow and withdraw their domains.")
		.addCommand(domains())
		.addCommand(allow())
		.addCommand(withdraw())
		.addCommand(exportPages());
}

function domains() {
	return command("domains", "List the domains of status pages, and how each is proven.")
		.option("--json", "print them as JSON")
		.action(async ({ json }: { json?: boolean }) => {
			const listed = await withDatabase(listDomains);
			const rows = listed.map(({ domain, slug, teamSlug }) => ({
				domain: domain.name,
				statusPage: slug,
				team: teamSlug,
				status: domainStatus(domain),
				problem: domain.problem,
			}));
			if (json) printJson(rows);
			else {
				const cells = rows.map((row) => [row.domain, row.statusPage, row.team, row.status, row.problem ?? ""]);
				printTable([["DOMAIN", "PAGE", "TEAM", "STATUS", "PROBLEM"], ...cells]);
			}
		});
}

const PAGE_OPTION = [
	"--page <slug>",
	"the page, by the last part of /status/<slug>; it can be left out while one page has the domain",
] as const;

interface Options {
	readonly page?: string;
	readonly json?: boolean;
}

function allow() {
	return command("allow-domain", "Let a domain lead to a status page without a TXT record.")
		.argument("<domain>", "a host name, such as status.example.com")
		.option(...PAGE_OPTION)
		.option("--json", "print the domain and the page as JSON")
		.action(async (domain: string, options: Options) => {
			const slug = await change(domain, options, true);
			if (options.json) printJson({ domain, statusPage: slug, status: "allowed" });
			else print(`${domain} leads to the status page ${slug}, without a record.`);
		});
}

function withdraw() {
	return command("withdraw-domain", "End that a domain leads to a status page without a TXT record.")
		.argument("<domain>", "a host name that `allow-domain` allowed")
		.option(...PAGE_OPTION)
		.option("--json", "print the domain and the page as JSON")
		.action(async (domain: string, options: Options) => {
			const slug = await change(domain, options, false);
			if (options.json) printJson({ domain, statusPage: slug, status: "pending" });
			else print(`${domain} leads to the status page ${slug} again once its TXT record is found.`);
		});
}

async function change(text: string, { page: slug }: Options, isAllowed: boolean): Promise<string> {
	const read = pageDomain(text);
	if (typeof read === "string") throw new UsageError(`${text}: ${read}`);
	const { domain } = read;
	return withDatabase(async (database, config) => {
		const page = slug === undefined ? await onlyPage(database, domain) : await namedPage(database, slug);
		const team = await teamById(database, page.teamId);
		if (team === null) throw new UsageError("The page's team is deleted.");
		const input = { id: page.statusPageId, domain, isAllowed };
		const changed = await makeChange(database, (tx, deps) =>
			allowDomain(tx, commandLine(team), input, { ...deps, ownHosts: ownHosts(config) }),
		);
		return changed.slug;
	});
}

async function onlyPage(database: Tx, domain: string) {
	const [page, ...others] = (await listDomains(database)).filter((each) => each.domain.name === domain);
	if (page === undefined) throw new UsageError(`No status page has the domain ${domain}. Name one with --page.`);
	if (others.length === 0) return page;
	const slugs = [page, ...others].map((each) => each.slug).join(", ");
	throw new UsageError(`Several status pages have the domain ${domain}. Name one with --page: ${slugs}.`);
}

async function namedPage(database: Tx, slug: string) {
	const page = await pageOfAnyTeam(database, slug);
	if (page === null) throw new UsageError(`There is no status page "${slug}".`);
	return page;
}
