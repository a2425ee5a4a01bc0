/** What holds for every channel, tried on a server that demands what its service documents. */

import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type ChannelSettings, offersLink } from "../../../domain/alerts/channels.ts";
import { aMessage, aNotice } from "../../../domain/alerts/testing/messages.ts";
import type { Answering, Received } from "../receiver.ts";
import { aVendorStage, certificate, down, hostile, longest, many, never, to, up } from "../vendor-stage.ts";

type Stage = Awaited<ReturnType<typeof aVendorStage>>;

interface Service {
	readonly name: string;
	readonly answer: (request: Received) => Answering;
	/** @param url where the server listens */
	settings(url: string): ChannelSettings;
	/** With a credential that the server does not accept; null when it asks for none. */
	stranger(url: string): ChannelSettings | null;
	/** What it shows of the last message, as text. */
	shown(request: Received): string;
	/** The statuses after which a delivery is tried again beside 408, 429 and 5xx. */
	readonly retried?: readonly number[];
}

const MESSAGES = {
	"a problem": [down],
	"a problem that is seen twice": [aNotice({ attempts: 2 })],
	"a slow answer": [aNotice({ event: "degraded", reason: "slow", phase: null })],
	"a reminder": [aNotice({ isReminder: true })],
	"a recovery": [up],
	"a certificate": [certificate],
	"a monitor that can't be checked": [aNotice({ event: "blind", cause: "misses", phase: null })],
	"a network that is cut off": [aNotice({ event: "blind", cause: "cut_off", phase: null })],
	"hostile names": [hostile],
	"two monitors": [down, up],
	"five hundred monitors": many,
	"names that take three bytes a character": many.map((notice) => {
		return { ...notice, monitor: { ...notice.monitor, name: "日".repeat(120) }, error: "本".repeat(500) };
	}),
	"a test": [],
} as const;

/** Registers the tests, and returns the stage for those of the service alone. */
export async function testService(service: Service, more: (stage: Stage) => void): Promise<void> {
	const stage = await aVendorStage(service.answer);
	const { receiver, url, notifier } = stage;
	describe(service.name, () => {
		afterAll(() => stage.close());
		beforeEach(() => stage.reset());
		const settings = service.settings(url);

		test.each(Object.entries(MESSAGES))("takes %s", async (_, notices) => {
			// An incident service gets each notice for itself.
			const message = aMessage(...(notifier.gathers(settings.type) ? notices : notices.slice(0, 1)));
			expect(await notifier.deliver(to(settings), message, never)).toMatchObject({ kind: "sent" });
		});

		test.each(["<", "&", "_", "日"])(
			"takes the longest facts, and the longest words of an alert, of %s",
			async (sign) => {
				for (const about of ["facts", "own words"] as const) {
					const message = longest(sign, about);
					expect([about, await notifier.deliver(to(settings), message, never)]).toMatchObject([
						about,
						{ kind: "sent" },
					]);
				}
			},
		);

		test("holds the link that acknowledges, where people read it", async () => {
			const acknowledgeLink = "https://lapwing.example/acknowledge#a_-b";
			expect(await notifier.deliver(to(settings), { ...aMessage(down), acknowledgeLink }, never)).toMatchObject({
				kind: "sent",
			});
			const body = receiver.received[0]?.body ?? "";
			const read = body.startsWith("{") || body.startsWith("[") ? body : decodeURIComponent(body);
			expect(read.includes(acknowledgeLink)).toBe(offersLink(settings));
		});

		test("says what, since when and where from", async () => {
			await notifier.deliver(to(settings), aMessage(down), never);
			const [request] = receiver.received;
			const shown = request === undefined ? "" : service.shown(request).replace(/[\u200a\u200b\\]/g, "");
			for (const words of ["Shop is down", "No complete response within 10 s.", "Since 11:59:00 UTC, seen from"]) {
				expect(shown).toContain(words);
			}
		});

		test("refuses a stranger, which is final", async () => {
			const stranger = service.stranger(url);
			if (stranger === null) return;
			expect(await notifier.deliver(to(stranger), aMessage(down), never)).toMatchObject({
				kind: "failed",
				again: false,
			});
		});

		test("is tried again when it asks for a pause or has trouble of its own, and after no other refusal", async () => {
			const outcome = async (answer: (typeof receiver.answers)[number]) => {
				receiver.answers.push(answer);
				return notifier.deliver(to(settings), aMessage(down), never);
			};
			const limited = { status: 429, headers: { "retry-after": "7" }, body: "private" };
			expect(await outcome(limited)).toEqual({
				kind: "failed",
				again: true,
				retryAfterMs: 7_000,
				message: "The receiver answered with status 429.",
			});
			for (const status of [408, 500, 503, ...(service.retried ?? [])]) {
				expect([status, await outcome({ status })]).toMatchObject([status, { again: true }]);
			}
			expect(await outcome("reset")).toMatchObject({ kind: "failed", again: true });
			for (const status of [302, 400, 401, 403, 404, 410, 422]) {
				if (service.retried?.includes(status)) continue;
				expect([status, await outcome({ status })]).toMatchObject([status, { again: false }]);
			}
		});
		more(stage);
	});
}
