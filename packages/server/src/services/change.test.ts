import { success } from "@lapwing/result";
import { expect, test } from "vitest";
import { commandLine } from "../domain/access/actor.ts";
import { UNANNOUNCED } from "../domain/maintenance/announced.ts";
import { invalid } from "../domain/problem.ts";
import { createTeam, teamBySlug, updateTeam } from "../storage/access/teams.ts";
import { windowsOfTeam } from "../storage/maintenance/maintenance-windows.ts";
import { freshDatabase, onEachEngine } from "../storage/testing/engines.ts";
import { inTransaction } from "./change.ts";
import { createMaintenanceWindow } from "./maintenance-windows/create.ts";

onEachEngine("a change", (name) => {
	async function aTeam() {
		const database = await freshDatabase(name);
		const team = await createTeam(database, { name: "Acme", slug: "acme" }, 0);
		if (team === null) throw new Error("The slug is taken");
		return { database, team, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
	}

	test("that succeeds is committed, and then its work after the commit is done", async () => {
		await using stage = await aTeam();
		const done: string[] = [];
		const result = await inTransaction(stage.database, async (tx, afterCommit) => {
			afterCommit(() => done.push("after the commit"));
			await updateTeam(tx, stage.team.id, { ...stage.team, name: "Emca" });
			done.push("renamed");
			return success("data");
		});
		expect([result, done]).toEqual([success("data"), ["renamed", "after the commit"]]);
		expect((await teamBySlug(stage.database, "acme"))?.name).toBe("Emca");
	});

	test("that fails is rolled back with its failure as the result, and no work is done after it", async () => {
		await using stage = await aTeam();
		const refused = invalid("/name", "No.");
		const done: string[] = [];
		const result = await inTransaction(stage.database, async (tx, afterCommit) => {
			afterCommit(() => done.push("after the commit"));
			await updateTeam(tx, stage.team.id, { ...stage.team, name: "Emca" });
			return refused;
		});
		expect([result, done]).toEqual([refused, []]);
		expect((await teamBySlug(stage.database, "acme"))?.name).toBe("Acme");
	});

	test("that throws is rolled back and throws", async () => {
		await using stage = await aTeam();
		const bug = new RangeError("A bug");
		const change = inTransaction(stage.database, async (tx) => {
			await updateTeam(tx, stage.team.id, { ...stage.team, name: "Emca" });
			throw bug;
		});
		await expect(change).rejects.toBe(bug);
		expect((await teamBySlug(stage.database, "acme"))?.name).toBe("Acme");
	});

	test("is refused to an actor without its scope, whoever calls the service", async () => {
		await using stage = await aTeam();
		const actor = { ...commandLine(stage.team), scopes: ["maintenance:read"] as const };
		const day = { startsAt: "2025-07-01T00:00:00Z", endsAt: "2025-07-02T00:00:00Z", recurrence: null };
		const input = { ...UNANNOUNCED, name: "Upgrade", monitorIds: null, ...day };
		const result = await inTransaction(stage.database, (tx) => createMaintenanceWindow(tx, actor, input, { now: 0 }));
		expect(result).toMatchObject({ status: "failure", error: { code: "missing_scope" } });
		expect(await windowsOfTeam(stage.database, stage.team.id)).toEqual([]);
	});
});
