import { expect, test } from "vitest";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import * as incidents from "../../testing/services/incidents.ts";
import { TOKEN } from "../../testing/services/service.ts";
import { testService } from "../../testing/services/service-suite.ts";
import { down, up } from "../../testing/vendor-stage.ts";

const KEY = `alt_01/mon_01/${down.since}`;
const incidentIo = incidents.incidentIoServer();
const source = (_: string, token = TOKEN): ChannelSettings => ({
	type: "incident_io",
	alertSourceId: "01GW2G3V0S59R238FAHPDS1R66",
	token,
});
await testService(
	{
		name: "incident.io",
		answer: incidentIo.answer,
		settings: source,
		stranger: (url) => source(url, "other"),
		shown: ({ json }) => `${json.title}\n${json.description}`,
	},
	({ deliver, url }) => {
		test("fires one alert of an outage, and resolves the same", async () => {
			incidentIo.alerts.clear();
			const { json } = await deliver(source(url), down);
			expect(json).toMatchObject({
				title: "Shop is down",
				source_url: "https://lapwing.example/monitors/mon_01",
				metadata: { monitor: "Shop", target: "https://shop.example/", reason: "timeout" },
			});
			expect([...incidentIo.alerts]).toEqual([[KEY, "firing"]]);
			await deliver(source(url), up);
			expect([...incidentIo.alerts]).toEqual([[KEY, "resolved"]]);
		});
	},
);
