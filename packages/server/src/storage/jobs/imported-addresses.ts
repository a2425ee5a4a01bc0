/**
 * The addresses of other tools at which monitors of jobs answer: found by their hash, as their own keys are
 * (./report-keys.ts).
 */

import type { AddressName, ImportedAddresses } from "../../domain/monitors/imported-addresses.ts";
import { tokenHash } from "../access/secret-token.ts";
import type { Tx } from "../database/tx.ts";

/** By which a report to `address`, which has the form of its kind, finds its monitor. */
export function addressHash(name: AddressName, address: string): string {
	return tokenHash(`${name}:${address}`);
}

/**
 * Makes a monitor answer at these addresses and at no others. Returns the first one at which another monitor answers;
 * then nothing may be committed.
 */
export async function writeImportedAddresses(
	{ db }: Tx,
	monitorId: number,
	addresses: ImportedAddresses,
): Promise<AddressName | null> {
	await db.deleteFrom("imported_addresses").where("monitor_id", "=", monitorId).execute();
	for (const [name, address] of Object.entries(addresses) as [AddressName, string | null | undefined][]) {
		if (typeof address !== "string") continue;
		const hash = addressHash(name, address);
		// What a deleted monitor had is free again.
		await db
			.deleteFrom("imported_addresses")
			.where("hash", "=", hash)
			.where("monitor_id", "in", (query) =>
				query.selectFrom("monitors").select("id").where("deleted_at", "is not", null),
			)
			.execute();
		const inserted = await db
			.insertInto("imported_addresses")
			.values({ hash, monitor_id: monitorId })
			.onConflict((conflict) => conflict.column("hash").doNothing())
			.returning("hash")
			.executeTakeFirst();
		if (inserted === undefined) return name;
	}
	return null;
}
