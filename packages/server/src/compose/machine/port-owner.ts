/** Which process listens on a port of this machine, as far as Linux tells this user. */

import { readdirSync, readFileSync, readlinkSync } from "node:fs";

interface PortOwner {
	readonly pid: number;
	/** The command's name, as `ps` shows it. */
	readonly command: string;
}

/** State of a listening socket in /proc/net/tcp (Linux, include/net/tcp_states.h). */
const LISTENING = "0A";

/** Null when nobody listens there, when it is another user's process, and on other systems. */
export function portOwner(port: number): PortOwner | null {
	const inodes = new Set(["tcp", "tcp6"].flatMap((table) => listeningInodes(`/proc/net/${table}`, port)));
	if (inodes.size === 0) return null;
	for (const pid of namesIn("/proc").filter((name) => /^\d+$/.test(name))) {
		const holds = namesIn(`/proc/${pid}/fd`).some((fd) => inodes.has(linkOf(`/proc/${pid}/fd/${fd}`)));
		if (holds) return { pid: Number(pid), command: commandOf(pid) };
	}
	return null;
}

/** As the links in /proc/PID/fd name them: `socket:[12345]`. */
function listeningInodes(table: string, port: number): string[] {
	const wanted = port.toString(16).toUpperCase().padStart(4, "0");
	return read(table)
		.split("\n")
		.map((line) => line.trim().split(/\s+/))
		.filter(([, local, , state]) => local?.endsWith(`:${wanted}`) && state === LISTENING)
		.map((columns) => `socket:[${columns[9]}]`);
}

function commandOf(pid: string): string {
	// Node sets its thread's name over comm; the command line says more: `node …/main.ts serve`.
	const [program = "", ...args] = read(`/proc/${pid}/cmdline`).split("\0");
	const script = args.find((arg) => arg !== "" && !arg.startsWith("-"));
	const name = [program, script].filter(Boolean).map((part) => part?.split("/").at(-1));
	return name.join(" ") || read(`/proc/${pid}/comm`).trim();
}

function read(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return "";
	}
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

function linkOf(file: string): string {
	try {
		return readlinkSync(file);
	} catch {
		return "";
	}
}
