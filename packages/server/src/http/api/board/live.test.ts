/** The tests run side by side, for nearly all of their time is that of streams, which send at most once a second. */

import { expect, test } from "vitest";
import { COMMON_DEFAULTS } from "../../../domain/monitors/common-settings.ts";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { newPublicId } from "../../../storage/database/public-ids.ts";
import { createMonitors } from "../../../storage/monitors/monitors.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { anOutcome, downObservation } from "../../../storage/testing/fixtures.ts";
import { REFUSAL_EXAMPLES } from "../../document/refusal-examples.ts";
import { failOnce } from "../../testing/paths.ts";
import { aMember } from "../../testing/people.ts";
import { NOON, type Service, startService } from "../../testing/service.ts";

interface Event {
	readonly id: string | undefined;
	readonly event: string | undefined;
	// biome-ignore lint/suspicious/noExplicitAny: read as a browser reads it.
	readonly data: any;
}

/** Reads the events of a stream, without its comments. */
async function* eventsOf(response: Response): AsyncGenerator<Event> {
	let text = "";
	for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
		text += chunk;
		const blocks = text.split("\n\n");
		text = blocks.pop() ?? "";
		for (const block of blocks) {
			const fields = new Map(block.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]));
			if (fields.has("data"))
				yield { id: fields.get("id"), event: fields.get("event"), data: JSON.parse(fields.get("data") ?? "") };
		}
	}
}

async function listen(service: Service, headers: Record<string, string> = {}, key = service.key) {
	return service.app.request("/api/v1/live", { headers: { authorization: `Bearer ${key}`, ...headers } });
}

async function keyOf(service: Service, publicId: string): Promise<number> {
	const { id } = await service.database.db
		.selectFrom("monitors")
		.select("id")
		.where("public_id", "=", publicId)
		.executeTakeFirstOrThrow();
	return id;
}

