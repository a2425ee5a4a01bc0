/**
 * The whole service as its users run it: the build of this checkout, a process of its own, driven over HTTP. From its
 * sources a start takes twice the CPU, and a command three times (ADR 165).
 */

import { type ChildProcess, type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import buildCheckout from "./built-checkout.ts";

// For programs of bench/. Under Vitest the global setup has done it.
if (process.env["VITEST"] === undefined) buildCheckout();

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
/** For tests that replace a module of it. */
export const MAIN_OF_SOURCES = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
export const NODE_OPTIONS = ["--conditions=@lapwing/source", "--disable-warning=ExperimentalWarning"];
/** The arguments of Node that run `lapwing`. */
export const RUN_MAIN = [...NODE_OPTIONS, MAIN];
const START_WITHIN_MS = 60_000;
const POLL_MS = 25;
const LAST_WORDS_LENGTH = 4_000;

/** An answer of the API. */
interface Answer {
	readonly status: number;
	readonly headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: tests read bodies as a client without types does.
	readonly body: any;
}

interface LapwingOptions {
	/** Default: a SQLite file in a folder that goes with the service. */
	readonly databaseUrl?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Where it runs and keeps its files; default a new folder, removed at the end. */
	readonly directory?: string;
	/** The key to use when the database is not empty. */
	readonly key?: string;
	/** Options of `lapwing serve`. */
	readonly args?: readonly string[];
	/** The program; default: that of this checkout. */
	readonly main?: string;
	/** A program that runs it in place of Node: bin/lapwing of a checkout. */
	readonly bin?: string;
	/** A file that takes the log; default: it is kept, for `log`. */
	readonly logFile?: string;
}

export class Lapwing implements AsyncDisposable {
	readonly url: string;
	readonly key: string;
	readonly directory: string;
	readonly databaseUrl: string;
	readonly #process: ChildProcess;
	readonly #ownsDirectory: boolean;
	/** What the start printed for its operator. */
	readonly welcome: string;
	readonly #log: string[];
	readonly #errors: string[];

	private constructor(
		process: ChildProcess,
		{
			url,
			key,
			directory,
			databaseUrl,
			ownsDirectory,
			welcome,
			log,
			errors,
		}: {
			url: string;
			key: string;
			directory: string;
			databaseUrl: string;
			ownsDirectory: boolean;
			welcome: string;
			log: string[];
			errors: string[];
		},
	) {
		this.#process = process;
		this.url = url;
		this.key = key;
		this.directory = directory;
		this.databaseUrl = databaseUrl;
		this.#ownsDirectory = ownsDirectory;
		this.welcome = welcome;
		this.#log = log;
		this.#errors = errors;
	}

	static async start(options: LapwingOptions = {}): Promise<Lapwing> {
		const directory = options.directory ?? (await mkdtemp(join(tmpdir(), "lapwing-e2e-")));
		const databaseUrl = options.databaseUrl ?? `sqlite:${join(directory, "lapwing.db")}`;
		const child = await spawnService({ ...options, directory, databaseUrl });
		const log: string[] = [];
		const errors: string[] = [];
		child.stdout?.setEncoding("utf8").on("data", (text: string) => log.push(text));
		child.stderr?.setEncoding("utf8").on("data", (text: string) => errors.push(text));
		const url = await until(
			() => {
				const welcome = errors.join("");
				if (child.exitCode !== null)
					throw new Error(`Lapwing ended with ${child.exitCode}:\n${welcome}\n${log.join("")}`);
				return /http:\/\/[\d.]+:\d+/.exec(welcome)?.[0];
			},
			{ withinMs: START_WITHIN_MS, what: "Lapwing to listen" },
		);
		const welcome = errors.join("");
		const key = options.key ?? options.env?.["LAPWING_API_KEY"] ?? /API key\s+(\S+)/.exec(welcome)?.[1];
		if (key === undefined) throw new Error("The database was not empty and no key was given");
		return new Lapwing(child, {
			url,
			key,
			directory,
			databaseUrl,
			ownsDirectory: options.directory === undefined,
			welcome,
			log,
			errors,
		});
	}

	get pid(): number {
		return this.#process.pid ?? 0;
	}

	/** Whether it runs, and the end of what it printed: for the message of a test that it failed. */
	get lastWords(): string {
		const { exitCode, signalCode } = this.#process;
		const state = exitCode === null && signalCode === null ? "runs" : `ended with ${exitCode ?? signalCode}`;
		return `${state}\n${[...this.#log, ...this.#errors].join("").slice(-LAST_WORDS_LENGTH)}`;
	}

	/** Everything that was logged so far. */
	get log(): string {
		return this.#log.join("");
	}

	/** Stops reading its log, so that the pipe fills. */
	leaveLog(): void {
		this.#process.stdout?.pause();
	}

	async ask(method: string, path: string, body?: unknown, key = this.key): Promise<Answer> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				authorization: `Bearer ${key}`,
				...(body === undefined ? {} : { "content-type": "application/json" }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		const isJson = /json/.test(response.headers.get("content-type") ?? "");
		return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
	}

	/** Creates a monitor; its id. */
	async watch(url: string, settings: object = {}): Promise<string> {
		const answer = await this.ask("POST", "/api/v1/monitors", { name: "watched", url, ...settings });
		if (answer.status !== 201) throw new Error(`Not created: ${JSON.stringify(answer.body)}`);
		return answer.body.data.id;
	}

	/** Makes a monitor due at once, by an edit of its timeout. */
	async checkAgain(id: string, timeoutSeconds: number): Promise<void> {
		const answer = await this.ask("PUT", `/api/v1/monitors/${id}`, { timeoutSeconds });
		if (answer.status !== 200) throw new Error(`Not edited: ${JSON.stringify(answer.body)}`);
	}

	async status(id: string): Promise<string> {
		return (await this.ask("GET", `/api/v1/monitors/${id}`)).body.data.status;
	}

	/** Waits until the monitor has that status. */
	async untilStatus(id: string, status: string, withinMs = 20_000): Promise<void> {
		await until(async () => (await this.status(id)) === status || undefined, { withinMs, what: `status ${status}` });
	}

	/** Results of a monitor, newest first. */
	// biome-ignore lint/suspicious/noExplicitAny: as in Answer.
	async results(id: string): Promise<any[]> {
		return (await this.ask("GET", `/api/v1/monitors/${id}/results`)).body.data.results;
	}

	/** The value of a metric's line, 0 when there is none. */
	async metric(line: string): Promise<number> {
		const text = await (await fetch(`${this.url}/metrics`)).text();
		const found = text.split("\n").find((each) => each.startsWith(`${line} `));
		return found ? Number(found.slice(line.length + 1)) : 0;
	}

	/** Stops as an operator does. The exit code and how long it took. */
	async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<{ code: number | null; tookMs: number }> {
		const startedAt = performance.now();
		if (this.#process.exitCode === null && this.#process.signalCode === null) {
			this.#process.kill(signal);
			await once(this.#process, "exit");
		}
		return { code: this.#process.exitCode, tookMs: performance.now() - startedAt };
	}

	/** Ends the process as a power cut would. */
	async kill(): Promise<void> {
		if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
		this.#process.kill("SIGKILL");
		await once(this.#process, "exit");
	}

	/** A second service on the same files and database, after this one has ended. */
	restart(env?: Readonly<Record<string, string>>): Promise<Lapwing> {
		return Lapwing.start({
			directory: this.directory,
			databaseUrl: this.databaseUrl,
			key: this.key,
			...(env ? { env } : {}),
		});
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.kill();
		if (this.#ownsDirectory) await rm(this.directory, { recursive: true, force: true });
	}
}

/** The process of a service, which has not begun to listen. */
export async function spawnService(
	options: LapwingOptions & { readonly directory: string; readonly databaseUrl: string },
): Promise<ChildProcess> {
	const logFile = options.logFile === undefined ? null : await open(options.logFile, "w");
	const { bin = process.execPath, main = MAIN, args = [] } = options;
	const child = spawn(bin, [...(options.bin ? [] : [...NODE_OPTIONS, main]), "serve", ...args], {
		cwd: options.directory,
		env: {
			...process.env,
			PORT: "0",
			HOST: "127.0.0.1",
			DATABASE_URL: options.databaseUrl,
			LOG_LEVEL: "info",
			...options.env,
		},
		stdio: ["ignore", logFile?.fd ?? "pipe", "pipe"],
	});
	await logFile?.close();
	return child;
}

/** Runs a command of `lapwing` on a database, or in an environment. */
export async function lapwing(
	on: string | Readonly<Record<string, string>>,
	...args: string[]
): Promise<{ stdout: string; stderr: string }> {
	return promisify(execFile)(process.execPath, [...RUN_MAIN, ...args], {
		env: { ...process.env, ...(typeof on === "string" ? { DATABASE_URL: on } : on), NO_COLOR: "1" },
		maxBuffer: 64 * 1_048_576,
	});
}

/** The same as a child process, for tests that need its streams. */
export function spawnLapwing(databaseUrl: string, ...args: string[]): ChildProcessWithoutNullStreams {
	const env = { ...process.env, DATABASE_URL: databaseUrl, NO_COLOR: "1" };
	return spawn(process.execPath, [...RUN_MAIN, ...args], { env });
}

/** Polls `question` until its value is not undefined. */
export async function until<T>(
	question: () => T | undefined | Promise<T | undefined>,
	{ withinMs = 20_000, what }: { withinMs?: number; what: string },
): Promise<T> {
	const deadline = performance.now() + withinMs;
	for (;;) {
		const answer = await question();
		if (answer !== undefined) return answer;
		if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms for ${what}`);
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}
