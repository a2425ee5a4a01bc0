import { type Result, success } from "@lapwing/result";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { confirmSubscriber, subscriberOfLink } from "../../storage/subscribers/subscribers.ts";
import type { Now } from "../change.ts";

/** Makes a subscriber active; a second time changes nothing. @param input `sub_…` of a link that was verified */
export async function confirm(
	tx: Tx,
	_reader: null,
	{ id }: { readonly id: string },
	{ now }: Now,
): Promise<Result<undefined, Problem<"not_found">>> {
	const subscriber = await subscriberOfLink(tx, id);
	if (subscriber === null) return notFound();
	await confirmSubscriber(tx, subscriber.id, now);
	return success();
}
