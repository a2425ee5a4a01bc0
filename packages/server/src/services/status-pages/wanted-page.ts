/** What owners choose of a status page. */

import { type Result, success } from "@lapwing/result";
import { type Problem, problem } from "../../domain/problem.ts";
import type { StatusPage } from "../../domain/status-pages/status-page.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { statusPageOfSlug } from "../../storage/status-pages/status-pages.ts";

export interface WantedPage {
	readonly name: string;
	readonly slug: string;
	/** `mon_…` */
	readonly monitorIds: readonly string[];
}

export type PageResult = Result<StatusPage, Problem<"missing_scope" | "not_found" | "invalid" | "full" | "taken">>;

/** As audit events name it. */
export function objectOf({ publicId, name }: StatusPage) {
	return { object: "status page", id: publicId, name };
}

/**
 * A problem when another page of the team has the slug. Locks the team, so that no other page gets it meanwhile.
 * @param own key of the page that is to have it; null for a new one
 */
export async function requireFreeSlug(
	tx: Tx,
	teamId: number,
	slug: string,
	own: number | null,
): Promise<Result<undefined, Problem<"taken">>> {
	await lockTeam(tx, teamId);
	const holder = await statusPageOfSlug(tx, teamId, slug);
	return holder === null || holder === own
		? success()
		: problem("taken", "/slug", "Another status page has this slug.");
}
