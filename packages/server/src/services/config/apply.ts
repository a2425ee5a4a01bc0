/** What files want of a team, planned and applied. The work on the objects is ./run.ts. */

import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { SCOPES } from "../../domain/access/scopes.ts";
import { KINDS_IN_ORDER } from "../../domain/config/config.ts";
import { type Problem, problem } from "../../domain/problem.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockDependencies } from "../../storage/monitors/monitor-dependencies.ts";
import { withoutSaving } from "../change.ts";
import { ConfigRun } from "./run.ts";
import type { AppliedConfig, ApplyDeps, Comparison, WantedConfig } from "./wanted-config.ts";

type ConfigResult = Result<AppliedConfig, Problem>;

/**
 * What {@link applyConfig} would do; nothing is saved. Whoever plans needs no scope but `config:read`, and is then not
 * told whether a secret of the document is the one that is there.
 */
export async function planConfig(
	database: Tx,
	actor: TeamActor,
	input: WantedConfig,
	deps: ApplyDeps,
): Promise<ConfigResult> {
	const may = requireScope(actor, "config:read");
	if (isFailure(may)) return may;
	const comparesSecrets = actor.scopes.includes("config:write");
	const planned = await withoutSaving(database, (tx) =>
		applyConfig(tx, { ...actor, scopes: SCOPES }, input, deps, { comparesSecrets, isPlan: true }),
	);
	if (isFailure(planned)) return planned;
	const changes = planned.data.changes.map((each) => (each.action === "create" ? { ...each, id: null } : each));
	return success({ ...planned.data, changes, generated: [] });
}

/**
 * Makes the team's objects what the document says: all of it or nothing. Each object is changed by the service that the
 * API has for it, with the scope and the audit event of that. What the project does not own stays as it is.
 */
export async function applyConfig(
	tx: Tx,
	actor: TeamActor,
	input: WantedConfig,
	deps: ApplyDeps,
	{ comparesSecrets, isPlan }: Comparison = { comparesSecrets: true, isPlan: false },
): Promise<ConfigResult> {
	const may = requireScope(actor, "config:write");
	if (isFailure(may)) return may;
	await lockTeam(tx, actor.team.id);
	// Monitors may be deleted after others are locked.
	await lockDependencies(tx, actor.team.id);

	const run = new ConfigRun(tx, actor, input, { ...deps, comparesSecrets, isPlan });
	await run.read();
	const digest = run.digest();
	if (input.expected !== null && !input.expected.includes(digest)) {
		return problem("outdated", "", "Something changed since this was planned. Plan again.");
	}
	for (const kind of KINDS_IN_ORDER) {
		const changed = await run.changeAll(kind);
		if (isFailure(changed)) return changed;
	}
	if (input.prunes) {
		const pruned = await run.prune();
		if (isFailure(pruned)) return pruned;
	}
	return success({ ...(await run.finish()), digest });
}
