/**
 * The bounds of the settings keep an order below half of what `nats init` lets a message have, which also has to hold
 * its encryption: no order that is too large can be made, and none is refused later.
 */

import { expect, test } from "vitest";
import { checkedMonitor } from "../../../domain/checks/checked-monitor.ts";
import { contentCheckField, contentCheckOf } from "../../../domain/monitors/content-check-fields.ts";
import { MAX_CONTENT_CHECKS } from "../../../domain/monitors/monitor.ts";
import { type NewMonitor, settingsOf } from "../../../domain/monitors/wanted-monitor.ts";
import { startService } from "../../testing/service.ts";
import { createForm } from "./monitor-bodies.ts";

const MAX_ORDER_BYTES = 4 * 1024 * 1024;
/** Of all characters the one that JSON makes longest: six bytes. */
const LONG = "\u0001";
const URL = "https://example.com/";

const REQUEST = {
	headers: Array.from({ length: 20 }, (_, index) => ({ name: `X-${index}`, value: '"'.repeat(4_096) })),
	body: LONG.repeat(64 * 1024),
	auth: { type: "bearer", token: '"'.repeat(2_048) },
};
const step = { name: "s", url: URL, method: "POST", body: LONG.repeat(20_000) };

const RECORDS = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(4_096, "x"));

/** The largest body of each type that has long members. */
const LARGEST = {
	http: { type: "http", url: URL, method: "POST", request: REQUEST },
	dns: { type: "dns", domain: "example.com", recordType: "TXT", expected: RECORDS },
	flow: { type: "flow", steps: [step] },
} as const;

test.each(["http", "dns", "flow"] as const)("the largest order of type %s fits into a message", (type) => {
	const body = createForm(type).parse({ name: "n".repeat(255), ...LARGEST[type] }) as unknown as NewMonitor;
	const check = {
		type: "json",
		value: `$['${"\u20ac".repeat(1_990)}']`,
		operator: "equals",
		expected: LONG.repeat(2_000),
	};
	const checks = Array.from({ length: MAX_CONTENT_CHECKS }, (_, index) => ({
		id: String(index),
		...contentCheckOf(contentCheckField.parse(check)),
	}));
	const order = checkedMonitor(1, settingsOf(body), type === "http" ? checks : []);
	const bytes = Buffer.byteLength(JSON.stringify(order));
	expect(bytes).toBeGreaterThan(100_000);
	expect(bytes).toBeLessThan(MAX_ORDER_BYTES);
});

test("a monitor that is larger is refused when it is created, with the bound that it breaks", async () => {
	await using service = await startService("sqlite");
	const body = { name: "m", url: URL, method: "POST", request: { body: "x".repeat(MAX_ORDER_BYTES) } };
	const whole = await service.ask("POST", "/api/v1/monitors", { body });
	expect([whole.status, whole.json.error.code]).toEqual([400, "VALIDATION_ERROR"]);
	expect(JSON.stringify(whole.json.error)).toMatch(/524,?288|512 KiB/);
	const part = { ...body, request: { body: "x".repeat(64 * 1024 + 1) } };
	expect((await service.ask("POST", "/api/v1/monitors", { body: part })).json.error.details).toEqual([
		{ path: "/request/body", message: "A body has at most 64 KiB." },
	]);
});
