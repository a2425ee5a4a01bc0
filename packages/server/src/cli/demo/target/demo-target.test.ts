import { createSocket } from "node:dgram";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { encode } from "dns-packet";
import { expect, test } from "vitest";
import { unusedPort } from "../../../probe/targets/listening.ts";
import { startDemoTarget } from "./demo-target.ts";
import { delayMs, moodOf } from "./moods.ts";

const LONGEST_MS = delayMs("slow", 1);

test("a query that is not answered yet when the target closes fails nothing", async () => {
	const port = await unusedPort();
	const target = await startDemoTarget(port);
	const client = createSocket("udp4");
	const answers: Buffer[] = [];
	client.on("message", (message) => answers.push(message));
	client.bind(0, "127.0.0.1");
	await once(client, "listening");
	const ask = (name: string) =>
		client.send(encode({ type: "query", id: 1, questions: [{ type: "A", name }] }), port, "127.0.0.1");

	ask(`${inMood("well")}.demo.invalid`);
	await once(client, "message");
	ask(`${inMood("slow")}.demo.invalid`);
	await sleep(200);
	await target[Symbol.asyncDispose]();
	// Vitest fails when an error is thrown meanwhile.
	await sleep(LONGEST_MS);
	expect(answers).toHaveLength(1);
	client.close();
});

/** A target that is in this mood now and in the next minute. */
function inMood(wanted: "well" | "slow"): number {
	const minute = Math.floor(Date.now() / 60_000);
	let target = 1;
	while (moodOf(target, minute) !== wanted || moodOf(target, minute + 1) !== wanted) target += 1;
	return target;
}
