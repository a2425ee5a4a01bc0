/** A stop in the middle of a message to several recipients: whoever has it is not sent it again after the start. */

import { expect, test } from "vitest";
import { VENDOR_ENDPOINTS } from "../../notify/channel.ts";
import { startReceiver } from "../../notify/testing/receiver.ts";
import { TWILIO_ACCOUNT, twilio } from "../../notify/testing/services/push.ts";
import { TOKEN } from "../../notify/testing/services/service.ts";
import { createThreadedNotifier } from "../../notify/thread/threaded-notifier.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage, type Stage } from "./testing/notice-stage.ts";

/** A process of its own: what it knows of earlier attempts is stored. */
function aProcess(stage: Stage, url: string) {
	const stopping = new AbortController();
	const notifier = createThreadedNotifier({
		...{ allowPrivateTargets: true, resolvers: null, userAgent: "Lapwing/test", publicUrl: null, smtp: null },
		onThreadLost() {},
		onFault: (error) => {
			throw error;
		},
		endpoints: { ...VENDOR_ENDPOINTS, twilio: url },
	});
	return {
		delivering: deliverNotices({ ...stage.deps, notifier, signal: stopping.signal }),
		stop: () => stopping.abort(),
		[Symbol.asyncDispose]: () => notifier.close(),
	};
}

onEachEngine("a stop while Twilio is asked for one recipient after the other", (name) => {
	test("leaves those to the next attempt that were not taken yet, and no others", async () => {
		await using stage = await aStage(name);
		await using service = await startReceiver(twilio);
		await stage.newAlert({
			channel: {
				...{ type: "twilio", accountSid: TWILIO_ACCOUNT, apiKeySid: null, authToken: TOKEN, by: "sms_and_call" },
				...{ from: "+15017122661", to: ["+15558675310", "+15558675311"] },
			},
		});
		const shop = await stage.newMonitor("Shop");
		await stage.check("down", shop);
		stage.pass(1_000);
		const asked = () =>
			service.received.map(({ path, body }) => {
				return `${path.split("/").at(-1)} ${new URLSearchParams(body).get("To")}`;
			});
		service.answers.push({ status: 201 }, { status: 400 }, "hang");
		{
			await using first = aProcess(stage, service.url);
			await service.until(3);
			first.stop();
			await first.delivering;
		}
		expect(await stage.eventRows(shop)).toEqual([]);
		stage.pass(120_000);
		await using next = aProcess(stage, service.url);
		await next.delivering;
		expect(asked()).toEqual([
			"Messages.json +15558675310",
			"Calls.json +15558675310",
			"Messages.json +15558675311",
			"Messages.json +15558675311",
			"Calls.json +15558675311",
		]);
		expect(await stage.events(shop)).toEqual(["down sent"]);
	});
});
