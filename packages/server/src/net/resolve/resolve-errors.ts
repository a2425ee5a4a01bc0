/** Why a host has no addresses, in sentences: its own fault, that of its name servers, or of ours. */

import { isIP } from "node:net";
import type { ConnectError } from "../connect-error.ts";
import type { Family } from "./addresses-in-order.ts";

export function noAddressOf(host: string, family: Family | undefined): ConnectError {
	const kind = family === undefined ? "address" : `IPv${family} address`;
	const message =
		isIP(host) === 0
			? `The name ${shortened(host)} does not exist or has no ${kind}.`
			: `The target leads to ${shortened(host)}, which is no ${kind}.`;
	return { kind: "failed", fault: "dns_not_found", phase: "dns", message, address: null, certificate: null };
}

/** The name's own servers fail, while ours answer for other names. `code`: how. */
export function failingServersOf(host: string, code: string): ConnectError {
	const message = `The name servers of ${shortened(host)} do not answer as they should (${code}).`;
	return { kind: "failed", fault: "dns_failure", phase: "dns", message, address: null, certificate: null };
}

export const QUEUED: ConnectError = {
	kind: "missed",
	cause: "no_capacity",
	message: "Other names kept this machine's own name service busy until the time ran out.",
};

export const DENIES_ALL: ConnectError = {
	kind: "missed",
	cause: "resolver",
	message: "Our name servers say that this name does not exist, and say the same of other names that they knew before.",
};

export function resolverErrorOf(detail: string): ConnectError {
	return { kind: "missed", cause: "resolver", message: `Our name servers do not answer (${detail}).` };
}

/** A name may have 253 characters; a message has room for less. */
function shortened(host: string): string {
	return host.length <= 80 ? host : `${host.slice(0, 79)}…`;
}
