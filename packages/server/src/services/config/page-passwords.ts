import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { failureAt, type Problem, problem } from "../../domain/problem.ts";
import { MAX_STATUS_PAGES_PER_TEAM } from "../../domain/status-pages/status-page.ts";
import { ownedObjects } from "../../storage/config/config-objects.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { areApplied, secretDigests } from "./digests.ts";
import { hashOf, KINDS_OF_OBJECTS } from "./kinds.ts";
import type { ApplyDeps, WantedConfig } from "./wanted-config.ts";

/** Stands for the hash of a password in a plan, which saves nothing. */
const PLANNED = "";

/**
 * The same with the hashes of new passwords of pages, so that the transaction does not take the time: whoever else
 * changes the team would wait for it. Hashing is dear, so it is done only for whoever may apply, and for as many pages
 * as a team can have.
 */
export async function withPasswordHashes(
	database: Tx,
	actor: TeamActor,
	input: WantedConfig,
	{ isPlan, ...deps }: ApplyDeps & { readonly isPlan: boolean },
): Promise<Result<WantedConfig, Problem>> {
	const { statusPages } = input.objects;
	const secrets = statusPages.map(({ body }) => KINDS_OF_OBJECTS.statusPages.split(body).secrets);
	if (secrets.every((each) => !("password" in each))) return success(input);
	const may = requireScope(actor, isPlan ? "config:read" : "config:write");
	if (isFailure(may)) return may;
	if (statusPages.length > MAX_STATUS_PAGES_PER_TEAM) {
		return problem("full", "", `A team has at most ${MAX_STATUS_PAGES_PER_TEAM} status pages.`);
	}
	const owned = await ownedObjects(database, actor.team.id, input.project);
	const known = new Map(owned.filter(({ kind }) => kind === "statusPages").map((each) => [each.key, each]));
	const hashed = [];
	for (const [index, entry] of statusPages.entries()) {
		const own = secrets[index] as { readonly password?: string | null };
		const applied = known.get(entry.key)?.secretDigests ?? {};
		const isKnown = () => areApplied(secretDigests(deps.secret, own), applied);
		if (own.password === undefined || own.password === null || (!isPlan && isKnown())) {
			hashed.push(entry);
			continue;
		}
		const hash = isPlan ? success(PLANNED) : await hashOf(own.password, deps);
		if (isFailure(hash)) return failureAt(`/statusPages/${index}`, hash);
		hashed.push({ ...entry, passwordHash: hash.data });
	}
	return success({ ...input, objects: { ...input.objects, statusPages: hashed } });
}
