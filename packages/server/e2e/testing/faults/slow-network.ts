/** A TCP proxy in front of a server: what passes is delayed, and nothing passes while the server is away. */

import { type AddressInfo, createServer, connect as dial, type Socket } from "node:net";

interface SlowNetwork extends AsyncDisposable {
	readonly port: number;
	/** What each piece waits, in both directions. */
	delayMs: number;
}

export async function startSlowNetwork(serverPort: number): Promise<SlowNetwork> {
	const open = new Set<Socket>();
	const network = { port: 0, delayMs: 0 };
	const pass = (from: Socket, to: Socket) => {
		from.on("data", (bytes) => {
			if (network.delayMs === 0) to.write(bytes);
			else setTimeout(() => to.destroyed || to.write(bytes), network.delayMs);
		});
		from.on("error", () => {}).on("close", () => to.destroy());
	};
	const server = createServer((client) => {
		const upstream = dial(serverPort, "127.0.0.1");
		for (const socket of [client, upstream]) {
			open.add(socket);
			socket.on("close", () => open.delete(socket));
		}
		pass(client, upstream);
		pass(upstream, client);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	network.port = (server.address() as AddressInfo).port;
	return Object.assign(network, {
		async [Symbol.asyncDispose]() {
			for (const socket of open) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	});
}
