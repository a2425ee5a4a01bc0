/** A client of one request again and again, on raw sockets, so that it costs little beside the server it measures. */

import { connect } from "node:net";

export interface Asked {
	readonly port: number;
	readonly path: string;
	readonly key: string;
}

/** Asks on `connections` at once for `ms`; answers how many answers came. */
export async function askFor(asked: Asked, connections: number, ms: number): Promise<number> {
	const { port, path, key } = asked;
	const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`;
	const until = performance.now() + ms;
	const counts = await Promise.all(Array.from({ length: connections }, () => askUntil(port, request, until)));
	return counts.reduce((sum, count) => sum + count, 0);
}

/** Sends the request again and again on one connection; answers how often. */
function askUntil(port: number, request: string, until: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, "127.0.0.1", () => socket.write(request));
		let count = 0;
		let missing = -1;
		socket.on("error", reject);
		socket.on("data", (chunk) => {
			if (missing < 0) {
				const head = chunk.indexOf("\r\n\r\n");
				const text = chunk.toString("latin1", 0, head);
				if (!text.startsWith("HTTP/1.1 200")) return reject(new Error(text));
				missing = Number(/content-length: (\d+)/i.exec(text)?.[1]) - (chunk.length - head - 4);
			} else missing -= chunk.length;
			if (missing > 0) return;
			missing = -1;
			count += 1;
			if (performance.now() < until) socket.write(request);
			else {
				socket.end();
				resolve(count);
			}
		});
	});
}
