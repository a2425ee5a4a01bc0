/**
 * An address counts only once it is proven. The attack: an admin of team `a` invites an address that is not theirs,
 * redeems the link themselves, and waits for what else that address is given.
 */

import { SoftwareAuthenticator } from "@lapwing/passkey/testing";
import { expect, test } from "vitest";
import { commandLine } from "../../domain/access/actor.ts";
import type { OidcClaims } from "../../domain/access/oidc.ts";
import type { Team } from "../../domain/access/team.ts";
import { inTransaction } from "../../services/change.ts";
import { addMember } from "../../services/members/add.ts";
import { printLink } from "../../services/sign-in/print-link.ts";
import { type EngineName, onEachEngine } from "../../storage/testing/engines.ts";
import type { OutgoingMail } from "../mails.ts";
import { aMember, aVisitor, type SignedIn, type Visitor } from "../testing/people.ts";
import { startService } from "../testing/service.ts";

const CEO = "ceo@corp.example";

/** Two teams, a mailbox of everybody, and an OpenID provider at which `next` signs in. */
async function aStage(engine: EngineName) {
	const mails: OutgoingMail[] = [];
	const provider: { next: OidcClaims | null } = { next: null };
	const service = await startService(engine, {
		linkOrigin: "http://localhost",
		sendMail: async (mail) => {
			mails.push(mail);
			return null;
		},
		oidc: {
			issuer: "https://accounts.example",
			name: "accounts.example",
			begin: async () => {
				const state = crypto.randomUUID();
				return { url: `https://accounts.example/?state=${state}`, checks: { state, nonce: "", verifier: "" } };
			},
			finish: async () => provider.next,
		},
	});
	const [a, b] = [(await service.newTeam("a")).team, (await service.newTeam("b")).team];
	const admins = { a: await aMember(service, "admin", a), b: await aMember(service, "admin", b) };
	return { service, mails, provider, a, b, admins, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}
type Stage = Awaited<ReturnType<typeof aStage>>;

const secretIn = (text: string) => /#([\w-]{43})/.exec(text)?.[1] ?? "";

async function invite(admin: SignedIn): Promise<string> {
	const { status, json } = await admin.ask("POST", "/api/v1/invitations", { body: { email: CEO, role: "editor" } });
	expect(status).toBe(201);
	return secretIn(json.data.link);
}

async function redeem(visitor: Visitor, secret: string, name = "The CEO") {
	const { status, json } = await visitor.ask("POST", "/api/v1/sign-in/link", { body: { secret, name } });
	return status === 200 ? json.data : json.error.code;
}

/** The admin of `a` is in the account that they made for the address, with every way in that they can add. */
async function attack({ service, provider, admins }: Stage) {
	const attacker = aVisitor(service, { "lapwing-team": "a" });
	const session = await redeem(attacker, await invite(admins.a), "Mallory");
	expect(session).toMatchObject({ user: { email: CEO, emailProven: false }, teams: [{ slug: "a" }] });
	const authenticator = new SoftwareAuthenticator({ origin: "http://localhost" });
	const { json } = await attacker.ask("POST", "/api/v1/account/passkeys/options", { body: {} });
	const response = await authenticator.create(json.data.options);
	const added = await attacker.ask("POST", "/api/v1/account/passkeys", { body: { response, name: "Mine" } });
	expect(added.status).toBe(201);
	provider.next = claims("mallory", { email: "mallory@evil.example" });
	expect(await throughProvider(attacker, "?link=true")).toBe("/");
	return { attacker, authenticator, userId: session.user.id as string };
}

function claims(subject: string, { email, emailVerified = true }: { email: string; emailVerified?: boolean }) {
	return { issuer: "https://accounts.example", subject, email, emailVerified, name: null };
}

/** Where a sign-in through the provider ends. */
async function throughProvider(visitor: Visitor, query = ""): Promise<string | null> {
	return finish(visitor, await begin(visitor, query));
}

async function begin(visitor: Visitor, query: string): Promise<string> {
	const begun = await visitor.ask("GET", `/api/v1/sign-in/oidc${query}`);
	expect(begun.status).toBe(302);
	return new URL(begun.headers.get("location") ?? "").search;
}

async function finish(visitor: Visitor, search: string): Promise<string | null> {
	return (await visitor.ask("GET", `/api/v1/sign-in/oidc/callback${search}&code=x`)).headers.get("location");
}

const sessionOf = async (visitor: Visitor) => (await visitor.ask("GET", "/api/v1/session")).json;
const slugsOf = async (visitor: Visitor) =>
	(await sessionOf(visitor)).data.teams.map(({ slug }: { slug: string }) => slug);
const statusIn = async (visitor: Visitor, slug: string) =>
	(await visitor.ask("GET", "/api/v1/monitors", { headers: { "lapwing-team": slug } })).status;

function addByOperator({ service }: Stage, team: Team, isConfirmed = true) {
	const input = { email: CEO, role: "admin", name: CEO, isConfirmed } as const;
	return inTransaction(service.database, (tx) => addMember(tx, commandLine(team), input, { now: service.clock.now }));
}

const lastMail = ({ mails }: Stage) => secretIn(mails.findLast(({ to }) => to[0] === CEO)?.text ?? "");

/** How team `b` gives the address a membership. */
const GIVEN: Record<string, (stage: Stage) => Promise<unknown>> = {
	"by the operator": (stage) => addByOperator(stage, stage.b),
	"by an invitation that is handed over": async (stage) =>
		redeem(aVisitor(stage.service), await invite(stage.admins.b)),
	"by an invitation that is mailed": async (stage) => {
		await invite(stage.admins.b);
		await redeem(aVisitor(stage.service), lastMail(stage));
	},
};

/** How the owner of the address proves it. Each leaves them signed in. */
const PROOFS: Record<string, (stage: Stage, owner: Visitor) => Promise<unknown>> = {
	"a mailed link": async (stage, owner) => {
		const before = stage.mails.length;
		await owner.ask("POST", "/api/v1/sign-in/link/request", { body: { email: CEO } });
		await expect.poll(() => stage.mails.length, { timeout: 10_000 }).toBeGreaterThan(before);
		await redeem(owner, lastMail(stage));
	},
	"a link of the operator": async ({ service }, owner) => {
		const made = await inTransaction(service.database, (tx) =>
			printLink(tx, { email: CEO }, { now: service.clock.now }),
		);
		await redeem(owner, made.status === "success" ? made.data : "");
	},
	"the OpenID provider": async ({ provider }, owner) => {
		provider.next = claims("ceo", { email: CEO.toUpperCase() });
		expect(await throughProvider(owner)).toBe("/");
	},
	"a mailed invitation": async (stage, owner) => {
		const { team } = await stage.service.newTeam("c");
		await invite(await aMember(stage.service, "admin", team));
		await redeem(owner, lastMail(stage));
	},
};

onEachEngine("an address that is not proven", (engine) => {
	test.for(Object.keys(GIVEN))(
		"gives its holder no membership in another team, given %s, in any order",
		async (way) => {
			const give = GIVEN[way] ?? (() => Promise.reject(new Error(way)));
			{
				await using stage = await aStage(engine);
				const { attacker } = await attack(stage);
				await give(stage);
				await expectOutside(attacker);
			}
			{
				await using stage = await aStage(engine);
				await give(stage);
				// Whoever has proven the address signs in first, so there is nothing to redeem for anybody else.
				const isProven = way.endsWith("mailed");
				const attacker = aVisitor(stage.service, { "lapwing-team": "a" });
				const outcome = await redeem(attacker, await invite(stage.admins.a), "Mallory");
				if (isProven) expect(outcome).toBe("UNAUTHORIZED");
				else await expectOutside(attacker);
			}
		},
	);

	async function expectOutside(attacker: Visitor): Promise<void> {
		const { status, json } = await attacker.ask("GET", "/api/v1/session");
		if (status === 200) expect(json.data.teams).toMatchObject([{ slug: "a", role: "editor" }]);
		expect([200, 401]).toContain(status);
		expect([401, 404]).toContain(await statusIn(attacker, "b"));
	}

	const proofs = Object.keys(PROOFS).flatMap((way) => [[way, "its account"] as const, [way, "no account"] as const]);
	test.for(proofs)(
		"is its owner's once it is proven by %s, with %s by the operator, and whoever came before is out",
		async ([way, made]) => {
			await using stage = await aStage(engine);
			const { service, provider } = stage;
			const { attacker, authenticator, userId } = await attack(stage);
			const isAdded = made === "its account";
			if (isAdded) await addByOperator(stage, stage.b);
			// Under way since before the proof.
			const connecting = await begin(attacker, "?link=true");
			const registering = await attacker.ask("POST", "/api/v1/account/passkeys/options", { body: {} });

			const owner = aVisitor(service);
			await PROOFS[way]?.(stage, owner);
			const session = (await sessionOf(owner)).data;
			expect(session.user).toMatchObject({ email: CEO, emailProven: true });
			expect(session.teams.map(({ slug }: { slug: string }) => slug)).toEqual(
				expect.arrayContaining(["a", ...(isAdded ? ["b"] : []), ...(way === "a mailed invitation" ? ["c"] : [])]),
			);
			expect((await owner.ask("GET", "/api/v1/account/passkeys")).json.data.passkeys).toEqual([]);

			expect((await attacker.ask("GET", "/api/v1/session")).status).toBe(401);
			expect(await statusIn(attacker, "a")).toBe(401);
			provider.next = claims("mallory", { email: "mallory@evil.example" });
			expect(await finish(attacker, connecting)).toBe("/sign-in?error=oidc_failed");
			const response = await new SoftwareAuthenticator({ origin: "http://localhost" }).create(
				registering.json.data.options,
			);
			const body = { response, name: "Mine" };
			expect((await attacker.ask("POST", "/api/v1/account/passkeys", { body })).status).toBe(401);
			const { json } = await attacker.ask("POST", "/api/v1/sign-in/passkey/options", { body: {} });
			const used = { response: await authenticator.get(json.data.options) };
			expect((await attacker.ask("POST", "/api/v1/sign-in/passkey", { body: used })).status).toBe(401);
			await throughProvider(attacker);
			const other = (await sessionOf(attacker)).data.user;
			expect([other.email, other.id === userId]).toEqual(["mallory@evil.example", false]);

			expect((await addByOperator(stage, stage.a)).status).toBe("failure");
			const { team } = await service.newTeam("d");
			const again = await redeem(attacker, await invite(await aMember(service, "admin", team)));
			expect(again).toBe("UNAUTHORIZED");
		},
	);

	test("is shown as such to the team and to whoever is in the account", async () => {
		await using stage = await aStage(engine);
		const { attacker } = await attack(stage);
		const listed = async () =>
			(await stage.admins.a.ask("GET", "/api/v1/members")).json.data.members.map(
				({ user }: { user: { email: string; emailProven: boolean } }) => [user.email === CEO, user.emailProven],
			);
		expect(await listed()).toEqual([
			[true, false],
			[false, true],
		]);
		expect((await sessionOf(attacker)).data.user.emailProven).toBe(false);
		await PROOFS["a link of the operator"]?.(stage, aVisitor(stage.service));
		expect(await listed()).toEqual([
			[true, true],
			[false, true],
		]);
	});

	test("is in one team alone also when the same person is invited to several", async () => {
		await using stage = await aStage(engine);
		const { attacker, userId } = await attack(stage);
		const session = await redeem(attacker, await invite(stage.admins.b));
		expect(session.teams).toMatchObject([{ slug: "b" }]);
		expect(session.user.id).not.toBe(userId);
		expect(await statusIn(attacker, "a")).toBe(404);
	});

	test("is its inviter's only until it is invited again, and leads to nobody's former account", async () => {
		await using stage = await aStage(engine);
		const { attacker, userId } = await attack(stage);
		const { json } = await stage.admins.a.ask("GET", "/api/v1/members");
		const { id } = json.data.members.find(({ user }: { user: { email: string } }) => user.email === CEO);
		expect((await stage.admins.a.ask("DELETE", `/api/v1/members/${id}`)).status).toBe(204);
		expect(await slugsOf(attacker)).toEqual([]);
		const other = aVisitor(stage.service);
		const session = await redeem(other, await invite(stage.admins.a));
		expect(session.user.id).not.toBe(userId);
		expect((await attacker.ask("GET", "/api/v1/session")).status).toBe(401);
	});

	test("is named with its accounts and their teams when the operator adds it, and is not added before they confirm", async () => {
		await using stage = await aStage(engine);
		await attack(stage);
		const asked = await addByOperator(stage, stage.b, false);
		expect(asked).toMatchObject({
			status: "failure",
			error: {
				code: "unconfirmed",
				message:
					'ceo@corp.example has an account, "Mallory", in a (editor). Nobody has proven that the address is theirs, so ' +
					"it stays in that team alone, and a new account is made.",
			},
		});
		expect((await addByOperator(stage, stage.b)).status).toBe("success");
		expect(await addByOperator(stage, stage.b)).toMatchObject({ error: { code: "taken" } });
	});

	test("is not proven by a provider that has not verified it, or for another domain", async () => {
		await using stage = await aStage(engine);
		const { attacker } = await attack(stage);
		stage.provider.next = claims("mallory-2", { email: CEO, emailVerified: false });
		expect(await throughProvider(aVisitor(stage.service))).toBe("/sign-in?error=oidc_email_unverified");
		expect(await throughProvider(attacker, "?link=true")).toBe("/");
		expect((await sessionOf(attacker)).data.user.emailProven).toBe(false);
	});
});

test("an account of somebody who proved the address is never taken by a provider's word alone", async () => {
	await using stage = await aStage("sqlite");
	await addByOperator(stage, stage.b);
	const owner = aVisitor(stage.service);
	await PROOFS["a mailed link"]?.(stage, owner);
	stage.provider.next = claims("somebody", { email: CEO });
	expect(await throughProvider(aVisitor(stage.service))).toBe("/sign-in?error=oidc_email_taken");
	expect(await slugsOf(owner)).toEqual(["b"]);
});

test("a person who proves the address of an account that is theirs keeps its id and its memberships", async () => {
	await using stage = await aStage("sqlite");
	const { attacker, userId } = await attack(stage);
	await PROOFS["a link of the operator"]?.(stage, attacker);
	expect((await sessionOf(attacker)).data).toMatchObject({ user: { id: userId }, teams: [{ slug: "a" }] });
	const { json } = await attacker.ask("GET", "/api/v1/account/events");
	expect(json.data.events.map(({ action }: { action: string }) => action)).toContain("address.prove");
});
