/**
 * The only way out: monitors and notices alike reach the world through here (decisions §3.7).
 */

import type { Socket } from "node:net";
import type { CertificateSeen, PhaseTimes } from "../domain/observation.ts";
import type { Clock } from "./clock.ts";
import type { Trouble } from "./trouble.ts";

export interface DialerOptions {
	/** Whether private, loopback, shared and other special addresses may be connected to. Link-local and its like never are. */
	readonly allowPrivateTargets: boolean;
	/** Name servers, "ip", "ip:port" or "[v6]:port"; null means the system's. */
	readonly resolvers: readonly string[] | null;
	readonly clock?: Clock;
}

export interface DialRequest {
	/** A name, or an address without brackets. */
	readonly host: string;
	readonly port: number;
	/** A TLS handshake, its chain and name verified; absent means a bare connection. `alpn`: the protocol to offer, for example "http/1.1". */
	readonly tls?: { readonly alpn?: string };
	/** For resolving, connecting and the handshake together. */
	readonly timeoutMs: number;
	readonly signal?: AbortSignal;
}

export interface Connected {
	readonly kind: "connected";
	/** A `TLSSocket` when TLS was asked for. The caller destroys it. It has no listeners, not even for "error". */
	readonly socket: Socket;
	/** The tested address that it is connected to. */
	readonly address: string;
	readonly phases: PhaseTimes;
	readonly certificate: CertificateSeen | null;
}

export interface Dialer {
	/** Never rejects. */
	dial(request: DialRequest): Promise<Connected | Trouble>;
	close(): void;
}

export function createDialer(_options: DialerOptions): Dialer {
	throw new Error("not built yet");
}
