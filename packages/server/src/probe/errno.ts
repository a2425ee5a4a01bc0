/**
 * What the operating system's words (errno) mean for a verdict: the target's fault, or our own trouble. Match codes,
 * never messages.
 *
 * The doubtful ones are about routes. "No route" is the target's only if we have an address from which the internet, or
 * at least another machine, could be reached in that address family; on a machine without IPv6 every IPv6 target would
 * be down otherwise.
 */

import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { Phase } from "../domain/observation.ts";
import type { Trouble } from "./trouble.ts";

/** What a failed connect to `address` means on a machine with these `interfaces`. */
export function connectTrouble(
	error: NodeJS.ErrnoException,
	address: string,
	interfaces: typeof networkInterfaces = networkInterfaces,
): Trouble {
	switch (error.code) {
		case "ENETUNREACH":
		case "EHOSTUNREACH":
		case "ENETDOWN":
		case "EHOSTDOWN":
			return leadsAway(ownAddresses(address, interfaces)) ? unreachable(address) : noNetwork(address);
		case "EADDRNOTAVAIL":
			// No free port; or, where the family is switched off altogether, no address to start from.
			return ownAddresses(address, interfaces).length > 0 ? noCapacity(error.code) : noNetwork(address);
		case "EAFNOSUPPORT":
			return noNetwork(address);
		default:
			return transportTrouble(error, "connect", address);
	}
}

/** What an error of the socket to `address` means, in any phase. */
export function transportTrouble(error: NodeJS.ErrnoException, phase: Phase, address: string): Trouble {
	const failed = { kind: "failed", phase, address, certificate: null } as const;
	switch (error.code) {
		case "ECONNREFUSED":
			return { ...failed, fault: "refused", message: `${address} refused the connection.` };
		case "ECONNRESET":
		case "ECONNABORTED":
		case "EPIPE":
			return { ...failed, fault: "reset", message: `${address} reset the connection ${BEFORE[phase]}.` };
		case "ETIMEDOUT":
			return { ...failed, fault: "timeout", message: `${address} stopped answering on the network.` };
		case "ENETUNREACH":
		case "EHOSTUNREACH":
		case "EHOSTDOWN":
			return { ...unreachable(address), phase };
		case "ENETDOWN":
			return noNetwork(address);
		case "EMFILE":
		case "ENFILE":
		case "ENOBUFS":
		case "ENOMEM":
		case "EAGAIN":
		case "EADDRINUSE":
		case "EADDRNOTAVAIL":
		// A rule of this machine's own (firewall, sandbox, security module) forbids it.
		case "EACCES":
		case "EPERM":
			return noCapacity(error.code);
		default:
			return {
				kind: "missed",
				cause: "internal",
				message: `The connection failed in a way that is not understood (${error.code ?? error.name}).`,
			};
	}
}

const BEFORE: Record<Phase, string> = {
	dns: "before it began",
	connect: "while it was being made",
	tls: "during the TLS handshake",
	first_byte: "before it answered",
	transfer: "before the response was complete",
};

function unreachable(address: string) {
	const message = `There is no route to ${address}.`;
	return { kind: "failed", fault: "unreachable", phase: "connect", message, address, certificate: null } as const;
}

function noNetwork(address: string): Trouble {
	const message = `This machine has no network for IPv${isIP(address)} addresses.`;
	return { kind: "missed", cause: "no_network", message };
}

function noCapacity(code: string): Trouble {
	return { kind: "missed", cause: "no_capacity", message: `This machine could not open a connection (${code}).` };
}

/** Our addresses of the family of `address`. */
function ownAddresses(address: string, interfaces: typeof networkInterfaces) {
	const family = `IPv${isIP(address)}`;
	return Object.values(interfaces())
		.flatMap((addresses) => addresses ?? [])
		.filter((own) => own.family === family);
}

/** Whether one of them leads off this machine and off its own link. */
function leadsAway(own: ReturnType<typeof ownAddresses>): boolean {
	return own.some(({ internal, address }) => !internal && !address.toLowerCase().startsWith("fe80:"));
}
