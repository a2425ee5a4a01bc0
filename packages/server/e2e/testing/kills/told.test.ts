/** What is made of true and of broken stories, sent by the real channels to the servers that the kills have. */

import { expect, test } from "vitest";
import type { Message, Notice } from "../../../src/domain/alerts/notice.ts";
import { aMessage, aNotice, NOON } from "../../../src/domain/alerts/testing/messages.ts";
import { PolicedDialer } from "../../../src/net/dial.ts";
import { VENDOR_ENDPOINTS } from "../../../src/notify/channel.ts";
import { createNotifier } from "../../../src/notify/notifier.ts";
import { never, to } from "../../../src/notify/testing/vendor-stage.ts";
import { startOutside, type ToldByChannel } from "./outside.ts";
import { TITLE } from "./receivers.ts";
import { brokenTelling, type Change, changeKey, type Happened, type StoredOutage } from "./told.ts";

const SINCE = NOON - 60_000;
const [SHOP, BLOG, MAIL] = ["mon_shop", "mon_blog", "mon_mail"] as const;
const keyOf = (monitor: string, event: "down" | "up") => changeKey(monitor, event, SINCE);

/** A message that a service sends. */
interface Sent extends Partial<Message> {
	readonly id: string;
	readonly notices: readonly Notice[];
	/** In the place of that message, or to the incident of that cause. Default: a message of its own. */
	readonly goesTo?: string;
	/** Default: "cau_one". */
	readonly incident?: string;
}

const about = (id: string, event: "down" | "up", facts: Partial<Notice> = {}) =>
	aNotice({ id: `evt_${id}`, event, since: SINCE, monitor: { id, name: id, target: "http://x.example/" }, ...facts });

const first: Sent = { id: "evt_1", notices: [about(SHOP, "down")] };
const second: Sent = { id: "evt_2", notices: [about(BLOG, "down"), about(SHOP, "down")], goesTo: "evt_1" };
const lastUp: Sent = { id: "evt_5", notices: [about(BLOG, "up")], recovered: 2 };
const shopUp: Sent = { id: "evt_4", notices: [about(SHOP, "up"), about(BLOG, "down")], goesTo: "evt_1" };
const acknowledgement = {
	discord: {
		id: "evt_3",
		notices: second.notices,
		goesTo: "evt_1",
		acknowledged: { at: NOON, by: { kind: "cli", id: null, name: null } },
	},
	opsgenie: { id: "evt_3", notices: [about(SHOP, "down", { acknowledgedBy: "Ada" })] },
} as const satisfies Record<string, Sent>;
/** Another outage, of another cause. */
const other: Sent = { id: "evt_9", notices: [about(MAIL, "down")], incident: "cau_two" };

type Threaded = keyof typeof acknowledgement;
const storyOf = (channel: Threaded): Sent[] => [first, second, acknowledgement[channel], shopUp, lastUp];

/** What each channel was told by a service that sends these, one after the other. */
async function toldBy(channel: Threaded, story: readonly Sent[]): Promise<ToldByChannel[Threaded]> {
	await using outside = await startOutside(
		0,
		() => 0,
		() => NOON,
	);
	const nearby = { us: outside.opsgenieUrl, eu: outside.opsgenieUrl };
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const notifier = createNotifier({
		...{ dialer, userAgent: "Lapwing/test", publicUrl: null, smtp: null, now: () => NOON },
		onFault(error) {
			throw error;
		},
		endpoints: { ...VENDOR_ENDPOINTS, opsgenie: nearby },
	});
	const settings = outside.threaded.find(({ type }) => type === channel) as Parameters<typeof to>[0];
	const refs = new Map<string, string>();
	for (const { goesTo, incident = "cau_one", ...sent } of story) {
		const ref = channel === "opsgenie" ? incident : goesTo && (refs.get(goesTo) ?? goesTo);
		const message: Message = {
			...aMessage(...sent.notices),
			alert: {
				id: "alt_one",
				name: "On call",
				texts: { titleTemplate: TITLE, textTemplate: null, timeZone: "UTC" },
				groupsByCause: true,
			},
			cause: { id: incident, shared: null, value: null },
			...(ref !== undefined && { messageRef: ref }),
			...sent,
		};
		const delivery = await notifier.deliver(to(settings), message, never);
		if (delivery.kind === "sent") refs.set(sent.id, delivery.messageRef ?? "");
	}
	dialer.close();
	return outside.received.told[channel];
}

const change = (monitor: string, event: "down" | "up", createdAt = NOON): Change => ({
	key: keyOf(monitor, event),
	endOf: event === "down" ? null : keyOf(monitor, "down"),
	createdAt,
});
const ofCause = (causeId: number, facts: Partial<StoredOutage> = {}): StoredOutage => ({
	causeId,
	recordedAt: NOON,
	endedAt: NOON,
	acknowledgedAt: NOON,
	...facts,
});
/** As `storyOf` tells it. */
const HAPPENED: Happened = {
	changes: [change(SHOP, "down"), change(BLOG, "down"), change(SHOP, "up"), change(BLOG, "up")],
	outages: new Map([
		[keyOf(SHOP, "down"), ofCause(1)],
		[keyOf(BLOG, "down"), ofCause(1)],
	]),
	accounted: new Set(),
	through: NOON,
};
const WITH_OTHER: Happened = {
	...HAPPENED,
	changes: [...HAPPENED.changes, change(MAIL, "down")],
	outages: new Map([...HAPPENED.outages, [keyOf(MAIL, "down"), ofCause(2, { endedAt: null, acknowledgedAt: null })]]),
};

