/**
 * Connections for dialers that stay within this process, and a watch below them: Node announces each socket that
 * connects, whatever code opened it, so that none can pass by the dialers.
 */

import type { Socket as UdpSocket } from "node:dgram";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { connect, isIP, Socket } from "node:net";
import type { Connect } from "../connect.ts";

export interface WatchedConnections extends Disposable {
	/** For dialers. A connection to a stand-in is made; all others are refused at once, and listed. */
	readonly connect: Connect;
	/** What was connected to since the last call, in order, without the stand-ins and the test's own name servers. */
	taken(): string[];
}

interface Watching {
	/** The port on loopback of the server that stands at an address. */
	readonly standIns: ReadonlyMap<string, number>;
	/** The ports on loopback of the test's own name servers, which are asked over UDP. */
	readonly nameServerPorts: ReadonlySet<number>;
}

export function watchConnections({ standIns, nameServerPorts }: Watching): WatchedConnections {
	let seen: string[] = [];
	const standInPorts = new Set(standIns.values());

	const onTcp = (message: unknown) => {
		const { socket } = message as { socket: Socket };
		socket.once("connectionAttempt", (host: string, port: number) => {
			if (host !== "127.0.0.1" || !standInPorts.has(port)) seen.push(`past the dialer: ${host}:${port}`);
		});
	};
	const onUdp = (message: unknown) => {
		const { socket } = message as { socket: UdpSocket };
		const connectUdp = socket.connect.bind(socket);
		socket.connect = (port: number, host?: string | (() => void), callback?: () => void) => {
			if (host === "127.0.0.1" && nameServerPorts.has(port)) return connectUdp(port, host, callback);
			seen.push(String(host));
			process.nextTick(callback as (error: Error) => void, refused());
		};
	};
	subscribe("net.client.socket", onTcp);
	subscribe("udp.socket", onUdp);

	return {
		connect({ host, ...options }) {
			const port = standIns.get(host);
			if (port !== undefined) return connect({ ...options, host: "127.0.0.1", port });
			// A name would be resolved again, past every policy.
			seen.push(isIP(host) === 0 ? `not an address: ${host}` : host);
			const socket = new Socket();
			process.nextTick(() => socket.destroy(refused()));
			return socket;
		},
		taken() {
			const taken = seen;
			seen = [];
			return taken;
		},
		[Symbol.dispose]() {
			unsubscribe("net.client.socket", onTcp);
			unsubscribe("udp.socket", onUdp);
		},
	};
}

function refused(): Error {
	return Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
}
