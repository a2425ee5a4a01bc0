/** Delivers messages through every channel. */

import type { ChannelType } from "../domain/alerts/channels.ts";
import type { Notice } from "../domain/alerts/notice.ts";
import type { Dialer } from "../net/dial.ts";
import type { SmtpServer } from "../net/smtp.ts";
import { type Channel, type Tools, VENDOR_ENDPOINTS, type VendorEndpoints } from "./channel.ts";
import { CHANNEL_SENDERS } from "./channels.ts";
import { type Delivery, MAX_MESSAGE_REF, type Notifier } from "./interface.ts";
import { post } from "./post.ts";
import { sendMail } from "./smtp.ts";
import type { MailPriority } from "./subscribers/mail-priority.ts";

interface NotifierOptions {
	readonly dialer: Dialer;
	/** For example "Lapwing/0.1.0". */
	readonly userAgent: string;
	/** Origin of links in messages; null: none. */
	readonly publicUrl: string | null;
	/** The operator's mail server and how to reach it; null: email can't be sent. */
	readonly smtp: { readonly server: SmtpServer; readonly dialer: Dialer } | null;
	/** Holds back mails to subscribers while one of these is sent. */
	readonly priority?: MailPriority;
	/** Epoch milliseconds. */
	now(): number;
	/** What a bug of ours threw; the delivery counts as failed. */
	onFault(error: unknown): void;
	/** Default: where the vendors listen. */
	readonly endpoints?: VendorEndpoints;
}

const NO_SMTP: Delivery = {
	kind: "failed",
	again: false,
	retryAfterMs: null,
	message: "This installation has no mail server: SMTP_URL is not set.",
};
const INTERNAL_FAILURE: Delivery = {
	kind: "failed",
	again: true,
	retryAfterMs: null,
	message: "Lapwing failed to send this.",
};

export function createNotifier(options: NotifierOptions): Notifier {
	const { dialer, userAgent, publicUrl, smtp, now, onFault, endpoints = VENDOR_ENDPOINTS } = options;
	const mail: Notifier["mail"] = async (wanted, signal) => {
		if (smtp === null) return NO_SMTP;
		const send = () => sendMail(smtp.dialer, smtp.server, wanted, signal);
		return options.priority === undefined ? send() : options.priority.first(send);
	};
	return {
		mail,
		gathers: (type) => CHANNEL_SENDERS[type].gathers,
		updates: (type) => CHANNEL_SENDERS[type].update !== undefined,
		async deliver(destination, message, signal) {
			const tools: Tools = {
				now,
				endpoints,
				post: (wanted) => post(dialer, wanted, { userAgent, now, signal }),
				mail: (wanted) => mail(wanted, signal),
				link: (notice) => {
					const path = notice === null ? "/?sort=status" : pathOf(notice);
					return publicUrl === null ? null : new URL(path, publicUrl).href;
				},
			};
			// The table holds each channel under its own type, so settings and sender belong together.
			const channel = CHANNEL_SENDERS[destination.settings.type] as unknown as Channel<ChannelType>;
			try {
				const { messageRef = null } = message;
				const delivery =
					messageRef !== null && channel.update !== undefined
						? await channel.update(messageRef, message, destination, tools)
						: await channel.deliver(message, destination, tools);
				return withBoundedRef(delivery);
			} catch (error) {
				onFault(error);
				return INTERNAL_FAILURE;
			}
		},
	};
}

function pathOf({ cause, monitor }: Notice): string {
	return cause === "cut_off" ? "/" : `/monitors/${monitor.id}`;
}

/** A vendor's answer decides the reference, so it is bounded here. */
function withBoundedRef(delivery: Delivery): Delivery {
	if (delivery.kind !== "sent" || (delivery.messageRef?.length ?? 0) <= MAX_MESSAGE_REF) return delivery;
	const { messageRef: _, ...rest } = delivery;
	return rest;
}
