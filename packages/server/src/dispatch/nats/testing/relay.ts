/** A link between two places that can be cut: what is sent meanwhile arrives nowhere, and nobody is told. */

import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";

interface Relay extends AsyncDisposable {
	readonly port: number;
	cut(): void;
	/** What was open when it was cut is gone. */
	mend(): void;
}

export async function startRelay(toPort: number): Promise<Relay> {
	let isCut = false;
	const sockets = new Set<Socket>();
	const server = createServer((near) => {
		const far = createConnection(toPort, "127.0.0.1");
		for (const [one, other] of [
			[near, far],
			[far, near],
		] as const) {
			sockets.add(one);
			one.on("data", (data) => !isCut && other.write(data));
			one
				.on("error", () => {})
				.on("close", () => {
					sockets.delete(one);
					if (!isCut) other.destroy();
				});
		}
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const end = () => {
		for (const socket of sockets) socket.destroy();
	};
	return {
		port: (server.address() as AddressInfo).port,
		cut() {
			isCut = true;
		},
		mend() {
			end();
			isCut = false;
		},
		async [Symbol.asyncDispose]() {
			end();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
