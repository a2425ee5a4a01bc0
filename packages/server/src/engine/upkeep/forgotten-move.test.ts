import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { moveMark, writeMark } from "../../storage/database/moving/marks.ts";
import { moveDatabase } from "../../storage/database/moving/move.ts";
import { freshDatabase, onEachEngine } from "../../storage/testing/engines.ts";
import { aTeam } from "../../storage/testing/fixtures.ts";
import { giveUpForgottenMove } from "./forgotten-move.ts";

onEachEngine("a move that nobody goes on with", (engine) => {
	test("is given up once its log is too long, and then has to begin anew", async () => {
		await using source = await freshDatabase(engine);
		await using target = await freshDatabase("sqlite");
		const options = { from: "here", to: "there", now: () => 0, onProgress: () => {} };
		const stopped = moveDatabase(source, target, { ...options, signal: AbortSignal.abort(new Error("stopped")) });
		await expect(stopped).rejects.toThrow("stopped");
		for (let count = 0; count < 4; count += 1) await aTeam(source);
		let minutes = 9;
		const deps = { database: source, log: pino({ level: "silent" }), now: () => minutes * 60_000 };
		await giveUpForgottenMove(deps, 3)();
		expect((await moveMark(source, "source"))?.state).toBe("open");
		minutes = 10;
		await giveUpForgottenMove(deps, 100)();
		expect((await moveMark(source, "source"))?.state).toBe("open");
		await giveUpForgottenMove(deps, 3)();
		expect(await moveMark(source, "source")).toBeNull();
		await expect(sql`select 1 from move_changes`.execute(source.db)).rejects.toThrow("move_changes");
		await aTeam(source);
		await expect(moveDatabase(source, target, options)).rejects.toThrow("The target belongs to another move");
		await giveUpForgottenMove(deps, 0)();
		expect(await moveMark(source, "source")).toBeNull();
		// Of a move that was stopped between its mark and its log nothing grows.
		await writeMark(source, "source", { id: "1", other: "there", state: "open", progress: {} }, 0);
		await giveUpForgottenMove(deps, 0)();
		expect(await moveMark(source, "source")).toMatchObject({ id: "1", state: "open" });
	});
});
