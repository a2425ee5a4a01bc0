import { success } from "@lapwing/result";
import { expect, test } from "vitest";
import { commandLine } from "../../domain/access/actor.ts";
import type { Role } from "../../domain/access/roles.ts";
import { addMember } from "../../storage/access/members.ts";
import { createTeam } from "../../storage/access/teams.ts";
import { listUsers } from "../../storage/access/users.ts";
import { migrate } from "../../storage/database/migrate.ts";
import { openDatabase } from "../../storage/database/open-database.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../../storage/testing/engines.ts";
import { aProvenUser } from "../../storage/testing/users.ts";
import { removeAccounts } from "../accounts/remove.ts";
import { inTransaction } from "../change.ts";
import { changeRole } from "./change-role.ts";
import { removeMember } from "./remove.ts";

const NOW = Date.UTC(2025, 5, 15);
const deps = { now: NOW };

async function aTeamWith(tx: Tx, ...roles: Role[]) {
	const team = await createTeam(tx, { name: "Acme", slug: "acme" }, NOW);
	if (!team) throw new Error("No team");
	const members = [];
	for (const [index, role] of roles.entries()) {
		const user = await aProvenUser(tx, { email: `${role}-${index}@example.com` });
		const member = await addMember(tx, { teamId: team.id, user, role }, NOW);
		if (!member) throw new Error("No member");
		members.push(member.publicId);
	}
	return { actor: commandLine(team), members };
}

const refused = (code: string) => ({ status: "failure", error: { code } });

onEachEngine("members", (name) => {
	test("cannot demote, remove or delete the last owner of a team", async () => {
		await using database = await freshDatabase(name);
		const { actor, members } = await aTeamWith(database, "owner", "admin");
		const [owner = "", admin = ""] = members;
		const give = (id: string, role: Role) => inTransaction(database, (tx) => changeRole(tx, actor, { id, role }, deps));
		const remove = (id: string) =>
			inTransaction(database, (tx) => removeMember(tx, actor, { id, keepsKeys: false }, deps));
		const removeAccount = (email: string) =>
			inTransaction(database, (tx) => removeAccounts(tx, { email, keepsKeys: false }, deps));
		expect(await give(owner, "viewer")).toMatchObject(refused("last_owner"));
		expect(await remove(owner)).toMatchObject(refused("last_owner"));
		expect(await removeAccount("owner-0@example.com")).toMatchObject({
			error: { code: "last_owner", message: expect.stringContaining("last owner of acme.") },
		});
		expect(await give(admin, "viewer")).toMatchObject({ data: { role: "viewer" } });
		expect(await give(owner, "owner")).toMatchObject({ data: { role: "owner" } });
		expect(await remove(admin)).toMatchObject({ data: { publicId: admin } });
		expect(await give(admin, "viewer")).toMatchObject(refused("not_found"));
		expect(await removeAccount("Admin-1@example.com")).toEqual(success());
		expect(await listUsers(database)).toMatchObject([{ email: "owner-0@example.com" }]);
	});

	test("keep one owner when two demote each other concurrently", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const nodes = [openDatabase(url), openDatabase(url)] as const;
		try {
			await migrate(nodes[0]);
			const { actor, members } = await aTeamWith(nodes[0], "owner", "owner");
			const outcomes = await Promise.all(
				nodes.map((node, index) =>
					inTransaction(node, (tx) => changeRole(tx, actor, { id: members[index] ?? "", role: "viewer" }, deps)),
				),
			);
			expect(outcomes.map((outcome) => (outcome.status === "failure" ? outcome.error.code : "changed")).sort()).toEqual(
				["changed", "last_owner"],
			);
		} finally {
			for (const node of nodes) await node.close();
			await drop();
		}
	});

	test("are changed only by an actor who has every scope of their role", async () => {
		await using database = await freshDatabase(name);
		const { actor, members } = await aTeamWith(database, "owner", "owner");
		const admin = { ...actor, scopes: actor.scopes.filter((scope) => scope !== "team:write") };
		const id = members[1] ?? "";
		expect(await changeRole(database, admin, { id, role: "viewer" }, deps)).toMatchObject(refused("missing_scope"));
		expect(await removeMember(database, admin, { id, keepsKeys: false }, deps)).toMatchObject(refused("missing_scope"));
	});
});
