import { describe, expect, test } from "vitest";
import { HOUR_MS } from "../../domain/durations.ts";
import { GIVEN_UP_AFTER_MS } from "../../domain/subscribers/retry.ts";
import { LINK_MAIL_EVERY_MS, UNCONFIRMED_KEPT_MS } from "../../domain/subscribers/subscriber.ts";
import { createIncident } from "../../services/incidents/create.ts";
import { postUpdate } from "../../services/incidents/post-update.ts";
import { updateStatusPage } from "../../services/status-pages/update.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { newPublicId } from "../../storage/database/public-ids.ts";
import { insertAnnouncement } from "../../storage/incidents/announcements.ts";
import { claimMessages, countMessages, releaseAllMessages } from "../../storage/subscribers/messages.ts";
import { askToSubscribe, countSubscribers, deleteSubscriber } from "../../storage/subscribers/subscribers.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { applyClockRollback } from "../../storage/upkeep/clock-rollback.ts";
import { pruneSubscribers } from "./fan-out-news.ts";
import { aSubscriberStage, NOON } from "./testing/subscriber-stage.ts";

const MINUTE = 60_000;

onEachEngine("news", (engine) => {
	test("reach each subscriber once, those of other components not", async () => {
		await using stage = await aSubscriberStage(engine);
		await stage.subscriber("all@example.com");
		await stage.subscriber("shop@example.com", [0]);
		await stage.subscriber("api@example.com", [1]);
		await askToSubscribe(
			stage.database,
			{ statusPageId: stage.page.id, address: "x@example.com", components: null },
			NOON,
		);
		await stage.tell({}, [0]);
		await stage.deliver();
		await stage.deliver();
		const news = stage.mailbox.mails.filter(({ messageId }) => messageId.startsWith("nws_"));
		expect(news.map(({ to }) => to).sort()).toEqual(["all@example.com", "shop@example.com"]);
		expect(await countMessages(stage.database)).toBe(0);
	});

	test("of the page as a whole reach everybody", async () => {
		await using stage = await aSubscriberStage(engine);
		await stage.subscriber("all@example.com");
		await stage.subscriber("api@example.com", [1]);
		await stage.tell();
		await stage.deliver();
		expect(stage.receivers()).toEqual(["all@example.com", "api@example.com"]);
	});

	test("are not sent to who subscribed after them, or left before their turn", async () => {
		await using stage = await aSubscriberStage(engine);
		const leaving = await stage.subscriber("leaving@example.com");
		await stage.tell();
		await stage.fanOut();
		await deleteSubscriber(stage.database, leaving);
		stage.clock.now += MINUTE;
		await stage.subscriber("later@example.com");
		await stage.deliver();
		expect(stage.receivers()).toEqual([]);
	});

	test("wait for no time of a clock that was ahead, nor are they kept from who confirmed by it", async () => {
		await using stage = await aSubscriberStage(engine);
		stage.clock.now = NOON + 10 * HOUR_MS;
		await stage.subscriber("ann@example.com");
		await stage.tell();
		await stage.fanOut();
		stage.clock.now = NOON;
		await stage.deliver();
		expect(stage.receivers()).toEqual([]);
		await applyClockRollback(stage.database, NOON);
		await stage.deliver();
		await stage.tell({ title: "Later" });
		await stage.deliver();
		expect(stage.receivers()).toEqual(["ann@example.com", "ann@example.com"]);
	});

	test("of a page that was closed are not sent any more", async () => {
		await using stage = await aSubscriberStage(engine);
		await stage.subscriber("a@example.com");
		await stage.tell();
		await stage.fanOut();
		const changes = { isPublished: false };
		await onTheCommandLine(
			stage.database,
			stage.teamId,
			updateStatusPage,
			{ id: stage.page.publicId, changes },
			stage.clock,
		);
		await stage.deliver();
		expect(stage.receivers()).toEqual([]);
		expect(await countMessages(stage.database)).toBe(0);
	});

	test("that were sent and not recorded are sent again under the same Message-ID", async () => {
		await using stage = await aSubscriberStage(engine);
		await stage.subscriber("a@example.com");
		await stage.tell();
		await stage.fanOut();
		const { id } = await stage.database.db.selectFrom("page_news").select("id").executeTakeFirstOrThrow();
		const claimed = await claimMessages(stage.database, id, { channel: "mail", limit: 10 }, stage.clock.now);
		expect(claimed?.messages).toHaveLength(1);
		// Its claimer is alive for all we know.
		await stage.deliver();
		expect(stage.receivers()).toEqual([]);
		await releaseAllMessages(stage.database);
		await stage.deliver();
		await stage.tell();
		await stage.deliver();
		const [first, second] = stage.mailbox.mails.map(({ messageId }) => messageId);
		expect(first).toBe(`${claimed?.newsPublicId}-${claimed?.messages[0]?.publicId.slice(4)}@status.example`);
		expect(second).not.toBe(first);
	});

	test("of many subscribers are written in slices, and all are sent", async () => {
		await using stage = await aSubscriberStage(engine);
		for (let index = 0; index < 20; index += 1) await stage.subscriber(`reader-${index}@example.com`);
		await stage.database.db.updateTable("page_news").set({ fanned_out_to: 0 }).execute();
		await stage.tell();
		await stage.deliver();
		expect(new Set(stage.receivers()).size).toBe(20);
	});
});

