/** Lists, page after page. */

import { failure, isFailure, type Result, success } from "@lapwing/result";
import { ApiError } from "./errors.ts";

export interface Page<Item> {
	readonly items: readonly Item[];
	/** Cursors of the neighbouring pages; null where there is none. */
	readonly next: string | null;
	readonly prev: string | null;
	readonly perPage: number;
	/** Of the whole list, on lists that count themselves. */
	readonly total: number | null;
}

interface PageBody<Item> {
	readonly data: Readonly<Record<string, unknown>>;
	readonly meta: {
		readonly pagination: Omit<Page<Item>, "items" | "total"> & { readonly total?: number };
	};
}

/** The page of an answer. Its items are the only list of its data. */
export function pageOf<Item>(body: unknown): Result<Page<Item>, ApiError> {
	const { data, meta } = (body ?? {}) as Partial<PageBody<Item>>;
	const items = Object.values(data ?? {}).find((value) => Array.isArray(value)) as readonly Item[] | undefined;
	if (items === undefined || meta?.pagination === undefined) {
		return failure(
			new ApiError("The service answered with something other than a page.", { code: "UNEXPECTED_ANSWER" }),
		);
	}
	const { next, prev, perPage, total } = meta.pagination;
	return success({ items, next, prev, perPage, total: total ?? null });
}

/** Every page from the given one on. Ends after the last one, or after the first failure. */
export async function* followPages<Item>(
	read: (cursor: string | undefined) => Promise<Result<Page<Item>, ApiError>>,
	cursor: string | undefined,
): AsyncGenerator<Result<Page<Item>, ApiError>, void> {
	for (;;) {
		const page = await read(cursor);
		yield page;
		if (isFailure(page) || page.data.next === null) return;
		if (page.data.next === cursor) {
			const message = "The service named the page that it answered as the next one.";
			yield failure(new ApiError(message, { code: "UNEXPECTED_ANSWER" }));
			return;
		}
		cursor = page.data.next;
	}
}

/** Every item of every page; throws the error of a page that could not be read. */
export async function* itemsOf<Item>(pages: AsyncIterable<Result<Page<Item>, ApiError>>): AsyncGenerator<Item, void> {
	for await (const page of pages) {
		if (isFailure(page)) throw page.error;
		yield* page.data.items;
	}
}
