import { expect, test } from "vitest";
import { DeliveryTurns } from "./delivery-turns.ts";

test("a team's pass waits for one pass of another team, however many of those wait", async () => {
	const turns = new DeliveryTurns(1);
	const order: string[] = [];
	const pass = (teamId: number, name: string) => turns.take(teamId, async () => void order.push(name));
	await Promise.all([pass(1, "a1"), pass(1, "a2"), pass(1, "a3"), pass(1, "a4"), pass(2, "b1"), pass(2, "b2")]);
	expect(order).toEqual(["a1", "a2", "b1", "a3", "b2", "a4"]);
});

test("timers of others run between two passes", async () => {
	const turns = new DeliveryTurns(1);
	const order: string[] = [];
	setImmediate(() => order.push("another"));
	const pass = () => turns.take(1, async () => void order.push("pass"));
	await Promise.all([pass(), pass(), pass()]);
	expect(order.indexOf("another")).toBe(1);
});

test("concurrent passes are bounded, and a failed pass frees its slot", async () => {
	const turns = new DeliveryTurns(2);
	let underWay = 0;
	let most = 0;
	const pass = async () => {
		underWay += 1;
		most = Math.max(most, underWay);
		await new Promise(setImmediate);
		underWay -= 1;
		throw new Error("this pass failed");
	};
	const passes = await Promise.allSettled(Array.from({ length: 6 }, (_, team) => turns.take(team, pass)));
	expect([most, passes.filter(({ status }) => status === "rejected").length]).toEqual([2, 6]);
});
