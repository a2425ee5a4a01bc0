import { expect, test } from "vitest";
import { NOTICE_EVENTS } from "../../../domain/alerts/alert.ts";
import { NOTICE_KINDS } from "../../../domain/alerts/alert-policy.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { NOON, startService } from "../../testing/service.ts";

const MINUTE = 60_000;

onEachEngine("a replay", (name) => {
	test("counts what was sent, what stricter settings leave out, and names what can't be known", async () => {
		await using service = await startService(name);
		const channel = { type: "email", to: ["a@ops.example"] };
		const alert = (await service.ask("POST", "/api/v1/alerts", { body: { name: "Ops", channel } })).json.data.id;
		const monitor = (await service.newMonitor({ importance: "low" })).id;
		const { db } = service.database;
		const rowOf = (table: "alerts" | "monitors", id: string) =>
			db.selectFrom(table).select("id").where("public_id", "=", id).executeTakeFirstOrThrow();
		const [{ id: alertId }, { id: monitorId }] = [await rowOf("alerts", alert), await rowOf("monitors", monitor)];
		for (const [place, event] of (["degraded", "down", "down", "up"] as const).entries()) {
			await db
				.insertInto("alert_events")
				.values({
					public_id: `evt_${String(place).padStart(26, "0")}`,
					alert_id: alertId,
					monitor_id: monitorId,
					event: NOTICE_EVENTS.indexOf(event),
					status: 0,
					// Somebody has it: no message of its own.
					kind: NOTICE_KINDS.indexOf(place === 2 ? "acknowledgement" : "edge"),
					starts_message: 1,
					message_id: `evt_${String(place).padStart(26, "0")}`,
					sent_at: NOON - 30 * MINUTE + place * MINUTE,
					created_at: NOON - 30 * MINUTE,
				})
				.execute();
		}
		const replay = async (settings: object, span: object = {}) =>
			(await service.ask("POST", `/api/v1/alerts/${alert}/replay`, { body: { settings, ...span } })).json;
		const recorded = { messages: 3, problems: 2 };
		expect((await replay({})).data).toMatchObject({ recorded, replayed: recorded, unknown: [] });
		const stricter = await replay({ events: ["down"], cooldownMinutes: 0 });
		expect(stricter.data).toMatchObject({
			recorded,
			replayed: { messages: 1, problems: 1 },
			unknown: ["cooldownMinutes"],
		});
		expect((await replay({ minimumImportance: "high" })).data.replayed.problems).toBe(0);
		const before = new Date(NOON - 31 * MINUTE).toISOString();
		expect((await replay({}, { to: before })).data.recorded).toEqual({ messages: 0, problems: 0 });
		const tooLong = await replay({}, { from: new Date(NOON - 91 * 1_440 * MINUTE).toISOString() });
		expect(tooLong.error.details[0].path).toBe("/from");
	});
});
