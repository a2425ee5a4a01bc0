import { expect, test } from "vitest";
import { MAX_OWN_CHANNELS } from "../../domain/on-call/schedule.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aMember } from "../testing/people.ts";
import { startService } from "../testing/service.ts";

const PATH = "/api/v1/account/channels";
const slack = { type: "slack", url: "https://hooks.slack.example/services/T0/B0/a-secret" };

onEachEngine("own channels", (name) => {
	test("are added, listed without their secrets, and removed, by their person alone", async () => {
		await using service = await startService(name);
		const [ada, bob] = [await aMember(service, "viewer"), await aMember(service, "owner")];
		const made = await ada.ask("POST", PATH, { body: { channel: slack } });
		expect([made.status, made.json.data.channel]).toEqual([201, { type: "slack" }]);
		expect((await ada.ask("GET", PATH)).json.data.channels).toEqual([made.json.data]);
		expect((await bob.ask("GET", PATH)).json.data.channels).toEqual([]);
		const location = made.headers.get("location") ?? "";
		expect((await bob.ask("DELETE", location)).status).toBe(404);
		const stored = JSON.stringify(await service.database.db.selectFrom("user_channels").selectAll().execute());
		expect(stored).not.toContain("a-secret");
		expect((await ada.ask("DELETE", location)).status).toBe(204);
		expect((await ada.ask("GET", PATH)).json.data.channels).toEqual([]);
		const { events } = (await ada.ask("GET", "/api/v1/account/events")).json.data;
		expect(JSON.stringify(events)).not.toContain("a-secret");
		expect(events).toHaveLength(2);
	});

	test("are tried before they are saved: one that can't be reached is refused, with the reason", async () => {
		const deliverTest = async () => ({ status: "failed", errorMessage: "The receiver answered 404." }) as const;
		await using service = await startService(name, { deliverTest });
		const ada = await aMember(service, "viewer");
		const refused = await ada.ask("POST", PATH, { body: { channel: slack } });
		expect([refused.status, refused.json.error.details]).toEqual([
			400,
			[{ path: "/channel", message: "The test could not be sent: The receiver answered 404." }],
		]);
		expect((await ada.ask("GET", PATH)).json.data.channels).toEqual([]);
	});

	test("are tried again by their person alone", async () => {
		const sent: unknown[] = [];
		const deliverTest = async (channel: { readonly settings: unknown }) => {
			sent.push(channel.settings);
			return { status: "sent", errorMessage: null } as const;
		};
		await using service = await startService(name, { deliverTest });
		const [ada, bob] = [await aMember(service, "viewer"), await aMember(service, "owner")];
		const location = (await ada.ask("POST", PATH, { body: { channel: slack } })).headers.get("location") ?? "";
		const tried = await ada.ask("POST", `${location}/test`);
		expect(tried.json.data).toEqual({ status: "sent", errorMessage: null });
		expect(sent).toEqual([slack, slack]);
		expect((await bob.ask("POST", `${location}/test`)).status).toBe(404);
	});

	test("are few", async () => {
		await using service = await startService(name);
		const ada = await aMember(service, "viewer");
		for (let count = 0; count < MAX_OWN_CHANNELS; count += 1) await ada.ask("POST", PATH, { body: { channel: slack } });
		expect((await ada.ask("POST", PATH, { body: { channel: slack } })).status).toBe(400);
	});
});
