/** The client: one method for each HTTP method, one for lists, one for live changes. */

import { isFailure, type Result, success } from "@lapwing/result";
import type { ApiError } from "./errors.ts";
import { type LiveEvent, type LiveOptions, listen } from "./live/listen.ts";
import { followPages, itemsOf, type Page, pageOf } from "./pages.ts";
import { type RetryOptions, retryPolicy } from "./retry.ts";
import type {
	Arguments,
	DataOf,
	FullView,
	ItemOf,
	ListPath,
	Method,
	PathOf,
	RequestOptions,
	ViewOption,
} from "./routes.ts";
import { type Connection, type Exchange, exchange, readJson, type SendOptions } from "./send.ts";

export interface ClientOptions {
	/**
	 * Where Lapwing is, such as `https://status.example.com`. Default: the page's own origin; outside a page there is
	 * none.
	 */
	readonly baseUrl?: string;
	/** An API key. Without one the session's cookie of the browser counts. */
	readonly key?: string;
	/** Slug of the team that requests with a session are about (header `Lapwing-Team`). A function is asked each time. */
	readonly team?: string | (() => string | null);
	/** Whether cookies are sent, as `fetch` knows it. Default: `same-origin`; `omit` with a key. */
	readonly credentials?: "omit" | "same-origin" | "include";
	/** Milliseconds within which a whole answer has come, for each attempt. Default: 30,000. */
	readonly timeoutMs?: number;
	/** How GET, PUT and DELETE are repeated when the service is away or busy. False: never. */
	readonly retry?: RetryOptions | false;
	/** Instead of the global `fetch`: to send through a proxy, or to observe. */
	readonly fetch?: (request: Request) => Promise<Response>;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** The longest that a timer knows. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * A client of one Lapwing service. Every method returns a Result; what throws is a mistake in the program.
 *
 * @example
 * ```ts
 * import { Client } from "@lapwing/client";
 *
 * const lapwing = new Client({ baseUrl: "https://status.example.com", key: "lw_…" });
 * const answer = await lapwing.get("/api/v1/monitors/{id}", { path: { id: "mon_…" }, query: { view: "full" } });
 * if (answer.status === "success") answer.data.status satisfies "pending" | "up" | "degraded" | "down";
 * ```
 *
 * Without `view: "full"` a listed monitor has other members than the same one alone: its instants are epoch
 * milliseconds and not ISO 8601, and it has no `status`.
 */
export class Client {
	readonly #connection: Connection;

	/** Throws a TypeError or RangeError for options that can't be meant. */
	constructor(options: ClientOptions = {}) {
		this.#connection = connectionOf(options);
	}

	/** Reads a resource. */
	get<P extends PathOf<"GET">, V extends FullView | undefined = undefined>(
		path: P,
		...[options]: Arguments<RequestOptions<"GET", P> & ViewOption<V>>
	): Promise<Result<DataOf<"GET", P, V>, ApiError>> {
		return this.#data("GET", path, options);
	}

	/** Makes a resource or starts something. Never sent twice. */
	post<P extends PathOf<"POST">, V extends FullView | undefined = undefined>(
		path: P,
		...[options]: Arguments<RequestOptions<"POST", P> & ViewOption<V>>
	): Promise<Result<DataOf<"POST", P, V>, ApiError>> {
		return this.#data("POST", path, options);
	}

	/** Changes a resource. */
	put<P extends PathOf<"PUT">, V extends FullView | undefined = undefined>(
		path: P,
		...[options]: Arguments<RequestOptions<"PUT", P> & ViewOption<V>>
	): Promise<Result<DataOf<"PUT", P, V>, ApiError>> {
		return this.#data("PUT", path, options);
	}

	/** Changes some members of a resource. Never sent twice. */
	patch<P extends PathOf<"PATCH">>(
		path: P,
		...[options]: Arguments<RequestOptions<"PATCH", P>>
	): Promise<Result<DataOf<"PATCH", P>, ApiError>> {
		return this.#data("PATCH", path, options);
	}

	/** Deletes a resource. After a lost answer the repeated request may find nothing: `NOT_FOUND`. */
	delete<P extends PathOf<"DELETE">>(
		path: P,
		...[options]: Arguments<RequestOptions<"DELETE", P>>
	): Promise<Result<DataOf<"DELETE", P>, ApiError>> {
		return this.#data("DELETE", path, options);
	}

