/**
 * A network and mounts of one's own for a process that loses packets and fills disks: nobody else's packets are lost,
 * and nothing that it mounts outlives it. Needs Linux, root and the program unshare.
 */

import { type ChildProcess, type StdioOptions, spawn, spawnSync } from "node:child_process";

/** The environment variable that is set in such a process. */
const OWN_NAMESPACES = "LAPWING_OWN_NAMESPACES";
const SCRIPT = 'ip link set lo up && exec "$0" "$@"';
const UNSHARE = ["--net", "--mount", "sh", "-c", SCRIPT];

export function isInOwnNamespaces(): boolean {
	return process.env[OWN_NAMESPACES] === "1";
}

/** Whether this process may start others in namespaces of their own. */
export function mayUnshare(): boolean {
	if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
	return spawnSync("unshare", [...UNSHARE, "true"], { stdio: "ignore" }).status === 0;
}

/** Starts Node with `args` in namespaces of its own. */
export function spawnInOwnNamespaces(args: readonly string[], stdio: StdioOptions): ChildProcess {
	const env = { ...process.env, [OWN_NAMESPACES]: "1" };
	return spawn("unshare", [...UNSHARE, process.execPath, ...args], { stdio, env });
}
