/** What the targets have in common: a port of their own on loopback, and an end that leaves nothing open. */

import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

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

/** A port on which nobody listens: one that was free a moment ago. */
export async function refusedPort(): Promise<number> {
	const server = createServer();
	const { port, close } = await listen(server, { scheme: "http" });
	await close();
	return port;
}
