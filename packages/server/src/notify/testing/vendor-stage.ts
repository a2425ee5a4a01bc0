/** A receiver on loopback, a notifier whose vendors are all that receiver, and messages to send there. */

import { expect } from "vitest";
import type { ChannelSettings } from "../../domain/alerts/channels.ts";
import type { Message } from "../../domain/alerts/notice.ts";
import { aMessage, aNotice, HOSTILE_TEXT, NOON } from "../../domain/alerts/testing/messages.ts";
import { PolicedDialer } from "../../net/dial.ts";
import type { Destination } from "../interface.ts";
import { createNotifier } from "../notifier.ts";
import { startReceiver } from "./receiver.ts";

/** @param service how the receiver answers */
export async function aVendorStage(service?: Parameters<typeof startReceiver>[0]) {
	const receiver = await startReceiver(service);
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const { url } = receiver;
	const notifier = createNotifier({
		dialer,
		userAgent: "Lapwing/test",
		publicUrl: "https://lapwing.example",
		smtp: null,
		now: () => NOON,
		onFault: (error) => {
			throw error;
		},
		endpoints: {
			telegram: url,
			pagerduty: { us: `${url}/us`, eu: `${url}/eu` },
			opsgenie: { us: `${url}/us`, eu: `${url}/eu` },
			pushover: url,
			twilio: url,
			jira: url,
			incidentIo: url,
		},
	});
	return {
		receiver,
		url,
		notifier,
		/** Discards the requests received and the answers to come. */
		reset() {
			receiver.received.splice(0);
			receiver.answers.splice(0);
		},
		/** Delivers and answers the request that came of it. */
		async deliver(settings: ChannelSettings, ...notices: Parameters<typeof aMessage>) {
			const sent = await notifier.deliver(to(settings), aMessage(...notices), never);
			expect(sent.kind).toBe("sent");
			const request = receiver.received.at(-1);
			if (!request) throw new Error("Nothing came");
			expect(request.headers["content-type"]).toBe("application/json");
			expect(request.headers["user-agent"]).toBe("Lapwing/test");
			return request;
		},
		async close() {
			dialer.close();
			await receiver[Symbol.asyncDispose]();
		},
	};
}

export const to = (settings: ChannelSettings): Destination => ({ settings, previous: null });
export const never = new AbortController().signal;

export const down = aNotice();
export const up = aNotice({
	id: "evt_02",
	event: "up",
	error: null,
	phase: null,
	reason: null,
	checkedAt: NOON + 240_000,
});
export const hostile = aNotice({
	monitor: { id: "mon_01", name: HOSTILE_TEXT, target: "https://shop.example/?a=1&b=<2>" },
	error: HOSTILE_TEXT,
});
export const many = Array.from({ length: 500 }, (_, index) =>
	aNotice({
		id: `evt_${index}`,
		monitor: { ...down.monitor, name: `${"ä".repeat(200)} ${index}` },
		error: HOSTILE_TEXT,
	}),
);
export const certificate = aNotice({
	event: "degraded",
	cause: "certificate",
	since: null,
	lastUpAt: null,
	error: null,
	phase: null,
	reason: null,
	certificate: { expiresAt: NOON + 86_400_000 * 7, issuer: "A CA", fingerprint: "ab".repeat(32), withinDays: 7 },
});

/** A message in which all that can be long is, of this sign: what is known of its monitor, or the alert's own words. */
export function longest(sign: string, about: "facts" | "own words"): Message {
	const long = sign.repeat(255);
	const verdicts = ["down", "degraded", "up", "missed"] as const;
	const notice = aNotice({
		monitor: { id: "mon_01", name: long, target: `https://shop.example/${sign.repeat(2_000)}` },
		error: sign.repeat(2_000),
		// As many locations as a monitor can have, with names as long as theirs can be.
		locations: Array.from({ length: 10 }, (_, index) => ({
			location: `${"-".repeat(39)}${index}`,
			verdict: verdicts[index % 4] ?? "down",
		})),
		consequences: { count: 1_000, monitors: Array.from({ length: 100 }, (_, id) => ({ id: `mon_${id}`, name: long })) },
		escalation: { step: 100, schedule: long, onCall: long, fallback: `${long} ${long}` },
	});
	const message = aMessage(notice);
	const texts = { titleTemplate: sign.repeat(250), textTemplate: `${sign.repeat(99)}\n`.repeat(40), timeZone: "UTC" };
	return {
		...message,
		alert: { ...message.alert, ...(about === "own words" && { texts }) },
		acknowledgeLink: `https://lapwing.example/acknowledge#${"a".repeat(43)}`,
	};
}

/** All strings in a value, for looking through what a vendor's format holds. */
export function strings(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}
