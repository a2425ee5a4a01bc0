/** The process of the targets and of the name server (./targets-process.ts). */

import { fork } from "node:child_process";
import { once } from "node:events";
import type { ScriptedTarget } from "./script.ts";
import type { Stalls, TargetsReady, ToTargets } from "./targets-process.ts";

export interface Outside {
	readonly ready: TargetsReady;
	send(message: ToTargets): void;
	stalls(): Promise<Stalls>;
}

export async function startTargets(targets: readonly ScriptedTarget[], stack: AsyncDisposableStack): Promise<Outside> {
	const child = fork(new URL("./targets-process.ts", import.meta.url), { execArgv: process.execArgv });
	stack.defer(() => child.disconnect());
	const send = (message: ToTargets) => void child.send(message);
	send({ kind: "serve", targets });
	const [ready] = (await once(child, "message")) as [TargetsReady];
	return {
		ready,
		send,
		async stalls() {
			send({ kind: "stalls" });
			const [stalls] = (await once(child, "message")) as [Stalls];
			return stalls;
		},
	};
}
