import { expect, test } from "vitest";
import { openChannel } from "../../../storage/alerts/alert-channels.ts";
import { stepRoutes } from "../../../storage/alerts/escalation/routes.ts";
import { secretBox } from "../../../storage/database/secret-box.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { type Service, startService } from "../../testing/service.ts";

const BOX = secretBox(new Uint8Array(32).fill(7));
const gotify = { type: "gotify", serverUrl: "https://gotify.example", appToken: "first" };
const slack = { type: "slack", url: "https://hooks.slack.example/secret" };

/** The settings with which the steps would notify, in the order of their routes. */
async function settingsOfSteps({ database, clock }: Service): Promise<unknown[]> {
	const alerts = await database.db.selectFrom("alerts").select("id").where("escalates", "is", null).execute();
	const routes = await stepRoutes(
		database,
		alerts.map(({ id }) => id),
	);
	return routes.map((route) => openChannel(BOX, route, clock.now)?.settings);
}

onEachEngine("the channels of an escalation", (name) => {
	test("keep their secrets when they are edited without them, and never show one", async () => {
		await using service = await startService(name);
		const channel = { type: "email", to: ["on-call@example.com"] };
		const steps = [
			{ afterMinutes: 0, channels: [gotify, slack] },
			{ afterMinutes: 10, channels: [channel] },
		];
		const body = { name: "On call", channel, escalation: { steps, repeats: 0 } };
		const made = await service.ask("POST", "/api/v1/alerts", { body });
		expect(made.status).toBe(201);
		expect(JSON.stringify(made.json)).not.toMatch(/first|hooks\.slack/);
		const path = `/api/v1/alerts/${made.json.data.id}`;
		// As the form sends it back: what it was shown, with another wait and another order.
		const [{ channels: shown }, second] = made.json.data.escalation.steps;
		const edited = { steps: [{ afterMinutes: 7, channels: [...shown].reverse() }, second], repeats: 2 };
		const saved = await service.ask("PUT", path, { body: { escalation: edited } });
		expect([saved.status, saved.json.data.escalation]).toEqual([200, edited]);
		const settings = await settingsOfSteps(service);
		expect(settings).toHaveLength(3);
		expect(settings).toEqual(expect.arrayContaining([gotify, slack, channel]));
		// Of another server its secret is asked for: it would be sent there.
		const elsewhere = { type: "gotify", serverUrl: "https://elsewhere.example" };
		const moved = { steps: [{ afterMinutes: 7, channels: [elsewhere] }], repeats: 0 };
		const refused = await service.ask("PUT", path, { body: { escalation: moved } });
		expect([refused.status, refused.json.error.details[0].path]).toEqual([
			400,
			"/escalation/steps/0/channels/0/appToken",
		]);
		expect(await settingsOfSteps(service)).toEqual(settings);
	});
});
