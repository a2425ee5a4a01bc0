import { isFailure, success } from "@lapwing/result";
import { problem } from "../../domain/problem.ts";
import { MAX_STATUS_PAGES_PER_TEAM, statusPageFields } from "../../domain/status-pages/status-page.ts";
import { USUAL_THEME } from "../../domain/status-pages/theme.ts";
import { countOfTeam } from "../../storage/database/count-of-team.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import {
	findStatusPage,
	createStatusPage as insert,
	storePagePassword,
} from "../../storage/status-pages/status-pages.ts";
import { requiring } from "../change.ts";
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

export const createStatusPage = requiring(
	"status-pages:write",
	async (tx, actor, input: WantedPage, { now, ownHosts = [] }: PageDeps) => {
		const sections = await namedSections(tx, actor.team.id, null, input.sections);
		if (isFailure(sections)) return sections;
		await lockTeam(tx, actor.team.id);
		if ((await countOfTeam(tx, "status_pages", actor.team.id)) >= MAX_STATUS_PAGES_PER_TEAM) {
			return problem("full", "", `A team has at most ${MAX_STATUS_PAGES_PER_TEAM} status pages.`);
		}
		const slug = await requireSlug(tx, { teamId: actor.team.id, slug: input.slug, pageId: null }, now);
		if (isFailure(slug)) return slug;

		const theme = await requireTheme(USUAL_THEME, input.theme);
		if (isFailure(theme)) return theme;
		const { passwordHash = null } = input;
		const password = requirePassword(input.access, passwordHash !== null);
		if (isFailure(password)) return password;

		const made = await insert(tx, actor.team.id, { ...input, theme: theme.data, sections: sections.data }, now);
		await storePagePassword(tx, made.id, passwordHash);
		const domain = await assignDomain(tx, made, input.domain ?? null, { ownHosts, now });
		if (isFailure(domain)) return domain;
		const page = (await findStatusPage(tx, actor.team.id, made.publicId)) ?? made;

		const after = statusPageFields(page);
		await recordEvent(tx, actor, { action: "create", ...objectOf(page), before: null, after }, now);
		return success(page);
	},
);
