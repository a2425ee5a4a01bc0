/** The other end of bench/probe.ts, in a process of its own so that its cost is not counted: the least that answers. */

import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { createAuthority } from "../../packages/server/src/probe/targets/certificates.ts";

const BODY = "Hello, world\n".repeat(80);
const RESPONSE = Buffer.from(
	"HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\nServer: bench\r\nContent-Type: text/html; charset=utf-8\r\n" +
		"Cache-Control: no-cache\r\nVary: Accept-Encoding\r\nX-Request-Id: 0123456789abcdef\r\n" +
		`Content-Length: ${BODY.length}\r\nConnection: close\r\n\r\n${BODY}`,
);

const root = await createAuthority();
const { chain, key } = await root.issue();

const http = createServer((socket) => {
	socket.on("data", () => socket.end(RESPONSE)).on("error", () => {});
});
const https = createTlsServer({ cert: chain, key, ALPNProtocols: ["http/1.1"] }, (socket) => {
	socket.on("data", () => socket.end(RESPONSE)).on("error", () => {});
});
const listen = (server: typeof http) =>
	new Promise<number>((resolve) => {
		server.listen(0, "127.0.0.1", 1_024, () => {
			const address = server.address();
			resolve(typeof address === "object" && address !== null ? address.port : 0);
		});
	});

process.send?.({ httpPort: await listen(http), httpsPort: await listen(https), root: root.certificate });
process.on("disconnect", () => process.exit());
