/** Reads Uptime Kuma's database, of version 1 or 2, or a backup of version 1. */

import { isSqlite, openCopy, type SqliteCopy, UnreadableDatabase } from "../../../storage/installation/sqlite-copy.ts";
import { UsageError } from "../../usage-error.ts";
import { listOf, objectOf } from "../fields.ts";
import { readJson } from "../read-json.ts";
import { EMPTY_KUMA, type Kuma, type Row, TABLE_NAMES, TABLES } from "./kuma.ts";

/** Backups hold settings alone; the largest have a few megabytes. */
const MAX_BACKUP_BYTES = 64 * 1024 ** 2;

export function readKuma(path: string): Kuma {
	if (!isSqlite(path)) return readBackup(path);
	try {
		using copy = openCopy(path);
		return readDatabase(path, copy);
	} catch (error) {
		throw asUsageError(error);
	}
}

/** What is wrong with a database is told as such. */
export function asUsageError(error: unknown): unknown {
	return error instanceof UnreadableDatabase ? new UsageError(error.message, { cause: error }) : error;
}

function readDatabase(path: string, copy: SqliteCopy): Kuma {
	if (!copy.tables.has("monitor") || !copy.tables.has("heartbeat")) {
		throw new UsageError(
			`${path} is no database of Uptime Kuma: it has no tables monitor and heartbeat. Look for data/kuma.db.`,
		);
	}
	return Object.fromEntries(TABLE_NAMES.map((table) => [table, copy.rows(table, TABLES[table])])) as unknown as Kuma;
}

function readBackup(path: string): Kuma {
	const what = "Give data/kuma.db, a SQLite database, or a backup of version 1.";
	const parsed = readJson(path, MAX_BACKUP_BYTES, what);
	const backup = objectOf(parsed);
	if (!Array.isArray(backup["monitorList"])) {
		throw new UsageError(`${path} is no backup of Uptime Kuma: it has no monitorList.`);
	}
	return kumaOfBackup(backup);
}

/** Columns whose names in backups are not the camel case of the column. */
const COLUMNS: Readonly<Record<string, string>> = { accepted_statuscodes: "accepted_statuscodes_json" };
/** What a backup has of a monitor that is no column of it: links, and what is computed. */
const NO_COLUMNS: ReadonlySet<string> = new Set([
	...["tags", "notificationIDList", "childrenIDs", "path", "pathName", "forceInactive", "maintenance", "screenshot"],
	...["includeSensitiveData"],
]);

/** A backup as the rows of a database: monitors and notifications with their links and tags. */
function kumaOfBackup(backup: Readonly<Record<string, unknown>>): Kuma {
	const monitors = listOf(backup["monitorList"]).map(objectOf);
	const tagNames = new Map<string, number>();
	const monitorTags: Row[] = [];
	const links: Row[] = [];
	for (const monitor of monitors) {
		for (const tag of listOf(monitor["tags"]).map(objectOf)) {
			const name = String(tag["name"] ?? "");
			const id = tagNames.get(name) ?? tagNames.size + 1;
			tagNames.set(name, id);
			monitorTags.push({ monitor_id: monitor["id"], tag_id: id, value: tag["value"] });
		}
		for (const [id, isOn] of Object.entries(objectOf(monitor["notificationIDList"]))) {
			if (isOn === true) links.push({ monitor_id: monitor["id"], notification_id: Number(id) });
		}
	}
	return {
		...EMPTY_KUMA,
		monitor: monitors.map(columnsOf),
		tag: [...tagNames].map(([name, id]) => ({ id, name })),
		monitor_tag: monitorTags,
		notification: listOf(backup["notificationList"]).map((each) => columnsOf(objectOf(each))),
		monitor_notification: links,
		proxy: listOf(backup["proxyList"]).map(objectOf),
	};
}

function columnsOf(members: Readonly<Record<string, unknown>>): Row {
	const kept = Object.entries(members).filter(([name]) => !NO_COLUMNS.has(name));
	return Object.fromEntries(kept.map(([name, value]) => [COLUMNS[name] ?? snakeOf(name), value]));
}

function snakeOf(name: string): string {
	return name.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
}
