/** Dependencies of monitors that tests write, by the keys of storage. */

import type { Tx } from "../database/tx.ts";
import { replaceAllDependencies } from "../monitors/monitor-dependencies.ts";

export async function replaceDependencies(tx: Tx, monitorId: number, dependsOn: readonly number[]): Promise<void> {
	await replaceAllDependencies(tx, [{ monitorId, dependsOn }]);
}
