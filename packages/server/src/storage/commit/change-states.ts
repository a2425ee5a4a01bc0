/** What recorded checks change in the states of their monitors. */

import { type CheckOutcome, elapsedMs, locationOf, minuteOf } from "../../domain/checks/check.ts";
import { SLOW_CHECK_MS } from "../../domain/checks/confirmation.ts";
import { judge } from "../../domain/checks/judgement.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { afterCheck, type RecordedCheck, type SeenFrom } from "../../domain/checks/transition.ts";
import { type CertificateFacts, certificateFacts, NO_CERTIFICATE } from "../../domain/monitors/certificate.ts";
import { inWords, type LocationNames, nameOf } from "../locations/location-names.ts";
import { applyState, type StateRow, toState } from "./state-rows.ts";

interface StateFacts {
	/** That made the checks; null when it is not known. */
	readonly machine: string | null;
	readonly names: LocationNames;
	/** Of an overdue check, the last slot that it stands for. Default: none is overdue. */
	lastSlotOf?(outcome: CheckOutcome): number | undefined;
}

/** Applies checks that are now the record of their minutes to the states in `rows`. */
export function changeStates(
	rows: ReadonlyMap<number, StateRow>,
	accepted: readonly JudgedOutcome[],
	{ machine, names, lastSlotOf = () => undefined }: StateFacts,
): { recorded: RecordedCheck; outcome: CheckOutcome }[] {
	const changes: { recorded: RecordedCheck; outcome: CheckOutcome }[] = [];
	for (const { outcome, judgement } of accepted) {
		const row = rows.get(outcome.order.monitorId);
		// The check of an older revision is history only; the present status is that of the present settings.
		if (!row || outcome.order.revision !== row.revision) continue;
		if (judgement.verdict !== "missed") row.was_slow = elapsedMs(outcome) >= SLOW_CHECK_MS ? 1 : 0;
		const before = toState(row);
		const { scheduledAt } = outcome.order;
		const check = {
			minute: minuteOf(scheduledAt),
			lastMinute: minuteOf(lastSlotOf(outcome) ?? scheduledAt),
			startedAt: outcome.startedAt,
			completedAt: outcome.startedAt + elapsedMs(outcome),
			judgement,
			certificate: certificateAfter(row, before.certificate, outcome),
			location: nameOf(locationOf(outcome), names),
			machine: locationOf(outcome) === null ? machine : null,
			...(judgement.verdict !== "up" && seenFrom(outcome, names, machine)),
			attempts: outcome.attempts,
		};
		const { state, transition } = afterCheck(before, check);
		if (state !== before) applyState(row, state);
		const recorded = { monitorId: row.monitor_id, teamId: row.team_id, before, after: state, check, transition };
		changes.push({ recorded, outcome });
	}
	return changes;
}

function seenFrom({ order, locations }: CheckOutcome, names: LocationNames, machine: string | null) {
	const seen = locations?.map(({ locationId, observation }): SeenFrom => {
		return { location: inWords(locationId, names, machine), verdict: judge(observation, order).verdict };
	});
	return seen === undefined ? {} : { seenFrom: seen };
}

function certificateAfter(
	row: StateRow,
	before: CertificateFacts,
	outcome: JudgedOutcome["outcome"],
): CertificateFacts {
	if (row.ssl_monitoring_enabled === 0) return NO_CERTIFICATE;
	const { order, observation, completedAt } = outcome;
	return certificateFacts(before, order.settings, observation, row.ssl_expiry_warning_days, completedAt);
}
