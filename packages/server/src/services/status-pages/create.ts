import { isFailure, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { problem } from "../../domain/problem.ts";
import { MAX_STATUS_PAGES_PER_TEAM, statusPageFields } from "../../domain/status-pages/status-page.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { countStatusPages, createStatusPage as insert } from "../../storage/status-pages/status-pages.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { namedSections, objectOf, type PageResult, requireSlug, type WantedPage } from "./wanted-page.ts";

export async function createStatusPage(
	tx: Tx,
	actor: TeamActor,
	input: WantedPage,
	{ now }: Pick<Deps, "now">,
): Promise<PageResult> {
	const may = requireScope(actor, "status-pages:write");
	if (isFailure(may)) return may;

	const sections = await namedSections(tx, actor.team.id, null, input.sections);
	if (isFailure(sections)) return sections;
	await lockTeam(tx, actor.team.id);
	if ((await countStatusPages(tx, actor.team.id)) >= MAX_STATUS_PAGES_PER_TEAM) {
		return problem("full", "", `A team has at most ${MAX_STATUS_PAGES_PER_TEAM} status pages.`);
	}
	const slug = await requireSlug(tx, { teamId: actor.team.id, slug: input.slug, pageId: null }, now);
	if (isFailure(slug)) return slug;

	const page = await insert(tx, actor.team.id, { ...input, sections: sections.data }, now);

	const after = statusPageFields(page);
	await recordEvent(tx, actor, { action: "create", ...objectOf(page), before: null, after }, now);
	return success(page);
}
