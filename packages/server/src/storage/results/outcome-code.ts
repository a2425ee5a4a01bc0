/**
 * A check's outcome as one small number: the verdict in the lowest two bits, whether a complete response came in the
 * third, the reason above. SQLite keeps it in one or two bytes.
 */

import { type RawBuilder, sql } from "kysely";
import { VERDICTS, type Verdict } from "../../domain/checks/judgement.ts";
import type { Reason } from "../../domain/checks/reason.ts";
import { codeOf, labelOf, reasonCode, reasonOf } from "../database/codes.ts";

const ANSWERED = 4;
const REASON_FACTOR = 8;
const UP = codeOf(VERDICTS, "up");

interface OutcomeParts {
	readonly verdict: Verdict;
	/** Whether there was a complete response, and so a response time. */
	readonly isAnswered: boolean;
	readonly reason: Reason | null;
}

export function outcomeCode({ verdict, isAnswered, reason }: OutcomeParts): number {
	return codeOf(VERDICTS, verdict) + (isAnswered ? ANSWERED : 0) + REASON_FACTOR * reasonCode(reason);
}

export function outcomeParts(code: number): OutcomeParts {
	return {
		verdict: labelOf(VERDICTS, verdictIndex(code)),
		isAnswered: isAnswered(code),
		reason: reasonOf(Math.floor(code / REASON_FACTOR)),
	};
}

/** Index into VERDICTS. */
export function verdictIndex(code: number): number {
	return code % ANSWERED;
}

export function isUp(code: number): boolean {
	return verdictIndex(code) === UP;
}

export function isAnswered(code: number): boolean {
	return (code & ANSWERED) !== 0;
}

/** SQL: index into VERDICTS. */
export function verdictIndexSql(column: string): RawBuilder<number> {
	return sql<number>`${sql.ref(column)} % ${sql.lit(ANSWERED)}`;
}

/** SQL: whether the outcome in `column` has `verdict`. */
export function hasVerdict(column: string, verdict: Verdict): RawBuilder<boolean> {
	return sql<boolean>`${verdictIndexSql(column)} = ${sql.lit(codeOf(VERDICTS, verdict))}`;
}

/** SQL: whether the outcome in `column` is of a complete response. */
export function isAnsweredSql(column: string): RawBuilder<boolean> {
	return sql<boolean>`(${sql.ref(column)} / ${sql.lit(ANSWERED)}) % 2 = 1`;
}
