/**
 * The harmless server from which requests are led astray: it redirects, or names an address in a document. Its answers
 * are bytes as the test wrote them, because a server that means harm keeps to no library's rules.
 */

import { startRawTarget } from "../../probe/targets/raw-target.ts";

export const FRONT_NAME = "front.test";
/** A public address. */
export const FRONT_ADDRESS = "93.184.216.35";

export interface Front extends AsyncDisposable {
	readonly port: number;
	/** What `/start` answers. */
	redirect: { status: number; location: string };
	/** The token endpoint in its metadata as an OpenID provider. */
	tokenEndpoint: string;
}

export async function startFront(): Promise<Front> {
	const target = await startRawTarget((socket) => {
		let request = "";
		socket.on("data", (bytes: Buffer) => {
			request += bytes.toString("latin1");
			if (request.includes("\r\n\r\n")) socket.end(answerTo(request.split(" ")[1] ?? ""));
		});
	});
	const answerTo = (path: string): string => {
		if (path === "/ok") return "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
		if (path.startsWith("/.well-known/")) {
			const json = JSON.stringify(metadataWith(front.tokenEndpoint));
			const fields = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}`;
			return `HTTP/1.1 200 OK\r\n${fields}\r\n\r\n${json}`;
		}
		const { status, location } = front.redirect;
		return `HTTP/1.1 ${status} Elsewhere\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
	};
	const front: Front = {
		port: target.port,
		redirect: { status: 302, location: "/ok" },
		tokenEndpoint: "",
		[Symbol.asyncDispose]: () => target.close(),
	};
	return front;
}

function metadataWith(tokenEndpoint: string) {
	const issuer = `http://${FRONT_NAME}`;
	return {
		issuer,
		authorization_endpoint: `${issuer}/authorize`,
		token_endpoint: tokenEndpoint,
		jwks_uri: tokenEndpoint,
		userinfo_endpoint: tokenEndpoint,
		response_types_supported: ["code"],
		subject_types_supported: ["public"],
		id_token_signing_alg_values_supported: ["RS256"],
	};
}
