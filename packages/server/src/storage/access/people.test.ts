import { expect, test } from "vitest";
import type { Role } from "../../domain/access/roles.ts";
import type { User } from "../../domain/access/user.ts";
import { DAY_MS } from "../../domain/durations.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Tx } from "../database/tx.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import { aProvenUser } from "../testing/users.ts";
import { putCeremony, takeCeremony } from "./ceremonies.ts";
import { createInvitation, deleteInvitation, invitationOfSecret } from "./invitations.ts";
import { addMember, membershipOf, membershipsOf } from "./members.ts";
import { addPasskey, passkeyOfCredential, recordPasskeyUse } from "./passkeys.ts";
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
import { accountsOfAddress, createUser } from "./users.ts";

const NOW = Date.UTC(2025, 5, 15);
const anyone = { userAgent: "Firefox", address: "192.0.2.7", way: "link" } as const;

function aUser(tx: Tx, email = "ada@example.com"): Promise<User> {
	return aProvenUser(tx, { email, now: NOW });
}

async function aTeamWith(tx: Tx, ...roles: Role[]) {
	const team = await createTeam(tx, { name: "Acme", slug: "acme" }, NOW);
	if (!team) throw new Error("No team");
	const members = [];
	for (const [index, role] of roles.entries()) {
		const user = await aUser(tx, `${role}-${index}@example.com`);
		const member = await addMember(tx, { teamId: team.id, user, role }, NOW);
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
	aaguid: "00000000-0000-0000-0000-000000000000",
	isBackedUp: false,
});

onEachEngine("people", (name) => {
	test("have one account that owns an address, whatever its case, and one for each team that invited it", async () => {
		await using database = await freshDatabase(name);
		const { teamId } = await aTeamWith(database);
		const make = (boundTeamId: number | null) =>
			createUser(database, { name: "Eve", email: "ada@example.COM", boundTeamId, provenAt: null }, NOW);
		const bound = await make(teamId);
		const ada = await aUser(database, "Ada@Example.com");
		expect([await make(null), await make(teamId)]).toEqual([null, null]);
		expect(await accountsOfAddress(database, "ADA@example.com")).toEqual([ada, bound]);
	});

	test("are in the team that their account is bound to, and in no other", async () => {
		await using database = await freshDatabase(name);
		const { teamId } = await aTeamWith(database);
		const other = await createTeam(database, { name: "Other", slug: "other" }, NOW);
		const wanted = { name: "Eve", email: "eve@example.com", boundTeamId: teamId, provenAt: null };
		const user = await createUser(database, wanted, NOW);
		if (!user || !other) throw new Error("Not made");
		for (const id of [teamId, other.id]) await addMember(database, { teamId: id, user, role: "owner" }, NOW);
		expect(await membershipsOf(database, user.id)).toMatchObject([{ team: { slug: "acme" } }]);
		expect(await membershipOf(database, user.id, "other")).toBeNull();
	});

	test("are members once in a team", async () => {
		await using database = await freshDatabase(name);
		const { teamId, members } = await aTeamWith(database, "viewer");
		const user = members[0]?.user as User;
		expect(await addMember(database, { teamId, user, role: "owner" }, NOW)).toBeNull();
		expect(await membershipsOf(database, user.id)).toMatchObject([{ role: "viewer", team: { slug: "acme" } }]);
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

	test("of ceremonies are five of a visitor: the oldest goes first, and other visitors keep theirs", async () => {
		await using database = await freshDatabase(name);
		const put = (key: string, visitor: string) =>
			putCeremony(database, { key, visitor, payload: true, expiresAt: NOW + 10 }, NOW);
		await put("of another", "another visitor");
		for (const key of ["1", "2", "3", "4", "5", "6"]) await put(key, "visitor");
		await put("of a third", "third visitor");
		const taken = ["1", "2", "3", "4", "5", "6", "of another"].map((key) => takeCeremony(database, key, NOW));
		expect(await Promise.all(taken)).toEqual([null, true, true, true, true, true, true]);
	});

	test("of an invitation are two, of which one is only mailed; both are used up together", async () => {
		await using database = await freshDatabase(name);
		const { teamId } = await aTeamWith(database);
		const wanted = { teamId, email: "Eve@example.com", role: "editor", sentBy: null } as const;
		const { invitation, secrets } = await createInvitation(database, wanted, NOW);
		const find = (secret: string) => invitationOfSecret(database, secret, NOW);
		expect(await find(secrets.shown)).toEqual({ ...invitation, isMailed: false });
		expect(await find(secrets.mailed)).toEqual({ ...invitation, isMailed: true });
		expect([await deleteInvitation(database, invitation.id), await deleteInvitation(database, invitation.id)]).toEqual([
			true,
			false,
		]);
		expect([await find(secrets.shown), await find(secrets.mailed)]).toEqual([null, null]);
	});
});

onEachEngine("passkeys", (name) => {
	test("belong to one account each, and their counters only increase", async () => {
		await using database = await freshDatabase(name);
		const [ada, eve] = [await aUser(database), await aUser(database, "eve@example.com")];
		const made = await addPasskey(database, aPasskey(ada.id, "id-1", 5), NOW);
		if (made === null) throw new Error("Not added");
		expect(await addPasskey(database, aPasskey(eve.id, "id-1"), NOW)).toBeNull();
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
		if (made === null) throw new Error("Not added");
		const use = () => recordPasskeyUse(database, made.id, { counter: 0, isBackedUp: false }, NOW);
		expect([await use(), await use()]).toEqual([true, true]);
	});
});
