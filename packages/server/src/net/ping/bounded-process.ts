/** Runs a command with limits on its time and on its output, and leaves no process behind. */

import { type ChildProcess, spawn } from "node:child_process";

/** Ten packets take about a KB. */
const MAX_OUTPUT_BYTES = 16 * 1024;
/** Within it an interrupted ping prints its summary, which stands in a buffer as long as it writes to a pipe. */
const LAST_WORDS_MS = 300;
/** Messages of the command in English, and no setting of ours but where to find it. */
const ENVIRONMENT = { LC_ALL: "C", PATH: process.env["PATH"] ?? "/usr/sbin:/usr/bin:/sbin:/bin" };

interface Run {
	readonly kind: "ran";
	/** Null when it was killed. */
	readonly exitCode: number | null;
	/** What killed it: its own doing, the time that ran out, too much output, or the caller. */
	readonly ending: "exit" | "time" | "output" | "cut";
	readonly output: string;
	readonly errors: string;
}

type RunResult = Run | { readonly kind: "not_started"; readonly code: string };

interface RunLimits {
	readonly timeoutMs?: number;
	/** Given a function that interrupts the command, so that it can say what it knows, and then kills it. */
	readonly onStart?: (cut: () => void) => void;
}

export function runBounded([program = "", ...argv]: readonly string[], limits: RunLimits): Promise<RunResult> {
	return new Promise((resolve) => {
		let child: ChildProcess;
		try {
			// A group of its own, so that what the command starts is killed with it.
			child = spawn(program, argv, { stdio: ["ignore", "pipe", "pipe"], env: ENVIRONMENT, detached: true });
		} catch (error) {
			resolve({ kind: "not_started", code: codeOf(error) });
			return;
		}
		const said = { output: "", errors: "" };
		let bytes = 0;
		let timer: NodeJS.Timeout | undefined;
		const settle = (result: RunResult) => {
			clearTimeout(timer);
			child.stdout?.destroy();
			child.stderr?.destroy();
			resolve(result);
		};
		let interrupted: "exit" | "cut" = "exit";
		const interrupt = () => {
			interrupted = "cut";
			signalGroup(child, "SIGINT");
			timer = setTimeout(() => end("cut"), LAST_WORDS_MS);
		};
		const end = (ending: Run["ending"]) => {
			signalGroup(child, "SIGKILL");
			settle({ kind: "ran", exitCode: null, ending, ...said });
		};
		const collect = (stream: keyof typeof said) => (piece: Buffer) => {
			bytes += piece.length;
			if (bytes > MAX_OUTPUT_BYTES) end("output");
			else said[stream] += piece.toString("latin1");
		};
		child.stdout?.on("data", collect("output"));
		child.stderr?.on("data", collect("errors"));
		child.once("error", (error) => settle({ kind: "not_started", code: codeOf(error) }));
		child.once("close", (exitCode) => settle({ kind: "ran", exitCode, ending: interrupted, ...said }));
		// A command whose child keeps its output open is not waited for.
		child.once("exit", () => signalGroup(child, "SIGKILL"));
		if (limits.timeoutMs !== undefined) timer = setTimeout(() => end("time"), limits.timeoutMs);
		limits.onStart?.(interrupt);
	});
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, signal);
	} catch {
		// It has ended by itself.
	}
}

function codeOf(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN";
}
