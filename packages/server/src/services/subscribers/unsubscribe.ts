import { type Result, success } from "@lapwing/result";
import type { Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { deleteSubscriber, subscriberOfLink } from "../../storage/subscribers/subscribers.ts";

/** Deletes the subscriber and the address. One that is gone already is a success: mail programs ask twice. */
export async function unsubscribe(
	tx: Tx,
	_reader: null,
	{ id }: { readonly id: string },
): Promise<Result<undefined, Problem<never>>> {
	const subscriber = await subscriberOfLink(tx, id);
	if (subscriber !== null) await deleteSubscriber(tx, subscriber.id);
	return success();
}
