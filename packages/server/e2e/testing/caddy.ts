/** Caddy as deploy/ sets it up, with its own authority, free ports and a folder of its own. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unusedPort } from "../../src/probe/targets/listening.ts";
import { until } from "./lapwing.ts";

const CADDYFILE = fileURLToPath(new URL("../../../../deploy/proxies/Caddyfile", import.meta.url));
export const HAS_CADDY = spawnSync("caddy", ["version"], { timeout: 20_000 }).status === 0;
/** For the names of tests. */
export const LEFT_OUT = HAS_CADDY ? "" : " (left out: there is no caddy on the PATH)";

interface CaddyOptions {
	/** Default: one that is free. */
	readonly https?: number;
	/** What takes the place of the Caddyfile's own addresses and names. */
	readonly replaced: Readonly<Record<string, string>>;
}

export async function startCaddy({ replaced, https: wanted }: CaddyOptions) {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-caddy-"));
	const [http, https] = [await unusedPort(), wanted ?? (await unusedPort())];
	const options = `admin off\nlocal_certs\nskip_install_trust\nhttp_port ${http}\nhttps_port ${https}\nstorage file_system ${directory}`;
	let text = (await readFile(CADDYFILE, "utf8")).replace("{\n", `{\n${options}\n`);
	for (const [shipped, own] of Object.entries(replaced)) {
		if (!text.includes(shipped)) throw new Error(`The Caddyfile has no ${shipped}`);
		text = text.replaceAll(shipped, own);
	}
	const file = join(directory, "Caddyfile");
	await writeFile(file, text);
	const env = { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory };
	const child = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], { env });
	const said: string[] = [];
	child.stderr.setEncoding("utf8").on("data", (line: string) => said.push(line));
	await until(() => (said.join("").includes("serving initial configuration") ? true : undefined), {
		withinMs: 30_000,
		what: `Caddy to serve: ${said.join("")}`,
	});
	return {
		/** The certificate of its authority, which signs those of its names. */
		authority: join(directory, "pki/authorities/local/root.crt"),
		/** An answer under a name, or the code of the error that the client got. */
		ask: (name: string, path: string) =>
			new Promise<{ status: number; headers: Record<string, unknown>; text: string } | string>((resolve) => {
				// Its authority is nobody's: who signed is not what is tested.
				const to = { host: "127.0.0.1", port: https, servername: name, path, rejectUnauthorized: false, agent: false };
				const asked = request({ ...to, headers: { host: name } }, (response) => {
					let text = "";
					response.setEncoding("utf8").on("data", (part: string) => {
						text += part;
					});
					response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
				});
				asked.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
				asked.end();
			}),
		async [Symbol.asyncDispose]() {
			child.kill();
			if (child.exitCode === null) await once(child, "exit");
			await rm(directory, { recursive: true, force: true });
		},
	};
}
