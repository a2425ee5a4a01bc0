import { expect, test } from "vitest";
import type { CheckOrder } from "../../domain/checks/check.ts";
import { judge, type Verdict } from "../../domain/checks/judgement.ts";
import { MONITOR_TYPES } from "../../domain/monitors/monitor.ts";
import type { TypeSettings } from "../../domain/monitors/types.ts";
import { PlausibleHistory } from "./demo-history.ts";
import { demoMonitor } from "./demo-kinds.ts";

/** One of each type that is checked. */
const SETTINGS = Array.from({ length: 12 }, (_, index) => demoMonitor(index, { port: 7171, canPing: true }).settings);
const BY_TYPE = [...new Map(SETTINGS.map((settings) => [settings.type, settings])).values()];

function orderOf(settings: TypeSettings, minute: number): CheckOrder {
	return {
		monitorId: 1,
		teamId: 1,
		scheduledAt: minute * 60_000,
		revision: 1,
		settings,
		degradedAfterMs: 5_000,
		contentChecks: [],
		timeoutMs: 10_000,
		nextDueAt: (minute + 1) * 60_000,
		wasSlow: false,
		locationId: null,
	};
}

test("the demo has monitors of every type", () => {
	expect(BY_TYPE.map(({ type }) => type).toSorted()).toEqual(MONITOR_TYPES.toSorted());
});

test.each(BY_TYPE.filter(({ type }) => type !== "cron"))("a plausible history of $type is mostly up", (settings) => {
	const history = new PlausibleHistory(1);
	const verdicts: Verdict[] = Array.from({ length: 1_000 }, (_, minute) => {
		const order = orderOf(settings, minute);
		return judge(history.next(order).observation, order).verdict;
	});
	expect(verdicts.filter((verdict) => verdict === "up").length).toBeGreaterThan(900);
});

test("a flow of the demo fails in one of its steps, which is the last one that was run", () => {
	const settings = SETTINGS.find(({ type }) => type === "flow");
	if (settings?.type !== "flow") throw new Error("The demo has no flow");
	const history = new PlausibleHistory(1);
	const seen = Array.from({ length: 20_000 }, (_, minute) => history.next(orderOf(settings, minute)).observation);
	const failed = seen.filter((each) => each.kind === "failed");
	expect(failed.length).toBeGreaterThan(10);
	for (const { steps = [], message } of failed) {
		expect(steps.at(-1)?.responseStatus).toBeNull();
		expect(message).toContain(`Step ${steps.length}, ${settings.steps[steps.length - 1]?.name}: `);
	}
});
