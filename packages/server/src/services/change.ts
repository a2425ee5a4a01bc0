/**
 * How a change runs. A service, a function in ./<noun>/<verb>.ts, makes one change within the transaction of its
 * caller, and reads top to bottom: may they, is it valid, its own rows, its neighbours' rows, its audit event. A
 * failure undoes all that it wrote.
 */

import { type Failure, isFailure, isSuccess, type Result, type Success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../domain/access/actor.ts";
import type { Scope } from "../domain/access/scopes.ts";
import type { Changes } from "../domain/given.ts";
import type { Problem } from "../domain/problem.ts";
import type { Tx } from "../storage/database/tx.ts";

/** What callers hand in; each service names the part that it needs. */
export interface Deps {
	/** The instant of the change, epoch milliseconds. */
	readonly now: number;
	/** Runs `work` after the commit, and not after a rollback. */
	afterCommit(work: () => void): void;
}

export type Now = Pick<Deps, "now">;

/** Of an object by its public id. */
export interface ById {
	readonly id: string;
}

/** What is wanted of it; what is left out stays. */
export interface Edit<Wanted> extends ById {
	readonly changes: Changes<Wanted>;
}

/** A service. `Who` is its actor; `Needs`, a part of {@link Deps} and of what else its callers have. */
export type Change<Who, Input, Made, Needs> = (
	tx: Tx,
	actor: Who,
	input: Input,
	deps: Needs,
) => Promise<Result<Made, Problem>>;

type MadeBy<Outcome> = Outcome extends Success<infer Made> ? Made : never;
type CodeOf<Outcome> = Outcome extends Failure<Problem<infer Code>> ? Code : never;

/** A service for actors of a team that have the scope. */
export function requiring<Input, Needs, Outcome extends Result<unknown, Problem>>(
	scope: Scope,
	change: (tx: Tx, actor: TeamActor, input: Input, deps: Needs) => Promise<Outcome>,
) {
	type Refused = Failure<Problem<CodeOf<Outcome> | "missing_scope">>;
	return async (tx: Tx, actor: TeamActor, input: Input, deps: Needs): Promise<Success<MadeBy<Outcome>> | Refused> => {
		const may = requireScope(actor, scope);
		return isFailure(may) ? may : ((await change(tx, actor, input, deps)) as Success<MadeBy<Outcome>> | Refused);
	};
}

/** Commits what `change` wrote when it succeeds; rolls it back when it returns a failure or throws. */
export async function inTransaction<Made, Failed extends Error>(
	database: Tx,
	change: (tx: Tx, afterCommit: Deps["afterCommit"]) => Promise<Result<Made, Failed>>,
): Promise<Result<Made, Failed>> {
	const committed: (() => void)[] = [];
	let failed: Failure<Failed> | undefined;
	try {
		const made = await database.transaction(async (tx) => {
			const result = await change(tx, (work) => void committed.push(work));
			if (isSuccess(result)) return result;
			failed = result;
			// Only a rejection rolls back.
			throw result.error;
		});
		for (const work of committed) work();
		return made;
	} catch (error) {
		if (failed !== undefined && error === failed.error) return failed;
		throw error;
	}
}

const UNDONE = new Error("A transaction that is always rolled back");

/** What `change` returns; whatever it wrote is rolled back. */
export async function withoutSaving<Made>(database: Tx, change: (tx: Tx) => Promise<Made>): Promise<Made> {
	let made: { readonly value: Made } | undefined;
	try {
		await database.transaction(async (tx) => {
			made = { value: await change(tx) };
			// Only a rejection rolls back.
			throw UNDONE;
		});
	} catch (error) {
		if (error !== UNDONE) throw error;
	}
	if (made === undefined) throw new Error("The transaction ended before the change");
	return made.value;
}
