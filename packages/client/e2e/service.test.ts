/** The client against the real API on a socket, over a fresh database. */

import { expect, test } from "vitest";
import { TrustedProxies } from "../../server/src/http/access/client.ts";
import { type HttpServer, startHttpServer } from "../../server/src/http/server/http-server.ts";
import { type Service, startService } from "../../server/src/http/testing/service.ts";
import { Client, type ClientOptions, type LiveEvent } from "../src/index.ts";

type Overrides = NonNullable<Parameters<typeof startService>[1]>;

class Running implements AsyncDisposable {
	readonly service: Service;
	readonly #server: HttpServer;

	constructor(service: Service, server: HttpServer) {
		this.service = service;
		this.#server = server;
	}

	client(options: ClientOptions = {}): Client {
		return new Client({ baseUrl: `http://127.0.0.1:${this.#server.port}`, key: this.service.key, ...options });
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#server.close();
		await this.service[Symbol.asyncDispose]();
	}
}

async function running(overrides: Overrides = {}): Promise<Running> {
	const service = await startService("sqlite", overrides);
	return new Running(
		service,
		await startHttpServer(service.app, {
			host: "127.0.0.1",
			port: 0,
			log: service.log,
			proxies: new TrustedProxies([]),
		}),
	);
}

const WEBSITE = { name: "Website", url: "https://example.com/" } as const;

function dataOf<T>(result: { status: "success"; data: T } | { status: "failure"; error: Error }): T {
	if (result.status === "failure") throw result.error;
	return result.data;
}

test("makes, reads, changes and deletes a monitor, in both views", async () => {
	await using lapwing = await running();
	const client = lapwing.client();
	const made = dataOf(await client.post("/api/v1/monitors", { body: { ...WEBSITE, tags: ["prod"] } }));
	expect(made).toMatchObject({ ...WEBSITE, status: "pending", tags: ["prod"] });
	expect(made).not.toHaveProperty("statusSince");

	const path = { id: made.id };
	const query = { view: "full" } as const;
	const full = dataOf(await client.get("/api/v1/monitors/{id}", { path, query }));
	expect([full.enabled, full.statusSince]).toEqual([true, null]);
	const changed = dataOf(await client.put("/api/v1/monitors/{id}", { path, query, body: { enabled: false } }));
	expect([changed.enabled, changed.enabledAt]).toEqual([false, null]);

	expect(dataOf(await client.delete("/api/v1/monitors/{id}", { path }))).toBeUndefined();
	expect(await client.get("/api/v1/monitors/{id}", { path })).toMatchObject({
		error: { code: "NOT_FOUND", status: 404, requestId: expect.any(String) },
	});
});

test("reads a list page after page, and from a cursor on", async () => {
	await using lapwing = await running();
	const client = lapwing.client();
	for (let count = 1; count <= 5; count++) await lapwing.service.newMonitor({ name: `${count}` });
	const query = { perPage: 2, sort: "name" } as const;
	const names: string[] = [];
	for await (const { name } of client.list("/api/v1/monitors", { query })) names.push(name);
	expect(names).toEqual(["1", "2", "3", "4", "5"]);

	const first = dataOf(await client.page("/api/v1/monitors", { query: { ...query, view: "full" } }));
	expect(first).toMatchObject({ total: 5, perPage: 2, prev: null, next: expect.any(String) });
	expect(first.items.map(({ statusSince }) => statusSince)).toEqual([null, null]);

	const rest: number[] = [];
	const from = { ...query, view: "full", cursor: first.next ?? "" } as const;
	for await (const page of client.pages("/api/v1/monitors", { query: from })) rest.push(dataOf(page).items.length);
	expect(rest).toEqual([2, 1]);
});

test("errors of both styles have the same codes, and say what is wrong where", async () => {
	await using lapwing = await running();
	const client = lapwing.client();
	expect(await client.post("/api/v1/monitors", { body: { ...WEBSITE, intervalSeconds: 1 } })).toMatchObject({
		error: { code: "VALIDATION_ERROR", status: 400, details: [{ path: "/intervalSeconds" }] },
	});
	const range = { from: "2025-02-01", to: "2025-01-01" };
	expect(await client.get("/api/v1/reports/uptime-summary", { query: range })).toMatchObject({
		error: { code: "VALIDATION_ERROR", status: 400, details: expect.arrayContaining([expect.anything()]) },
	});
	expect(await client.page("/api/v1/monitors", { query: { cursor: "nonsense" } })).toMatchObject({
		error: { code: "BAD_REQUEST" },
	});
	const listing = lapwing.client({ key: "lw_unknown" }).list("/api/v1/monitors");
	await expect(listing.next()).rejects.toMatchObject({ name: "ApiError", code: "UNAUTHORIZED", status: 401 });
	const reader = lapwing.client({ key: await lapwing.service.keyWith(["monitors:read"]) });
	expect(await reader.post("/api/v1/monitors", { body: WEBSITE })).toMatchObject({ error: { code: "FORBIDDEN" } });
});

