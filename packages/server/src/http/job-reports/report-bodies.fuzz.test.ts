/** Whatever bytes a job sends, of whatever type it calls them, are kept as they are. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_REPORT_BODY_BYTES } from "../../domain/jobs/job-report.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { fuzz, timeoutOf } from "../../testing/fuzz.ts";
import { startService } from "../testing/service.ts";

const BOX = { seconds: 1, shrinks: false } as const;
const MONITORS = "/api/v1/monitors";
/** A ping address takes so many in a minute that this is never too many. */
const BETWEEN_REPORTS_MS = 60_000;

const body = fc.oneof(
	{ weight: 8, arbitrary: fc.uint8Array({ maxLength: 300 }) },
	{ weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 100 }).map((text) => Buffer.from(text)) },
	{
		weight: 1,
		arbitrary: fc
			.record({ byte: fc.nat(255), beyond: fc.integer({ min: -2, max: 2 }) })
			.map(({ byte, beyond }) => Buffer.alloc(MAX_REPORT_BODY_BYTES + beyond, byte)),
	},
);
const contentType = fc.constantFrom(
	"application/json",
	"application/x-www-form-urlencoded",
	"multipart/form-data; boundary=x",
	"text/html; charset=utf-16",
	"application/octet-stream",
	"x",
	"",
);
const path = fc.constantFrom("", "/start", "/fail", "/0", "/255");

onEachEngine("the body of a ping", (name) => {
	test("comes back byte by byte, cut at the limit", { timeout: timeoutOf(BOX) }, async () => {
		await using service = await startService(name);
		const settings = { type: "cron", name: "Backup", schedule: "* * * * *" };
		const made = (await service.ask("POST", MONITORS, { body: settings })).json.data;
		const address = new URL(made.pingUrl).pathname;
		const property = fc.asyncProperty(body, contentType, path, async (sent, type, signal) => {
			service.clock.now += BETWEEN_REPORTS_MS;
			const bytes = new Uint8Array(sent);
			const asking = { key: null, rawBody: bytes, headers: { "content-type": type } };
			expect((await service.ask("POST", address + signal, asking)).status).toBe(200);
			const { pings } = (await service.ask("GET", `${MONITORS}/${made.id}/pings?perPage=1`)).json.data;
			expect(pings[0].sizeBytes).toBe(bytes.length);
			const kept = await service.app.request(`${MONITORS}/${made.id}/pings/${pings[0].id}/body`, {
				headers: { authorization: `Bearer ${service.key}` },
			});
			expect(kept.headers.get("content-type")).toBe("text/plain; charset=utf-8");
			const isSame = Buffer.from(await kept.arrayBuffer()).equals(bytes.subarray(0, MAX_REPORT_BODY_BYTES));
			expect([bytes.length, isSame]).toEqual([bytes.length, true]);
		});
		await fuzz(property, BOX);
	});
});
