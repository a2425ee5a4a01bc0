import { type Result, success } from "@lapwing/result";
import { invalid, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { componentKeysOfPage } from "../../storage/subscribers/chosen-components.ts";

/** The keys of components of a page by their public ids. @param publicIds null: all components, which stays null */
export async function componentKeys(
	tx: Tx,
	statusPageId: number,
	publicIds: readonly string[] | null,
): Promise<Result<readonly number[] | null, Problem<"invalid">>> {
	if (publicIds === null) return success(null);
	const keys = await componentKeysOfPage(tx, statusPageId);
	const unknown = publicIds.findIndex((id) => !keys.has(id));
	if (unknown >= 0) return invalid(`/componentIds/${unknown}`, "There is no such component on this page.");
	return success(publicIds.map((id) => keys.get(id) ?? 0));
}
