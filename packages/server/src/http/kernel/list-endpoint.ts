/**
 * An endpoint that answers with a page of a list. Parameters, refusals and the shape of the answer are the same for every
 * list of the API (docs/rules/http.md#page-size and the sections after it). What differs is whose list it is, its order,
 * and how a row is shown.
 */

import type { z } from "@hono/zod-openapi";
import { listing } from "./answers.ts";
import { type Call, type Endpoint, type EndpointSpec, endpoint, type QueryCode } from "./endpoint.ts";
import { type PagedList, readPage } from "./paging.ts";
import { Refusal } from "./refusal.ts";
import { listOf, pagingQuery } from "./schemas.ts";

type PageCall<Found> = Call<Found, z.output<typeof pagingQuery>>;

interface ListSpec<Found, Row, Key, Item extends z.ZodType>
	extends Pick<
		EndpointSpec<Found, z.ZodObject, z.ZodObject>,
		"operationId" | "summary" | "description" | "tag" | "resource"
	> {
	/** Its name in `data`. */
	readonly collection: string;
	/** How an item is shown, for the document. */
	readonly item: Item;
	/** The code for a perPage that is none. Default: BAD_REQUEST. */
	readonly perPageCode?: QueryCode;
	list(call: PageCall<Found>): PagedList<Row, Key>;
	form(row: Row, call: PageCall<Found>): z.input<Item>;
}

export function listEndpoint<Row, Key, Item extends z.ZodType, Found = null>({
	collection,
	item,
	perPageCode = "BAD_REQUEST",
	list,
	form,
	...spec
}: ListSpec<Found, Row, Key, Item>): Endpoint {
	return endpoint<Found, typeof pagingQuery>({
		...spec,
		query: pagingQuery,
		queryCodes: { perPage: perPageCode, cursor: "BAD_REQUEST" },
		success: {
			status: 200,
			description: "A page of the list.",
			content: { "application/json": { schema: listOf(collection, item) } },
			headers: { Link: "The neighbouring pages (RFC 8288)." },
		},
		async handle(call) {
			const page = await readPage(call, list(call));
			if (page instanceof Refusal) return page;
			const items = page.rows.map((row) => form(row, call));
			return listing(call, collection, items, page);
		},
	});
}
