/**
 * Escalation: who else is told while nobody has acknowledged a problem. The steps of an alert follow one another, each
 * some minutes after the one before, the first after the problem; then they are repeated. Steps of 0 minutes are taken
 * with what is before them, so whoever is on call can be told as soon as the alert's own channel is.
 *
 * A step is a notice of the kind `step` in the outbox of its alert, enqueued in the commit that enqueues the problem.
 * When it is due it is decided like a reminder: dropped when the problem is over, held while it is acknowledged and by
 * a window, a pause or a snooze. Otherwise one transaction replaces it by the notices of its recipients (kind
 * `escalation`) and by the next step, so that a crash neither loses a step nor takes it twice.
 */

import { MINUTE_MS } from "../durations.ts";
import type { ChannelBody, ChannelType, FieldValues } from "./channels.ts";
import { SETTLE_MS } from "./gathering.ts";

export const MAX_STEPS = 10;
export const MAX_STEP_CHANNELS = 10;
export const MAX_REPEATS = 10;
/** A day. */
export const MAX_STEP_MINUTES = 1_440;

/** One of the two: channels of its own, or a schedule, whose person is told through their own channels. */
interface EscalationStep<Channel> {
	/** Minutes after the step before, or after the problem; 0: with it. */
	readonly afterMinutes: number;
	readonly channels?: readonly Channel[] | undefined;
	/** `sch_…` */
	readonly scheduleId?: string | undefined;
}

export interface Escalation<Channel> {
	readonly steps: readonly EscalationStep<Channel>[];
	/** How often the steps are repeated, after they were all taken. */
	readonly repeats: number;
}

/** A channel as its owners see it. */
export interface ShownChannel {
	readonly type: ChannelType;
	readonly fields: FieldValues;
}

/** As the API and audit events have it. */
export function escalationFields({ steps, repeats }: Escalation<ShownChannel>) {
	return {
		steps: steps.map(({ afterMinutes, channels = [], scheduleId }) => {
			if (scheduleId !== undefined) return { afterMinutes, scheduleId };
			return { afterMinutes, channels: channels.map(({ type, fields }) => ({ type, ...fields }) as ChannelBody) };
		}),
		repeats,
	};
}

/** Whether repetitions are apart: steps of 0 minutes alone would all be sent at one instant. */
export function repeatsApart({ steps, repeats }: Pick<Escalation<unknown>, "repeats"> & { readonly steps: Minutes }) {
	return repeats === 0 || steps.some(({ afterMinutes }) => afterMinutes > 0);
}

type Minutes = readonly Pick<EscalationStep<unknown>, "afterMinutes">[];

/** A step that is to be taken: counted on through the repetitions, from 0. */
export interface StepDue {
	readonly number: number;
	/** Its place among the alert's steps. */
	readonly place: number;
	/** After the step before, or the problem: at least as long as a notice settles, to be decided with it. */
	readonly afterMs: number;
	/** Whether it is due with the problem: nobody had time to acknowledge. */
	readonly atOnce: boolean;
}

/** The step of that number; null when they have come to their end. */
export function stepOf({ steps, repeats }: Escalation<unknown>, number: number): StepDue | null {
	const place = number % steps.length;
	const step = steps[place];
	if (step === undefined || number >= steps.length * (repeats + 1)) return null;
	const atOnce = number === place && steps.slice(0, place + 1).every(({ afterMinutes }) => afterMinutes === 0);
	return { number, place, afterMs: Math.max(step.afterMinutes * MINUTE_MS, SETTLE_MS), atOnce };
}

/** In a notice that a step caused: what its message says about it. */
export interface EscalationFacts {
	/** From 1, counted on through the repetitions. */
	readonly step: number;
	/** The name of the step's schedule; null for a step with channels of its own. */
	readonly schedule: string | null;
	/** Who is on call; null for a step with channels of its own. */
	readonly onCall: string | null;
	/** Why the alert's own channel was taken instead of the step's; null when it was not. */
	readonly fallback: string | null;
	/** Only in those of a step that is due with the problem; for the words of messages alone. */
	readonly atOnce?: true;
}

/** As webhooks and the API have it. */
export function shownFacts({ step, schedule, onCall, fallback }: EscalationFacts) {
	return { step, schedule, onCall, fallback };
}
