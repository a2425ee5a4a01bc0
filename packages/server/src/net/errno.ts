/**
 * What the operating system's error codes (errno) mean for a verdict: a fault of the target, or of this machine.
 *
 * Codes about routes can mean either. An error before a packet has left (`isImmediate`) is about our own routing table:
 * a cut line, or a machine whose only IPv6 is that of a bridge or a tunnel. A later one comes from the network, and
 * counts against the target if this machine has an address of that family from which others can be reached.
 */

import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { Phase } from "../domain/checks/observation.ts";
import { tooManyFiles } from "../domain/file-limits.ts";
import type { ConnectError, LocalError } from "./connect-error.ts";

/**
 * What a failed connect to `address` means on a machine with these `interfaces`; `isImmediate`: no packet had left yet.
 */
export function connectErrorOf(
	error: NodeJS.ErrnoException,
	address: string,
	isImmediate: boolean,
	interfaces: typeof networkInterfaces = networkInterfaces,
): ConnectError {
	switch (error.code) {
		case "EACCES":
			// Later it is a router's or a firewall's "administratively prohibited" (ICMPv6, RFC 4443 §3.1).
			if (isImmediate) return noCapacity(error.code);
			return hasOtherRoute(ownAddresses(address, interfaces)) ? unreachable(address) : noNetwork(address);
		case "ENETUNREACH":
		case "EHOSTUNREACH":
		case "ENETDOWN":
		case "EHOSTDOWN":
		// "Protocol unreachable" and "host isolated" (RFC 1122 §3.2.2.1).
		case "ENOPROTOOPT":
		case "ENONET":
			if (isImmediate) return noNetwork(address);
			return hasOtherRoute(ownAddresses(address, interfaces)) ? unreachable(address) : noNetwork(address);
		case "EADDRNOTAVAIL":
			// No free port; or, where the family is switched off altogether, no address to start from.
			return ownAddresses(address, interfaces).length > 0 ? noCapacity(error.code) : noNetwork(address);
		case "EAFNOSUPPORT":
			return noNetwork(address);
		default:
			return transportErrorOf(error, "connect", address);
	}
}

/** What an error of the socket to `address` means, in any phase. */
export function transportErrorOf(error: NodeJS.ErrnoException, phase: Phase, address: string): ConnectError {
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

function noNetwork(address: string): ConnectError {
	const message = `This machine has no network that leads to ${address}.`;
	return { kind: "missed", cause: "no_network", message };
}

function noCapacity(code: string): ConnectError {
	const message = `This machine could not open a connection (${code}).`;
	return outOfFiles(code) ?? { kind: "missed", cause: "no_capacity", message };
}

/** The error of `code` when it says that no more files can be opened; null for every other one. */
export function outOfFiles(code: string): LocalError | null {
	const reason = tooManyFiles(code);
	if (reason === null) return null;
	return { kind: "missed", cause: "no_capacity", message: `This machine could not open a connection: ${reason}.` };
}

/** Our addresses of the family of `address`. */
function ownAddresses(address: string, interfaces: typeof networkInterfaces) {
	const family = `IPv${isIP(address)}`;
	return Object.values(interfaces())
		.flatMap((addresses) => addresses ?? [])
		.filter((own) => own.family === family);
}

/** Whether one of them leads off this machine and off its own link. */
function hasOtherRoute(own: ReturnType<typeof ownAddresses>): boolean {
	return own.some(({ internal, address }) => !internal && !address.toLowerCase().startsWith("fe80:"));
}