	/** One page of a list: the first, or the one of `query.cursor`. */
	async page<P extends ListPath, V extends FullView | undefined = undefined>(
		path: P,
		...[options]: Arguments<RequestOptions<"GET", P> & ViewOption<V>>
	): Promise<Result<Page<ItemOf<P, V>>, ApiError>> {
		const answer = await this.#exchange("GET", path, options);
		return isFailure(answer) ? answer : pageOf(answer.data);
	}

	/** Every page of a list, as values: the first failure is the last of them. */
	pages<P extends ListPath, V extends FullView | undefined = undefined>(
		path: P,
		...[options]: Arguments<RequestOptions<"GET", P> & ViewOption<V>>
	): AsyncGenerator<Result<Page<ItemOf<P, V>>, ApiError>, void> {
		const { query, ...others } = (options ?? {}) as Exchange;
		const read = async (cursor: string | undefined): Promise<Result<Page<ItemOf<P, V>>, ApiError>> => {
			const answer = await this.#exchange("GET", path, { ...others, query: { ...query, cursor } });
			return isFailure(answer) ? answer : pageOf(answer.data);
		};
		return followPages(read, query?.["cursor"] as string | undefined);
	}

	/**
	 * Every item of a list, for `for await`. Pages are read as they are needed. Monitors have their status only with
	 * `query: { view: "full" }`. Throws an ApiError when one can't be
	 * read: a loop has no other way to say so. {@link pages} has the same as values.
	 */
	list<P extends ListPath, V extends FullView | undefined = undefined>(
		path: P,
		...args: Arguments<RequestOptions<"GET", P> & ViewOption<V>>
	): AsyncGenerator<ItemOf<P, V>, void> {
		return itemsOf(this.pages<P, V>(path, ...args));
	}

	/**
	 * Live changes of the team's monitors (`GET /api/v1/live`). Reconnects by itself and resumes. Ends when the signal
	 * aborts, when the loop is left, or when the service refuses for good.
	 */
	live(options: LiveOptions = {}): AsyncGenerator<LiveEvent, void> {
		return listen(this.#connection, options);
	}

	/**
	 * Sends a request to any path and returns its answer unread: for CSV, for images, and for routes that this version
	 * does not know.
	 * @param path absolute, such as `/api/v1/reports/uptime-daily`
	 */
	send(method: Method, path: string, options: SendOptions = {}): Promise<Result<Response, ApiError>> {
		return exchange(this.#connection, method, path, options, "stream");
	}

	async #data<Data>(method: Method, path: string, options: unknown): Promise<Result<Data, ApiError>> {
		const answer = await this.#exchange(method, path, options);
		if (isFailure(answer)) return answer;
		const body = answer.data as { readonly data?: unknown } | undefined;
		return success((typeof body === "object" && body !== null && "data" in body ? body.data : body) as Data);
	}

	#exchange(method: Method, path: string, options: unknown): Promise<Result<unknown, ApiError>> {
		return exchange(this.#connection, method, path, (options ?? {}) as Exchange, { whole: readJson });
	}
}

function connectionOf(options: ClientOptions): Connection {
	const { baseUrl = "", key, team, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
	if (baseUrl !== "" && !/^https?:$/.test(new URL(baseUrl).protocol)) {
		throw new TypeError(`baseUrl must begin with http:// or https://: ${baseUrl}`);
	}
	if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
		throw new RangeError(`timeoutMs must be above 0 and at most ${MAX_TIMEOUT_MS}.`);
	}
	const fixed = { accept: "application/json", ...(key !== undefined && { authorization: `Bearer ${key}` }) };
	return {
		baseUrl,
		credentials: options.credentials ?? (key === undefined ? "same-origin" : "omit"),
		// Called as a function: a page's fetch refuses to be anybody's method.
		fetch: options.fetch ?? ((request) => fetch(request)),
		timeoutMs,
		retry: retryPolicy(options.retry),
		headers() {
			const slug = typeof team === "function" ? team() : team;
			return slug == null ? fixed : { ...fixed, "lapwing-team": slug };
		},
	};
}
