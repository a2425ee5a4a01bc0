/** What a channel is, and how most of them are: one HTTP request in the vendor's format. */

import type { ChannelSettings, ChannelType } from "../domain/alerts/channels.ts";
import type { Message, Notice } from "../domain/alerts/notice.ts";
import type { Delivery, Mail } from "./interface.ts";

type SettingsOf<Type extends ChannelType> = Extract<ChannelSettings, { type: Type }>;

export interface DestinationOf<Type extends ChannelType> {
	settings: SettingsOf<Type>;
	previous: SettingsOf<Type> | null;
}

export interface Channel<Type extends ChannelType> {
	/** Whether one message may be about anything. Not where it opens an incident that has to be closed: ./incident.ts. */
	readonly gathers: boolean;
	deliver(message: Message, destination: DestinationOf<Type>, tools: Tools): Promise<Delivery>;
	/**
	 * Puts `message` in the place of one that was sent, without notifying again. Absent where the service can't. A
	 * message that is gone there counts as sent: nothing is left to update.
	 *
	 * @param messageRef what `deliver` (or the last `update`) returned as `messageRef`
	 */
	update?(messageRef: string, message: Message, destination: DestinationOf<Type>, tools: Tools): Promise<Delivery>;
}

/** One HTTP request. */
export interface Post {
	readonly url: string;
	/** Default: POST. */
	readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	readonly headers?: Readonly<Record<string, string>>;
	/** Sent as JSON; a string is sent as it is; null: nothing is sent. */
	readonly body: string | object | null;
	/** What an answer means, where a service has its own way to say it; null: what its status says. */
	readonly read?: (answer: Answer) => Delivery | null;
}

export interface Answer {
	readonly status: number;
	readonly headers: ReadonlyMap<string, string>;
	/** The body, if it is JSON; else undefined. Nothing of it is shown to anybody. */
	readonly json: unknown;
}

/** What channels work with: the ways out, and what only the operator knows. */
export interface Tools {
	/** Epoch milliseconds. */
	now(): number;
	/** Sends one request and returns what the answer means for a delivery. */
	post(post: Post): Promise<Delivery>;
	mail(mail: Mail): Promise<Delivery>;
	/** Where to read on about a notice, or (null) about what fails now; null when no public URL is configured. */
	link(notice: Notice | null): string | null;
	readonly endpoints: VendorEndpoints;
}

/** Where the vendors listen. Tests put their own servers here. */
export interface VendorEndpoints {
	readonly telegram: string;
	readonly pagerduty: Readonly<Record<"us" | "eu", string>>;
	readonly opsgenie: Readonly<Record<"us" | "eu", string>>;
	readonly pushover: string;
	readonly twilio: string;
	readonly jira: string;
	readonly incidentIo: string;
}

export const VENDOR_ENDPOINTS: VendorEndpoints = {
	telegram: "https://api.telegram.org",
	pagerduty: { us: "https://events.pagerduty.com", eu: "https://events.eu.pagerduty.com" },
	opsgenie: { us: "https://api.opsgenie.com", eu: "https://api.eu.opsgenie.com" },
	pushover: "https://api.pushover.net",
	twilio: "https://api.twilio.com",
	jira: "https://api.atlassian.com",
	incidentIo: "https://api.incident.io",
};

export type Composing = Pick<Tools, "now" | "link" | "endpoints">;

/**
 * A channel that takes a message with one request.
 *
 * @param replace the request that puts a message in the place of the one of `messageRef`, where the service can; what
 * is refused (somebody deleted that one, or it is too old) is sent as a message of its own, for it must be heard,
 * unless it only counts more consequences
 */
export function byPost<Type extends ChannelType>(
	gathers: boolean,
	compose: (message: Message, destination: DestinationOf<Type>, tools: Composing) => Post,
	replace?: (messageRef: string, message: Message, destination: DestinationOf<Type>, tools: Composing) => Post,
): Channel<Type> {
	return {
		gathers,
		deliver: (message, destination, tools) => tools.post(compose(message, destination, tools)),
		...(replace !== undefined && {
			async update(messageRef: string, message: Message, destination: DestinationOf<Type>, tools: Tools) {
				const edited = await tools.post(replace(messageRef, message, destination, tools));
				if (edited.kind !== "failed" || edited.again) return edited;
				if (message.isOnlyUpdate === true) {
					return { kind: "sent", messageRef, warning: `The message keeps an earlier text: ${edited.message}` };
				}
				return tools.post(compose(message, destination, tools));
			},
		}),
	};
}

/** Reads what a service answers of a message that it took: by which it is found again. */
export function sentAs(refOf: (json: Readonly<Record<string, unknown>>) => unknown) {
	return ({ status, json }: Answer): Delivery | null => {
		if (status < 200 || status >= 300) return null;
		const ref = typeof json === "object" && json !== null ? refOf(json as Record<string, unknown>) : undefined;
		const isRef = typeof ref === "string" || typeof ref === "number";
		return { kind: "sent", ...(isRef && ref !== "" && { messageRef: String(ref) }) };
	};
}

/** Reads the answer to an update, after which the message is found as before. */
export function replacedAs(messageRef: string, isDone: (answer: Answer) => boolean = () => false) {
	return (answer: Answer): Delivery | null => {
		const isTaken = (answer.status >= 200 && answer.status < 300) || isDone(answer);
		return isTaken ? { kind: "sent", messageRef } : null;
	};
}
