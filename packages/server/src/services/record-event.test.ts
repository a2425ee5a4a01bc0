import { expect, test } from "vitest";
import { aMember } from "../http/testing/people.ts";
import { NOON, type Service, startService } from "../http/testing/service.ts";
import { onEachEngine } from "../storage/testing/engines.ts";

interface AuditEvent {
	readonly action: string;
	readonly objectType: string;
	readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}

/** The updates that were recorded, the oldest first. */
async function updates(service: Service): Promise<AuditEvent[]> {
	const { json } = await service.ask("GET", "/api/v1/audit-events?perPage=200");
	return json.data.auditEvents.filter(({ action }: AuditEvent) => action === "update").reverse();
}

onEachEngine("an audit event", (name) => {
	test("is found by who did it, and by the type and the name of what it was done to", async () => {
		await using service = await startService(name);
		await service.newMonitor({ name: "Zürich 100%" });
		await service.newMonitor({ name: "Berlin" });
		await service.ask("POST", "/api/v1/status-pages", { body: { name: "Berlin", slug: "berlin" } });
		const found = async (q: string) => {
			const { status, json } = await service.ask("GET", `/api/v1/audit-events?q=${encodeURIComponent(q)}`);
			return [
				status,
				json.data?.auditEvents.map((event: Record<string, unknown>) => `${event["objectType"]} ${event["objectName"]}`),
			];
		};
		expect(await found("ZÜRICH")).toEqual([200, ["monitor Zürich 100%"]]);
		expect(await found("%")).toEqual([200, ["monitor Zürich 100%"]]);
		expect(await found("berlin")).toEqual([200, ["status page Berlin", "monitor Berlin"]]);
		expect(await found("status page")).toEqual([200, ["status page Berlin"]]);
		expect(await found("nobody")).toEqual([200, []]);
	});

	test("is not recorded of an update that changes nothing, which has a new updatedAt all the same", async () => {
		await using service = await startService(name);
		const made = async (path: string, body: object) => {
			const { json } = await service.ask("POST", path, { body });
			return `${path}/${json.data.id}`;
		};
		const once = { startsAt: new Date(NOON).toISOString(), endsAt: new Date(NOON + 3_600_000).toISOString() };
		const channel = { type: "webhook", url: "https://hooks.example.com/" };
		const objects: readonly (readonly [string, string, object])[] = [
			[
				"PUT",
				await made("/api/v1/monitors", { name: "a", url: "https://example.com/" }),
				{ name: "a", method: "HEAD" },
			],
			["PUT", await made("/api/v1/alerts", { name: "a", channel }), { name: "a", channel }],
			["PUT", await made("/api/v1/status-pages", { name: "a", slug: "a" }), { name: "a" }],
			["PUT", await made("/api/v1/maintenance-windows", { name: "a", ...once }), { name: "a", ...once }],
			["PATCH", await made("/api/v1/incidents", { title: "a" }), { title: "a" }],
		];
		for (const [verb, path, body] of objects) {
			const before = (await service.ask("GET", path)).json.data;
			const { status, json } = await service.ask(verb, path, { body });
			expect([path, status, json.data.updatedAt > before.updatedAt]).toEqual([path, 200, true]);
		}
		await aMember(service, "viewer");
		const [member] = (await service.ask("GET", "/api/v1/members")).json.data.members;
		const { status } = await service.ask("PATCH", `/api/v1/members/${member.id}`, { body: { role: "viewer" } });
		expect(status).toBe(200);
		expect(await updates(service)).toEqual([]);
	});

	test("is recorded of a secret that is given again, which nobody can compare", async () => {
		await using service = await startService(name);
		const auth = { type: "bearer", token: "a-token" };
		const { id } = await service.newMonitor({ request: { auth } });
		await service.ask("PUT", `/api/v1/monitors/${id}`, { body: { request: { auth } } });
		expect(await updates(service)).toMatchObject([{ objectType: "monitor" }]);
	});

	test("says what its change replaced, also of changes at the same time", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor({ name: "0" });
		const names = ["1", "2", "3", "4", "5", "6"];
		await Promise.all(names.map((name) => service.ask("PUT", `/api/v1/monitors/${id}`, { body: { name } })));
		const changes = (await updates(service)).flatMap((event) => event.changes);
		expect(changes.map(({ after }) => after).toSorted()).toEqual(names);
		// In the order in which they followed upon each other, which is not that of their events' ids.
		const nextOf = new Map(changes.map(({ before, after }) => [before, after]));
		let last: unknown = "0";
		for (const _ of names) last = nextOf.get(last);
		const monitor = (await service.ask("GET", `/api/v1/monitors/${id}`)).json.data;
		expect([nextOf.size, last]).toEqual([names.length, monitor.name]);
	});
});
