import { expect, test } from "vitest";
import type { Role } from "../../domain/access/roles.ts";
import type { User } from "../../domain/access/user.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Session } from "../database/session.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import { putCeremony, takeCeremony } from "./ceremonies.ts";
import { createInvitation, invitationOfSecret, takeInvitation } from "./invitations.ts";
import { addMember, changeRole, membershipsOf, removeMember } from "./members.ts";
import { addPasskey, passkeyOfCredential, recordPasskeyUse, removePasskey } from "./passkeys.ts";
import {
	endOtherSessions,
	endSession,
	findPerson,
	MAX_SESSIONS_PER_USER,
	openSession,
	SESSION_IDLE_MS,
	SESSION_MAX_MS,
} from "./sessions.ts";
import { createSignInLink, findSignInLink, LINK_LIFETIME_MS, takeSignInLink } from "./sign-in-links.ts";
import { createTeam } from "./teams.ts";
import { createUser, listUsers, removeUser, userByEmail } from "./users.ts";

const NOW = Date.UTC(2025, 5, 15);
const DAY_MS = 86_400_000;
const anyone = { userAgent: "Firefox", address: "192.0.2.7" };
const always = () => true;

async function aUser(session: Session, email = "ada@example.com"): Promise<User> {
	const user = await createUser(session, { name: "Ada", email }, NOW);
	if (!user) throw new Error("No user");
	return user;
}

async function aTeamWith(session: Session, ...roles: Role[]) {
	const team = await createTeam(session, { name: "Acme", slug: "acme" }, NOW);
	if (!team) throw new Error("No team");
	const members = [];
	for (const [index, role] of roles.entries()) {
		const user = await aUser(session, `${role}-${index}@example.com`);
		const member = await addMember(session, { teamId: team.id, user, role }, NOW);
		if (!member) throw new Error("No member");
		members.push(member);
	}
	return { teamId: team.id, members };
}

const aPasskey = (userId: number, credentialId: string, counter = 0) => ({
	userId,
	name: "Laptop",
	credentialId,
	publicKey: "cG9zZQ",
	counter,
	transports: ["internal"],
	rpId: "localhost",
	isBackedUp: false,
});

onEachEngine("people", (name) => {
	test("have one account per address, whatever its case", async () => {
		await using database = await freshDatabase(name);
		const ada = await aUser(database, "Ada@Example.com");
		expect(await createUser(database, { name: "Eve", email: "ada@example.COM" }, NOW)).toBeNull();
		expect(await userByEmail(database, "ADA@example.com")).toEqual(ada);
	});

	test("are members once in a team", async () => {
		await using database = await freshDatabase(name);
		const { teamId, members } = await aTeamWith(database, "viewer");
		const user = members[0]?.user as User;
		expect(await addMember(database, { teamId, user, role: "owner" }, NOW)).toBeNull();
		expect(await membershipsOf(database, user.id)).toMatchObject([{ role: "viewer", team: { slug: "acme" } }]);
	});

	test("cannot demote, remove or delete the last owner of a team", async () => {
		await using database = await freshDatabase(name);
		const { teamId, members } = await aTeamWith(database, "owner", "admin");
		const [owner, admin] = members.map(({ id }) => id);
		const demote = (memberId = 0) => changeRole(database, { teamId, memberId, role: "viewer" }, always);
		expect(await demote(owner)).toBe("last_owner");
		expect(await removeMember(database, { teamId, memberId: owner ?? 0 }, always)).toBe("last_owner");
		expect(await removeUser(database, members[0]?.user.id ?? 0)).toEqual({ lastOwnerOf: ["acme"] });
		expect(await demote(admin)).toMatchObject({ role: "viewer" });
		expect(await changeRole(database, { teamId, memberId: owner ?? 0, role: "owner" }, always)).toMatchObject({
			role: "owner",
		});
		expect(await removeMember(database, { teamId, memberId: admin ?? 0 }, always)).toMatchObject({ id: admin });
		expect(await demote(admin)).toBe("gone");
		expect((await listUsers(database)).length).toBe(2);
	});

	test("keep one owner when two demote each other concurrently", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const nodes = [openDatabase(url), openDatabase(url)] as const;
		try {
			await migrate(nodes[0]);
			const { teamId, members } = await aTeamWith(nodes[0], "owner", "owner");
			const [one, other] = members.map(({ id }) => id);
			const demoted = [
				() => changeRole(nodes[0], { teamId, memberId: other ?? 0, role: "viewer" }, always),
				() => changeRole(nodes[1], { teamId, memberId: one ?? 0, role: "viewer" }, always),
			];
			const outcomes = await Promise.all(demoted.map((demote) => demote()));
			expect(outcomes.filter((outcome) => outcome === "last_owner")).toHaveLength(1);
		} finally {
			for (const node of nodes) await node.close();
			await drop();
		}
	});

	test("are changed only if the caller may change the role that the member has under the lock", async () => {
		await using database = await freshDatabase(name);
		const { teamId, members } = await aTeamWith(database, "owner", "owner");
		const notOwners = (role: Role) => role !== "owner";
		const memberId = members[1]?.id ?? 0;
		expect(await changeRole(database, { teamId, memberId, role: "viewer" }, notOwners)).toBe("forbidden");
		expect(await removeMember(database, { teamId, memberId }, notOwners)).toBe("forbidden");
	});
});

