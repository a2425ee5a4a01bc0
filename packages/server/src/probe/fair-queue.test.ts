import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

function item(teamId: number, monitorId: number) {
	return { owner: { teamId, monitorId } };
}

function namesOf(queue: FairQueue<ReturnType<typeof item>>): string[] {
	const names: string[] = [];
	for (let next = queue.take(); next; next = queue.take()) names.push(`${next.owner.teamId}/${next.owner.monitorId}`);
	return names;
}

test("items of unused owners come in the order in which they were added", () => {
	const queue = new FairQueue<ReturnType<typeof item>>();
	for (const [team, monitor] of [
		[1, 1],
		[2, 2],
		[1, 3],
	] as const)
		queue.add(item(team, monitor));
	expect(namesOf(queue)).toEqual(["1/1", "2/2", "1/3"]);
});

test("a team that used much waits behind one that used little, however many items it adds", () => {
	const queue = new FairQueue<ReturnType<typeof item>>();
	queue.charge({ teamId: 1, monitorId: 1 }, 2_000);
	queue.charge({ teamId: 2, monitorId: 9 }, 10);
	for (let monitor = 1; monitor <= 5; monitor += 1) queue.add(item(1, monitor));
	queue.add(item(2, 9));
	expect(queue.take()?.owner.teamId).toBe(2);
});

test("within a team, a monitor that used much waits behind the others", () => {
	const queue = new FairQueue<ReturnType<typeof item>>();
	queue.charge({ teamId: 1, monitorId: 1 }, 2_000);
	for (const monitor of [1, 2, 3]) queue.add(item(1, monitor));
	expect(namesOf(queue)).toEqual(["1/2", "1/3", "1/1"]);
});

test("the team with the most items loses one when the queue is full", () => {
	const queue = new FairQueue<ReturnType<typeof item>>();
	for (const monitor of [1, 2, 3]) queue.add(item(1, monitor));
	queue.add(item(2, 9));
	expect(queue.evict()?.owner).toEqual({ teamId: 1, monitorId: 3 });
	expect(namesOf(queue)).toEqual(["1/1", "1/2", "2/9"]);
});
