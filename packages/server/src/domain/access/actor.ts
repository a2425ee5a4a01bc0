/** Who makes a change: what services need to know of a key, a member or the command line. */

import { type Result, success } from "@lapwing/result";
import { type Problem, problem } from "../problem.ts";
import { type AuditActor, CLI_ACTOR, OWN_ACTOR } from "./audit-event.ts";
import { SCOPES, type Scope } from "./scopes.ts";
import type { NamedTeam } from "./team.ts";

interface Acting {
	/** As audit events name them. */
	readonly who: AuditActor;
	/** The client's address; null on the command line. */
	readonly address: string | null;
}

export interface TeamActor extends Acting {
	readonly team: NamedTeam;
	/** What they may do in that team. */
	readonly scopes: readonly Scope[];
}

export interface AccountActor extends Acting {
	readonly userId: number;
}

/** Whoever signs in, by the browser that asks. */
export interface Visitor {
	readonly address: string;
	readonly userAgent: string | null;
	/** Of the session that the browser has already; null: none. */
	readonly cookie: string | null;
}

/** Whoever has the command line may do everything. */
export const COMMAND_LINE: Acting = { who: CLI_ACTOR, address: null };

export function commandLine(team: NamedTeam): TeamActor {
	return { ...COMMAND_LINE, team, scopes: SCOPES };
}

/** The service itself, which does what a team set up. */
export function lapwingItself(team: NamedTeam): TeamActor {
	return { who: OWN_ACTOR, address: null, team, scopes: SCOPES };
}

/** A problem when the actor lacks the scope. Scopes match exactly (docs/rules/access.md#scopes). */
export function requireScope(
	{ who, scopes }: Pick<TeamActor, "who" | "scopes">,
	scope: Scope,
): Result<undefined, Problem<"missing_scope">> {
	if (scopes.includes(scope)) return success();
	const whose = who.kind === "key" ? "This API key" : "Your role in this team";
	return problem("missing_scope", "", `${whose} lacks the scope ${scope}.`);
}
