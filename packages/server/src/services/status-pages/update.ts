import { isFailure, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Changes } from "../../domain/given.ts";
import { notFound } from "../../domain/problem.ts";
import { statusPageFields } from "../../domain/status-pages/status-page.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockStatusPage, updateStatusPage as write } from "../../storage/status-pages/status-pages.ts";
import type { Deps } from "../change.ts";
import { namedMonitors } from "../monitors/named-monitors.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf, type PageResult, requireFreeSlug, type WantedPage } from "./wanted-page.ts";

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

	const { name, slug, monitorIds } = changes;
	const monitors = monitorIds === undefined ? success() : await namedMonitors(tx, actor.team.id, monitorIds);
	if (isFailure(monitors)) return monitors;
	const free = slug === undefined ? success() : await requireFreeSlug(tx, actor.team.id, slug, page.id);
	if (isFailure(free)) return free;

	const changed = await write(tx, page.id, { name, slug, monitors: monitors.data }, now);

	const [before, after] = [statusPageFields(page), statusPageFields(changed)];
	await recordEvent(tx, actor, { action: "update", ...objectOf(page), before, after, asked: changes }, now);
	return success(changed);
}
