import { type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import { missingScopes, type Role, scopesOf } from "../../domain/access/roles.ts";
import { type Problem, problem } from "../../domain/problem.ts";

/** A problem when the role has a scope that the actor lacks: nobody grants, changes or removes such a role. */
export function mayGrant({ scopes }: TeamActor, role: Role): Result<undefined, Problem<"missing_scope">> {
	const missing = missingScopes(scopes, scopesOf(role));
	if (missing.length === 0) return success();
	return problem("missing_scope", "", `The role ${role} has scopes that you lack: ${missing.join(", ")}.`);
}
