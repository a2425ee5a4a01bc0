import { expect, test } from "vitest";
import { type PatternQuestion, PatternThread } from "./pattern-thread.ts";

const question: PatternQuestion = {
	checks: [],
	sources: [],
	content: { text: "", headers: new Map(), isCut: false },
};

test("a question for which no thread can be started rejects, as any other that fails, and so does the next one", async () => {
	// The constructor of the thread throws, as it does where the system has no room for one.
	const thread = new PatternThread(new URL("https://nowhere.invalid/thread.ts"));
	const answers = await Promise.allSettled([thread.ask(question, 1_000), thread.ask(question, 1_000)]);
	expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	await thread.close();
});

test("a question after the thread has ended by itself is answered by another thread", async () => {
	const program = `
		import { parentPort } from "node:worker_threads";
		parentPort.once("message", () => {
			parentPort.postMessage({ failure: null, values: [] });
			parentPort.close();
		});
		parentPort.postMessage("ready");`;
	const thread = new PatternThread(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
	const answered = { kind: "answered", examined: { failure: null, values: [] } };
	expect(await thread.ask(question, 20_000)).toEqual(answered);
	// Until its end was noticed, a question waits for it in vain.
	await expect.poll(() => thread.ask(question, 20_000), { timeout: 20_000 }).toEqual(answered);
	await thread.close();
});
