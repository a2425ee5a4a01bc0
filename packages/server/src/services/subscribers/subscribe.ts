import { isFailure, type Result, success } from "@lapwing/result";
import { type Problem, problem } from "../../domain/problem.ts";
import { MAX_SUBSCRIBERS_PER_PAGE } from "../../domain/subscribers/subscriber.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { askToSubscribe, isFull } from "../../storage/subscribers/subscribers.ts";
import type { Now } from "../change.ts";
import { componentKeys } from "./component-keys.ts";

interface WantedSubscription {
	/** Key of a published page. */
	readonly statusPageId: number;
	readonly email: string;
	/** `cmp_…`; null: all. */
	readonly componentIds: readonly string[] | null;
}

/**
 * Notes that a reader of a page asked for its mails. Nobody learns from it whether the address was known: a mail says
 * the rest (docs/rules/subscribers.md#by-mail).
 */
export async function subscribe(
	tx: Tx,
	_reader: null,
	{ statusPageId, email, componentIds }: WantedSubscription,
	{ now }: Now,
): Promise<Result<undefined, Problem<"invalid" | "full">>> {
	const components = await componentKeys(tx, statusPageId, componentIds);
	if (isFailure(components)) return components;
	if (await isFull(tx, statusPageId, "mail", MAX_SUBSCRIBERS_PER_PAGE)) {
		return problem("full", "", "The page has as many subscribers as it can have.");
	}
	await askToSubscribe(tx, { statusPageId, address: email, components: components.data }, now);
	return success();
}
