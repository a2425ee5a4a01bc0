import { describe, expect, test } from "vitest";
import { ALERTS_AT_A_TIME, DeliveryShares, SLOW_RECEIVER_MS, type WaitingAlert } from "./delivery-shares.ts";

function alerts(teamId: number, count: number): WaitingAlert[] {
	return Array.from({ length: count }, (_, index) => ({ alertId: teamId * 10_000 + index, teamId }));
}

function countByTeam(chosen: readonly WaitingAlert[]): Record<number, number> {
	return Object.fromEntries([...Map.groupBy(chosen, ({ teamId }) => teamId)].map(([team, of]) => [team, of.length]));
}

describe("delivery slots", () => {
	test("are left for the next team, however many alerts one team has", () => {
		const shares = new DeliveryShares();
		const first = shares.choose(alerts(1, 300));
		expect(countByTeam(first)).toEqual({ 1: 64 });
		for (const alert of first) shares.begin(alert);
		const second = shares.choose([...alerts(1, 300), ...alerts(2, 300)]);
		expect(countByTeam(second)).toEqual({ 2: 42 });
		for (const alert of second) shares.begin(alert);
		expect(countByTeam(shares.choose([...alerts(1, 300), ...alerts(2, 300), ...alerts(3, 1)]))).toEqual({ 3: 1 });
	});

	test("never exceed the total", () => {
		const shares = new DeliveryShares();
		const many = Array.from({ length: 100 }, (_, team) => alerts(team, 10)).flat();
		for (const alert of shares.choose(many)) shares.begin(alert);
		expect(shares.choose(many)).toEqual([]);
		const [one] = many;
		if (one) shares.end(one);
		expect(shares.choose(many)).toHaveLength(1);
	});

	test("are free for a team again after its alerts were served", () => {
		const shares = new DeliveryShares();
		for (let round = 0; round < 3; round += 1) {
			const chosen = shares.choose(alerts(1, 300));
			expect(chosen).toHaveLength(ALERTS_AT_A_TIME / 2);
			for (const alert of chosen) shares.begin(alert);
			for (const alert of chosen) shares.end(alert);
		}
	});

	test("go to slow receivers up to half of a team's share, until these answer faster", () => {
		const shares = new DeliveryShares();
		const slow = alerts(1, 100);
		for (const { alertId } of slow) shares.noteDelivery(alertId, SLOW_RECEIVER_MS);
		const quick = { alertId: 1, teamId: 1 };
		const chosen = shares.choose([...slow, quick]);
		expect(chosen).toHaveLength(33);
		expect(chosen).toContain(quick);
		for (const { alertId } of slow) shares.noteDelivery(alertId, SLOW_RECEIVER_MS - 1);
		expect(shares.choose(slow)).toHaveLength(64);
	});
});