test.each(["discord", "opsgenie"] as const)("nothing is broken where %s was told what happened", async (channel) => {
	const told = await toldBy(channel, storyOf(channel));
	expect(brokenTelling(channel, told, HAPPENED)).toEqual([]);
	expect([...told.changes.keys()].sort()).toEqual(HAPPENED.changes.map(({ key }) => key).sort());
});

test("a message that Discord has twice under one id counts as repeated", async () => {
	const told = await toldBy("discord", [first, ...storyOf("discord")]);
	expect(brokenTelling("discord", told, HAPPENED)).toEqual([]);
	expect(told).toMatchObject({ messages: 3, repeated: 1, updates: 3 });
});

test("an incident that is opened twice under one alias is one", async () => {
	const told = await toldBy("opsgenie", [first, ...storyOf("opsgenie")]);
	expect(brokenTelling("opsgenie", told, HAPPENED)).toEqual([]);
	expect(told).toMatchObject({ messages: 1, repeated: 0 });
});

interface Broken {
	readonly what: string;
	readonly channel: Threaded;
	/** Of a story that keeps every promise. */
	story(kept: readonly Sent[]): readonly Sent[];
	readonly happened?: Happened;
	readonly sentence: RegExp;
}

const without = (dropped: Sent) => (kept: readonly Sent[]) => kept.filter((sent) => sent !== dropped);
const lasting = (acknowledgedAt: number | null): Happened => ({
	...HAPPENED,
	changes: HAPPENED.changes.filter(({ endOf }) => endOf === null),
	outages: new Map(Array.from(HAPPENED.outages, ([key]) => [key, ofCause(1, { endedAt: null, acknowledgedAt })])),
});

test.each<Broken>([
	{
		what: "a problem that was told in two messages",
		channel: "discord",
		story: (kept) => [{ ...first, id: "evt_7" }, ...kept],
		sentence: /^discord: mon_shop down .* was notified under 2 ids$/,
	},
	{
		what: "a problem that was told in two incidents",
		channel: "opsgenie",
		story: (kept) => [...kept, { ...first, incident: "cau_two" }],
		sentence: /^opsgenie: mon_shop down .* was notified under 2 ids$/,
	},
	{
		what: "a problem that was never told",
		channel: "discord",
		story: () => [],
		sentence: /^discord: mon_shop down .* was notified under 0 ids$/,
	},
	{
		what: "a recovery that was never told",
		channel: "discord",
		story: without(lastUp),
		sentence: /^discord: mon_blog up .* was notified under 0 ids$/,
	},
	{
		what: "an incident that is left open",
		channel: "opsgenie",
		story: without(lastUp),
		sentence: /^opsgenie: mon_blog up .* was notified under 0 ids$/,
	},
	{
		what: "an incident that says all is over and stays open",
		channel: "opsgenie",
		story: (kept) => [...without(lastUp)(kept), { id: "evt_5", notices: lastUp.notices }],
		sentence: /^opsgenie: alt_one\/cau_one is open, and all that it told is over$/,
	},
	{
		what: "an incident that was closed before its outage was over",
		channel: "opsgenie",
		story: (kept) => kept,
		happened: { ...HAPPENED, changes: [...HAPPENED.changes.slice(0, 3), change(BLOG, "up", NOON + 1)] },
		sentence: /^opsgenie: mon_blog up .* was told before it happened$/,
	},
	{
		what: "an incident that was closed in the place of another",
		channel: "opsgenie",
		story: (kept) => [...without(lastUp)(kept), other, { ...lastUp, incident: "cau_two" }],
		happened: WITH_OTHER,
		sentence: /^opsgenie: mon_mail up .* was notified and is not in the database$/,
	},
	{
		what: "an update of a message about something else",
		channel: "discord",
		story: ([one, two, ...rest]) => [one as Sent, other, { ...(two as Sent), goesTo: "evt_9" }, ...rest],
		happened: WITH_OTHER,
		sentence: /^discord: evt_9 was updated with what it is not about: \[mon_blog down/,
	},
	{
		what: "an update of a message that is not there",
		channel: "discord",
		story: ([one, two, ...rest]) => [one as Sent, { ...(two as Sent), goesTo: "evt_9" }, ...rest],
		sentence: /^discord: PATCH .* was answered with 404/,
	},
	{
		what: "an acknowledgement that no message shows",
		channel: "discord",
		story: () => [first, second],
		happened: lasting(NOON),
		sentence: /^discord: mon_shop down .* is acknowledged, and that was not told$/,
	},
	{
		what: "an acknowledgement that the incident never got",
		channel: "opsgenie",
		story: () => [first, second],
		happened: lasting(NOON),
		sentence: /^opsgenie: mon_shop down .* is acknowledged, and that was not told$/,
	},
	{
		what: "a message that says somebody has what nobody has",
		channel: "discord",
		story: () => [first, second, acknowledgement.discord],
		happened: lasting(null),
		sentence: /^discord: evt_1 is acknowledged, and nobody has acknowledged/,
	},
	{
		what: "an acknowledged incident of which nobody said so",
		channel: "opsgenie",
		story: () => [first, second, acknowledgement.opsgenie],
		happened: lasting(null),
		sentence: /^opsgenie: alt_one\/cau_one is acknowledged, and nobody has acknowledged/,
	},
	{
		what: "an acknowledgement before its incident",
		channel: "opsgenie",
		story: () => [acknowledgement.opsgenie, first, second],
		happened: lasting(NOON),
		sentence: /^opsgenie: alt_one\/cau_one was acknowledged while it was not open$/,
	},
])("$what is a promise not kept at $channel", async ({ channel, story, happened = HAPPENED, sentence }) => {
	const told = await toldBy(channel, story(storyOf(channel)));
	expect(brokenTelling(channel, told, happened)).toContainEqual(expect.stringMatching(sentence));
});
