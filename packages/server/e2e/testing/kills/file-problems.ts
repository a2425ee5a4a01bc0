/** `PRAGMA integrity_check` of a SQLite file that a kill has left, on a copy: the next start finds it as it was. */

import { copyFile, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";

/** None when the file is whole. */
export async function fileProblems(file: string): Promise<string[]> {
	const copy = `${file}.copy`;
	await copyFile(file, copy);
	// A service that was stopped leaves none.
	await copyFile(`${file}-wal`, `${copy}-wal`).catch(() => {});
	const database = new DatabaseSync(copy);
	try {
		const found = database.prepare("PRAGMA integrity_check").all();
		const findings = found.map((row) => String(row["integrity_check"])).filter((finding) => finding !== "ok");
		const orphans = database.prepare("PRAGMA foreign_key_check").all();
		if (orphans.length > 0) findings.push(`foreign_key_check finds ${orphans.length} rows`);
		return findings;
	} finally {
		database.close();
		for (const suffix of ["", "-wal", "-shm"]) await rm(`${copy}${suffix}`, { force: true });
	}
}
