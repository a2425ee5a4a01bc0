import { expect, test } from "vitest";
import { commandLine, type TeamActor } from "../../domain/access/actor.ts";
import { type Role, scopesOf } from "../../domain/access/roles.ts";
import { createKey as insertKey, revokeKey } from "../../storage/access/api-keys.ts";
import { addMember } from "../../storage/access/members.ts";
import { createTeam } from "../../storage/access/teams.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { freshDatabase, onEachEngine } from "../../storage/testing/engines.ts";
import { aProvenUser } from "../../storage/testing/users.ts";
import { inTransaction } from "../change.ts";
import { createInvitation } from "../invitations/create.ts";
import { createKey } from "../keys/create.ts";
import { changeRole } from "./change-role.ts";
import { removeMember } from "./remove.ts";

const NOW = Date.UTC(2025, 5, 15);
const deps = { now: NOW };

/** A team with an owner and a second member, and that one as their request was let in before what follows. */
async function aStage(database: Tx, role: Role) {
	const team = await createTeam(database, { name: "Acme", slug: "acme" }, NOW);
	if (!team) throw new Error("No team");
	const join = async (name: string, role: Role) => {
		const user = await aProvenUser(database, { name, email: `${name}@example.com` });
		const member = await addMember(database, { teamId: team.id, user, role }, NOW);
		if (!member) throw new Error("No member");
		return { user, member };
	};
	const owner = await join("owner", "owner");
	const { user, member } = await join("eve", role);
	const who = { kind: "user", id: user.publicId, name: user.name } as const;
	const eve: TeamActor = { who, address: "192.0.2.1", team, scopes: scopesOf(role) };
	return { team, owner, eve, member, user };
}

/** Whether each change that gives access is made by the actor. */
async function whatWorks(database: Tx, actor: TeamActor, { ownId, otherId }: { ownId: string; otherId: string }) {
	const key = { name: "back", scopes: ["monitors:read"] as const, expiresAt: null };
	const results = [
		await inTransaction(database, (tx) => createKey(tx, actor, key, deps)),
		await inTransaction(database, (tx) =>
			createInvitation(tx, actor, { email: "back@example.com", role: "viewer" }, deps),
		),
		await inTransaction(database, (tx) => changeRole(tx, actor, { id: ownId, role: "owner" }, deps)),
		await inTransaction(database, (tx) => removeMember(tx, actor, { id: otherId, keepsKeys: true }, deps)),
	];
	return results.map((result) => (result.status === "failure" ? result.error.code : "made"));
}

onEachEngine("a request that is under way", (name) => {
	test("gives no access once its sender is removed, or is an owner no longer", async () => {
		await using database = await freshDatabase(name);
		const { team, owner, eve, member } = await aStage(database, "owner");
		const ids = { ownId: member.publicId, otherId: owner.member.publicId };
		const byOperator = commandLine(team);
		await inTransaction(database, (tx) => changeRole(tx, byOperator, { id: ids.ownId, role: "viewer" }, deps));
		expect(await whatWorks(database, eve, ids)).toEqual(Array(4).fill("missing_scope"));
		await inTransaction(database, (tx) => removeMember(tx, byOperator, { id: ids.ownId, keepsKeys: false }, deps));
		expect(await whatWorks(database, eve, ids)).toEqual(Array(4).fill("missing_scope"));
	});

	test("gives no access once its key is revoked or has expired", async () => {
		await using database = await freshDatabase(name);
		const { team, owner, eve, member, user } = await aStage(database, "owner");
		const ids = { ownId: member.publicId, otherId: owner.member.publicId };
		const wanted = { teamId: team.id, scopes: eve.scopes, createdBy: user.id };
		const [revoked, expired, valid] = [
			await insertKey(database, { ...wanted, name: "revoked" }, NOW),
			await insertKey(database, { ...wanted, name: "expired", expiresAt: NOW }, NOW),
			await insertKey(database, { ...wanted, name: "valid" }, NOW),
		];
		await revokeKey(database, revoked.key.publicId, NOW);
		const actorOf = ({ key }: typeof valid): TeamActor => ({
			...eve,
			who: { kind: "key", id: key.publicId, name: key.name },
		});
		for (const key of [revoked, expired]) {
			expect(await whatWorks(database, actorOf(key), ids)).toEqual(Array(4).fill("missing_scope"));
		}
		expect(await whatWorks(database, actorOf(valid), ids)).toEqual(Array(4).fill("made"));
	});
});
