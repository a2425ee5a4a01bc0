/**
 * blackbox_exporter as the peer of a benchmark: started on a free port of the loopback interface, asked over kept-alive
 * connections, whose cost in this process is not the peer's. Debian: prometheus-blackbox-exporter.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";

export interface BlackboxExporter {
	readonly pid: number;
	/**
	 * Has `target` probed once; rejects when the probe did not succeed.
	 *
	 * @param module by default its only one, for http
	 */
	probe(target: string, module?: string): Promise<void>;
	stop(): Promise<void>;
}

export interface BlackboxOptions {
	/** For its configuration. */
	readonly directory: string;
	/** Probes at once, at most. */
	readonly connections: number;
	/** As its configuration names them; by default HTTP, with the certificate authority of `rootFile` (PEM). */
	readonly modules?: Readonly<Record<string, object>>;
	readonly rootFile?: string;
}

const HTTP = "look";

export async function startBlackboxExporter(options: BlackboxOptions): Promise<BlackboxExporter> {
	const { directory, connections, modules = { [HTTP]: httpModule(options) } } = options;
	const config = join(directory, "blackbox.json");
	// JSON is YAML.
	writeFileSync(config, JSON.stringify({ modules }));
	const child = spawn(
		"prometheus-blackbox-exporter",
		[`--config.file=${config}`, "--web.listen-address=127.0.0.1:0", "--log.level=info"],
		{ stdio: ["ignore", "ignore", "pipe"] },
	);
	child.on("error", () => {
		process.stderr.write("Install blackbox_exporter first: apt-get install prometheus-blackbox-exporter\n");
		process.exit(1);
	});
	const port = await portOf(child.stderr);
	// Its log is not read further, and must not fill the pipe.
	child.stderr.resume();
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	return {
		pid: child.pid ?? 0,
		async probe(target, module = HTTP) {
			const path = `/probe?module=${module}&target=${encodeURIComponent(target)}`;
			const answer = await textOf({ host: "127.0.0.1", port, path, agent });
			if (!answer.includes("probe_success 1")) throw new Error(`${path}\n${answer}`);
		},
		async stop() {
			agent.destroy();
			child.kill();
			await once(child, "exit");
		},
	};
}

function httpModule({ rootFile }: BlackboxOptions) {
	const tls = rootFile === undefined ? {} : { tls_config: { ca_file: rootFile } };
	const http = { preferred_ip_protocol: "ip4", valid_status_codes: [200], ...tls };
	return { prober: "http", timeout: "10s", http };
}

async function portOf(log: NodeJS.ReadableStream): Promise<number> {
	let text = "";
	return new Promise((resolve, reject) => {
		log.setEncoding("utf8").on("data", (part) => {
			text += part;
			const port = Number(/address=127\.0\.0\.1:(\d+)/.exec(text)?.[1] ?? 0);
			if (port !== 0) resolve(port);
		});
		log.on("end", () => reject(new Error(`blackbox_exporter did not start:\n${text}`)));
	});
}

function textOf(request: { host: string; port: number; path: string; agent: Agent }): Promise<string> {
	return new Promise((resolve, reject) => {
		get(request, (response) => {
			let text = "";
			response
				.setEncoding("utf8")
				.on("data", (part) => {
					text += part;
				})
				.on("end", () => resolve(text));
		}).on("error", reject);
	});
}
