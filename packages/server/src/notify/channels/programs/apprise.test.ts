import { expect, test } from "vitest";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import { aMessage } from "../../../domain/alerts/testing/messages.ts";
import * as incidents from "../../testing/services/incidents.ts";
import { testService } from "../../testing/services/service-suite.ts";
import { down, never, to, up } from "../../testing/vendor-stage.ts";

const apprise = (url: string, key = "ops"): ChannelSettings => ({
	type: "apprise",
	serverUrl: url,
	key,
	tag: null,
	authorization: null,
});
await testService(
	{
		name: "apprise",
		answer: incidents.apprise,
		settings: apprise,
		stranger: (url) => apprise(url, "unknown"),
		shown: ({ json }) => `${json.title}\n${json.body}`,
		retried: [424],
	},
	({ deliver, notifier, url }) => {
		test("knows what is a failure and what a success, and asks for a tag", async () => {
			expect((await deliver(apprise(url), down)).json.type).toBe("failure");
			expect((await deliver(apprise(url), up)).json.type).toBe("success");
			const tagged = { ...apprise(url), tag: "oncall" } as ChannelSettings;
			expect((await deliver(tagged, down)).json.tag).toBe("oncall");
		});

		test("that told nobody has not sent, and one that told some is asked again", async () => {
			const send = (key: string) => notifier.deliver(to(apprise(url, key)), aMessage(down), never);
			expect(await send("empty")).toMatchObject({ kind: "failed", again: false });
			expect(await send("partial")).toMatchObject({ kind: "failed", again: true, mayHaveArrived: true });
		});
	},
);
