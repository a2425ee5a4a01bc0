import { isFailure, type Result, success } from "@lapwing/result";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { subscriberOfLink, chooseComponents as write } from "../../storage/subscribers/subscribers.ts";
import { componentKeys } from "./component-keys.ts";

/** @param input `sub_…` of a link that was verified; `cmp_…` of the components, null: all */
export async function chooseComponents(
	tx: Tx,
	_reader: null,
	{ id, componentIds }: { readonly id: string; readonly componentIds: readonly string[] | null },
): Promise<Result<undefined, Problem<"not_found" | "invalid">>> {
	const subscriber = await subscriberOfLink(tx, id);
	if (subscriber === null) return notFound();
	const components = await componentKeys(tx, subscriber.statusPageId, componentIds);
	if (isFailure(components)) return components;
	await write(tx, subscriber.id, components.data);
	return success();
}
