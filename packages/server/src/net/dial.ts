/**
 * Opens every connection to a target or a receiver; there is no other way out (docs/rules/checks.md#target-addresses).
 * A host is resolved, every one of its addresses is tested, and the connection goes to a tested address, never to a
 * name: what a name server answers a moment later changes nothing. Addresses that may not be connected to are left out;
 * when none remains, the target is forbidden.
 */

import { isIP, type Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { type CertificateSeen, NO_PHASES, type Phase, type PhaseTimes } from "../domain/checks/observation.ts";
import type { StarttlsProtocol } from "../domain/monitors/tcp/tcp.ts";
import { AddressPolicy } from "./addresses.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";
import { type Connect, connectToFirst, type TcpConnected } from "./connect.ts";
import type { ConnectError, TargetError } from "./connect-error.ts";
import { Deadline } from "./deadline.ts";
import { Inbox } from "./inbox.ts";
import type { Question } from "./resolve/dns-message.ts";
import { askNamedServer, type NamedServer } from "./resolve/named-server.ts";
import { NameResolver, type RecordsAnswer, type ResolverOptions } from "./resolve/resolve.ts";
import { handshake, type NoCommonProtocol, type TlsConnected } from "./tls/handshake.ts";
import { KnownCertificates } from "./tls/known-certificates.ts";
import { type Offer, secureContextOf } from "./tls/offer.ts";
import { agreeOnTls } from "./tls/starttls.ts";

export interface DialerOptions extends ResolverOptions {
	/** Whether private, loopback, shared and other special addresses may be connected to. Link-local ones never are. */
	readonly allowPrivateTargets: boolean;
	/**
	 * Whether handshakes offer a hybrid, post-quantum key agreement (X25519MLKEM768) from the start, as Node does.
	 * Default true. False saves a seventh of a handshake's work where what is sent is no secret; a server that supports
	 * nothing else gets the whole offer over a second connection.
	 */
	readonly offersHybrid?: boolean;
	/** For tests. Default: that of node:net. */
	readonly connect?: Connect;
}

/** Servers that are known to need the whole offer; there are hardly any. */
const MAX_HYBRID_SERVERS = 1_000;

export interface Endpoint {
	/** A name, or an address without brackets. */
	readonly host: string;
	/** 0–65535. */
	readonly port: number;
	/**
	 * A TLS handshake, its chain and name verified unless `verifies` is false; absent means a bare connection. `alpn` is
	 * the protocol to offer, for example "http/1.1"; `starttls` is the protocol in which both agree on TLS first.
	 */
	readonly tls?:
		| { readonly alpn?: string; readonly verifies?: boolean; readonly starttls?: StarttlsProtocol | null }
		| undefined;
	/** The version of IP to connect over; default: both. */
	readonly family?: 4 | 6 | undefined;
}

/** What of an endpoint is resolved. */
type HostOf = Pick<Endpoint, "host" | "family">;

interface DialRequest extends Endpoint {
	/** For resolving, connecting and the handshake together. */
	readonly timeoutMs: number;
	readonly signal?: AbortSignal | undefined;
}

export interface Connected {
	readonly kind: "connected";
	/** A `TLSSocket` when TLS was asked for. The caller destroys it. Errors at an idle moment are ignored. */
	readonly socket: Socket;
	/** The tested address that it is connected to. */
	readonly address: string;
	readonly certificate: CertificateSeen | null;
}

/** Times of an attempt under way; each step adds its own. */
export type RunningPhases = { -readonly [P in Phase]: PhaseTimes[P] };

export interface Dialer {
	readonly clock: Clock;
	/** A connection with a deadline of its own. Never rejects. */
	dial(request: DialRequest): Promise<Connected | ConnectError>;
	/** A connection within the caller's deadline; the time each phase takes is added to `phases`. */
	dialWithin(endpoint: Endpoint, deadline: Deadline, phases: RunningPhases): Promise<Connected | ConnectError>;
	/** The addresses of a host that may be connected to, at least one, in the order in which to try them. */
	resolveWithin(of: HostOf, deadline: Deadline, phases: RunningPhases): Promise<readonly string[] | ConnectError>;
	/**
	 * The records of a name, over connections of their own: by `server`, whose failures are the target's; by our own name
	 * servers when it is null.
	 */
	askWithin(
		question: Question,
		server: NamedServer | null,
		deadline: Deadline,
		phases: RunningPhases,
	): Promise<RecordsAnswer | ConnectError>;
	close(): void;
}

export class PolicedDialer implements Dialer {
	readonly clock: Clock;
	readonly #resolver: NameResolver;
	readonly #policy: AddressPolicy;
	readonly #offersHybrid: boolean;
	readonly #connect: Connect | undefined;
	/** Each made at its first use, because many probers never speak TLS. */
	readonly #secureContexts = new Map<Offer, SecureContext>();
	readonly #certificates = new KnownCertificates();
	/** HOST:PORT of servers that accept only the whole offer. */
	readonly #hybridServers = new Set<string>();

	constructor(options: DialerOptions) {
		this.#offersHybrid = options.offersHybrid ?? true;
		this.#connect = options.connect;
		this.clock = options.clock ?? SYSTEM_CLOCK;
		this.#resolver = new NameResolver(options);
		this.#policy = new AddressPolicy(options.allowPrivateTargets);
	}

	async dial({ timeoutMs, signal, ...endpoint }: DialRequest): Promise<Connected | ConnectError> {
		const deadline = new Deadline(timeoutMs, signal);
		try {
			return await this.dialWithin(endpoint, deadline, { ...NO_PHASES });
		} catch (cause) {
			return { kind: "missed", cause: "internal", message: `Dialling failed unexpectedly (${nameOf(cause)}).` };
		} finally {
			deadline.end();
		}
	}

	async dialWithin(endpoint: Endpoint, deadline: Deadline, phases: RunningPhases): Promise<Connected | ConnectError> {
		const { host, port, tls } = endpoint;
		const permitted = await this.resolveWithin(endpoint, deadline, phases);
		if ("kind" in permitted) return permitted;

		const resolvedAt = this.clock.monotonic();
		const inbox = inboxFor(tls);
		const transport = await connectToFirst({ addresses: permitted, port, inbox }, deadline, this.#connect);
		const connectedAt = this.clock.monotonic();
		phases.connect += connectedAt - resolvedAt;
		if (transport.kind !== "connected") {
			// The name may point elsewhere by now: the next attempt asks again.
			this.#resolver.prune(host);
			return transport;
		}
		const { socket, address } = transport;
		if (tls === undefined) return { kind: "connected", socket, address, certificate: null };

		const secured = await this.#negotiate({ ...transport, inbox }, endpoint, deadline);
		phases.tls += this.clock.monotonic() - connectedAt;
		if (secured.kind !== "tls_connected") {
			this.#resolver.prune(host);
			return secured;
		}
		return { kind: "connected", socket: secured.socket, address, certificate: secured.certificate };
	}

	async resolveWithin(
		{ host, family }: HostOf,
		deadline: Deadline,
		phases: RunningPhases,
	): Promise<readonly string[] | ConnectError> {
		const startedAt = this.clock.monotonic();
		const resolved = await this.#resolver.resolve(host, deadline, family);
		// An address is looked up nowhere: that phase did not take place.
		if (isIP(host) === 0) phases.dns += this.clock.monotonic() - startedAt;
		return resolved.kind === "resolved" ? this.#permitted(host, resolved.addresses) : resolved;
	}

	async askWithin(
		question: Question,
		server: NamedServer | null,
		deadline: Deadline,
		phases: RunningPhases,
	): Promise<RecordsAnswer | ConnectError> {
		if (server !== null) {
			const permitted = this.#permitted(server.host, [server.host]);
			if ("kind" in permitted) return permitted;
		}
		const startedAt = this.clock.monotonic();
		const answer =
			server === null
				? await this.#resolver.records(question, deadline)
				: await askNamedServer(server, question, deadline);
		phases.dns += this.clock.monotonic() - startedAt;
		return answer;
	}

	async #negotiate(transport: Transport, endpoint: Endpoint, deadline: Deadline): Promise<TlsConnected | ConnectError> {
		const { host, port, tls } = endpoint;
		const { address } = transport;
		const server = `${host}:${port}`;
		const offer = this.#offersHybrid || this.#hybridServers.has(server) ? "hybrid" : "classic";
		const first = await this.#secure(transport, endpoint, { deadline, offer });
		if (first.kind !== "no_common_protocol") return first;
		if (offer === "hybrid") return first.connectError;
		const inbox = inboxFor(tls);
		const again = await connectToFirst({ addresses: [address], port, inbox }, deadline, this.#connect);
		if (again.kind !== "connected") return again;
		const second = await this.#secure({ ...again, inbox }, endpoint, { deadline, offer: "hybrid" });
		if (second.kind === "no_common_protocol") return second.connectError;
		if (this.#hybridServers.size >= MAX_HYBRID_SERVERS) this.#hybridServers.clear();
		if (second.kind === "tls_connected") this.#hybridServers.add(server);
		return second;
	}

	async #secure(
		{ socket, address, inbox }: Transport,
		{ host, tls }: Endpoint,
		{ deadline, offer }: { readonly deadline: Deadline; readonly offer: Offer },
	): Promise<TlsConnected | NoCommonProtocol | ConnectError> {
		const refused = tls?.starttls ? await agree(socket, address, tls.starttls, deadline) : null;
		if (refused !== null) return refused;
		return handshake({
			socket,
			inbox: inbox ?? Inbox.of(socket),
			address,
			host,
			alpn: tls?.alpn,
			verifies: tls?.verifies ?? true,
			secureContext: this.#secureContext(offer),
			certificates: this.#certificates,
			deadline,
		});
	}

	close(): void {
		this.#resolver.close();
	}

	#secureContext(offer: Offer): SecureContext {
		const known = this.#secureContexts.get(offer);
		if (known !== undefined) return known;
		const made = secureContextOf(offer);
		this.#secureContexts.set(offer, made);
		return made;
	}

	#permitted(host: string, addresses: readonly string[]): readonly string[] | TargetError {
		let refusal: string | null = null;
		const permitted = addresses.filter((address) => {
			const refused = this.#policy.refusalOf(address);
			refusal ??= refused;
			return refused === null;
		});
		if (permitted.length > 0) return permitted;
		return {
			kind: "failed",
			fault: "target_forbidden",
			phase: addresses[0] === host ? "connect" : "dns",
			message: `The target was not connected to: ${refusal}.`,
			address: addresses[0] ?? null,
			certificate: null,
		};
	}
}

/** A connection on which a handshake begins. */
interface Transport extends TcpConnected {
	/** Null: it is read as a stream, for both sides agree on TLS in the clear first. */
	readonly inbox: Inbox | null;
}

function inboxFor(tls: Endpoint["tls"]): Inbox | null {
	return tls === undefined || tls.starttls ? null : new Inbox();
}

/** Null when nothing stands in the way of a handshake on `socket`, which is destroyed otherwise. */
async function agree(
	socket: Socket,
	address: string,
	protocol: StarttlsProtocol,
	deadline: Deadline,
): Promise<ConnectError | null> {
	const refused = await agreeOnTls(protocol, socket, address, deadline);
	if (refused !== null) socket.destroy();
	return refused;
}

function nameOf(cause: unknown): string {
	return cause instanceof Error ? cause.name : typeof cause;
}
