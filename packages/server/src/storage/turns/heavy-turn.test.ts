import { once } from "node:events";
import { expect, test } from "vitest";
import { heavyTurn } from "./heavy-turn.ts";

test("jobs whose slices follow one another take turns, one in each turn of the event loop", async () => {
	let turn = 0;
	const ending = new AbortController();
	const count = () => {
		turn += 1;
		if (!ending.signal.aborted) setImmediate(count);
	};
	setImmediate(count);
	const slices: { job: string; turn: number }[] = [];
	const job = async (name: string) => {
		for (let slice = 0; slice < 3; slice += 1) {
			await heavyTurn();
			slices.push({ job: name, turn });
		}
	};
	await Promise.all([job("a"), job("b"), job("c")]);
	ending.abort();
	expect(slices.map(({ job }) => job)).toEqual(["a", "b", "c", "a", "b", "c", "a", "b", "c"]);
	expect(new Set(slices.map(({ turn }) => turn)).size).toBe(slices.length);
});

test("what has arrived is read between two slices", async () => {
	const { port1, port2 } = new MessageChannel();
	let slices = 0;
	const heavy = async () => {
		for (; slices < 1_000; slices += 1) await heavyTurn();
	};
	const done = heavy();
	port2.postMessage("arrived");
	await once(port1, "message");
	expect(slices).toBeLessThan(1_000);
	port1.close();
	await done;
});
