/**
 * The one place that speaks to the API. Each resource has a file beside this one; no page calls `fetch`. A session's
 * cookie goes along by itself; which team is meant goes in a header.
 */

import { ApiFault, faultOf } from "./fault.ts";
import { currentTeam } from "./team-choice.ts";

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface RequestOptions {
	readonly query?: Query;
	readonly body?: unknown;
	readonly signal?: AbortSignal;
	readonly accept?: string;
}

interface Envelope<Data> {
	readonly data: Data;
	readonly meta?: { readonly pagination?: { readonly next: string | null; readonly total?: number } };
}

/** One page of a list, and the cursor of the next. */
export interface Page<Item> {
	readonly items: readonly Item[];
	readonly next: string | null;
	readonly total: number | null;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export async function send(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
	const team = currentTeam();
	const headers: Record<string, string> = { accept: options.accept ?? "application/json" };
	if (team !== null) headers["lapwing-team"] = team;
	if (options.body !== undefined) headers["content-type"] = "application/json";
	let response: Response;
	try {
		response = await fetch(`/api/v1${path}${queryString(options.query)}`, {
			method,
			headers,
			credentials: "same-origin",
			body: options.body === undefined ? null : JSON.stringify(options.body),
			signal: options.signal ?? null,
		});
	} catch (cause) {
		if (options.signal?.aborted) throw cause;
		throw new ApiFault("Lapwing does not answer. Check the connection; the page tries again by itself.", {
			status: null,
			code: "NO_ANSWER",
			cause,
		});
	}
	if (!response.ok) throw await faultOf(response);
	return response;
}

export async function request<Data>(method: Method, path: string, options?: RequestOptions): Promise<Data> {
	const response = await send(method, path, options);
	if (response.status === 204) return undefined as Data;
	return ((await response.json()) as Envelope<Data>).data;
}

/** A page of a list: `collection` is the member of `data` that holds it. */
export async function requestPage<Item>(
	path: string,
	collection: string,
	options?: RequestOptions,
): Promise<Page<Item>> {
	const response = await send("GET", path, options);
	const { data, meta } = (await response.json()) as Envelope<Record<string, readonly Item[]>>;
	return {
		items: data[collection] ?? [],
		next: meta?.pagination?.next ?? null,
		total: meta?.pagination?.total ?? null,
	};
}

/** Lists of settings are short; this bound keeps a faulty cursor from reading for ever. */
const MOST_PAGES = 50;

/** Every item of a list, page after page. */
export async function requestAll<Item>(
	path: string,
	collection: string,
	options: RequestOptions = {},
): Promise<Item[]> {
	const items: Item[] = [];
	let cursor: string | null = null;
	for (let read = 0; read < MOST_PAGES; read++) {
		const page: Page<Item> = await requestPage<Item>(path, collection, {
			...options,
			query: { ...options.query, perPage: 200, cursor },
		});
		items.push(...page.items);
		cursor = page.next;
		if (cursor === null) break;
	}
	return items;
}

export function queryString(query: Query = {}): string {
	const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
	const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
	return text === "" ? "" : `?${text}`;
}
