import type { Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import type { TcpSettings } from "../../domain/monitors/types.ts";
import type { Identity } from "../targets/certificates.ts";
import { listen, type Target } from "../targets/listening.ts";
import { startRawTarget } from "../targets/raw-target.ts";
import { type ObserveOptions, observe } from "./observe.ts";

export function settings(over: Partial<TcpSettings> = {}): TcpSettings {
	const base = { type: "tcp", host: "127.0.0.1", port: 1, tls: "none", protocol: null, send: null, expect: null };
	return { ...base, ...over } as TcpSettings;
}

export const contains = (value: string) => ({ type: "contains", value, caseSensitive: true }) as const;
export const matching = (value: string) => ({ type: "regex", value, caseSensitive: true }) as const;

export async function look(target: Target, over: Partial<TcpSettings> = {}, options: ObserveOptions = {}) {
	await using open = target;
	return await observe(settings({ port: open.port, ...over }), options);
}

/** A server that handles each connection; its certificates are for 127.0.0.1. */
export function serving(onSocket: (socket: Socket) => void): Promise<Target> {
	return startRawTarget(onSocket);
}

export function tlsServing(identity: Identity, onSocket: (socket: TLSSocket) => void = () => {}, options: object = {}) {
	const server = createTlsServer({ cert: identity.chain, key: identity.key, ...options }, (socket) => {
		socket.on("error", () => {});
		onSocket(socket);
	});
	server.on("tlsClientError", () => {});
	return listen(server, { scheme: "https" });
}
