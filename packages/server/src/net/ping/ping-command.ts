/**
 * Finds out whether this machine may ping, and which options its ping(8) knows. Sockets for ICMP need a privilege that
 * Node has no way to use, so the system's command is run.
 */

import { isIPv6 } from "node:net";
import { runBounded } from "./bounded-process.ts";
import { localProblemIn } from "./ping-output.ts";

export interface PingCommand {
	readonly kind: "command";
	/** The program and its options; the count and the address follow. */
	readonly options: readonly string[];
	/** Between two packets. */
	readonly intervalMs: number;
	programFor(address: string): string;
}

export interface NoPing {
	readonly kind: "no_ping";
	/** Sentences that say what is missing, and how to grant it. */
	readonly remedy: string;
}

const LOOPBACK = "127.0.0.1";
/** A reply of this machine itself comes at once. */
const TRIAL_MS = 3_000;
/** The shortest interval that iputils before 2021 allows to every user. */
const SHORT_INTERVAL_MS = 200;
const USUAL_INTERVAL_MS = 1_000;

/** Tried in this order: no names looked up and a short interval first; the last one is known to every ping. */
const VARIANTS = [
	{ options: ["-n", "-i", "0.2"], intervalMs: SHORT_INTERVAL_MS },
	{ options: ["-n"], intervalMs: USUAL_INTERVAL_MS },
	{ options: [], intervalMs: USUAL_INTERVAL_MS },
] as const;

const NOT_INSTALLED =
	"The command ping is not installed. Install it: apt-get install iputils-ping (Debian, Ubuntu), " +
	"apk add iputils (Alpine), dnf install iputils (Fedora).";
const NOT_PERMITTED =
	"The user that Lapwing runs as may not send pings. Allow it with " +
	"sysctl -w net.ipv4.ping_group_range='0 2147483647', or with setcap cap_net_raw+ep \"$(command -v ping)\"; " +
	"in a container, start it with --sysctl net.ipv4.ping_group_range='0 2147483647'.";

/** @param program for tests; default: the system's */
export async function findPing(program?: string): Promise<PingCommand | NoPing> {
	const programFor = (address: string) => program ?? systemPing(address);
	for (const { options, intervalMs } of VARIANTS) {
		const argv = [programFor(LOOPBACK), ...options, "-c", "1", LOOPBACK];
		const run = await runBounded(argv, { timeoutMs: TRIAL_MS });
		if (run.kind === "not_started") return { kind: "no_ping", remedy: whyNotStarted(run.code) };
		if (run.exitCode === 0) return { kind: "command", options, intervalMs, programFor };
		if (localProblemIn(run.errors) === "not_permitted") return { kind: "no_ping", remedy: NOT_PERMITTED };
	}
	const remedy = `The command ping gets no reply from this machine itself. Try: ping -c 1 ${LOOPBACK}`;
	return { kind: "no_ping", remedy };
}

/** On macOS the command for IPv6 is another one. */
function systemPing(address: string): string {
	return process.platform === "darwin" && isIPv6(address) ? "ping6" : "ping";
}

function whyNotStarted(code: string): string {
	switch (code) {
		case "ENOENT":
			return NOT_INSTALLED;
		case "EACCES":
		case "EPERM":
			return NOT_PERMITTED;
		default:
			return `The command ping could not be started (${code}).`;
	}
}
