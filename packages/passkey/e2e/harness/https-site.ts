/** A site over https on this machine, with a certificate of its own for every domain that it is given. */

import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import "reflect-metadata"; // @peculiar/x509 does not load without it
import { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from "@peculiar/x509";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const HOUR_MS = 3_600_000;

export async function startHttpsSite(domains: readonly string[], answer: RequestListener) {
	const server = createServer(await certificateFor(domains), answer);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		port: (server.address() as AddressInfo).port,
		[Symbol.asyncDispose]: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
}

async function certificateFor(domains: readonly string[]): Promise<{ cert: string; key: string }> {
	const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
	const certificate = await X509CertificateGenerator.createSelfSigned({
		name: "CN=Passkey test",
		keys,
		signingAlgorithm: ALGORITHM,
		notBefore: new Date(Date.now() - HOUR_MS),
		notAfter: new Date(Date.now() + HOUR_MS),
		extensions: [new SubjectAlternativeNameExtension(domains.map((value) => ({ type: "dns" as const, value })))],
	});
	const key = await crypto.subtle.exportKey("pkcs8", keys.privateKey);
	return { cert: certificate.toString("pem"), key: PemConverter.encode(key, "PRIVATE KEY") };
}
