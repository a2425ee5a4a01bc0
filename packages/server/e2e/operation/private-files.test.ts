/** What the service writes is readable by its user alone, whatever umask it was started with. */

import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openToOthers } from "../../src/storage/installation/private-files.ts";
import { Lapwing, lapwing } from "../testing/lapwing.ts";

const umask = process.umask();
afterEach(() => void process.umask(umask));

/** Of the folder and of each file in it, as `ls -l` writes them in octal. */
async function modesIn(folder: string): Promise<Record<string, string>> {
	const names = [".", ...(await readdir(folder))].sort();
	const modes = names.map(async (name) => [name, ((await stat(join(folder, name))).mode & 0o777).toString(8)] as const);
	return Object.fromEntries(await Promise.all(modes));
}

test.skipIf(process.platform === "win32").each(["000", "022", "077", "177"])(
	"under umask %s nobody else can read the database, its log, the secret, a backup or what a restore leaves",
	async (mask) => {
		const directory = await mkdtemp(join(tmpdir(), "lapwing-private-"));
		const [data, backups] = [join(directory, "deep", "data"), join(directory, "backup.db")];
		const databaseUrl = `sqlite:${join(data, "lapwing.db")}`;
		// Processes that are started inherit it.
		process.umask(Number.parseInt(mask, 8));
		try {
			{
				await using service = await Lapwing.start({ directory, databaseUrl });
				await service.watch("http://127.0.0.1:9/");
				expect(await modesIn(data)).toEqual({
					".": "700",
					"lapwing.db": "600",
					"lapwing.db-shm": "600",
					"lapwing.db-wal": "600",
					"lapwing.db.lock": "600",
					secret: "600",
				});
				await lapwing(databaseUrl, "backup", backups);
				await service.stop();
			}
			expect([await modesIn(join(directory, "deep")), (await stat(backups)).mode & 0o777]).toEqual([
				{ ".": "700", data: "700" },
				0o600,
			]);
			// As an earlier version left them, and as a copy of a backup may be.
			await chmod(join(data, "lapwing.db"), 0o644);
			await chmod(backups, 0o644);
			await lapwing(databaseUrl, "restore", backups, "--force");
			const modes = Object.entries(await modesIn(data)).filter(([name]) => name !== ".");
			expect(modes.map(([name]) => name.replace(/restore-.*/, "restore"))).toContain("lapwing.db.before-restore");
			expect(modes.filter(([, mode]) => mode !== "600")).toEqual([]);
			expect(openToOthers(join(data, "lapwing.db"))).toEqual({ files: [], folder: null });
		} finally {
			await rm(directory, { recursive: true, force: true });
		}
	},
);
