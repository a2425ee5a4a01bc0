/**
 * The client of a request: its address, and the scheme and host under which it reached the service. A reverse proxy
 * sends both for its clients (`X-Forwarded-For`, `X-Forwarded-Proto`). These headers count only when the connection
 * comes from an address of TRUSTED_PROXIES, because any other client could send false ones.
 */

import ipaddr from "ipaddr.js";

export interface Client {
	/** The client's address; `unknown` without a connection. */
	readonly address: string;
	/** False when a proxy does not say for whom it asks: then the address is that of the proxy. */
	readonly isAddressKnown: boolean;
	/** Whether the client speaks TLS, to us or to a proxy before us. */
	readonly isHttps: boolean;
	/** The origin under which the client reached the service: `https://lapwing.example`. The client chooses the host. */
	readonly origin: string;
	/** The port that the connection reached; null without one. */
	readonly port: number | null;
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

/** Ranges of networks that the internet does not route. */
const LOCAL_RANGES = ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"];

/** Whether the client is on the internet, or may be, and not on this machine or in a network of the operator's. */
export function isOnInternet({ address, isAddressKnown }: Pick<Client, "address" | "isAddressKnown">): boolean {
	if (!isAddressKnown || !ipaddr.isValid(address)) return true;
	return !LOCAL_RANGES.includes(ipaddr.process(address).range());
}

/** What proxies add to a request. */
const FORWARDING_HEADERS = ["x-forwarded-for", "x-forwarded-proto", "forwarded", "via", "x-real-ip"];
/** Names of this machine, as a URL writes them. */
const LOOPBACK_HOST = /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/;

function rangeOf(text: string): Range {
	if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
	if (!ipaddr.isValid(text)) throw new RangeError(`Not an address or a range: ${text}`);
	const address = ipaddr.process(text);
	return [address, address.kind() === "ipv4" ? 32 : 128];
}

interface Reached {
	/** Address of the connection; undefined without one. */
	readonly peer: string | undefined;
	/** The port of the connection on this machine; undefined without one. */
	readonly port?: number | undefined;
	/** The value of the Host header. */
	readonly host: string;
	header(name: string): string | undefined;
}

export function clientOf(
	{ peer = "unknown", port, host, header }: Reached,
	{ proxies, publicUrl }: { proxies: TrustedProxies; publicUrl: string | null },
): Client {
	const isProxied = proxies.trusts(peer);
	const forwardedProto = isProxied ? header("x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase() : undefined;
	const isHttps = forwardedProto === undefined ? publicUrl?.startsWith("https:") === true : forwardedProto === "https";
	const isDirect = !isProxied || isOpenedHere(peer, { host, header });
	const [address, isAddressKnown] = isDirect
		? [plain(peer), peer !== "unknown"]
		: forwardedAddress(peer, header("x-forwarded-for"), proxies);
	return {
		address,
		isAddressKnown,
		isHttps,
		origin: `${isHttps ? "https" : "http"}://${host}`,
		port: port ?? null,
	};
}

/**
 * Whether a connection from this machine, which is trusted unless TRUSTED_PROXIES says otherwise, is a client's and not
 * a proxy's: the browser names this machine, and nothing says that the request was forwarded. A proxy that adds no
 * header at all is told by the page that the browser shows.
 */
function isOpenedHere(peer: string, { host, header }: Pick<Reached, "host" | "header">): boolean {
	if (FORWARDING_HEADERS.some((name) => header(name) !== undefined)) return false;
	if (!ipaddr.isValid(peer) || ipaddr.process(peer).range() !== "loopback") return false;
	const pages = [header("origin"), header("referer")].filter((page) => page !== undefined);
	return [`http://${host}`, ...pages].every((url) => LOOPBACK_HOST.test(URL.parse(url)?.hostname ?? ""));
}

/**
 * The last address in X-Forwarded-For that is not a trusted proxy, because the client can forge the addresses before
 * it; and whether there is one. A list of trusted proxies alone gives the first of them: it asks for itself.
 */
function forwardedAddress(
	peer: string,
	forwardedFor: string | undefined,
	proxies: TrustedProxies,
): [address: string, isKnown: boolean] {
	let nearest = peer;
	for (const entry of (forwardedFor ?? "").split(",").reverse()) {
		const address = withoutPort(entry.trim());
		if (!ipaddr.isValid(address)) return [plain(nearest), false];
		nearest = address;
		if (!proxies.trusts(nearest)) break;
	}
	return [plain(nearest), true];
}

/** Some proxies add the client's port (`192.0.2.1:50123`, `[2001:db8::1]:50123`); RFC 7239 §6 writes it so. */
function withoutPort(entry: string): string {
	const [, ipv4, ipv6] = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/.exec(entry) ?? [];
	return ipv4 ?? ipv6 ?? entry;
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
