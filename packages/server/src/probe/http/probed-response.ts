/** What a check keeps of a response: its status, where it redirects to, and the body if content checks need it. */

import type { Method } from "../../domain/monitors/monitor.ts";
import { BoundedBytes, beginsAsEncoded, decompressed, textOf } from "../../net/http/body.ts";
import { type Redirect, redirectOf } from "../../net/http/redirect.ts";
import type { ResponseHead } from "../../net/http/response-head.ts";
import type { ResponseSink } from "../../net/http/response-reader.ts";

/** Kept of a body whose text is not needed: enough to see whether it is encoded as announced. */
const START_BYTES = 16;

interface ProbedResponseOptions {
	readonly url: URL;
	readonly method: Method;
	/** A redirect that is followed needs no body; one that is to be judged is read like any response. */
	readonly followsRedirects: boolean;
	/** Whether the text will be needed. */
	readonly keepsBody: boolean;
	/** The body is read to its end or to this many bytes. */
	readonly maxBodyBytes: number;
}

export class ProbedResponse implements ResponseSink {
	status = 0;
	redirect: Redirect | "unusable" | null = null;
	setCookie: string | undefined;
	headers: ReadonlyMap<string, string> = new Map();
	readonly #options: ProbedResponseOptions;
	readonly #kept: BoundedBytes;
	#bodyBytes = 0;
	#contentType: string | undefined;
	#contentEncoding: string | undefined;

	constructor(options: ProbedResponseOptions) {
		this.#options = options;
		this.#kept = new BoundedBytes(options.keepsBody ? options.maxBodyBytes : START_BYTES);
	}

	head(head: ResponseHead): boolean {
		const { url, method, followsRedirects } = this.#options;
		this.status = head.status;
		this.headers = head.headers;
		this.#contentType = head.headers.get("content-type");
		this.#contentEncoding = head.headers.get("content-encoding");
		this.setCookie = head.headers.get("set-cookie");
		if (followsRedirects) this.redirect = redirectOf(head, url, method);
		return this.redirect === null;
	}

	body(bytes: Buffer): boolean {
		this.#bodyBytes += bytes.length;
		this.#kept.add(bytes);
		return this.#bodyBytes < this.#options.maxBodyBytes;
	}

	/** Whether the body begins as its Content-Encoding announces. */
	beginsAsEncoded(): boolean {
		return beginsAsEncoded(this.#kept.bytes, this.#contentEncoding);
	}

	get keepsBody(): boolean {
		return this.#options.keepsBody;
	}

	/** The body's text, and whether it may go on beyond it; null when it does not decompress. */
	async text(): Promise<{ readonly text: string; readonly isCut: boolean } | null> {
		const { maxBodyBytes } = this.#options;
		const isWhole = this.#bodyBytes < maxBodyBytes;
		const bytes = await decompressed(this.#kept.bytes, this.#contentEncoding, maxBodyBytes, isWhole);
		if (bytes === null) return null;
		const isCut = !isWhole || bytes.length >= maxBodyBytes;
		return { text: textOf(bytes, this.#contentType), isCut };
	}
}
