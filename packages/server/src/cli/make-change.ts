/** Changes that commands make, by the services that the API uses. */

import { isFailure, type Result } from "@lapwing/result";
import type { Problem, ProblemCode } from "../domain/problem.ts";
import { type Deps, inTransaction } from "../services/change.ts";
import { databaseNow, type Tx } from "../storage/database/tx.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Runs a service in a transaction. A problem ends the command with its own sentence, or with that of `sentences` where
 * the command has a better advice.
 */
export async function makeChange<Made, Code extends ProblemCode>(
	database: Tx,
	service: (tx: Tx, deps: Deps) => Promise<Result<Made, Problem<Code>>>,
	sentences: { readonly [Name in Code]?: string } = {},
): Promise<Made> {
	const now = await databaseNow(database);
	const result = await inTransaction(database, (tx, afterCommit) => service(tx, { now, afterCommit }));
	if (isFailure(result)) throw new UsageError(sentences[result.error.code] ?? result.error.message);
	return result.data;
}
