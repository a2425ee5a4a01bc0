/** The whole service as a process of its own, as a benchmark starts it: `lapwing serve` on a free port. */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

const HERE = join(import.meta.dirname, "../..");

/** Those of bin/lapwing. */
export const NODE_OPTIONS = [
	"--conditions=@lapwing/source",
	"--disable-warning=ExperimentalWarning",
	"--max-semi-space-size=4",
];

/** Samples of /metrics by their names, labels included. */
export type Samples = ReadonlyMap<string, number>;

export interface ServiceProcess {
	readonly url: string;
	readonly pid: number;
	scrape(): Promise<Samples>;
	stop(): Promise<void>;
}

export interface ServiceOptions {
	/** Where it runs. */
	readonly directory: string;
	readonly databaseUrl: string;
	/** Certificate authority that it trusts beside its own, PEM. Default: none. */
	readonly rootFile?: string;
	/** The tree whose sources run. Default: this one. */
	readonly root?: string;
	/** Options for Node. */
	readonly execArgv?: readonly string[];
	/** Options of `lapwing serve`. */
	readonly args?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
}

export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
	const { directory, databaseUrl, rootFile, root = HERE, execArgv = [], args = [], env = {} } = options;
	const main = mainOf(root);
	const child = spawn(process.execPath, [...NODE_OPTIONS, ...execArgv, main, "serve", ...args], {
		cwd: directory,
		env: {
			...process.env,
			MALLOC_ARENA_MAX: "2",
			PORT: "0",
			DATABASE_URL: databaseUrl,
			LOG_LEVEL: "warn",
			...(rootFile !== undefined && { NODE_EXTRA_CA_CERTS: rootFile }),
			...env,
		},
		stdio: ["ignore", "inherit", "pipe"],
	});
	const url = await urlOf(child.stderr);
	return {
		url,
		pid: child.pid ?? 0,
		scrape: () => scrape(url),
		async stop() {
			child.kill("SIGTERM");
			await once(child, "exit");
		},
	};
}

/** Built anew where its sources changed, as bin/lapwing does; a tree from before it was built runs its sources. */
function mainOf(root: string): string {
	if (!existsSync(join(root, "packages/server/vite.config.ts"))) return join(root, "packages/server/src/main.ts");
	execFileSync(join(root, "bin/setup"), { stdio: "inherit" });
	return join(root, "packages/server/dist/main.js");
}

function urlOf(log: NodeJS.ReadableStream): Promise<string> {
	let text = "";
	return new Promise((resolve, reject) => {
		log.setEncoding("utf8").on("data", (part) => {
			text += part;
			const url = /http:\/\/[\d.]+:\d+/.exec(text)?.[0];
			if (url) resolve(url);
		});
		log.on("end", () => reject(new Error(`Lapwing did not start:\n${text}`)));
	});
}

async function scrape(url: string): Promise<Samples> {
	const text = await (await fetch(`${url}/metrics`)).text();
	const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
	return new Map(
		lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
	);
}
