/**
 * A message of each type, for the OpenAPI document and docs/use/webhooks. A test in ../../notify/channels makes the
 * same messages through the real sender and compares them.
 */

import { WEBHOOK_VERSION, type WebhookPayload, type WebhookType } from "./webhook-payload.ts";

type Event = WebhookPayload["data"]["events"][number];

const alert = { id: "alt_01jgezt6z8e7kb3mq4f2ys0nd5", name: "On call" };

/** Of a test, which has no events. */
const TEST_ID = "evt_01jgezt6z8e7kb3mq4f2ys0nd9";

const shop = {
	id: "mon_01jgezt6z8e7kb3mq4f2ys0nd5",
	name: "Shop",
	url: "https://shop.example/",
};
const search = {
	id: "mon_01jgezt6z8e7kb3mq4f2ys0nd6",
	name: "Search",
	url: "https://search.example/",
};
const linkOf = ({ id }: typeof shop) => `https://lapwing.example/monitors/${id}`;

const down: Event = {
	id: "evt_01jgezt6z8e7kb3mq4f2ys0nd5",
	eventType: "down",
	cause: "check",
	isReminder: false,
	monitor: shop,
	since: "2026-05-01T11:59:00.000Z",
	checkedAt: "2026-05-01T12:00:00.000Z",
	reason: "timeout",
	phase: "first_byte",
	error: "No complete response within 10 s.",
	location: null,
	machine: "monitor-1",
	lastUpAt: "2026-05-01T11:58:00.000Z",
	outageMs: null,
	certificate: null,
	kind: null,
	consequences: null,
	consequenceOf: null,
	link: linkOf(shop),
};

const degraded: Event = {
	...down,
	eventType: "degraded",
	since: null,
	reason: null,
	phase: null,
	error: null,
	cause: "certificate",
	kind: "certificate",
	certificate: {
		expiresAt: "2026-05-14T23:59:59.000Z",
		issuer: "Let's Encrypt",
		fingerprint: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		withinDays: 14,
	},
};

const up: Event = {
	...down,
	eventType: "up",
	checkedAt: "2026-05-01T12:05:00.000Z",
	reason: null,
	phase: null,
	error: null,
	lastUpAt: null,
	outageMs: 360_000,
};

const blind: Event = {
	...down,
	eventType: "blind",
	cause: "misses",
	reason: "resolver",
	phase: null,
	error: "The name servers do not answer.",
};

const checkedAgain: Event = { ...up, eventType: "checked_again", cause: "misses" };

const searchIsSlow: Event = {
	...down,
	id: "evt_01jgezt6z8e7kb3mq4f2ys0nd6",
	eventType: "degraded",
	monitor: search,
	reason: "slow",
	phase: null,
	error: "The response took 6120 ms; 5000 ms or more is degraded.",
	link: linkOf(search),
};

/** A third, because fewer are sent one by one. */
const shopIsSlow: Event = { ...searchIsSlow, id: "evt_01jgezt6z8e7kb3mq4f2ys0nd7", monitor: shop, link: linkOf(shop) };

export const WEBHOOK_EXAMPLES: Readonly<Record<WebhookType, WebhookPayload>> = {
	"monitor.down": message("monitor.down", "Shop is down", [down]),
	"monitor.degraded": message("monitor.degraded", "The certificate of Shop expires within 14 days", [degraded]),
	"monitor.up": message("monitor.up", "Shop is up again after 6 min", [up]),
	"monitor.blind": message("monitor.blind", "Shop can't be checked", [blind]),
	"monitor.checked_again": message("monitor.checked_again", "Shop is checked again after 6 min", [checkedAgain]),
	"monitors.changed": message("monitors.changed", "3 monitors changed: 1 down, 2 degraded", [
		down,
		searchIsSlow,
		shopIsSlow,
	]),
	"alert.test": message("alert.test", "This is a test. Nothing is wrong.", []),
};

function message(type: WebhookType, summary: string, events: Event[]): WebhookPayload {
	return {
		version: WEBHOOK_VERSION,
		type,
		timestamp: "2026-05-01T12:00:01.000Z",
		data: { alert, noticeId: events[0]?.id ?? TEST_ID, summary, events },
	};
}
