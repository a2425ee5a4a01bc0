/**
 * An endpoint that answers with a page of a list. Parameters, refusals and the form of the answer are the same for
 * every list of the API (docs/rules/http.md). A list differs in its owner, its order, and the form of its items.
 */

import type { z } from "@hono/zod-openapi";
import type { Person, Principal } from "../../domain/access/principal.ts";
import type { AgeKey } from "../../storage/database/newest-first.ts";
import type { QueryCode } from "../input/valid.ts";
import { listing } from "./answers.ts";
import {
	type Call,
	createEndpoint,
	type Endpoint,
	type EndpointSpec,
	type RawCall,
	type Requester,
} from "./endpoint.ts";
import type { MadePage, PageWanted } from "./kept-pages.ts";
import { type PagedList, readPage } from "./paging.ts";
import { Refusal } from "./refusal.ts";
import { creationKey, listOf, pagingQuery } from "./schemas.ts";

type PageCall<Found, Query extends z.ZodObject, Who extends Requester> = Call<
	Found,
	z.output<typeof pagingQuery> & z.output<Query>,
	unknown,
	Who
>;

interface ListSpec<
	Found,
	Row,
	Key,
	Item extends z.ZodType,
	Query extends z.ZodObject,
	Who extends Requester = Principal,
> extends Pick<
		EndpointSpec<Found, z.ZodObject, z.ZodObject>,
		"operationId" | "summary" | "description" | "tag" | "resource"
	> {
	/** Its name in `data`. */
	readonly collection: string;
	/** The schema of an item. */
	readonly item: Item;
	/** Parameters beside perPage and cursor. */
	readonly query?: Query;
	/** The code for refused parameters, of whichever name, but for a cursor's. Default: BAD_REQUEST. */
	readonly queryCode?: QueryCode;
	list(call: PageCall<Found, Query, Who>): PagedList<Row, Key>;
	form(row: Row, call: PageCall<Found, Query, Who>): z.input<Item>;
	/**
	 * The instant from which on the clock alone gives a row another form; infinity when it never does. A list that has it
	 * is kept while the database is unchanged (./kept-pages.ts): its rows come from the database, and beside them its
	 * form depends on nothing but the URL, the team and the ids of `found`.
	 */
	changesAt?(row: Row, now: number): number;
}

export function listEndpoint<
	Row,
	Key,
	Item extends z.ZodType,
	Found = null,
	Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(spec: ListSpec<Found, Row, Key, Item, Query>): Endpoint {
	return list(spec);
}

/** A list that belongs to the signed-in person. */
export function accountListEndpoint<Row, Key, Item extends z.ZodType>(
	spec: ListSpec<null, Row, Key, Item, z.ZodObject<Record<never, never>>, Person>,
): Endpoint<Person> {
	return list(spec);
}

function list<Row, Key, Item extends z.ZodType, Found, Query extends z.ZodObject, Who extends Principal | Person>({
	collection,
	item,
	query,
	queryCode = "BAD_REQUEST",
	list,
	form,
	changesAt,
	...spec
}: ListSpec<Found, Row, Key, Item, Query, Who>): Endpoint<Who> {
	const parameters = query === undefined ? pagingQuery : pagingQuery.extend(query.shape);
	const codes = Object.keys(parameters.shape).map((name) => [name, name === "cursor" ? "BAD_REQUEST" : queryCode]);
	return createEndpoint<Found, z.ZodObject, z.ZodObject, Who>({
		...spec,
		query: parameters,
		queryCodes: Object.fromEntries(codes),
		success: {
			status: 200,
			description: "A page of the list.",
			content: { "application/json": { schema: listOf(collection, item) } },
			headers: { Link: "The neighbouring pages (RFC 8288)." },
		},
		...(changesAt && {
			kept(call) {
				const wanted = pageWanted(call);
				const page = wanted && call.services.keptPages.find(wanted);
				return page && listing(call, page);
			},
		}),
		async handle(parsed) {
			// The schema above gives both parts; its type does not survive `extend` on a generic shape.
			const call = parsed as unknown as PageCall<Found, Query, Who>;
			const wanted = changesAt ? pageWanted(call) : null;
			const made = await (wanted ? call.services.keptPages.make(wanted, () => make(call)) : make(call));
			return made instanceof Refusal ? made : listing(call, made.page);
		},
	});

	async function make(call: PageCall<Found, Query, Who>): Promise<MadePage | Refusal> {
		const page = await readPage(call, list(call));
		if (page instanceof Refusal) return page;
		const { rows, pagination, link } = page;
		const items = rows.map((row) => form(row, call));
		return {
			page: { data: JSON.stringify({ [collection]: items }), pagination: JSON.stringify(pagination), link },
			until: Math.min(...rows.map((row) => changesAt?.(row, call.now) ?? Number.POSITIVE_INFINITY)),
		};
	}
}

/** Null outside of a team's routes. */
function pageWanted({
	principal,
	url,
	now,
	databaseVersion: version,
}: Pick<RawCall<Principal | Person>, "principal" | "url" | "now" | "databaseVersion">): PageWanted | null {
	if (version === null || !("team" in principal)) return null;
	return { name: `${principal.team.id} ${url.href}`, version, now };
}

/** A list in the order of age, newest first. */
export function byAge<Row extends { readonly createdAt: number; readonly id: number }>(
	name: PagedList<Row, AgeKey>["name"],
	read: PagedList<Row, AgeKey>["read"],
	count?: () => Promise<number>,
): PagedList<Row, AgeKey> {
	return { name, keySchema: creationKey, keyOf: ({ createdAt, id }) => [createdAt, id], read, ...(count && { count }) };
}
