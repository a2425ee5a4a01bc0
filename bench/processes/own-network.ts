/**
 * Runs a bench in a network namespace of its own, where addresses of the internet are this machine's: a target behind
 * one of them is confirmed from a second location, which one on loopback never is. Linux, as root.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";

const INSIDE = "BENCH_HAS_OWN_NETWORK";

/** Returns within that network. Outside of it, runs this program again there, and ends as that one ends. */
export async function inOwnNetwork(addresses: string): Promise<void> {
	if (process.env[INSIDE] !== undefined) return;
	const prepare = `ip link set lo up && ip route add local ${addresses} dev lo && exec "$@"`;
	const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
	const inside = spawn("unshare", ["--net", "sh", "-c", prepare, "sh", ...program], {
		stdio: "inherit",
		env: { ...process.env, [INSIDE]: "1" },
	});
	process.once("SIGTERM", () => inside.kill());
	const [code] = await once(inside, "exit");
	process.exit(code ?? 1);
}
