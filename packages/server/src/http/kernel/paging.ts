/**
 * One page of any list, by keyset. Reads one more row than asked to find out whether there is a next page, and writes
 * the cursors of the next and the previous page.
 */

import type { z } from "@hono/zod-openapi";
import type { Person, Principal } from "../../domain/access/principal.ts";
import type { Seek } from "../../domain/seek.ts";
import type { ListName, Position } from "./cursors.ts";
import type { Call } from "./endpoint.ts";
import { Refusal } from "./refusal.ts";

type Listing = Pick<Call<unknown, unknown, unknown, Principal | Person>, "services" | "principal" | "url">;

export interface PagingQuery {
	readonly perPage: number;
	readonly cursor?: string | undefined;
}

interface Page<Row> {
	/** In the order of the list. */
	readonly rows: readonly Row[];
	readonly pagination: {
		readonly next: string | null;
		readonly prev: string | null;
		readonly perPage: number;
		readonly total?: number;
	};
	/** RFC 8288; null when there is no other page. */
	readonly link: string | null;
}

export interface PagedList<Row, Key> {
	/**
	 * The kind of list, its subject and its filters. A cursor is valid only for the list with this name; the team is
	 * added.
	 */
	readonly name: ListName;
	/** Refuses keys that another version of Lapwing wrote. */
	readonly keySchema: z.ZodType<Key>;
	/** The key of a row, unique in the list. */
	keyOf(row: Row): Key;
	/** Rows in the order of the list. */
	read(seek: Seek<Key>): Promise<readonly Row[]>;
	/** For lists that answer a total. */
	count?(): Promise<number>;
}

/** The position of `cursor` in this list of the caller's team; null when the cursor is not valid for it. */
export function readCursor<Key>(
	call: Listing,
	list: ListName,
	cursor: string,
	keySchema: z.ZodType<Key>,
): Position<Key> | null {
	return call.services.cursors.read(nameFor(call, list), cursor, keySchema);
}

/** A cursor is valid for the list of one team or person. */
function nameFor({ principal }: Listing, list: ListName): ListName {
	return [...list, "team" in principal ? principal.team.id : `user ${principal.actor.id}`];
}

export async function readPage<Row, Key>(
	call: Call<unknown, PagingQuery, unknown, Principal | Person>,
	list: PagedList<Row, Key>,
): Promise<Page<Row> | Refusal> {
	const { perPage, cursor } = call.query;
	const name = nameFor(call, list.name);
	const { cursors } = call.services;
	const start = { direction: "forward", from: null } as const;
	const position = cursor === undefined ? start : readCursor(call, list.name, cursor, list.keySchema);
	if (!position) return new Refusal("BAD_REQUEST", "The cursor is malformed or belongs to another list.");

	const read = await list.read({ ...position, limit: perPage + 1 });
	const hasMore = read.length > perPage;
	const isForward = position.direction === "forward";
	const rows = !hasMore ? read : isForward ? read.slice(0, perPage) : read.slice(1);

	const first = rows[0];
	const last = rows.at(-1);
	// A page that is empty because of deletes links back to the end of the list.
	const nextFrom = last === undefined ? null : list.keyOf(last);
	const prevFrom = first === undefined ? null : list.keyOf(first);
	const isStart = isForward && position.from === null;
	const isEnd = !isForward && position.from === null;
	const exists = async (direction: Seek<Key>["direction"], from: Key | null) =>
		(await list.read({ direction, from, limit: 1 })).length > 0;
	const hasNext = isForward ? hasMore : !isEnd && (await exists("forward", nextFrom));
	const hasPrev = isForward ? !isStart && (await exists("backward", prevFrom)) : hasMore;

	const next = hasNext ? cursors.write(name, { direction: "forward", from: nextFrom }) : null;
	const prev = hasPrev ? cursors.write(name, { direction: "backward", from: prevFrom }) : null;
	// If the list fits on its first page, no count is needed.
	const isWhole = isStart && !hasMore;
	const total = list.count ? { total: isWhole ? rows.length : await list.count() } : {};
	return { rows, pagination: { next, prev, perPage, ...total }, link: linkHeader(call, { next, prev }) };
}

/** Absolute URLs that keep every other query parameter, `prev` before `next` (docs/rules/http.md#link-header). */
function linkHeader(call: Listing, { next, prev }: { next: string | null; prev: string | null }): string | null {
	const { publicUrl } = call.services;
	const links: string[] = [];
	for (const [relation, cursor] of [
		["prev", prev],
		["next", next],
	] as const) {
		if (cursor === null) continue;
		const target = new URL(call.url.pathname + call.url.search, publicUrl ?? call.url);
		target.searchParams.set("cursor", cursor);
		links.push(`<${target}>; rel="${relation}"`);
	}
	return links.length === 0 ? null : links.join(", ");
}
