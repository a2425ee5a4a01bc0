/** What the targets have in common: a port of their own on loopback, and an end that leaves nothing open. */

import { randomInt } from "node:crypto";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { networkInterfaces } from "node:os";

export interface Target extends AsyncDisposable {
	readonly port: number;
	readonly url: string;
	/** Connections accepted so far. */
	readonly connections: number;
	close(): Promise<void>;
}

export interface ListenOptions {
	readonly scheme: "http" | "https";
	/** Default "127.0.0.1". */
	readonly host?: string | undefined;
	/** Default: one that is free. */
	readonly port?: number | undefined;
	/** The host of `url`; default: `host`. */
	readonly name?: string | undefined;
}

/** Begins to listen with `server`, any server on TCP. */
export async function listen(server: Server, options: ListenOptions): Promise<Target> {
	const { scheme, host = "127.0.0.1", port: wanted = 0, name = host } = options;
	const open = new Set<Socket>();
	let connections = 0;
	server.on("connection", (socket: Socket) => {
		connections++;
		open.add(socket);
		// A prober that hangs up is what these servers are for.
		socket.on("error", () => {});
		socket.on("close", () => open.delete(socket));
	});
	await new Promise<void>((resolve, reject) => server.once("error", reject).listen(wanted, host, resolve));
	const { port } = server.address() as AddressInfo;
	const close = () =>
		new Promise<void>((resolve) => {
			server.close(() => resolve());
			for (const socket of open) socket.destroy();
		});
	return {
		port,
		url: `${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}/`,
		get connections() {
			return connections;
		},
		close,
		[Symbol.asyncDispose]: close,
	};
}

/**
 * Below the ports that a system gives to whoever asks for any: 32,768 and up on Linux, 49,152 and up elsewhere. One of
 * those may belong to another test's connection a moment later, or for the minute in which it is in TIME_WAIT.
 */
const ASKED_FOR_PORTS = { from: 20_000, to: 32_768 };
/** Ports that are tried. */
const MAX_TRIES = 20;

/** A port on which nobody listens, and on which nobody will but the test: to be refused, or to listen again later. */
export async function unusedPort(): Promise<number> {
	for (let tries = 1; ; tries += 1) {
		const port = randomInt(ASKED_FOR_PORTS.from, ASKED_FOR_PORTS.to);
		try {
			const { close } = await listen(createServer(), { scheme: "http", port });
			await close();
			return port;
		} catch (error) {
			if (tries === MAX_TRIES) throw error;
		}
	}
}

/** Whether this machine has the address ::1, which many containers do not. */
export function hasIpv6Loopback(): boolean {
	return Object.values(networkInterfaces()).some((own) => own?.some(({ address }) => address === "::1"));
}
