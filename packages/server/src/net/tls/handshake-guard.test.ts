import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { createServer } from "node:tls";
import { beforeAll, expect, test } from "vitest";
import { type Authority, createAuthority } from "../../probe/targets/certificates.ts";
import { startTlsTarget } from "../../probe/targets/http-target.ts";
import { listen } from "../../probe/targets/listening.ts";
import { Deadline } from "../deadline.ts";
import { Inbox } from "../inbox.ts";
import { trustOnly } from "../testing/trust-only.ts";
import { handshake } from "./handshake.ts";
import { KnownCertificates } from "./known-certificates.ts";
import { secureContextOf } from "./offer.ts";

let root: Authority;

beforeAll(async () => {
	root = await createAuthority();
	return trustOnly(root);
});

/** A connection to `port` after its handshake, and how often something was written to it. */
async function secured(port: number) {
	const inbox = new Inbox();
	const transport = connect({ host: "127.0.0.1", port, onread: inbox.onread });
	await once(transport, "connect");
	let writes = 0;
	const write = transport.write.bind(transport) as (...args: unknown[]) => boolean;
	transport.write = (...args: unknown[]) => {
		writes += 1;
		return write(...args);
	};
	const deadline = new Deadline(10_000);
	const result = await handshake({
		socket: transport,
		inbox,
		address: "127.0.0.1",
		host: "localhost",
		verifies: true,
		secureContext: secureContextOf("classic"),
		certificates: new KnownCertificates(),
		deadline,
	});
	deadline.end();
	if (result.kind !== "tls_connected") throw new Error(JSON.stringify(result));
	return { socket: result.socket, writes: () => writes };
}

test("the end of the handshake and a request that follows at once leave in one write", async () => {
	await using target = await startTlsTarget({ certificate: await root.issue(), tls: { minVersion: "TLSv1.3" } });
	const { socket, writes } = await secured(target.port);
	socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 200 /);
	// The other one is the client's hello.
	expect(writes()).toBe(2);
});

test.each(["TLSv1.3", "TLSv1.2"])("a large request arrives as it was sent: %s", async (maxVersion) => {
	const body = Buffer.alloc(3_000_000, "0123456789abcdef!");
	await using target = await startTlsTarget({
		certificate: await root.issue(),
		tls: { maxVersion },
		handler: async (request, response) => {
			response.end(
				createHash("sha256")
					.update(await buffer(request))
					.digest("hex"),
			);
		},
	});
	const { socket } = await secured(target.port);
	socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
	socket.write(body);
	const response = (await buffer(socket)).toString();
	expect(response).toContain(createHash("sha256").update(body).digest("hex"));
});

test("a server that speaks first gets the end of the handshake without a request", async () => {
	const { chain, key } = await root.issue();
	const server = createServer({ cert: chain, key }, (socket) => socket.end("hello"));
	await using target = await listen(server, { scheme: "https" });
	const { socket } = await secured(target.port);
	expect((await buffer(socket)).toString()).toBe("hello");
});
