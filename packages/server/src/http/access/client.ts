/**
 * The client of a request: its address, and the scheme and host under which it reached the service. A reverse proxy
 * sends both for its clients (`X-Forwarded-For`, `X-Forwarded-Proto`). These headers count only when the connection
 * comes from an address of TRUSTED_PROXIES, because any other client could send false ones.
 */

import ipaddr from "ipaddr.js";

export interface Client {
	/** The client's address; `unknown` without a connection. */
	readonly address: string;
	/** Whether the client speaks TLS, to us or to a proxy before us. */
	readonly isHttps: boolean;
	/** The origin under which the client reached the service: `https://lapwing.example`. */
	readonly origin: string;
}

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** As everybody writes them; an address in octal or hexadecimal is parsed. */
const PLAIN_IPV4 = /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/;
/** Addresses whose answer is kept: parsing them costs 30 µs a request, and clients ask again. */
const KEPT_ADDRESSES = 1_000;

export class TrustedProxies {
	readonly #ranges: readonly Range[];
	/** Whether an address of a connection is trusted; the oldest is dropped first. */
	readonly #known = new Map<string, boolean>();

	/** @param ranges addresses, or ranges as CIDR writes them; a RangeError for what is neither */
	constructor(ranges: readonly string[]) {
		this.#ranges = ranges.map(rangeOf);
	}

	trusts(address: string): boolean {
		const known = this.#known.get(address);
		if (known !== undefined) return known;
		const isTrusted = this.#contains(address);
		if (this.#known.size >= KEPT_ADDRESSES) this.#known.delete(this.#known.keys().next().value ?? "");
		this.#known.set(address, isTrusted);
		return isTrusted;
	}

	#contains(address: string): boolean {
		if (!ipaddr.isValid(address)) return false;
		const parsed = ipaddr.process(address);
		return this.#ranges.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
	}
}

function rangeOf(text: string): Range {
	if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
	if (!ipaddr.isValid(text)) throw new RangeError(`Not an address or a range: ${text}`);
	const address = ipaddr.process(text);
	return [address, address.kind() === "ipv4" ? 32 : 128];
}

interface Reached {
	/** Address of the connection; undefined without one. */
	readonly peer: string | undefined;
	/** The value of the Host header. */
	readonly host: string;
	header(name: string): string | undefined;
}

export function clientOf(
	{ peer = "unknown", host, header }: Reached,
	{ proxies, publicUrl }: { proxies: TrustedProxies; publicUrl: string | null },
): Client {
	const isProxied = proxies.trusts(peer);
	const forwardedProto = isProxied ? header("x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase() : undefined;
	const isHttps = forwardedProto === undefined ? publicUrl?.startsWith("https:") === true : forwardedProto === "https";
	return {
		address: isProxied ? firstUntrustedAddress(peer, header("x-forwarded-for"), proxies) : plain(peer),
		isHttps,
		origin: `${isHttps ? "https" : "http"}://${host}`,
	};
}

/** The last address in X-Forwarded-For that is not a trusted proxy. The client can forge the addresses before it. */
function firstUntrustedAddress(peer: string, forwardedFor: string | undefined, proxies: TrustedProxies): string {
	let nearest = peer;
	for (const address of (forwardedFor ?? "").split(",").reverse()) {
		if (!ipaddr.isValid(address.trim())) break;
		nearest = address.trim();
		if (!proxies.trusts(nearest)) break;
	}
	return plain(nearest);
}

/** IPv4 addresses that a socket for both versions writes as IPv6 (`::ffff:192.0.2.1`) are shown as IPv4. */
function plain(address: string): string {
	if (PLAIN_IPV4.test(address)) return address;
	return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/** A household usually has a /64 of IPv6, so the addresses of one /64 count as one client. */
export function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const parsed = ipaddr.process(address);
	return parsed.kind() === "ipv4" ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(":");
}
