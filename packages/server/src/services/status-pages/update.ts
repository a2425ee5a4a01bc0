import { isFailure, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Changes } from "../../domain/given.ts";
import { notFound } from "../../domain/problem.ts";
import { statusPageFields } from "../../domain/status-pages/status-page.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockStatusPage, updateStatusPage as write } from "../../storage/status-pages/status-pages.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { namedSections, objectOf, type PageResult, requireSlug, type WantedPage } from "./wanted-page.ts";

export async function updateStatusPage(
	tx: Tx,
	actor: TeamActor,
	{ id, changes }: { readonly id: string; readonly changes: Changes<WantedPage> },
	{ now }: Pick<Deps, "now">,
): Promise<PageResult> {
	const may = requireScope(actor, "status-pages:write");
	if (isFailure(may)) return may;
	const page = await lockStatusPage(tx, actor.team.id, id);
	if (page === null) return notFound();

	const { slug, sections: wanted } = changes;
	const sections = wanted === undefined ? success() : await namedSections(tx, actor.team.id, page, wanted);
	if (isFailure(sections)) return sections;
	if (slug !== undefined && slug !== page.slug) {
		await lockTeam(tx, actor.team.id);
		const claimed = await requireSlug(tx, { teamId: actor.team.id, slug, pageId: page.id }, now);
		if (isFailure(claimed)) return claimed;
	}

	const changed = await write(tx, page, { ...changes, sections: sections.data }, now);

	const [before, after] = [statusPageFields(page), statusPageFields(changed)];
	await recordEvent(tx, actor, { action: "update", ...objectOf(page), before, after, asked: changes }, now);
	return success(changed);
}
