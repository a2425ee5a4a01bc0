/**
 * Reads another service's API for an importer: JSON by GET (or a form by POST), one request at a time, within bounds of
 * requests, bytes and time, so that an API that never ends its pages ends here. When it asks for a pause with
 * Retry-After, it gets it. Redirects are not followed: the key goes only where the user sent it.
 */

import { setTimeout as pause } from "node:timers/promises";
import { UsageError } from "../usage-error.ts";
import { isTooDeep, MAX_JSON_LEVELS } from "./read-json.ts";

interface ApiLimits {
	/** Of one import. 10,000 monitors in pages of 50 need 200. */
	readonly requests: number;
	/** Of all answers. */
	readonly bytes: number;
	/** Of the whole import, pauses included. */
	readonly totalMs: number;
	/** Of one request. */
	readonly requestMs: number;
	/** How often one request is made, until it is answered with other than 429, 502, 503 or 504. */
	readonly attempts: number;
}

const LIMITS: ApiLimits = {
	requests: 2_000,
	bytes: 256 * 1024 * 1024,
	totalMs: 30 * 60_000,
	requestMs: 60_000,
	attempts: 6,
};
/** Of a pause that was not asked for; doubled each time. */
const FIRST_PAUSE_MS = 1_000;
/** A limit by the minute needs a minute; what asks for longer is better run later. */
const LONGEST_PAUSE_MS = 5 * 60_000;
const TRANSIENT = new Set([429, 502, 503, 504]);

interface ApiOptions {
	/** As people call it: `Checkly`. */
	readonly title: string;
	readonly baseUrl: string;
	readonly headers: Readonly<Record<string, string>>;
	/** The variable that holds the key, for messages. */
	readonly keyVariable: string;
	readonly limits?: Partial<ApiLimits>;
	/** Called before a pause of more than a second. */
	onPause?(seconds: number): void;
}

export class ApiClient {
	readonly #options: ApiOptions;
	readonly #limits: ApiLimits;
	readonly #base: URL;
	readonly #endsAt: number;
	#requests = 0;
	#bytes = 0;

	constructor(options: ApiOptions) {
		this.#options = options;
		this.#limits = { ...LIMITS, ...options.limits };
		if (!/^https?:\/\/./i.test(options.baseUrl) || !URL.canParse(options.baseUrl)) {
			throw new UsageError(`The address of ${options.title} must be an http or https URL: ${options.baseUrl}`);
		}
		this.#base = new URL(options.baseUrl.replace(/\/*$/, "/"));
		this.#endsAt = performance.now() + this.#limits.totalMs;
	}

	/**
	 * The JSON at `path` below the base URL, or at an address of a next page, which must be of the same origin.
	 * @throws UsageError for a refusal; Error when a bound is reached or nothing usable is answered
	 */
	get(path: string, query: Readonly<Record<string, string | number>> = {}): Promise<unknown> {
		const url = this.#urlOf(path);
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
		return this.#json(url, {});
	}

	postForm(path: string, fields: Readonly<Record<string, string>>): Promise<unknown> {
		return this.#json(this.#urlOf(path), { method: "POST", body: new URLSearchParams(fields) });
	}

	#urlOf(path: string): URL {
		const url = new URL(path.replace(/^\//, ""), this.#base);
		if (url.origin !== this.#base.origin) throw this.#failed(`names a next page at another origin, ${url.origin}`);
		return url;
	}

	async #json(url: URL, init: RequestInit): Promise<unknown> {
		const { title } = this.#options;
		for (let attempt = 1; ; attempt += 1) {
			const response = await this.#request(url, init);
			const text = await this.#textOf(response);
			if (TRANSIENT.has(response.status) && attempt < this.#limits.attempts) {
				await this.#pause(response, attempt);
				continue;
			}
			if (!response.ok) throw this.#refusal(response.status, url, text);
			if (isTooDeep(text))
				throw this.#failed(`answered ${url.pathname} with more than ${MAX_JSON_LEVELS} levels of JSON`);
			try {
				return JSON.parse(text);
			} catch {
				throw this.#failed(
					`answered ${url.pathname} with something that is not JSON. Is this the address of ${title}?`,
				);
			}
		}
	}

	async #request(url: URL, init: RequestInit): Promise<Response> {
		this.#requests += 1;
		if (this.#requests > this.#limits.requests) {
			throw this.#failed(`needs more than ${this.#limits.requests} requests, which is where an import ends`);
		}
		const left = this.#endsAt - performance.now();
		if (left <= 0) throw this.#tooLong();
		const signal = AbortSignal.timeout(Math.ceil(Math.min(left, this.#limits.requestMs)));
		const headers = { accept: "application/json", "user-agent": "lapwing-import", ...this.#options.headers };
		try {
			return await fetch(url, { ...init, headers, signal, redirect: "manual" });
		} catch (error) {
			throw this.#failed(`does not answer at ${url.origin}: ${causeOf(error)}`, error);
		}
	}

	async #textOf(response: Response): Promise<string> {
		const parts: Uint8Array[] = [];
		try {
			for await (const part of response.body ?? []) {
				this.#bytes += part.length;
				if (this.#bytes > this.#limits.bytes) break;
				parts.push(part);
			}
		} catch (error) {
			throw this.#failed(`did not complete an answer: ${causeOf(error)}`, error);
		}
		if (this.#bytes > this.#limits.bytes) {
			throw this.#failed(`answers more than ${this.#limits.bytes} bytes, which is where an import ends`);
		}
		return Buffer.concat(parts).toString("utf8");
	}

	async #pause(response: Response, attempt: number): Promise<void> {
		const ms = pauseMs(response.headers.get("retry-after"), Date.now()) ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
		if (ms > LONGEST_PAUSE_MS || performance.now() + ms > this.#endsAt) {
			throw this.#failed(`asks for a pause of ${Math.ceil(ms / 1000)} s. Run the import again after that`);
		}
		if (ms > 1_000) this.#options.onPause?.(Math.ceil(ms / 1000));
		await pause(ms);
	}

	#refusal(status: number, url: URL, text: string): Error {
		const { title, keyVariable } = this.#options;
		if (status === 401 || status === 403) {
			return new UsageError(
				`${title} refuses the key for ${url.pathname} (${status}). The key is that of ${keyVariable}.`,
			);
		}
		if (status >= 300 && status < 400) {
			return new UsageError(`${title} answers ${url.href} with a redirect. Give the address that it leads to.`);
		}
		const excerpt = text.replace(/\s+/g, " ").slice(0, 200);
		return this.#failed(`answered ${url.pathname} with status ${status}: ${excerpt}`);
	}

	#tooLong(): Error {
		return this.#failed(`took longer than ${this.#limits.totalMs / 60_000} minutes, which is where an import ends`);
	}

	#failed(what: string, cause?: unknown): Error {
		return new UsageError(`${this.#options.title} ${what}.`, { cause });
	}
}

/** Retry-After (RFC 9110 §10.2.3): seconds or a date; null for none, or for what is neither. */
function pauseMs(value: string | null, now: number): number | null {
	if (value === null) return null;
	if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
	const at = Date.parse(value);
	return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** What `fetch` hides behind "fetch failed". */
function causeOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? error.cause.message : error.message;
}