onEachEngine(
	"live changes",
	(name) => {
		test("contain what was checked, edited, created and deleted, of the own team only", async () => {
			await using service = await startService(name);
			const { id } = await service.newMonitor();
			const foreign = (await service.newTeam("other")).key;
			const stranger = await service.newMonitor({}, foreign);
			service.clock.now = NOON + 60_000;
			const response = await listen(service);
			expect(response.headers.get("content-type")).toBe("text/event-stream");
			const events = eventsOf(response);
			const minute = service.clock.now / 60_000;
			for (const each of [id, stranger.id]) {
				const outcome = anOutcome(await keyOf(service, each), minute, downObservation);
				await recordChecks(service.database, [outcome], service.clock.now + 21_000);
			}
			service.clock.now += 22_000;
			expect((await events.next()).value).toMatchObject({
				event: "change",
				data: {
					monitors: [{ id, status: "down", minute, mark: "d", enabled: true, responseTimeMs: null }],
					removed: [],
				},
			});
			await service.ask("PUT", `/api/v1/monitors/${id}`, { body: { name: "Renamed", enabled: false } });
			expect((await events.next()).value?.data).toMatchObject({ monitors: [{ id, enabled: false }], added: true });
			const made = await service.newMonitor();
			expect((await events.next()).value?.data).toMatchObject({ monitors: [{ id: made.id }], added: true });
			await service.ask("DELETE", `/api/v1/monitors/${made.id}`);
			expect((await events.next()).value?.data).toMatchObject({ monitors: [], removed: [made.id] });
			// Once: the next message is about the next change alone.
			await service.ask("PUT", `/api/v1/monitors/${id}`, { body: { enabled: true } });
			expect((await events.next()).value?.data).toMatchObject({ monitors: [{ id, enabled: true }], removed: [] });
			await events.return(undefined);
		});

		test("say that the open outages, or who has them, changed", async () => {
			await using service = await startService(name);
			const { id } = await service.newMonitor();
			const events = eventsOf(await listen(service));
			expect((await events.next()).value?.data).toMatchObject({ outages: false });
			await failOnce(service, service.key, id);
			expect((await events.next()).value?.data).toMatchObject({ monitors: [{ id, status: "down" }], outages: true });
			const [outage] = (await service.ask("GET", "/api/v1/outages")).json.data.outages;
			for (const [what, body] of [
				["acknowledge", undefined],
				["snooze", { minutes: 5 }],
			] as const) {
				await service.ask("POST", `/api/v1/outages/${outage.id}/${what}`, { body });
				const expected = { monitors: [], removed: [], added: false, outages: true };
				expect((await events.next()).value?.data).toEqual(expected);
			}
			await events.return(undefined);
		});

		test("ask for the board again when the first monitor is created", async () => {
			await using service = await startService(name);
			const events = eventsOf(await listen(service));
			const { id } = await service.newMonitor();
			expect((await events.next()).value?.data).toMatchObject({ monitors: [{ id }], added: true });
			await events.return(undefined);
		});

		test("resume after the last event that a reader got, or ask the reader to read the board again", async () => {
			await using service = await startService(name);
			const first = eventsOf(await listen(service));
			// Keeps the team's stream while the first reader is away.
			const other = eventsOf(await listen(service));
			const ids: string[] = [];
			const { id } = await service.newMonitor();
			ids.push((await first.next()).value?.id ?? "");
			await first.return(undefined);
			await service.ask("PUT", `/api/v1/monitors/${id}`, { body: { enabled: false } });
			for (let count = 0; count < 2; count += 1) await other.next();
			const resumed = eventsOf(await listen(service, { "last-event-id": ids[0] ?? "" }));
			expect((await resumed.next()).value).toMatchObject({
				event: "change",
				data: { monitors: [{ id, enabled: false }] },
			});
			for (const unknown of ["nonsense", `${ids[0]}9999`, "1"]) {
				const lost = eventsOf(await listen(service, { "last-event-id": unknown }));
				expect((await lost.next()).value).toMatchObject({ event: "resync", data: {} });
				await lost.return(undefined);
			}
			for (const each of [resumed, other]) await each.return(undefined);
		});

		test("of a session name their team in the query", async () => {
			await using service = await startService(name);
			const ada = await aMember(service, "viewer");
			const headers = { cookie: `lapwing_session=${ada.cookies.get("lapwing_session")}` };
			const statuses = { acme: 200, ACME: 404, "acme%00": 404, "%00": 404, "": 404, ["a".repeat(64)]: 404 };
			for (const [team, status] of Object.entries(statuses)) {
				const answer = await service.ask("GET", `/api/v1/live?team=${team}`, { key: null, headers });
				expect([team, answer.status]).toEqual([team, status]);
			}
		});
	},
	{ concurrent: true },
);

test.concurrent("one key or person can't hold all live streams of its team", async () => {
	const stopping = new AbortController();
	await using service = await startService("sqlite", { stopping: stopping.signal });
	const others = await service.keyWith(["monitors:read"]);
	const ada = await aMember(service, "viewer");
	for (let count = 0; count < 50; count += 1) expect((await listen(service)).status).toBe(200);
	const refused = await listen(service);
	const { error } = (await refused.json()) as { error: object };
	expect([refused.status, refused.headers.get("retry-after"), error]).toEqual([
		429,
		"30",
		{
			code: "TOO_MANY_REQUESTS",
			message: "This key or person has too many live streams open. Close some: dashboards that nobody looks at.",
		},
	]);
	expect((await listen(service, {}, others)).status).toBe(200);
	expect((await ada.ask("GET", "/api/v1/live?team=acme")).status).toBe(200);
	stopping.abort();
});

