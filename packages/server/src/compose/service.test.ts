import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { startService } from "./service.ts";

test("a start that fails in the engine closes what it opened, and says why", async () => {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-service-"));
	try {
		const settings = readConfig({ DATABASE_URL: `sqlite:${join(directory, "lapwing.db")}`, PORT: "0" });
		const log = pino({ level: "silent" });
		const failing = {
			...settings,
			get probeThreads(): number {
				throw new Error("No threads here");
			},
		};
		await expect(startService(failing, log)).rejects.toThrow("No threads here");
		// Neither the file nor its lock is held any more.
		const service = await startService(settings, log, { role: "api" });
		await service.stop();
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
});
