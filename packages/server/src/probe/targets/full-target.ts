/**
 * A port that never answers the first packet of a connection: a listener that accepts nothing and whose queue is full.
 * On loopback this behaves like a firewall that drops packets.
 */

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Worker } from "node:worker_threads";

interface FullTarget extends AsyncDisposable {
	readonly port: number;
	readonly url: string;
}

/** The queue takes a few more than its backlog; how many depends on the system. */
const FILLING_CONNECTIONS = 12;

const BLOCKING_LISTENER = `
	const { parentPort, workerData } = require("node:worker_threads");
	const server = require("node:net").createServer();
	server.listen({ host: workerData.host, port: workerData.port, backlog: 1 }, () => {
		parentPort.postMessage(server.address().port);
		setImmediate(() => Atomics.wait(new Int32Array(workerData.stop), 0, 0));
	});
`;

/** `port`: default, one that is free. */
export async function startFullTarget({ host = "127.0.0.1", port: wanted = 0 } = {}): Promise<FullTarget> {
	const stop = new SharedArrayBuffer(4);
	const worker = new Worker(BLOCKING_LISTENER, { eval: true, workerData: { host, port: wanted, stop } });
	const [port] = (await once(worker, "message")) as [number];
	const fillers: Socket[] = [];
	for (let i = 0; i < FILLING_CONNECTIONS; i++) fillers.push(connect(port, host).on("error", () => {}));
	await once(fillers[0] as Socket, "connect");
	return {
		port,
		url: `http://${host}:${port}/`,
		async [Symbol.asyncDispose]() {
			for (const filler of fillers) filler.destroy();
			Atomics.store(new Int32Array(stop), 0, 1);
			Atomics.notify(new Int32Array(stop), 0);
			await worker.terminate();
		},
	};
}
