import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_REPORT_BODY_BYTES, REPORTS_PER_MINUTE } from "../../domain/jobs/job-report.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { type Service, startService } from "../testing/service.ts";

const NIGHTLY = { type: "cron", name: "Backup", schedule: "0 2 * * *", timeZone: "Europe/Berlin" };
const MONITORS = "/api/v1/monitors";

async function newJob(service: Service, settings: object = {}): Promise<{ id: string; report: string }> {
	const { status, json, text } = await service.ask("POST", MONITORS, { body: { ...NIGHTLY, ...settings } });
	if (status !== 201) throw new Error(text);
	return { id: json.data.id, report: new URL(json.data.pingUrl).pathname };
}

const reportsOf = async (service: Service, id: string) =>
	(await service.ask("GET", `${MONITORS}/${id}/pings`)).json.data.pings;

onEachEngine("pings", (name) => {
	let service: Service;
	beforeAll(async () => {
		service = await startService(name);
	});
	afterAll(() => service[Symbol.asyncDispose]());
	const send = (method: string, path: string, asking: Parameters<Service["ask"]>[2] = {}) =>
		service.ask(method, path, { key: null, headers: { "content-type": "text/plain" }, ...asking });

	test("anyone who has the address may report, by GET, HEAD and POST, without a key, a cookie or a team", async () => {
		const { id, report } = await newJob(service);
		expect(report).toMatch(/^\/ping\/[0-9A-Za-z]{22}$/);
		for (const method of ["GET", "HEAD", "POST"]) expect((await send(method, report)).status).toBe(200);
		const answer = await send("GET", report);
		expect(answer).toMatchObject({ status: 200, text: "OK\n" });
		expect(answer.headers.get("cache-control")).toBe("no-store");
		expect(await reportsOf(service, id)).toHaveLength(4);
	});

	test("the path says what is reported: a success, the start, the failure, or an exit code", async () => {
		const { id, report } = await newJob(service);
		for (const path of ["/start", "/fail", "/0", "/3", "/255", ""])
			expect((await send("POST", report + path)).status).toBe(200);
		const told = (await reportsOf(service, id)).map(({ kind, exitCode }: { kind: string; exitCode: number | null }) => [
			kind,
			exitCode,
		]);
		expect(told.reverse()).toEqual([
			["start", null],
			["fail", null],
			["success", 0],
			["fail", 3],
			["fail", 255],
			["success", null],
		]);
	});

	test.each(["/256", "/-1", "/1e2", "/00", "/starts", "/START", "/start/now", "/%20"])(
		"%s is no report",
		async (path) => {
			const { id, report } = await newJob(service);
			expect([400, 404]).toContain((await send("GET", report + path)).status);
			expect(await reportsOf(service, id)).toEqual([]);
		},
	);

	test.each(["short", "V1StGXR8Z5jdHi6BmyT3Qa", "V1StGXR8Z5jdHi6BmyT3Qa0", "V1StGXR8Z5jdHi6BmyT3Q%00", "..%2Fhealthz"])(
		"the key %s is unknown",
		async (key) => {
			for (const path of [`/ping/${key}`, `/ping/${key}/start`]) expect((await send("GET", path)).status).toBe(404);
		},
	);

	test("other methods are refused with those that work", async () => {
		const { report } = await newJob(service);
		const refused = await send("PUT", report);
		expect(refused.status).toBe(405);
		expect(refused.headers.get("allow")).toBe("GET, HEAD, POST");
	});

	test("a run id is kept; one that is none is refused", async () => {
		const { id, report } = await newJob(service);
		expect((await send("GET", `${report}/start?rid=a-1`)).status).toBe(200);
		expect((await reportsOf(service, id))[0].rid).toBe("a-1");
		for (const rid of ["", "with%20blank", "x".repeat(101), "a%00", "a&rid=b", "%C3%A4"]) {
			expect((await send("GET", `${report}?rid=${rid}`)).status, rid).toBe(400);
		}
		expect(await reportsOf(service, id)).toHaveLength(1);
	});

	test("a body is kept with the report, whatever its type; what is too long is cut, and the report counts", async () => {
		const { id, report } = await newJob(service);
		const bytes = Buffer.from("done\u0000 \ud83d\udc4d <script>alert(1)</script>\n\xff", "latin1");
		await send("POST", report, { rawBody: bytes, headers: { "content-type": "text/html", "user-agent": "curl/8" } });
		await send("POST", `${report}/fail`, { rawBody: Buffer.alloc(MAX_REPORT_BODY_BYTES + 5_000, "x") });
		const [long, short] = await reportsOf(service, id);
		expect(short).toMatchObject({ sizeBytes: bytes.length, userAgent: "curl/8", kind: "success" });
		expect(long).toMatchObject({ sizeBytes: MAX_REPORT_BODY_BYTES + 5_000, kind: "fail" });
		const body = await service.ask("GET", `${MONITORS}/${id}/pings/${long.id}/body`);
		expect(body.text).toBe("x".repeat(MAX_REPORT_BODY_BYTES));
		const page = await service.app.request(`${MONITORS}/${id}/pings/${short.id}/body`, {
			headers: { authorization: `Bearer ${service.key}` },
		});
		expect(Buffer.from(await page.arrayBuffer()).equals(bytes)).toBe(true);
		expect(page.headers.get("content-type")).toBe("text/plain; charset=utf-8");
		expect(page.headers.get("content-security-policy")).toContain("sandbox");
		expect(page.headers.get("x-content-type-options")).toBe("nosniff");
	});

	test("a body of more than ten megabytes is refused", async () => {
		const { id, report } = await newJob(service);
		expect((await send("POST", report, { rawBody: Buffer.alloc(11 * 1024 * 1024) })).status).toBe(400);
		expect(await reportsOf(service, id)).toEqual([]);
	});

	test("sixty a minute for each key, and the next minute again", async () => {
		const one = await newJob(service);
		const other = await newJob(service);
		const answers = await Promise.all(Array.from({ length: REPORTS_PER_MINUTE + 5 }, () => send("GET", one.report)));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(REPORTS_PER_MINUTE);
		const refused = answers.filter(({ status }) => status === 429);
		expect(refused).toHaveLength(5);
		expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
		expect((await send("GET", other.report)).status).toBe(200);
		expect(await reportsOf(service, one.id)).toHaveLength(50);
		service.clock.now += 60_000;
		expect((await send("GET", one.report)).status).toBe(200);
	});

	test("a renewed address works, and the former one is unknown", async () => {
		const { id, report } = await newJob(service);
		const renewed = await service.ask("POST", `${MONITORS}/${id}/ping-url`);
		const after = new URL(renewed.json.data.pingUrl).pathname;
		expect(after).not.toBe(report);
		expect((await send("GET", report)).status).toBe(404);
		expect((await send("GET", after)).status).toBe(200);
		const read = await service.keyWith(["monitors:read"]);
		expect((await service.ask("POST", `${MONITORS}/${id}/ping-url`, { key: read })).status).toBe(403);
	});

	test("a deleted monitor's address is unknown, a paused one's takes pings", async () => {
		const { id, report } = await newJob(service);
		await service.ask("PUT", `${MONITORS}/${id}`, { body: { enabled: false } });
		expect((await send("GET", report)).status).toBe(200);
		await service.ask("DELETE", `${MONITORS}/${id}`);
		expect((await send("GET", report)).status).toBe(404);
	});

	test("reports are the team's own, and of monitors of jobs alone", async () => {
		const { id, report } = await newJob(service);
		await send("GET", report);
		const [only] = await reportsOf(service, id);
		const stranger = await service.newTeam(`other-${name}`);
		for (const path of ["pings", `pings/${only.id}/body`]) {
			expect((await service.ask("GET", `${MONITORS}/${id}/${path}`, { key: stranger.key })).status).toBe(404);
		}
		const site = await service.newMonitor();
		expect((await service.ask("GET", `${MONITORS}/${site.id}/pings`)).status).toBe(404);
		const unknown = only.id.replace(/.$/, (last: string) => (last === "0" ? "1" : "0"));
		expect((await service.ask("GET", `${MONITORS}/${id}/pings/${unknown}/body`)).status).toBe(404);
	});

	test("reports are paged, newest first", async () => {
		const { id, report } = await newJob(service);
		for (let code = 1; code <= 5; code += 1) await send("GET", `${report}/${code}`);
		const codes = (answer: Awaited<ReturnType<Service["ask"]>>) =>
			answer.json.data.pings.map(({ exitCode }: { exitCode: number }) => exitCode);
		const first = await service.ask("GET", `${MONITORS}/${id}/pings?perPage=2`);
		expect(codes(first)).toEqual([5, 4]);
		const next = first.json.meta.pagination.next;
		const second = await service.ask("GET", `${MONITORS}/${id}/pings?perPage=2&cursor=${next}`);
		expect(codes(second)).toEqual([3, 2]);
		const prev = second.json.meta.pagination.prev;
		expect(codes(await service.ask("GET", `${MONITORS}/${id}/pings?perPage=2&cursor=${prev}`))).toEqual([5, 4]);
	});

	test("the key stands in no log, no audit event and no column in plain text", async () => {
		const { id, report } = await newJob(service);
		const key = report.slice("/ping/".length);
		await send("GET", report);
		await send("GET", `${report}/start`);
		await send("GET", `${report}/typo/further`);
		await send("GET", `/${report}`);
		await send("GET", report.replace("/ping", "/%70ing"));
		await service.ask("PUT", `${MONITORS}/${id}`, { body: { name: "Renamed" } });
		await service.ask("DELETE", `${MONITORS}/${id}`);
		const events = await service.ask("GET", "/api/v1/audit-events?perPage=200");
		expect(events.text).toContain(id);
		expect(events.text).not.toContain(key);
		expect(service.logLines.join("\n")).not.toContain(key);
		expect(service.logLines.some((line) => line.includes("/ping/***"))).toBe(true);
		const { db } = service.database;
		const stored = [
			await db.selectFrom("jobs").selectAll().execute(),
			await db.selectFrom("monitors").selectAll().execute(),
		];
		expect(JSON.stringify(stored)).not.toContain(key);
	});
});

