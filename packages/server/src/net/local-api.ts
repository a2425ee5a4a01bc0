/**
 * Asks an API that the operator named: over a Unix socket or over https with a certificate authority of its own. Not
 * for targets and receivers, whose addresses teams choose (./dial.ts).
 */

import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { text as textOf } from "node:stream/consumers";

export interface LocalApi {
	/** `http://…` or `https://…`; of a socket only the path counts. */
	readonly url: string;
	/** Default: none, the URL's host is connected to. */
	readonly socketPath?: string;
	/** Certificate authorities, PEM; default: those of Node. */
	readonly ca?: string;
	/** Asked before each request, because tokens are renewed; null: none is sent. */
	token?(): string | null;
}

/** Another status than 200. */
export class ApiRefused extends Error {
	override readonly name = "ApiRefused";
	readonly status: number;

	constructor(status: number, path: string, body: string) {
		super(`${path} was answered with ${status}${body === "" ? "" : `: ${body.slice(0, 300)}`}`);
		this.status = status;
	}
}

/** A second of silence is nothing; a server that is gone sends nothing at all. */
const SILENCE_MS = 30_000;
/** Of a list: 5,000 objects of a cluster in a page. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The body of GET `path` as JSON. */
export async function getJson(api: LocalApi, path: string, signal: AbortSignal): Promise<unknown> {
	const response = await open(api, path, signal, SILENCE_MS);
	let size = 0;
	response.on("data", (chunk: Buffer) => {
		size += chunk.length;
		if (size > MOST_BYTES) response.destroy(new Error(`${path} answers more than ${MOST_BYTES} bytes`));
	});
	return JSON.parse(await textOf(response));
}

/** The body of GET `path`, for as long as it goes on. */
export function stream(api: LocalApi, path: string, signal: AbortSignal, silenceMs: number): Promise<IncomingMessage> {
	return open(api, path, signal, silenceMs);
}

async function open(api: LocalApi, path: string, signal: AbortSignal, silenceMs: number): Promise<IncomingMessage> {
	const { url, socketPath, ca } = api;
	const token = api.token?.() ?? null;
	const target = new URL(path, url);
	const request = target.protocol === "https:" ? httpsRequest : httpRequest;
	const response = await new Promise<IncomingMessage>((resolve, reject) => {
		const sent = request(target, {
			signal,
			timeout: silenceMs,
			agent: false,
			headers: { accept: "application/json", ...(token !== null && { authorization: `Bearer ${token}` }) },
			...(socketPath !== undefined && { socketPath }),
			...(ca !== undefined && { ca }),
		});
		sent.on("response", resolve).on("error", reject);
		sent.on("timeout", () => sent.destroy(new Error(`${path} was silent for ${silenceMs / 1000} s`)));
		sent.end();
	});
	if (response.statusCode === 200) return response;
	throw new ApiRefused(response.statusCode ?? 0, path, await textOf(response));
}
