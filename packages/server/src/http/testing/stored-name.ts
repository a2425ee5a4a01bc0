/** A name that the API refuses, as an earlier version took it: with control characters. */

import type { Service } from "./service.ts";

export async function storeMonitorName({ database }: Service, publicId: string, name: string): Promise<void> {
	await database.db.updateTable("monitors").set({ name }).where("public_id", "=", publicId).execute();
}
