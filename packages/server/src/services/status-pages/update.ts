import { isFailure, success } from "@lapwing/result";
import { notFound } from "../../domain/problem.ts";
import { statusPageFields } from "../../domain/status-pages/status-page.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import {
	lockStatusPage,
	storePagePassword,
	updateStatusPage as write,
} from "../../storage/status-pages/status-pages.ts";
import { type Edit, requiring } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import {
	assignDomain,
	namedSections,
	objectOf,
	type PageDeps,
	requirePassword,
	requireSlug,
	requireTheme,
	type WantedPage,
} from "./wanted-page.ts";

export const updateStatusPage = requiring(
	"status-pages:write",
	async (tx, actor, { id, changes }: Edit<WantedPage>, { now, ownHosts = [] }: PageDeps) => {
		const page = await lockStatusPage(tx, actor.team.id, id);
		if (page === null) return notFound();
		const own = await requireNotFromFiles(tx, actor, [id]);
		if (isFailure(own)) return own;

		const { slug, sections: wanted } = changes;
		const sections = wanted === undefined ? success() : await namedSections(tx, actor.team.id, page, wanted);
		if (isFailure(sections)) return sections;
		if (slug !== undefined && slug !== page.slug) {
			await lockTeam(tx, actor.team.id);
			const claimed = await requireSlug(tx, { teamId: actor.team.id, slug, pageId: page.id }, now);
			if (isFailure(claimed)) return claimed;
		}

		const theme = changes.theme === undefined ? success() : await requireTheme(page.theme, changes.theme);
		if (isFailure(theme)) return theme;
		const { passwordHash, domain: wantedDomain, ...asked } = changes;
		const hasPassword = passwordHash === undefined ? page.hasPassword : passwordHash !== null;
		const password = requirePassword(changes.access ?? page.access, hasPassword);
		if (isFailure(password)) return password;

		if (passwordHash !== undefined) await storePagePassword(tx, page.id, passwordHash);
		const domain =
			wantedDomain === undefined ? success() : await assignDomain(tx, page, wantedDomain, { ownHosts, now });
		if (isFailure(domain)) return domain;
		const changed = await write(tx, page, { ...asked, theme: theme.data, sections: sections.data }, now);

		const [before, after] = [statusPageFields(page), statusPageFields(changed)];
		const named = { ...asked, ...(wantedDomain !== undefined && { domain: wantedDomain }) };
		// Another password looks as the one before it.
		const withSecrets = passwordHash === undefined ? named : { ...named, password: passwordHash };
		const event = { action: "update", ...objectOf(page), before, after, asked: named, withSecrets };
		await recordEvent(tx, actor, event, now);
		return success(changed);
	},
);
