/** The addresses of another tool at which a monitor of a job answers; one address leads to one monitor. */

import { type Result, success } from "@lapwing/result";
import type { ImportedAddresses } from "../../domain/monitors/imported-addresses.ts";
import { invalid, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { writeImportedAddresses } from "../../storage/jobs/imported-addresses.ts";

interface Addressed {
	readonly type: string;
	readonly importedAddresses?: ImportedAddresses | undefined;
}

/** @param settings with their secrets; of other types than cron they have no such addresses */
export async function changeAddresses(
	tx: Tx,
	monitor: { readonly id: number; readonly settings: Addressed },
	settings: Addressed = monitor.settings,
): Promise<Result<undefined, Problem<"invalid">>> {
	// Those that it has stand there as null.
	const [present, wanted] = [monitor.settings.importedAddresses ?? {}, settings.importedAddresses ?? {}];
	if (settings.type !== "cron" || Object.keys({ ...present, ...wanted }).length === 0) return success();
	const taken = await writeImportedAddresses(tx, monitor.id, wanted);
	if (taken === null) return success();
	return invalid(`/importedAddresses/${taken}`, "Another monitor answers at this address. Remove it there first.");
}
