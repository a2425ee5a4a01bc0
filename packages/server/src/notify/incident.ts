/**
 * What incident services share: an incident is opened under a key, and updated, acknowledged and closed under the same.
 * It is of a cause where the alert groups by causes, and else of an outage.
 */

import { endsProblem } from "../domain/alerts/alert.ts";
import type { ChannelType } from "../domain/alerts/channels.ts";
import type { Message } from "../domain/alerts/notice.ts";
import { mostSevereOf } from "../domain/alerts/texts/message-text.ts";
import type { Channel, Composing, DestinationOf, Post } from "./channel.ts";

/**
 * Identifies the incident, so that `degraded`, `down` and reminders go to one and its end closes it. At most 255
 * characters.
 */
export function incidentKey(message: Message): string {
	const [notice] = message.notices;
	if (message.messageRef !== undefined) return `${message.alert.id}/${message.messageRef}`;
	if (notice === undefined) return `${message.alert.id}/test`;
	if (notice.cause === "cut_off") return `${message.alert.id}/cut-off/${notice.since}`;
	const ofCheck = notice.cause === "misses" ? `blind/${notice.since}` : notice.since;
	const what = notice.certificate === null ? ofCheck : `certificate/${notice.certificate.fingerprint.slice(0, 16)}`;
	return `${message.alert.id}/${notice.monitor.id}/${what}`;
}

/**
 * Identifies what later messages go on about: the cause, of an alert that groups by it; else the outage, of one notice
 * alone; null for several that have nothing in common.
 */
export function conversationKey(message: Message): string | null {
	const { alert, cause, notices } = message;
	if (alert.groupsByCause && cause !== undefined) return `${alert.id}/${cause.id}`;
	return notices.length === 1 ? incidentKey(message) : null;
}

/** What the incident is about: the monitor, or the prober that is cut off. */
export function subjectOf({ alert, notices: [notice] }: Message): { readonly name: string; readonly target: string } {
	if (notice === undefined) return { name: alert.name, target: "Lapwing" };
	return notice.cause === "cut_off" ? { name: "Lapwing", target: notice.machine ?? "Lapwing" } : notice.monitor;
}

/** How severe what the incident is about is; null of a test. A monitor that is up again while others fail ends none. */
export function severityOf(message: Message): "down" | "degraded" | "blind" | null {
	const mostSevere = mostSevereOf(message);
	return mostSevere === "up" || mostSevere === "checked_again" ? "degraded" : mostSevere;
}

/** What a message does to its incident. */
export type Action = "open" | "acknowledge" | "close";

/**
 * A channel that keeps incidents. News and an acknowledgement in one message are two requests, in this order; both may
 * be repeated.
 *
 * @param later requests after the one that opens, where that leaves the text of an incident that is open as it is
 */
export function byIncident<Type extends ChannelType>(
	compose: (action: Action, message: Message, destination: DestinationOf<Type>, tools: Composing) => Post,
	later: (message: Message, destination: DestinationOf<Type>, tools: Composing) => readonly Post[] = () => [],
): Channel<Type> {
	return {
		gathers: false,
		async deliver(message, destination, tools) {
			const { messageRef } = message;
			const [acknowledged = [], news = []] = [true, false].map((is) =>
				message.notices.filter(({ acknowledgedBy }) => (acknowledgedBy !== undefined) === is),
			);
			const actions: [Action, Message][] = [];
			if (news.length > 0 || acknowledged.length === 0) {
				actions.push([endsIncident(message) ? "close" : "open", { ...message, notices: news }]);
			}
			if (acknowledged.length > 0) actions.push(["acknowledge", { ...message, notices: acknowledged }]);
			let warning: string | undefined;
			for (const [action, about] of actions) {
				const outcome = await tools.post(compose(action, about, destination, tools));
				if (outcome.kind !== "sent") return outcome;
				if (action !== "open" || message.continuesIncident !== true) continue;
				for (const post of later(about, destination, tools)) {
					const told = await tools.post(post);
					if (told.kind === "aborted") return told;
					if (told.kind === "failed" && told.again) return { ...told, mayHaveArrived: true };
					// It is open all the same, and another attempt would change nothing.
					if (told.kind === "failed") warning = `The incident keeps an earlier text: ${told.message}`;
				}
			}
			return {
				kind: "sent",
				...(messageRef !== undefined && { messageRef }),
				...(warning !== undefined && { warning }),
			};
		},
	};
}

/** An incident of a cause ends with the last of its monitors. */
function endsIncident({ messageRef, recovered, notices: [notice] }: Message): boolean {
	if (messageRef !== undefined) return recovered !== undefined;
	return notice !== undefined && endsProblem(notice.event);
}
