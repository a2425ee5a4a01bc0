/**
 * Schemas that many endpoints share. One value validates a request, gives its type and describes it. Schemas of answers
 * are not used to validate while serving; a test validates an answer of each route and status.
 */

import { z } from "@hono/zod-openapi";
import { REFUSALS, type RefusalCode } from "./refusal.ts";

/** A public id: prefix, `_`, 26 characters of base32. */
export function publicId(prefix: string, example: string) {
	return z
		.string()
		.regex(new RegExp(`^${prefix}_[0-9a-z]{26}$`))
		.openapi({ example });
}

/** Instants of list forms. */
export const epochMs = z
	.int()
	.openapi({ description: "Milliseconds since 1970-01-01T00:00:00Z.", example: 1735689600000 });
/** Instants in requests: with any offset. */
export const instant = z.iso.datetime({ offset: true }).openapi({ example: "2025-07-01T22:00:00Z" });
/** Instants of single forms: in UTC. */
export const isoDateTime = z.iso.datetime().openapi({ example: "2025-01-01T00:00:00.000Z" });

const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 200;

/** The query of every paged list. */
export const pagingQuery = z.object({
	perPage: z
		.string()
		.regex(/^[1-9][0-9]{0,2}$/, `Must be an integer from 1 to ${MAX_PER_PAGE}.`)
		.transform(Number)
		.pipe(z.int().max(MAX_PER_PAGE, `Must be an integer from 1 to ${MAX_PER_PAGE}.`))
		.default(DEFAULT_PER_PAGE)
		.openapi({
			type: "integer",
			minimum: 1,
			maximum: MAX_PER_PAGE,
			default: DEFAULT_PER_PAGE,
			description: "Number of items on a page.",
			example: DEFAULT_PER_PAGE,
		}),
	cursor: z.string().optional().openapi({
		description: "Start of the page, from `meta.pagination` or the `Link` header of an earlier response.",
	}),
});

/** The key in a list that is ordered by age: `createdAt`, then the key in storage. */
export const creationKey = z.tuple([z.int(), z.int()]);

export const meta = z
	.object({
		requestId: z.uuid().openapi({ example: "0b9d1c0e-3a56-4f0c-9d4e-6a2c54f1a7b3" }),
		timestamp: isoDateTime,
	})
	.openapi("Meta");

const pagination = z.object({
	next: z.string().nullable().openapi({ description: "Cursor of the next page; null on the last.", example: null }),
	prev: z
		.string()
		.nullable()
		.openapi({ description: "Cursor of the previous page; null on the first.", example: null }),
	perPage: z.int().min(1).max(MAX_PER_PAGE).openapi({ example: DEFAULT_PER_PAGE }),
	total: z
		.int()
		.min(0)
		.optional()
		.openapi({ description: "Number of items in the whole list, on lists that count them.", example: 1 }),
});
export const paginationSchema = pagination.openapi("Pagination");

/** `{ data: … }` */
export function single<Data extends z.ZodType>(data: Data) {
	return z.object({ data });
}

/** `{ data: { <collection>: […] }, meta }` */
export function listOf<Item extends z.ZodType>(collection: string, item: Item) {
	return z.object({
		data: z.object({ [collection]: z.array(item) }),
		meta: meta.extend({ pagination: paginationSchema }),
	});
}

const codes = Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]];

export const errorSchema = z
	.object({
		error: z.object({
			code: z.enum(codes),
			message: z.string(),
			details: z
				.array(
					z.object({
						path: z.string().openapi({ description: "JSON Pointer into the body, or the query parameter's name." }),
						message: z.string(),
					}),
				)
				.optional(),
		}),
		meta,
	})
	.openapi("Error");

export const problemSchema = z
	.object({
		type: z.enum(Object.values(REFUSALS).map(({ type }) => type)),
		title: z.string(),
		status: z.int(),
		detail: z.string(),
		instance: z.string().openapi({ description: "The request id as a URN." }),
		errors: z
			.array(
				z.object({
					pointer: z.string().openapi({ description: "JSON Pointer into the body, or the query parameter's name." }),
					message: z.string(),
				}),
			)
			.optional(),
	})
	.openapi("Problem", { description: "RFC 9457 problem details." });
