import { expect, test } from "vitest";
import { judge, type Verdict } from "../domain/checks/judgement.ts";
import type { TypeSettings } from "../domain/monitors/types.ts";
import { PlausibleHistory } from "./demo-history.ts";

const host = "demo.invalid";
const conversation = { send: null, expect: null } as const;

test.each<TypeSettings>([
	{ type: "http", url: `http://${host}/`, method: "GET", expectedStatus: 200 },
	{ type: "tcp", host, port: 25, tls: "none", protocol: null, ...conversation },
	{ type: "dns", domain: host, recordType: "A", resolver: null, expected: null, mode: "equals" },
	{ type: "ping", host, packets: 3 },
	{ type: "websocket", url: `ws://${host}/`, ...conversation },
])("a plausible history of $type is mostly up", (settings) => {
	const history = new PlausibleHistory(1);
	const verdicts: Verdict[] = Array.from({ length: 1_000 }, (_, minute) => {
		const order = {
			monitorId: 1,
			teamId: 1,
			scheduledAt: minute * 60_000,
			revision: 1,
			settings,
			degradedAfterMs: 5_000,
			contentChecks: [],
			timeoutMs: 10_000,
			nextDueAt: (minute + 1) * 60_000,
			locationHint: "weur",
			wasSlow: false,
		} as const;
		return judge(history.next(order).observation, order).verdict;
	});
	expect(verdicts.filter((verdict) => verdict === "up").length).toBeGreaterThan(900);
});
