import { expect, test } from "vitest";
import { Deadline } from "../../net/deadline.ts";
import { type PingPlace, PingPlaces } from "./ping-places.ts";

type Checked = Parameters<PingPlaces["take"]>[0];
let monitors = 0;

function order(teamId: number, wasSlow = false): Checked {
	monitors += 1;
	return { teamId, monitorId: monitors, wasSlow };
}

/** Takes `count` places; what is not given at once stays undefined until it is. */
async function takeAll(places: PingPlaces, count: number, teamId: number, wasSlow = false): Promise<PingPlace[]> {
	const taken: PingPlace[] = [];
	for (let index = 0; index < count; index += 1) {
		void places.take(order(teamId, wasSlow), new Deadline(5_000)).then((place) => {
			if (!("kind" in place)) taken.push(place);
		});
	}
	await new Promise(setImmediate);
	return taken;
}

test("a team whose hosts are silent waits behind one that used little", async () => {
	const places = new PingPlaces();
	const taken = await takeAll(places, 200, 1);
	expect(taken).toHaveLength(64);
	const other = await takeAll(places, 1, 2);
	expect(other).toHaveLength(0);
	await new Promise((resolve) => setTimeout(resolve, 5));
	taken[0]?.release();
	await new Promise(setImmediate);
	expect(other).toHaveLength(1);
	expect(taken).toHaveLength(64);
	expect(other[0]?.waitedMs).toBeGreaterThan(0);
});

test("monitors that were slow leave places to the others", async () => {
	const places = new PingPlaces();
	expect(await takeAll(places, 200, 1, true)).toHaveLength(48);
	expect(await takeAll(places, 20, 1)).toHaveLength(16);
});

test("a check whose time runs out while it waits is missed, and keeps no place", async () => {
	const places = new PingPlaces();
	const taken = await takeAll(places, 64, 1);
	expect(await places.take(order(1), new Deadline(50))).toMatchObject({ kind: "missed", cause: "no_capacity" });
	for (const place of taken) place.release();
	expect(await takeAll(places, 65, 1)).toHaveLength(64);
});

test("a place that came after a fifth of the time came late", async () => {
	const places = new PingPlaces();
	const [first] = await takeAll(places, 64, 1);
	const waiting = places.take(order(1), new Deadline(100));
	setTimeout(() => first?.release(), 40);
	expect(await waiting).toMatchObject({ cameLate: true });
});
