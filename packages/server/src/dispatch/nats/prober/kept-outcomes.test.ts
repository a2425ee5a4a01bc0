import type { Msg } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import type { OutcomesReply, SentOutcome } from "../messages.ts";
import { until } from "../testing/stage.ts";
import { KeptOutcomes } from "./kept-outcomes.ts";

const outcome = (monitorId: number, observation: { kind: string } = { kind: "answered" }) =>
	({ monitorId, revision: 1, scheduledAt: 0, observation }) as SentOutcome;

function aKeeper(answer: (control: string) => Promise<OutcomesReply>) {
	let aheadMs = 0;
	const asked: { control: string; monitors: readonly number[] }[] = [];
	const stopping = new AbortController();
	const kept = new KeptOutcomes({
		async send(control, { outcomes }) {
			asked.push({ control, monitors: outcomes.map(({ monitorId }) => monitorId) });
			const reply = await answer(control);
			return { json: () => reply } as Msg;
		},
		monotonic: () => performance.now() + aheadMs,
	});
	void kept.run(stopping.signal);
	return {
		kept,
		asked,
		pass(ms: number) {
			aheadMs += ms;
		},
		[Symbol.dispose]: () => stopping.abort(),
	};
}

test("a control that answers again gets its outcomes, however busy the prober is", async () => {
	let answers = false;
	using keeper = aKeeper(async (control) => {
		// Whatever is answered, there is always one that waits.
		if (control === "b") return new Promise(() => {});
		if (control === "a" && !answers) throw new Error("no answer");
		return { v: 1, notYet: control === "any" ? [0] : [] };
	});
	const { kept, asked } = keeper;
	kept.add("b", outcome(0));
	kept.add("a", outcome(1));
	await until(() => asked.length === 2);
	keeper.pass(16_000);
	await until(() => asked.some(({ control }) => control === "any"));
	keeper.pass(6_000);
	// To itself and to any in turn.
	await until(() => asked.at(-1)?.control === "a");
	answers = true;
	for (let monitor = 2; monitor < 30; monitor += 1) {
		kept.add("a", outcome(monitor));
		await until(() => asked.some(({ monitors }) => monitors.includes(monitor)));
		expect(asked.find(({ monitors }) => monitors.includes(monitor))?.control).toBe("a");
	}
});

test("what is not committed yet is kept, and sent again after some seconds", async () => {
	let isCommitted = false;
	using keeper = aKeeper(async () => ({ v: 1, notYet: isCommitted ? [] : [1] }));
	const { kept, asked } = keeper;
	for (const monitor of [1, 2, 3]) kept.add("a", outcome(monitor));
	await until(() => asked.length === 1);
	isCommitted = true;
	keeper.pass(6_000);
	await kept.whenEmpty();
	expect(asked.map(({ monitors }) => monitors)).toEqual([[1, 2, 3], [2]]);
});

test("a silent control takes no other's places", async () => {
	using keeper = aKeeper((control) =>
		control === "a" ? new Promise(() => {}) : Promise.resolve({ v: 1, notYet: [] }),
	);
	const { kept, asked } = keeper;
	for (let monitor = 0; monitor < 4_000; monitor += 1) kept.add("a", outcome(monitor));
	await until(() => asked.length === 8);
	kept.add("b", outcome(1));
	await until(() => asked.some(({ control }) => control === "b"), 1_000);
	expect(asked).toHaveLength(9);
});

test("outcomes that are large travel in messages of 1 MiB at most", async () => {
	using keeper = aKeeper(() => Promise.resolve({ v: 1, notYet: [] }));
	const { kept, asked } = keeper;
	const large = { observation: { kind: "missed", cause: "internal", message: "x".repeat(400 * 1024) } };
	for (const monitor of [1, 2, 3]) kept.add("a", { ...outcome(monitor), ...large } as SentOutcome);
	await kept.whenEmpty();
	expect(asked.map(({ monitors }) => monitors)).toEqual([[1, 2], [3]]);
});

test("an outcome goes to the control that orders its check again, which a missed one leaves to be made", async () => {
	using keeper = aKeeper((control) =>
		control === "c" ? Promise.resolve({ v: 1, notYet: [] }) : Promise.reject(new Error("no answer")),
	);
	const { kept, asked } = keeper;
	kept.add("a", outcome(1));
	kept.add("a", outcome(2, { kind: "missed" }));
	await until(() => asked.length === 1);
	keeper.pass(16_000);
	const again = [1, 2, 3].map((monitor) => kept.readdress("c", outcome(monitor)));
	expect(again).toEqual([true, false, false]);
	await until(() => asked.some(({ control }) => control === "c"));
	expect(asked.find(({ control }) => control === "c")?.monitors).toEqual([1]);
});

test("of what can't be delivered the oldest is dropped, by number and after ten minutes", async () => {
	using keeper = aKeeper(() => Promise.reject(new Error("no answer")));
	const { kept, asked } = keeper;
	for (let monitor = 0; monitor < 9_999; monitor += 1) kept.add("a", outcome(monitor));
	expect(kept.isFull).toBe(false);
	for (let monitor = 9_999; monitor <= 20_000; monitor += 1) kept.add("a", outcome(monitor));
	// Those are what checks under way at that time still add.
	expect([0, 1, 20_000].map((monitor) => kept.readdress("a", outcome(monitor)))).toEqual([false, true, true]);
	await until(() => asked.length > 0);
	keeper.pass(10 * 60_000 + 1);
	await kept.whenEmpty();
	expect(kept.isFull).toBe(false);
});