test.concurrent("live streams are bounded for a team, and end when the service stops", async () => {
	const stopping = new AbortController();
	await using service = await startService("sqlite", { stopping: stopping.signal });
	const open: Response[] = [];
	const keys = await Promise.all(Array.from({ length: 5 }, () => service.keyWith(["monitors:read"])));
	for (const key of keys.slice(1))
		for (let count = 0; count < 50; count += 1) open.push(await listen(service, {}, key));
	const refused = await listen(service);
	expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
	const foreign = (await service.newTeam("other")).key;
	open.push(await listen(service, {}, foreign));
	expect(open.at(-1)?.status).toBe(200);
	await open.shift()?.body?.cancel();
	expect((await listen(service).then(async (again) => [again.status, await again.body?.cancel()]))[0]).toBe(200);
	stopping.abort();
	for (const { body } of open) for await (const _ of body ?? []);
	const late = await listen(service);
	const { error } = (await late.json()) as { error: object };
	expect([late.status, late.headers.get("retry-after"), error]).toEqual([
		503,
		"5",
		{ code: "SHUTTING_DOWN", ...REFUSAL_EXAMPLES.SHUTTING_DOWN },
	]);
});

test.concurrent("a reader that does not read is disconnected and does not delay others", async () => {
	await using service = await startService("sqlite");
	const monitors = await Promise.all(Array.from({ length: 300 }, () => service.newMonitor()));
	const keys = await Promise.all(monitors.map(({ id }) => keyOf(service, id)));
	const idle = await listen(service);
	const events = eventsOf(await listen(service));
	await events.next();
	for (let round = 1; round <= 9; round += 1) {
		service.clock.now += 60_000;
		const minute = service.clock.now / 60_000;
		const outcomes = keys.map((key) => anOutcome(key, minute, downObservation));
		await recordChecks(service.database, outcomes, service.clock.now + 21_000);
		service.clock.now += 1_000;
		expect((await events.next()).value?.data.monitors).toHaveLength(300);
	}
	await events.return(undefined);
	const reader = idle.body?.getReader();
	let bytes = 0;
	for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) bytes += read.value.byteLength;
	expect(bytes).toBeLessThan(300_000);
});

test.concurrent("thousands of changes at once reach a reader, and still more ask it to read the board again", async () => {
	await using service = await startService("sqlite");
	const events = eventsOf(await listen(service));
	const create = (count: number) => {
		const wanted = Array.from({ length: count }, () => ({
			...COMMON_DEFAULTS,
			name: "one of many",
			settings: { type: "http", url: "https://example.com/", method: "GET", expectedStatus: 200 } as const,
			intervalSeconds: 60,
			timeoutSeconds: 10,
			isEnabled: true,
			publicId: newPublicId("mon"),
		}));
		return createMonitors(service.database, service.team.id, wanted, service.clock.now, null);
	};
	const [first] = await create(2_500);
	expect((await events.next()).value?.data.monitors).toHaveLength(2_500);
	await create(5_001);
	const { value: asked } = await events.next();
	expect(asked).toMatchObject({ event: "resync", data: {} });
	// Nothing of it is told again, and the stream goes on.
	const id = first?.publicId ?? "";
	await service.ask("PUT", `/api/v1/monitors/${id}`, { body: { enabled: false } });
	expect((await events.next()).value?.data).toMatchObject({ monitors: [{ id, enabled: false }], added: true });
	const late = eventsOf(await listen(service, { "last-event-id": asked?.id ?? "" }));
	expect((await late.next()).value?.data).toMatchObject({ monitors: [{ id, enabled: false }] });
	for (const each of [late, events]) await each.return(undefined);
});

test.concurrent("a stream ends within seconds of the revocation of its key, and of no other", async () => {
	await using service = await startService("sqlite");
	const key = await service.keyWith(["monitors:read"]);
	const revoked = await listen(service, {}, key);
	const kept = eventsOf(await listen(service));
	const { json } = await service.ask("GET", "/api/v1/keys");
	const { id } = json.data.keys.find(({ scopes }: { scopes: string[] }) => scopes.join() === "monitors:read");
	expect((await service.ask("DELETE", `/api/v1/keys/${id}`)).status).toBe(204);
	const startedAt = performance.now();
	for await (const _ of revoked.body ?? []);
	expect(performance.now() - startedAt).toBeLessThan(20_000);
	const { id: made } = await service.newMonitor();
	expect((await kept.next()).value?.data.monitors).toMatchObject([{ id: made }]);
	await kept.return(undefined);
});
