/** The addresses of a host in the order in which to try them. */

import { isIP } from "node:net";

/** The version of IP. */
export type Family = 4 | 6;

export interface Resolved {
	readonly kind: "resolved";
	/** At least one, in the order in which to try them. */
	readonly addresses: readonly string[];
}

/** Addresses of one family that are tried at most. Each silent one takes 250 ms, so a usual timeout ends first. */
const MAX_ADDRESSES_PER_FAMILY = 16;

/** Those of one `family` when it is given; there may be none. */
export function resolvedTo(addresses: readonly string[], family?: Family): Resolved {
	const wanted = family === undefined ? addresses : addresses.filter((address) => isIP(address) === family);
	return { kind: "resolved", addresses: wanted };
}

/** Families alternate, IPv6 first (RFC 8305 §4), each in its own order. */
export function inOrder(addresses: readonly string[]): string[] {
	const v6 = addresses.filter((address) => isIP(address) === 6).slice(0, MAX_ADDRESSES_PER_FAMILY);
	const v4 = addresses.filter((address) => isIP(address) === 4).slice(0, MAX_ADDRESSES_PER_FAMILY);
	const ordered: string[] = [];
	for (let i = 0; i < Math.max(v6.length, v4.length); i++) {
		const sixth = v6[i];
		const fourth = v4[i];
		if (sixth !== undefined) ordered.push(sixth);
		if (fourth !== undefined) ordered.push(fourth);
	}
	return ordered;
}