onEachEngine("sessions", (name) => {
	test("are found by their cookie alone, which is not stored", async () => {
		await using database = await freshDatabase(name);
		const ada = await aUser(database);
		const { cookie, person } = await openSession(database, ada, anyone, NOW);
		expect(cookie).toMatch(/^[\w-]{43}$/);
		expect(await findPerson(database, cookie, NOW)).toMatchObject({
			actor: { kind: "user", publicId: ada.publicId, name: "Ada" },
			session: { publicId: person.session.publicId },
		});
		const row = await database.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
		expect(JSON.stringify(row)).not.toContain(cookie);
		for (const other of ["", row.hash, cookie.slice(1)]) expect(await findPerson(database, other, NOW)).toBeNull();
	});

	test("end after 30 days without a request, and after 180 days in all", async () => {
		await using database = await freshDatabase(name);
		const ada = await aUser(database);
		const idle = await openSession(database, ada, anyone, NOW);
		expect(await findPerson(database, idle.cookie, NOW + SESSION_IDLE_MS - 1)).not.toBeNull();
		expect(await findPerson(database, idle.cookie, NOW + 2 * SESSION_IDLE_MS - 1)).toBeNull();
		const busy = await openSession(database, ada, anyone, NOW);
		for (let day = 0; day < 180; day += 29) await findPerson(database, busy.cookie, NOW + day * DAY_MS);
		expect(await findPerson(database, busy.cookie, NOW + SESSION_MAX_MS - 1)).not.toBeNull();
		expect(await findPerson(database, busy.cookie, NOW + SESSION_MAX_MS)).toBeNull();
	});

	test("are ended one by one, or all but one", async () => {
		await using database = await freshDatabase(name);
		const ada = await aUser(database);
		const [one, two, three] = [
			await openSession(database, ada, anyone, NOW),
			await openSession(database, ada, anyone, NOW),
			await openSession(database, ada, anyone, NOW),
		];
		expect(await endSession(database, one.person.session.id)).toBe(true);
		expect(await endSession(database, one.person.session.id)).toBe(false);
		expect(await endOtherSessions(database, ada.id, two.person.session.id)).toBe(1);
		const left = await Promise.all([one, two, three].map(({ cookie }) => findPerson(database, cookie, NOW)));
		expect(left.map((person) => person !== null)).toEqual([false, true, false]);
	});

	test("are limited for each person: the oldest end", async () => {
		await using database = await freshDatabase(name);
		const ada = await aUser(database);
		const first = await openSession(database, ada, anyone, NOW);
		for (let index = 1; index <= MAX_SESSIONS_PER_USER; index += 1)
			await openSession(database, ada, anyone, NOW + index);
		expect(await findPerson(database, first.cookie, NOW)).toBeNull();
	});
});

