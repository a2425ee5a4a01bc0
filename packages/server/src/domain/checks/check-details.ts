/**
 * Details that are stored with a check that changed its monitor's status, to explain it later. Bounded: a URL, some
 * sentences and the beginnings of the content checks, a few KB at most. They contain no secrets: the row of a type
 * chooses the settings that are stored (../monitors/type.ts).
 */

import { isProbedType, rowOf } from "../monitors/types.ts";
import type { AttemptOutcome, CheckedMonitor, CheckOrder, CheckOutcome } from "./check.ts";
import { elapsedMs } from "./check.ts";
import { judge, type Verdict } from "./judgement.ts";
import type { CertificateSeen, Phase } from "./observation.ts";
import type { Reason } from "./reason.ts";
import type { CheckRecord } from "./record.ts";

/** Characters kept of the value of a content check. */
const MAX_VALUE_KEPT = 100;

/** One attempt, judged. */
export interface AttemptRecord {
	/** Epoch milliseconds. */
	readonly startedAt: number;
	/** Null when missed. */
	readonly durationMs: number | null;
	readonly verdict: Verdict;
	readonly reason: Reason | null;
	readonly phase: Phase | null;
	readonly message: string | null;
	/** Null where there was no complete response, and for types whose responses have no status. */
	readonly responseStatus: number | null;
	readonly responseTimeMs: number | null;
}

export interface CheckDetails {
	/**
	 * When the attempt that gave the result began, epoch milliseconds. It identifies the result to which these details
	 * belong.
	 */
	readonly startedAt: number;
	readonly address: string | null;
	readonly certificate: CertificateSeen | null;
	/** The expectation at that time. */
	readonly expectation: Readonly<Record<string, unknown>>;
	/** Null when there was one attempt. */
	readonly firstAttempt: AttemptRecord | null;
}

export function detailsOf(outcome: CheckOutcome): CheckDetails {
	const { order, observation, startedAt, firstAttempt } = outcome;
	return {
		startedAt,
		address: observation.kind === "missed" ? null : observation.address,
		certificate: observation.kind === "missed" ? null : observation.certificate,
		expectation: expectationOf(order),
		firstAttempt: firstAttempt ? attemptRecord(firstAttempt, order) : null,
	};
}

/** What is expected of the check of `order`. */
export function expectationOf({
	settings,
	degradedAfterMs,
	timeoutMs,
	contentChecks,
}: CheckedMonitor): CheckDetails["expectation"] {
	const { expectationOf, takesContentChecks } = rowOf(settings.type);
	return {
		...expectationOf(settings),
		...(isProbedType(settings.type) && { degradedAfterMs, timeoutSeconds: timeoutMs / 1000 }),
		...(takesContentChecks && {
			contentChecks: contentChecks.map(({ type, value, caseSensitive, comparison }) => ({
				type,
				value: shortened(value),
				...(comparison !== undefined && {
					operator: comparison.operator,
					expected: typeof comparison.expected === "string" ? shortened(comparison.expected) : comparison.expected,
				}),
				caseSensitive,
			})),
		}),
	};
}

function shortened(value: string): string {
	return value.length > MAX_VALUE_KEPT ? `${value.slice(0, MAX_VALUE_KEPT)}…` : value;
}

function attemptRecord(attempt: AttemptOutcome, order: CheckOrder): AttemptRecord {
	const { observation, startedAt } = attempt;
	const { verdict, reason, phase, message } = judge(observation, order);
	const response = observation.kind === "answered" ? observation : null;
	return {
		startedAt,
		durationMs: elapsedMs(attempt),
		verdict,
		reason,
		phase,
		message,
		responseStatus: response?.type === "http" ? response.status : null,
		responseTimeMs: response && Math.round(response.responseTimeMs),
	};
}

/** The attempt that gave a recorded result. */
export function attemptOf(check: CheckRecord): AttemptRecord {
	const { startedAt, completedAt, verdict, reason, phase, message, responseStatus, responseTimeMs } = check;
	const durationMs = completedAt === null ? null : completedAt - startedAt;
	return { startedAt, durationMs, verdict, reason, phase, message, responseStatus, responseTimeMs };
}