onEachEngine("an address", (engine) => {
	test("that refuses three mails in a row is sent no more, and a mail between forgives", async () => {
		await using stage = await aSubscriberStage(engine);
		await stage.subscriber("gone@example.com");
		await stage.subscriber("moody@example.com");
		let refuses = true;
		stage.mailbox.recipientReply = (address) =>
			address.startsWith("gone") || (address.startsWith("moody") && refuses)
				? { code: 550, text: "5.1.1 No such user" }
				: null;
		for (const moodyRefuses of [true, true, false, true, true]) {
			refuses = moodyRefuses;
			await stage.tell();
			await stage.deliver();
		}
		expect(await countSubscribers(stage.database, stage.page.id)).toMatchObject({
			mail: { active: 1, stopped: 1, unconfirmed: 0 },
		});
		refuses = false;
		stage.mailbox.recipientReply = () => null;
		await stage.tell();
		await stage.deliver();
		expect(stage.receivers()).toEqual(["moody@example.com", "moody@example.com"]);
	});

	test("is not stopped by a server that refuses everybody's mail", async () => {
		await using stage = await aSubscriberStage(engine);
		await stage.subscriber("a@example.com");
		stage.mailbox.recipientReply = () => ({ code: 554, text: "5.7.1 Relay access denied" });
		for (let time = 0; time < 4; time += 1) {
			await stage.tell();
			await stage.deliver();
		}
		expect(await countSubscribers(stage.database, stage.page.id)).toMatchObject({ mail: { active: 1, stopped: 0 } });
	});

	test("that is greylisted is sent its mail later, under the same Message-ID, for a day", async () => {
		await using stage = await aSubscriberStage(engine);
		await stage.subscriber("a@example.com");
		let times = 0;
		stage.mailbox.recipientReply = () => {
			times += 1;
			return { code: 451, text: "4.7.1 Try again" };
		};
		await stage.tell();
		await stage.deliver();
		await stage.deliver();
		expect(times).toBe(1);
		stage.clock.now += 2 * MINUTE;
		await stage.deliver();
		expect(times).toBe(2);
		stage.clock.now = NOON + GIVEN_UP_AFTER_MS + MINUTE;
		await stage.deliver();
		expect(await countMessages(stage.database)).toBe(0);
		expect(await countSubscribers(stage.database, stage.page.id)).toMatchObject({ mail: { active: 1 } });
	});

	test("is sent one mail with a link a day, and goes after a week without an answer", async () => {
		await using stage = await aSubscriberStage(engine);
		const ask = () =>
			askToSubscribe(
				stage.database,
				{ statusPageId: stage.page.id, address: "Ada@Example.com", components: null },
				stage.clock.now,
			);
		await ask();
		await stage.deliver();
		await ask();
		await stage.deliver();
		expect(stage.mailbox.mails).toHaveLength(1);
		stage.clock.now += LINK_MAIL_EVERY_MS;
		await ask();
		await stage.deliver();
		expect(stage.mailbox.mails).toHaveLength(2);
		stage.clock.now = NOON + UNCONFIRMED_KEPT_MS;
		await pruneSubscribers(stage.deps);
		expect(await countSubscribers(stage.database, stage.page.id)).toMatchObject({ mail: { unconfirmed: 1 } });
		stage.clock.now += 1;
		await pruneSubscribers(stage.deps);
		expect(await countSubscribers(stage.database, stage.page.id)).toMatchObject({ mail: { unconfirmed: 0 } });
	});
});

