/**
 * Which addresses may be connected to (docs/rules/checks.md#target-addresses). Decides for one address, as text;
 * ./dial.ts asks for every address of every name and of every redirect.
 *
 * An IPv6 address that embeds an IPv4 address is tested as both, because a packet to it ends at the embedded one.
 */

import ipaddr from "ipaddr.js";

/** `never`: under no setting. `private`: not reachable from the internet, or of special use. `public`: all else. */
type AddressClass = "never" | "private" | "public";

/**
 * Where clouds answer their own machines with credentials, outside of link-local. A monitor has no business there, and
 * a stranger's redirect even less.
 */
const METADATA_ADDRESSES = new Set(
	[
		// AWS: EC2, and EKS Pod Identity.
		"fd00:ec2::254",
		"fd00:ec2::23",
		// Google.
		"fd20:ce::254",
		// Azure's wire server.
		"168.63.129.16",
		// Alibaba.
		"100.100.100.200",
		// Oracle.
		"192.0.0.192",
		"fd00:c1::a9fe:a9fe",
		// Scaleway.
		"fd00:42::42",
	].map((address) => ipaddr.parse(address).toNormalizedString()),
);

const NEVER = new Set<string>(["linkLocal", "multicast", "broadcast", "unspecified"]);

/** What is allocated for the internet (RFC 4291 §2.4). Other unicast addresses lead into networks of one's own. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** NAT64 for local use (RFC 8215), which ipaddr.js does not distinguish from the well-known prefix. */
const LOCAL_NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b:1::/48");
/** Where an IPv4 address stands behind a prefix of 48, 56, 64 or 96 bits; never in byte 8 (RFC 6052 §2.2). */
const NAT64_PLACES = [
	[6, 7, 9, 10],
	[7, 9, 10, 11],
	[9, 10, 11, 12],
	[12, 13, 14, 15],
] as const;
/** IPv4-compatible addresses (RFC 4291 §2.5.5.1): deprecated, yet some stacks still send to the inner address. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR("::/96");
/** ipaddr.js reads ::1.2.3.4 as ::ffff:1.2.3.4, which is another address. */
const IPV4_COMPATIBLE_TEXT = /^::(?=\d+\.)/;

/** The class of `address`, IPv4 or IPv6 text; what is no address is `never`. A zone (`%eth0`) does not count. */
export function classOf(address: string): AddressClass {
	const zone = address.indexOf("%");
	const text = (zone === -1 ? address : address.slice(0, zone)).replace(IPV4_COMPATIBLE_TEXT, "::0:");
	if (!ipaddr.isValid(text)) return "never";
	const parsed = ipaddr.parse(text);
	if (METADATA_ADDRESSES.has(parsed.toNormalizedString())) return "never";
	return parsed instanceof ipaddr.IPv4 ? classOfRange(parsed.range()) : classOfIPv6(parsed as ipaddr.IPv6);
}

/** Why no setting allows a connection to `host`, as the end of a sentence; null for names and for other addresses. */
export function neverAllowed(host: string): string | null {
	if (!ipaddr.IPv4.isValidFourPartDecimal(host) && !ipaddr.IPv6.isValid(host)) return null;
	return classOf(host) === "never" ? neverWords(host) : null;
}

function neverWords(address: string): string {
	return `${address} is a link-local, multicast, broadcast, unspecified or cloud-metadata address`;
}

function classOfRange(range: string): AddressClass {
	if (range === "unicast") return "public";
	// Loopback, private, shared, benchmark, documentation and reserved ranges have no public host in them.
	return NEVER.has(range) ? "never" : "private";
}

function classOfIPv6(address: ipaddr.IPv6): AddressClass {
	const bytes = address.toByteArray();
	const outer = classOfPrefix(address, bytes);
	return isIsatap(bytes) ? strictest(outer, classOfIPv4(bytes.slice(12))) : outer;
}

/** Whether a tunnel of ISATAP leads to the IPv4 address in the last four bytes (RFC 5214 §6.1). */
function isIsatap([, , , , , , , , first = 0, ...rest]: readonly number[]): boolean {
	return (first & ~0x02) === 0 && rest[0] === 0 && rest[1] === 0x5e && rest[2] === 0xfe;
}

function classOfPrefix(address: ipaddr.IPv6, bytes: number[]): AddressClass {
	const range = address.range();
	if (range === "loopback" || range === "unspecified") return classOfRange(range);
	if (address.match(LOCAL_NAT64)) return classOfLocalNat64(bytes);
	switch (range) {
		case "ipv4Mapped":
		case "rfc6145":
		case "rfc6052":
			return classOfIPv4(bytes.slice(12));
		case "6to4":
			return classOfIPv4(bytes.slice(2, 6));
		case "teredo":
			// The client's address is stored inverted (RFC 4380 §4); the server's stands in the clear.
			return strictest(classOfIPv4(bytes.slice(4, 8)), classOfIPv4(bytes.slice(12).map((byte) => byte ^ 0xff)));
	}
	if (address.match(IPV4_COMPATIBLE)) return strictest("private", classOfIPv4(bytes.slice(12)));
	if (range === "unicast" && !address.match(GLOBAL_UNICAST)) return "private";
	return classOfRange(range);
}

/** How long the prefix of the local network is cannot be known, so the address is tested in each place. */
function classOfLocalNat64(bytes: readonly number[]): AddressClass {
	return (
		NAT64_PLACES.map((place) => place.map((index) => bytes[index] ?? 0))
			// Zeros are the padding of an address in another place: nothing is translated to 0.0.0.0/8.
			.filter(([first], index) => first !== 0 || index === NAT64_PLACES.length - 1)
			.map(classOfIPv4)
			.reduce(strictest, "private")
	);
}

function classOfIPv4(bytes: readonly number[]): AddressClass {
	return classOf(bytes.join("."));
}

function strictest(a: AddressClass, b: AddressClass): AddressClass {
	if (a === "never" || b === "never") return "never";
	return a === "private" || b === "private" ? "private" : "public";
}

/**
 * Addresses whose class is cached at most: classifying one costs a few microseconds, which adds up in a busy prober.
 */
const MAX_REMEMBERED = 10_000;

/** The policy of one dialer. */
export class AddressPolicy {
	readonly #allowPrivateTargets: boolean;
	readonly #classes = new Map<string, AddressClass>();

	constructor(allowPrivateTargets: boolean) {
		this.#allowPrivateTargets = allowPrivateTargets;
	}

	/** Why `address` is not connected to, as the end of a sentence; null when it may be. */
	refusalOf(address: string): string | null {
		switch (this.#classOf(address)) {
			case "public":
				return null;
			case "private":
				return this.#allowPrivateTargets
					? null
					: `${address} is a private or special address, and those are denied here`;
			case "never":
				return neverWords(address);
		}
	}

	#classOf(address: string): AddressClass {
		const known = this.#classes.get(address);
		if (known !== undefined) return known;
		const judged = classOf(address);
		if (this.#classes.size >= MAX_REMEMBERED) this.#classes.clear();
		this.#classes.set(address, judged);
		return judged;
	}
}
