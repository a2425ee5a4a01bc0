import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

const STOPS_WITHIN_MS = 15_000;

/** A program that is started again whenever it ends, as a service manager does. */
export class Kept {
	readonly name: string;
	readonly #spawn: () => Promise<ChildProcess>;
	#child: ChildProcess | null = null;
	#isWanted = false;
	#running: Promise<void> = Promise.resolve();
	#pauseMs = 0;

	constructor(name: string, start: () => Promise<ChildProcess>) {
		this.name = name;
		this.#spawn = start;
	}

	start(): void {
		this.#isWanted = true;
		this.#running = this.#keep();
	}

	/** Ends it with SIGKILL; it is back after `ms`. */
	kill(ms: number): void {
		this.#pauseMs = ms;
		this.#child?.kill("SIGKILL");
	}

	/** As an operator stops it. */
	async end(): Promise<void> {
		this.#isWanted = false;
		this.#child?.kill("SIGTERM");
		const late = setTimeout(() => {
			process.stderr.write(`  ${this.name} did not stop within ${STOPS_WITHIN_MS} ms\n`);
			process.exitCode = 1;
			this.#child?.kill("SIGKILL");
		}, STOPS_WITHIN_MS);
		await this.#running;
		clearTimeout(late);
	}

	async #keep(): Promise<void> {
		while (this.#isWanted) {
			this.#child = await this.#spawn();
			let last = "";
			this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
				last = (last + text).slice(-2_000);
			});
			const [code, signal] = await once(this.#child, "exit");
			if (this.#isWanted && signal !== "SIGKILL") {
				const at = new Date().toISOString().slice(11, 19);
				process.stderr.write(`  ${at} ${this.name} ended by itself with ${code}: ${last.trim().slice(0, 160)}\n`);
			}
			if (this.#isWanted) await pause(this.#pauseMs === 0 ? 500 : this.#pauseMs);
			this.#pauseMs = 0;
		}
	}
}