onEachEngine("one-time secrets", (name) => {
	test("sign in once, within a quarter of an hour, regardless of earlier previews", async () => {
		await using database = await freshDatabase(name);
		const ada = await aUser(database);
		const secret = await createSignInLink(database, ada.id, NOW);
		expect(await findSignInLink(database, secret, NOW)).toEqual({ userId: ada.id });
		expect(await takeSignInLink(database, secret, NOW + LINK_LIFETIME_MS)).toBeNull();
		expect(await takeSignInLink(database, secret, NOW + LINK_LIFETIME_MS - 1)).toEqual({ userId: ada.id });
		expect(await takeSignInLink(database, secret, NOW)).toBeNull();
	});

	test("are redeemed by one of several concurrent requests", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const nodes = [openDatabase(url), openDatabase(url)] as const;
		try {
			await migrate(nodes[0]);
			const ada = await aUser(nodes[0]);
			const secret = await createSignInLink(nodes[0], ada.id, NOW);
			const redeemers = Array.from({ length: 8 }, (_, index) =>
				takeSignInLink(nodes[index % 2 === 0 ? 0 : 1], secret, NOW),
			);
			expect((await Promise.all(redeemers)).filter((taken) => taken !== null)).toHaveLength(1);
			await putCeremony(nodes[0], { key: "sign-in", payload: { verifier: "x" }, expiresAt: NOW + 1 }, NOW);
			const again = Array.from({ length: 8 }, (_, index) =>
				takeCeremony(nodes[index % 2 === 0 ? 0 : 1], "sign-in", NOW),
			);
			expect((await Promise.all(again)).filter((taken) => taken !== null)).toEqual([{ verifier: "x" }]);
		} finally {
			for (const node of nodes) await node.close();
			await drop();
		}
	});

	test("of ceremonies are replaced by later ones of the same key, and expire", async () => {
		await using database = await freshDatabase(name);
		const put = (payload: string) => putCeremony(database, { key: "k", payload, expiresAt: NOW + 10 }, NOW);
		await put("one");
		await put("two");
		expect(await takeCeremony(database, "other", NOW)).toBeNull();
		expect(await takeCeremony(database, "k", NOW)).toBe("two");
		await put("three");
		expect(await takeCeremony(database, "k", NOW + 10)).toBeNull();
	});

	test("of invitations: a later one of the same address replaces the earlier; a member is not invited", async () => {
		await using database = await freshDatabase(name);
		const { teamId } = await aTeamWith(database, "owner");
		const invite = (email: string) => createInvitation(database, { teamId, email, role: "editor" }, NOW);
		expect(await invite("OWNER-0@example.com")).toBe("member");
		const [first, second] = [await invite("eve@example.com"), await invite("Eve@example.com")];
		if (typeof first === "string" || typeof second === "string") throw new Error("Not invited");
		expect(await invitationOfSecret(database, first.secret, NOW)).toBeNull();
		expect(await takeInvitation(database, second.secret, NOW)).toMatchObject({
			email: "Eve@example.com",
			role: "editor",
		});
		expect(await takeInvitation(database, second.secret, NOW)).toBeNull();
	});
});

onEachEngine("passkeys", (name) => {
	test("belong to one account each, and their counters only increase", async () => {
		await using database = await freshDatabase(name);
		const [ada, eve] = [await aUser(database), await aUser(database, "eve@example.com")];
		const made = await addPasskey(database, aPasskey(ada.id, "id-1", 5), NOW);
		if (typeof made === "string") throw new Error(made);
		expect(await addPasskey(database, aPasskey(eve.id, "id-1"), NOW)).toBe("taken");
		expect(await passkeyOfCredential(database, "id-1")).toEqual(made);
		const use = (counter: number) => recordPasskeyUse(database, made.id, { counter, isBackedUp: true }, NOW);
		expect([await use(5), await use(7), await use(6), await use(0)]).toEqual([false, true, false, false]);
		expect(await passkeyOfCredential(database, "id-1")).toMatchObject({
			counter: 7,
			isBackedUp: true,
			lastUsedAt: NOW,
		});
	});

	test("that do not count stay at zero", async () => {
		await using database = await freshDatabase(name);
		const made = await addPasskey(database, aPasskey((await aUser(database)).id, "id-1"), NOW);
		if (typeof made === "string") throw new Error(made);
		const use = () => recordPasskeyUse(database, made.id, { counter: 0, isBackedUp: false }, NOW);
		expect([await use(), await use()]).toEqual([true, true]);
	});

	test("can be removed except the last one, unless there is another way to sign in", async () => {
		await using database = await freshDatabase(name);
		const { id: userId } = await aUser(database);
		const ids = [];
		for (const credential of ["id-1", "id-2"]) {
			const made = await addPasskey(database, aPasskey(userId, credential), NOW);
			if (typeof made !== "string") ids.push(made.id);
		}
		const remove = (id = 0, hasOtherWay = false) =>
			removePasskey(database, { id, userId }, { rpId: "localhost", hasOtherWay });
		const both = await Promise.all(ids.map((id) => remove(id)));
		expect(both.sort()).toEqual(["last_way_in", "removed"]);
		const left = ids[both[0] === "removed" ? 1 : 0];
		expect([await remove(ids[0], true), await remove(ids[1], true)].sort()).toEqual(["gone", "removed"]);
		expect(left).toBeDefined();
	});

	test("of a former relying party are no way to sign in: they can be removed, and the last one of the present cannot", async () => {
		await using database = await freshDatabase(name);
		const { id: userId } = await aUser(database);
		const ids = [];
		for (const rpId of ["old.example", "lapwing.example"]) {
			const made = await addPasskey(database, { ...aPasskey(userId, rpId), rpId }, NOW);
			if (typeof made !== "string") ids.push(made.id);
		}
		const [former = 0, present = 0] = ids;
		const remove = (id: number, rpId: string | null) =>
			removePasskey(database, { id, userId }, { rpId, hasOtherWay: false });
		expect(await remove(present, "lapwing.example")).toBe("last_way_in");
		expect(await remove(former, "lapwing.example")).toBe("removed");
		expect(await remove(present, null)).toBe("last_way_in");
	});
});
