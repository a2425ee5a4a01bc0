/**
 * The one client of the API. Each resource has a file beside this one; no page calls the API itself. The browser sends
 * the session's cookie; a header names the team. Query decides about retries, so the client does not retry.
 */

import { ApiError, Client, type Method, type Page, type PathOf, type RequestOptions } from "@lapwing/client";
import { isSuccess, type Result } from "@lapwing/result";
import { currentTeam } from "../people/team-choice.ts";

export const lapwing = new Client({ credentials: "same-origin", team: currentTeam, retry: false });

/** The data of an answer. Throws a fault for a refusal, and the reason of the signal when it was aborted. */
export async function dataOf<Data>(answer: Promise<Result<Data, ApiError>>): Promise<Data> {
	const result = await answer;
	if (isSuccess(result)) return result.data;
	const { error } = result;
	if (error.code === "ABORTED") throw error.cause;
	if (error.code !== "NO_ANSWER" && error.code !== "TIMED_OUT") throw error;
	throw new ApiError("Lapwing does not answer. Check the connection; the page tries again by itself.", {
		status: null,
		code: error.code,
		cause: error,
	});
}

/**
 * The typed body of a route, for bodies that forms build from tables of fields: the compiler can't check them, and the
 * API validates every member.
 */
export type Sent<M extends Method, P extends PathOf<M>> =
	RequestOptions<M, P> extends { readonly body: infer Body } ? Body : never;

/** Lists of settings are short; longer ones are truncated, so that no page has an endless list. */
const MAX_ITEMS = 10_000;

/** Every item of a list, page after page. */
export async function allOf<Item>(pages: AsyncIterable<Result<Page<Item>, ApiError>>): Promise<Item[]> {
	const items: Item[] = [];
	for await (const page of pages) {
		items.push(...(await dataOf(Promise.resolve(page))).items);
		if (items.length >= MAX_ITEMS) break;
	}
	return items;
}