test("waits for the limit of its key to refill, and returns the error where that takes too long", async () => {
	await using lapwing = await running({ rateLimitPerMinute: 1 });
	const seenStatuses: number[] = [];
	const observing = async (request: Request) => {
		const response = await fetch(request);
		seenStatuses.push(response.status);
		// By the end of the wait that the service asked for, its minute is over.
		if (response.status === 429) lapwing.service.clock.now += 60_000;
		return response;
	};
	lapwing.service.clock.now += 59_000;
	const patient = lapwing.client({ fetch: observing, retry: { maxWaitMs: 60_000 } });
	expect((await patient.get("/api/v1/monitors/stats")).status).toBe("success");
	lapwing.service.clock.now += 59_000;
	expect((await patient.get("/api/v1/monitors/stats")).status).toBe("success");
	expect(seenStatuses).toEqual([200, 429, 200]);

	const hasty = lapwing.client({ retry: { maxWaitMs: 0 } });
	expect(await hasty.get("/api/v1/monitors/stats")).toMatchObject({
		error: { code: "TOO_MANY_REQUESTS", status: 429, retryAfterSeconds: expect.any(Number) },
	});
});

test("an aborted request is a value", async () => {
	const asked = Promise.withResolvers<void>();
	const health = Promise.withResolvers<never>();
	await using lapwing = await running({
		health: () => {
			asked.resolve();
			return health.promise;
		},
	});
	const controller = new AbortController();
	const answer = lapwing.client().get("/healthz", { signal: controller.signal });
	await asked.promise;
	controller.abort(new Error("enough"));
	expect(await answer).toMatchObject({ status: "failure", error: { code: "ABORTED", status: null } });
	health.reject(new Error("nobody waits"));
});

test("downloads a report as CSV, unread", async () => {
	await using lapwing = await running();
	const answer = await lapwing.client().send("GET", "/api/v1/reports/uptime-daily", {
		query: { from: "2025-06-01", to: "2025-06-02", status_page_id: undefined },
		headers: { accept: "text/csv" },
	});
	const response = dataOf(answer);
	expect(response.headers.get("content-disposition")).toContain("2025-06-01");
	expect(await response.text()).toMatch(/^date,/);
});

test("changes arrive while they happen, and those of a pause when it comes back", { timeout: 60_000 }, async () => {
	await using lapwing = await running();
	const client = lapwing.client();
	// Keeps the team's changes flowing while the reader is away. Ends before the service does, which waits for it.
	const staying = new AbortController();
	using _end = { [Symbol.dispose]: () => staying.abort() };
	const others = lapwing.client().live({ signal: staying.signal });
	expect(await others.next()).toMatchObject({ value: { type: "open" } });
	const drained = drain(others);

	let seen: LiveEvent | null = null;
	let first = "";
	for await (const event of client.live()) {
		if (event.type === "open") first = (await lapwing.service.newMonitor()).id;
		if (event.type !== "change") continue;
		seen = event;
		if (event.change.monitors.some(({ id }) => id === first)) break;
	}
	const monitor = {
		id: first,
		status: "pending",
		since: null,
		enabled: true,
		responseTimeMs: null,
		minute: null,
		mark: "p",
	};
	expect(seen).toMatchObject({ type: "change", change: { monitors: [monitor], removed: [] } });

	const lastEventId = seen?.type === "change" ? seen.id : "";
	lapwing.service.clock.now += 1_000;
	const { id: second } = await lapwing.service.newMonitor();
	const resumed: string[] = [];
	for await (const event of client.live({ lastEventId })) {
		if (event.type === "resync") throw new Error("The id of the last event was not known any more");
		if (event.type !== "change") continue;
		resumed.push(...event.change.monitors.map(({ id }) => id));
		if (resumed.includes(second)) break;
	}
	expect(resumed).toEqual([second]);
	staying.abort();
	await drained;
});

async function drain(events: AsyncIterable<LiveEvent>): Promise<void> {
	for await (const _ of events);
}
