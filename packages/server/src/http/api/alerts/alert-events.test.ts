import { afterAll, beforeAll, expect, test } from "vitest";
import { type EngineName, onEachEngine } from "../../../storage/testing/engines.ts";
import { NOON, type Service, startService } from "../../testing/service.ts";

const eventId = (index: number) => `evt_${String(index).padStart(26, "0")}`;

onEachEngine("GET /alerts/:id/events", (database: EngineName) => {
	let service: Service;
	beforeAll(async () => {
		service = await startService(database);
	});
	afterAll(() => service[Symbol.asyncDispose]());

	async function anAlert() {
		const channel = { type: "email", to: ["a@ops.example"] };
		const { json } = await service.ask("POST", "/api/v1/alerts", { body: { name: "On call", channel } });
		const { id } = await rowOf("alerts", json.data.id);
		return { id, publicId: json.data.id as string, path: `/api/v1/alerts/${json.data.id}/events` };
	}
	const rowOf = (table: "alerts" | "monitors", publicId: string) =>
		service.database.db.selectFrom(table).select("id").where("public_id", "=", publicId).executeTakeFirstOrThrow();
	async function aMonitor() {
		const { id: publicId } = await service.newMonitor();
		return { publicId, id: (await rowOf("monitors", publicId)).id };
	}
	const anEvent = (alert: { id: number }, monitor: { id: number }, index: number) =>
		service.database.db
			.insertInto("alert_events")
			.values({
				public_id: eventId(index),
				alert_id: alert.id,
				monitor_id: monitor.id,
				event: 0,
				status: 0,
				starts_message: 1,
				sent_at: NOON + index,
				created_at: NOON,
			})
			.execute();
	const aNotice = (alert: { id: number }, monitor: { id: number }, index: number, wait: object) =>
		service.database.db
			.insertInto("notices")
			.values({
				public_id: eventId(index),
				alert_id: alert.id,
				monitor_id: monitor.id,
				event: 0,
				cause: 0,
				kind: 0,
				facts: "{}",
				due_at: NOON + index,
				created_at: NOON,
				...wait,
			})
			.execute();

	test("lists what its escalation sent, through channels that are gone as well", async () => {
		const [alert, monitor] = [await anAlert(), await aMonitor()];
		const route = async (name: string, deletedAt: number | null) => {
			const row = await service.database.db
				.selectFrom("alerts")
				.selectAll()
				.where("id", "=", alert.id)
				.executeTakeFirstOrThrow();
			const { id: _, ...own } = row;
			const values = { ...own, public_id: `alt_${name}`, escalates: alert.id, route: name, deleted_at: deletedAt };
			return service.database.db.insertInto("alerts").values(values).returning("id").executeTakeFirstOrThrow();
		};
		await anEvent(alert, monitor, 61);
		await anEvent(await route("step:0:0", null), monitor, 63);
		await anEvent(await route("user:1", NOON), monitor, 62);
		const { events } = (await service.ask("GET", alert.path)).json.data;
		expect(events).toMatchObject([
			{ id: eventId(63), alertId: alert.publicId, channel: "email", trigger: "change", kind: null, escalation: null },
			{ id: eventId(62), alertId: alert.publicId, channel: null },
			{ id: eventId(61), alertId: alert.publicId, channel: "email" },
		]);
		const { json } = await service.ask("GET", `${alert.path}?perPage=2`);
		expect(json.data.events).toHaveLength(2);
	});

	test("lists the events of all monitors newest first, and before them what is tried again or held", async () => {
		const [alert, other] = [await anAlert(), await anAlert()];
		const [one, two] = [await aMonitor(), await aMonitor()];
		await anEvent(alert, one, 1);
		await anEvent(alert, two, 2);
		await anEvent(other, one, 3);
		await aNotice(alert, one, 60_000, { attempts: 1, last_error: "The receiver answered with status 503." });
		await aNotice(alert, two, 60_001, { held: 1, held_for: 0, held_until: NOON + 3_600_000 });
		await aNotice(alert, two, 60_002, {});
		const how = { kind: null, trigger: "change", escalation: null, channel: "email" };
		const shared = { alertId: alert.publicId, eventType: "down", ...how, noticeId: null, createdAt: NOON };
		const final = { status: "sent", errorMessage: null, heldFor: null, nextAttemptAt: null };
		const expected = [
			{
				...shared,
				id: eventId(60_001),
				monitorId: two.publicId,
				status: "held",
				sentAt: null,
				errorMessage: null,
				heldFor: "maintenance",
				nextAttemptAt: new Date(NOON + 3_600_000).toISOString(),
			},
			{
				...shared,
				id: eventId(60_000),
				monitorId: one.publicId,
				status: "pending",
				sentAt: null,
				errorMessage: "The receiver answered with status 503.",
				heldFor: null,
				nextAttemptAt: new Date(NOON + 60_000).toISOString(),
			},
			{ ...shared, ...final, id: eventId(2), monitorId: two.publicId, sentAt: NOON + 2 },
			{ ...shared, ...final, id: eventId(1), monitorId: one.publicId, sentAt: NOON + 1 },
		];
		const whole = await service.ask("GET", alert.path);
		expect([whole.status, whole.json.data.events]).toEqual([200, expected]);

		const pages: unknown[] = [];
		let last: string | null = null;
		for (let next: string | null = ""; next !== null; ) {
			const { json } = await service.ask("GET", `${alert.path}?perPage=1&cursor=${next}`);
			pages.push(...json.data.events);
			last = json.meta.pagination.prev;
			next = json.meta.pagination.next;
		}
		expect(pages).toEqual(expected);
		const back = await service.ask("GET", `${alert.path}?perPage=2&cursor=${last}`);
		expect(back.json.data.events).toEqual(expected.slice(1, 3));

		await service.ask("DELETE", `/api/v1/monitors/${two.publicId}`);
		const left = await service.ask("GET", alert.path);
		expect(left.json.data.events).toEqual([expected[1], expected[3]]);
	});

	test("answers 404 for an alert of another team", async () => {
		const missing = await service.ask("GET", "/api/v1/alerts/alt_00000000000000000000000000/events");
		expect([missing.status, missing.json.error.code]).toEqual([404, "NOT_FOUND"]);
		const { key } = await service.newTeam("globex");
		const strange = await service.ask("GET", (await anAlert()).path, { key });
		expect(strange.status).toBe(404);
	});
});
