import { expect, test } from "vitest";
import { createTeam } from "../storage/access/teams.ts";
import { freshDatabase } from "../storage/testing/engines.ts";
import { chosenTeam } from "./chosen-team.ts";

test("the team can be left out while there is one", async () => {
	await using database = await freshDatabase("sqlite");
	await expect(chosenTeam(database, undefined)).rejects.toThrow("There is no team yet.");
	await createTeam(database, { name: "Acme", slug: "acme" }, 0);
	expect((await chosenTeam(database, undefined)).slug).toBe("acme");
	await createTeam(database, { name: "Other", slug: "other" }, 0);
	await expect(chosenTeam(database, undefined)).rejects.toThrow("Name the team with --team: acme, other.");
	expect((await chosenTeam(database, "other")).slug).toBe("other");
	await expect(chosenTeam(database, "nobody")).rejects.toThrow('There is no team "nobody"');
});
