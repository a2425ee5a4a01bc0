/**
 * A check as spans: one for the whole, and one for each phase that took place, one after another; of a flow one for
 * each step, with its phases.
 */

import { NO_PHASES, PHASES, type PhaseTimes } from "../domain/checks/observation.ts";
import type { JudgedOutcome } from "../domain/checks/record.ts";
import { type CheckTrace, childSpanId, traceOf } from "../domain/checks/trace.ts";
import { targetOf } from "../domain/monitors/types.ts";
import { keyValues, type Span, unixNano } from "./otlp.ts";

/** Of `SpanKind` and of `StatusCode`. */
const INTERNAL = 1;
const CLIENT = 3;
const OK = 1;
const ERROR = 2;

export interface NamedMonitor {
	/** `mon_…` */
	readonly publicId: string;
	readonly name: string;
	readonly team: string;
}

export function spansOf({ outcome, judgement }: JudgedOutcome, monitor: NamedMonitor | undefined): Span[] {
	const { observation, order, startedAt, completedAt, attempts } = outcome;
	const { settings, scheduledAt } = order;
	const trace = traceOf(order);
	const { traceId, spanId } = trace;
	const { verdict, reason, message } = judgement;
	const seen = observation.kind === "missed" ? null : observation;
	// A check that Lapwing missed says nothing about the target, so it is no error of it.
	const status =
		verdict === "down" ? { code: ERROR, message: message ?? "" } : verdict === "missed" ? {} : { code: OK };
	const check: Span = {
		traceId,
		spanId,
		name: `check ${settings.type}`,
		kind: CLIENT,
		startTimeUnixNano: unixNano(startedAt),
		endTimeUnixNano: unixNano(Math.max(startedAt, completedAt)),
		attributes: keyValues({
			"lapwing.monitor.id": monitor?.publicId ?? null,
			"lapwing.monitor.name": monitor?.name ?? null,
			"lapwing.team": monitor?.team ?? null,
			"lapwing.check.type": settings.type,
			"lapwing.check.target": targetOf(settings, monitor?.name ?? ""),
			"lapwing.check.scheduled_at": new Date(scheduledAt).toISOString(),
			"lapwing.check.verdict": verdict,
			"lapwing.check.reason": reason,
			"lapwing.check.attempts": attempts,
			"network.peer.address": seen?.address ?? null,
			"http.response.status_code": seen?.kind === "answered" && seen.type === "http" ? seen.status : null,
		}),
		status,
	};
	const steps = seen !== null && "steps" in seen ? (seen.steps ?? []) : [];
	// The phases of a flow are the sums of those of its steps.
	if (steps.length === 0) return [check, ...phaseSpans({ trace, parent: spanId, at: startedAt }, seen?.phases)];
	let at = startedAt;
	const inner = steps.flatMap(({ name, responseStatus, timeMs, phases }, index) => {
		const own = { trace, parent: childSpanId(trace, `step ${index + 1}`), at };
		at += timeMs;
		const step: Span = {
			...{ traceId, spanId: own.parent, parentSpanId: spanId, name: `step ${index + 1}`, kind: CLIENT },
			...{ startTimeUnixNano: unixNano(own.at), endTimeUnixNano: unixNano(at) },
			attributes: keyValues({ "lapwing.step.name": name, "http.response.status_code": responseStatus }),
			status: verdict === "down" && index === steps.length - 1 ? { code: ERROR } : { code: OK },
		};
		return [step, ...phaseSpans(own, phases)];
	});
	return [check, ...inner];
}

interface Within {
	readonly trace: CheckTrace;
	/** The id of the span that the phases are part of. */
	readonly parent: string;
	/** When the first one began, epoch milliseconds. */
	readonly at: number;
}

function phaseSpans({ trace, parent, ...within }: Within, times: PhaseTimes = NO_PHASES): Span[] {
	let { at } = within;
	return PHASES.filter((phase) => times[phase] > 0).map((phase): Span => {
		const startTimeUnixNano = unixNano(at);
		at += times[phase];
		const id = parent === trace.spanId ? phase : `${parent} ${phase}`;
		return {
			...{ traceId: trace.traceId, spanId: childSpanId(trace, id), parentSpanId: parent, name: phase, kind: INTERNAL },
			...{ startTimeUnixNano, endTimeUnixNano: unixNano(at), attributes: [], status: {} },
		};
	});
}
