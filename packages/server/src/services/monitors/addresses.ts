/** The addresses of another tool at which a monitor of a job answers; one address leads to one monitor. */

import { type Result, success } from "@lapwing/result";
import type { ImportedAddresses } from "../../domain/jobs/imported-addresses.ts";
import { invalid, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { writeImportedAddresses } from "../../storage/jobs/imported-addresses.ts";

/** @param settings with their secrets; of other types than cron they have no such addresses */
export async function changeAddresses(
	tx: Tx,
	monitorId: number,
	settings: { readonly type: string; readonly importedAddresses?: ImportedAddresses | undefined },
): Promise<Result<undefined, Problem<"invalid">>> {
	if (settings.type !== "cron") return success();
	const taken = await writeImportedAddresses(tx, monitorId, settings.importedAddresses ?? {});
	if (taken === null) return success();
	return invalid(`/importedAddresses/${taken}`, "Another monitor answers at this address. Remove it there first.");
}
