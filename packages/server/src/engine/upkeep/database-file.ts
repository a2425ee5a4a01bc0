/** Notices that the database's file was deleted or replaced: nothing fails then until the next start. */

import type { Logger } from "pino";
import type { Database } from "../../storage/database/tx.ts";

export const FILE_GONE =
	"The database file was deleted, moved or replaced while the service runs, so what it records is lost when it stops.";

/** Logs it once each time. */
export function createFileWatch(database: Pick<Database, "isFileGone">, log: Logger): () => Promise<"idle"> {
	let wasGone = false;
	return async () => {
		const isGone = database.isFileGone();
		if (isGone && !wasGone) log.error(`${FILE_GONE} Put it back, or stop the service and restore a backup`);
		if (!isGone && wasGone) log.info("The database file is back");
		wasGone = isGone;
		return "idle";
	};
}
