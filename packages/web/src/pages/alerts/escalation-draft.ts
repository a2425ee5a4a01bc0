/** The escalation of an alert as the form has it, the escalation that is sent, and what it does in words. */

import type { Channel, Escalation } from "../../api/alerts.ts";
import { channelName } from "../../format/channel-names.ts";
import { duration } from "../../format/duration.ts";
import { MINUTE_MS } from "../../format/durations.ts";
import { listed } from "../../format/words.ts";
import { type Identified, identified } from "../../ui/forms/items.ts";
import { channelOf, newFields, type TypedFields, typedFields } from "./channels/channel-draft.ts";

export interface ChannelDraft extends Identified {
	readonly type: string;
	readonly fields: TypedFields;
	/** The type whose secrets the service keeps; null in a new channel. */
	readonly keptType: string | null;
}

export interface StepDraft extends Identified {
	/** After the step before, or after the problem. */
	readonly afterMinutes: number | null;
	/** Null: channels of its own. */
	readonly scheduleId: string | null;
	readonly channels: readonly ChannelDraft[];
}

/** No step: nothing is escalated. */
export interface EscalationDraft {
	readonly steps: readonly StepDraft[];
	readonly repeats: number | null;
}

export const NO_ESCALATION: EscalationDraft = { steps: [], repeats: 0 };
export const USUAL_MINUTES = 10;

export function newChannel(sendsMail: boolean): ChannelDraft {
	const type = sendsMail ? "email" : "slack";
	return identified({ type, fields: newFields(type), keptType: null });
}

export function escalationDraftOf(escalation: Escalation | null): EscalationDraft {
	if (escalation === null) return NO_ESCALATION;
	return {
		repeats: escalation.repeats,
		steps: escalation.steps.map(({ afterMinutes, scheduleId = null, channels = [] }) =>
			identified({ afterMinutes, scheduleId, channels: channels.map(channelDraftOf) }),
		),
	};
}

function channelDraftOf(channel: Channel): ChannelDraft {
	return identified({ type: channel.type, fields: typedFields(channel), keptType: channel.type });
}

export function escalationOf({ steps, repeats }: EscalationDraft): Escalation | null {
	if (steps.length === 0) return null;
	return {
		steps: steps.map(({ afterMinutes, scheduleId, channels }) => ({
			afterMinutes: afterMinutes ?? USUAL_MINUTES,
			...(scheduleId === null
				? { channels: channels.map(({ type, fields }) => channelOf(type, fields)) }
				: { scheduleId }),
		})),
		repeats: repeats ?? 0,
	};
}

/**
 * What happens when a problem lasts and nobody acknowledges it, in sentences whose times count from the problem.
 *
 * @param first who is notified at once
 * @param scheduleName of a schedule's id
 */
export function escalationWords(
	{ steps, repeats }: EscalationDraft,
	first: string,
	scheduleName: (id: string) => string,
): readonly string[] {
	let minutes = 0;
	const atOnce = [first];
	const said = steps.flatMap(({ afterMinutes, scheduleId, channels }) => {
		minutes += afterMinutes ?? USUAL_MINUTES;
		const who =
			scheduleId !== null
				? `whoever is on call in ${scheduleName(scheduleId)}`
				: channels.length === 0
					? "no channel yet"
					: listed(channels.map(({ type }) => channelName(type)));
		if (minutes > 0) return [`${duration(minutes * MINUTE_MS)} after the problem: ${who}.`];
		atOnce.push(who);
		return [];
	});
	const times = repeats ?? 0;
	const again =
		times === 0 || steps.length === 0
			? []
			: [
					`Then all steps ${times === 1 ? "once more" : `${times} times more`}, the last ` +
						`${duration(minutes * (times + 1) * MINUTE_MS)} after the problem.`,
				];
	return [`At once: ${atOnce.join("; ")}.`, ...said, ...again];
}