describe("a monitor of a job", () => {
	let service: Service;
	beforeAll(async () => {
		service = await startService("sqlite", { publicUrl: "https://lapwing.example" });
	});
	afterAll(() => service[Symbol.asyncDispose]());

	test("shows its schedule, its target and its ping address in every form", async () => {
		const made = await service.ask("POST", MONITORS, { body: NIGHTLY });
		const { id, pingUrl } = made.json.data;
		expect(pingUrl).toMatch(/^https:\/\/lapwing\.example\/ping\/[0-9A-Za-z]{22}$/);
		const settings = {
			type: "cron",
			target: "0 2 * * *",
			schedule: "0 2 * * *",
			timeZone: "Europe/Berlin",
			every: null,
			graceSeconds: 300,
			maxRuntimeSeconds: null,
			pingUrl,
		};
		expect(made.json.data).toMatchObject({ ...settings, status: "pending" });
		for (const path of [`${MONITORS}/${id}`, `${MONITORS}/${id}?view=full`]) {
			expect((await service.ask("GET", path)).json.data).toMatchObject(settings);
		}
		for (const path of [MONITORS, `${MONITORS}?view=full&type=cron`]) {
			expect((await service.ask("GET", path)).json.data.monitors[0]).toMatchObject(settings);
		}
		expect(
			(await service.ask("PUT", `${MONITORS}/${id}`, { body: { schedule: null, every: 5400 } })).json.data,
		).toMatchObject({ target: "every 1 h 30 min", schedule: null, every: 5400, pingUrl });
	});

	test.each([
		[{ schedule: null }, "/schedule"],
		[{ every: 3600 }, "/every"],
		[{ schedule: "0 2 * *" }, "/schedule"],
		[{ schedule: "0 0 31 2 *" }, "/schedule"],
		[{ schedule: 5 }, "/schedule"],
		[{ timeZone: "Mars/Olympus" }, "/timeZone"],
		[{ timeZone: "+01:00" }, "/timeZone"],
		[{ schedule: null, every: 59 }, "/every"],
		[{ schedule: null, every: 31_536_001 }, "/every"],
		[{ graceSeconds: 59 }, "/graceSeconds"],
		[{ graceSeconds: 86_401 }, "/graceSeconds"],
		[{ maxRuntimeSeconds: 0 }, "/maxRuntimeSeconds"],
		[{ maxRuntimeSeconds: 86_401 }, "/maxRuntimeSeconds"],
		[{ url: "https://example.com" }, "/url"],
		[{ pingUrl: "https://example.com" }, "/pingUrl"],
	])("%j is refused at %s", async (fields, path) => {
		const refused = await service.ask("POST", MONITORS, { body: { ...NIGHTLY, ...fields } });
		expect(refused.status).toBe(400);
		expect(refused.json.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
	});

	test("an update is held against what it leaves: one of schedule and every", async () => {
		const { id } = await newJob(service);
		const refused = await service.ask("PUT", `${MONITORS}/${id}`, { body: { every: 600 } });
		expect(refused.json.error.details).toMatchObject([{ path: "/every" }]);
	});

	test("can't be tried: its job reports by itself", async () => {
		const refused = await service.ask("POST", `${MONITORS}/try`, { body: NIGHTLY });
		expect(refused.json.error.details).toMatchObject([{ path: "/type", message: expect.stringContaining("pingUrl") }]);
	});

	test("shows no address when the secret of the service was replaced", async () => {
		const { id } = await newJob(service);
		const { database } = service;
		await database.db.updateTable("jobs").set({ encrypted_key: "v1.AAAA" }).execute();
		expect((await service.ask("GET", `${MONITORS}/${id}`)).json.data.pingUrl).toBeNull();
	});
});