describe("without a mail server", () => {
	test("nothing is lost: mails wait, and one is tried after a pause that grows", async () => {
		await using stage = await aSubscriberStage("sqlite");
		for (let index = 0; index < 5; index += 1) await stage.subscriber(`reader-${index}@example.com`);
		let attempts = 0;
		const { sender } = stage.deps;
		const broken = { ...sender, mail: async () => [{ kind: "unavailable", message: "down" } as const] };
		const { DeliverMessages } = await import("./deliver-messages.ts");
		const delivery = new DeliverMessages(
			{
				...stage.deps,
				sender: {
					...broken,
					mail: async (batch) => {
						attempts += 1;
						return batch.to.map((_, index) =>
							index === 0 ? { kind: "unavailable", message: "down" } : { kind: "untried" },
						);
					},
				},
			},
			"mail",
		);
		await stage.tell();
		await stage.fanOut();
		await delivery.run();
		expect(await delivery.nextAt()).toBeGreaterThan(stage.clock.now);
		expect(await new DeliverMessages(stage.deps, "webhook").nextAt(), "webhooks wait for no mail").toBeNull();
		const first = attempts;
		await delivery.run();
		expect(attempts).toBe(first);
		stage.clock.now += 6 * MINUTE;
		await delivery.run();
		expect(attempts).toBeGreaterThan(first);
		expect(await countMessages(stage.database)).toBe(5);
		stage.clock.now += 6 * MINUTE;
		await stage.deliver();
		expect(stage.receivers()).toHaveLength(5);
	});
});

onEachEngine("an incident", (engine) => {
	test("is told to the subscribers of its components when it is opened and at each update that says so", async () => {
		await using stage = await aSubscriberStage(engine);
		await stage.subscriber("shop@example.com", [0]);
		await stage.subscriber("api@example.com", [1]);
		const [shop] = stage.page.sections[0]?.components ?? [];
		const input = {
			title: "Orders fail",
			impact: null,
			components: [{ componentId: shop?.publicId ?? "", state: "partial_outage" as const }],
			statusPageIds: [stage.page.publicId],
			updates: [{ body: "We **look**.", status: "investigating" as const }],
			notifySubscribers: true,
			isBackdated: false,
			isDraft: false,
		};
		const { publicId } = await onTheCommandLine(stage.database, stage.teamId, createIncident, input, stage.clock);
		for (const notifySubscribers of [false, true]) {
			const update = { body: `told: ${notifySubscribers}`, status: "identified" as const, notifySubscribers };
			await onTheCommandLine(stage.database, stage.teamId, postUpdate, { incidentId: publicId, update }, stage.clock);
		}
		await stage.deliver();
		const mails = await Promise.all(stage.mailbox.mails.map((mail) => mail.parsed()));
		expect(stage.receivers()).toEqual(["shop@example.com", "shop@example.com"]);
		expect(mails.map(({ subject }) => subject)).toEqual(["Orders fail – Investigating", "Orders fail – Identified"]);
		expect(mails[0]?.html).toContain("<strong>look</strong>");
		expect(mails[0]?.text).toContain("- Shop: Partial outage");
		expect(mails[1]?.text).toContain("told: true");
	});
});

onEachEngine("maintenance that a page announces", (engine) => {
	test("is told with its instants the page's own words, and nothing else of the window", async () => {
		await using stage = await aSubscriberStage(engine);
		await stage.subscriber("ada@example.com");
		const startsAt = NOON + 120 * MINUTE;
		const statement = stage.database.db.insertInto("maintenance_windows").values({
			public_id: newPublicId("mw"),
			team_id: stage.teamId,
			name: "secret name",
			all_monitors: 1,
			starts_at: startsAt,
			ends_at: startsAt + 60 * MINUTE,
			rrule: null,
			starts_local: null,
			time_zone: null,
			duration_minutes: null,
			public_title: "New disks",
			public_text: "Orders are **read-only**.",
			announce_hours_before: 24,
			created_at: NOON,
			updated_at: NOON,
		});
		const { id } = await statement.returning("id").executeTakeFirstOrThrow();
		const shown = { window_id: id, status_page_id: stage.page.id };
		await stage.database.db.insertInto("maintenance_window_pages").values(shown).execute();
		const what = { kind: "maintenance", windowId: id, startsAt, step: "scheduled" } as const;
		await insertAnnouncement(stage.database, stage.teamId, what, NOON);
		await stage.deliver();
		const mail = await stage.mailbox.mails[0]?.parsed();
		expect(mail?.subject).toBe("Planned maintenance: New disks");
		expect(mail?.text).toContain("From: 1 May 2026 at 14:00 UTC\nUntil: 1 May 2026 at 15:00 UTC");
		expect(mail?.html).toContain("<strong>read-only</strong>");
		expect(`${mail?.text}${mail?.html}`).not.toContain("secret name");
	});
});
