/** A check as a row of `check_results`, and back. */

import { type CheckOutcome, elapsedMs, minuteOf, startOfMinute } from "../../domain/checks/check.ts";
import { judge } from "../../domain/checks/judgement.ts";
import { isTimed, NO_PHASES, PHASES } from "../../domain/checks/observation.ts";
import type { CheckRecord, JudgedOutcome, LocationRecord } from "../../domain/checks/record.ts";
import { codeOrNull, labelOf } from "../database/codes.ts";
import type { CheckFailureTable, CheckResultTable } from "../database/tables/checks.ts";
import {
	CONTROL,
	type LocationRow,
	SEVERAL,
	type StoredLocations,
	unpackLocations,
} from "./locations/location-rows.ts";
import { outcomeCode, outcomeParts } from "./outcome-code.ts";

/** A result with the details of its failure, as readers select it. */
export type ResultRow = CheckResultTable &
	Omit<CheckFailureTable, "minute" | "monitor_id" | "message"> & {
		message: string | null;
		/** What each of several locations saw. */
		locations: StoredLocations | null;
	};

/** The id of a check: its monitor and its scheduled minute. */
export function checkId({ monitorId, minute }: { readonly monitorId: number; readonly minute: number }): string {
	return `${monitorId}:${minute}`;
}

export function idOfOutcome({ order }: CheckOutcome): string {
	return checkId({ monitorId: order.monitorId, minute: minuteOf(order.scheduledAt) });
}

export function toResultRow({ outcome, judgement }: JudgedOutcome): CheckResultTable {
	const { order, observation, startedAt, attempts, median, locations } = outcome;
	const minute = minuteOf(order.scheduledAt);
	const { phases } = median ?? (observation.kind === "missed" ? { phases: NO_PHASES } : observation);
	return {
		minute,
		monitor_id: order.monitorId,
		revision: order.revision,
		outcome: outcomeCode({ ...judgement, isAnswered: isTimed(observation) }),
		response_status: observation.kind === "answered" && observation.type === "http" ? observation.status : null,
		elapsed_ms: observation.kind === "missed" ? null : elapsedMs(outcome),
		started_ms: startedAt - startOfMinute(minute),
		attempts,
		location: locations === undefined ? order.locationId : SEVERAL,
		dns_ms: phaseMs(phases.dns),
		connect_ms: phaseMs(phases.connect),
		tls_ms: phaseMs(phases.tls),
		first_byte_ms: phaseMs(phases.first_byte),
	};
}

/** Times of phases have fractions, so exactly 0 is a phase that did not take place. */
function phaseMs(ms: number): number | null {
	return ms === 0 ? null : Math.round(ms);
}

export function toFailureRow({ outcome, judgement }: JudgedOutcome): CheckFailureTable {
	return {
		minute: minuteOf(outcome.order.scheduledAt),
		monitor_id: outcome.order.monitorId,
		phase: codeOrNull(PHASES, judgement.phase),
		message: judgement.message ?? "",
		content_check_id: judgement.contentCheckId,
	};
}

/** With the details of its failure, as readers select it. */
export function toStoredRow(check: JudgedOutcome): ResultRow {
	const { phase, content_check_id } = toFailureRow(check);
	const { message } = check.judgement;
	const locations = check.outcome.locations === undefined ? null : toLocationRows(check.outcome);
	return { ...toResultRow(check), phase, content_check_id, message, locations };
}

export function fromResultRow(row: ResultRow): CheckRecord {
	const parts = unpackLocations(row.locations);
	const { verdict, isAnswered, reason } = outcomeParts(row.outcome);
	const startedAt = startOfMinute(row.minute) + row.started_ms;
	const elapsed = row.elapsed_ms ?? 0;
	const known = (row.dns_ms ?? 0) + (row.connect_ms ?? 0) + (row.tls_ms ?? 0) + (row.first_byte_ms ?? 0);
	return {
		monitorId: row.monitor_id,
		minute: row.minute,
		revision: row.revision,
		verdict,
		reason,
		responseStatus: row.response_status,
		responseTimeMs: isAnswered ? elapsed : null,
		phases: {
			dns: row.dns_ms,
			connect: row.connect_ms,
			tls: row.tls_ms,
			first_byte: row.first_byte_ms,
			transfer: isAnswered ? Math.max(0, elapsed - known) : null,
		},
		startedAt,
		completedAt: verdict === "missed" ? null : startedAt + elapsed,
		attempts: row.attempts,
		location: row.location === SEVERAL ? "several" : row.location,
		locations: parts.length === 0 ? null : parts.map((part) => fromLocationRow(row, part)),
		phase: row.phase === null ? null : labelOf(PHASES, row.phase),
		message: row.message,
		contentCheckId: row.content_check_id,
	};
}

function fromLocationRow({ minute, monitor_id, revision }: ResultRow, part: LocationRow): LocationRecord {
	const {
		location,
		locations,
		monitorId,
		minute: _,
		revision: __,
		...record
	} = fromResultRow({
		...part,
		...{ minute, monitor_id, revision, locations: null },
	});
	return { ...record, locationId: part.location === CONTROL ? null : part.location };
}

/** What each location saw of a check that is to be written, in the order of keys; none when it was made at one. */
export function toLocationRows({ order, locations = [] }: CheckOutcome): readonly LocationRow[] {
	const inOrder = locations.toSorted((a, b) => (a.locationId ?? CONTROL) - (b.locationId ?? CONTROL));
	return inOrder.map(({ locationId, ...part }) => {
		const judgement = judge(part.observation, order);
		const {
			minute,
			monitor_id,
			revision,
			locations: _,
			...row
		} = toStoredRow({ outcome: { order, ...part }, judgement });
		return { ...row, location: locationId ?? CONTROL };
	});
}
