import { describe, expect, test } from "vitest";
import type { WayIn } from "../../domain/access/user.ts";
import { inTransaction } from "../../services/change.ts";
import { createInvitation } from "../../storage/access/invitations.ts";
import { addMember } from "../../storage/access/members.ts";
import { addPasskey } from "../../storage/access/passkeys.ts";
import { createSignInLink } from "../../storage/access/sign-in-links.ts";
import { createUser } from "../../storage/access/users.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aMember, aUser, aVisitor, type SignedIn, signedInAs } from "../testing/people.ts";
import { type Service, startService } from "../testing/service.ts";

const ACCOUNT = "/api/v1/account/password";
const SIGN_IN = "/api/v1/sign-in/password";
const PASSWORD = "quiet-harbour-at-seven";
const MINUTE = 60_000;

const set = (person: SignedIn, password = PASSWORD) => person.ask("PUT", ACCOUNT, { body: { password } });

/** A member who has a password, and the browser in which they set it. */
async function withPassword(service: Service, role: "viewer" | "owner" = "viewer") {
	const person = await aMember(service, role);
	expect((await set(person)).status).toBe(204);
	return person;
}

/** Another browser, after this sign-in. */
async function signIn(service: Service, email: string, password = PASSWORD) {
	const browser = aVisitor(service, { "lapwing-team": service.team.slug });
	const answer = await browser.ask("POST", SIGN_IN, { body: { email, password } });
	return { browser, answer, outcome: `${answer.status} ${answer.json?.error?.code ?? ""}`.trim() };
}

onEachEngine("a password", (engine) => {
	test("signs its owner in, whatever the case of the address, and its use is an event of the account", async () => {
		await using service = await startService(engine);
		const ada = await withPassword(service);
		const { browser, answer } = await signIn(service, ada.user.email.toUpperCase());
		expect([answer.status, answer.json.data.user.email]).toEqual([200, ada.user.email]);
		expect(answer.json.data.password).toEqual({ isSet: true, canBeSet: false });
		expect(answer.json.data.session.way).toBe("password");
		expect((await browser.ask("GET", "/api/v1/monitors")).status).toBe(200);
		const { json } = await browser.ask("GET", "/api/v1/account/events");
		expect(json.data.events.map(({ action }: { action: string }) => action)).toEqual([
			"password.use",
			"session.create",
			"password.create",
		]);
		expect(JSON.stringify([json, service.logLines])).not.toContain(PASSWORD);
	});

	test("that is wrong, of another account or of none is refused with one answer", async () => {
		await using service = await startService(engine);
		const ada = await withPassword(service);
		const grace = await aUser(service, "Grace");
		const tries = [
			[ada.user.email, "quiet-harbour-at-eight"],
			[grace.email, PASSWORD],
			["nobody@example.com", PASSWORD],
		];
		const answers = [];
		for (const [email = "", password] of tries) {
			const { answer } = await signIn(service, email, password);
			answers.push([answer.status, answer.json.error, answer.headers.get("www-authenticate")]);
		}
		const error = { code: "UNAUTHORIZED", message: "The address or the password is wrong." };
		expect(answers).toEqual(tries.map(() => [401, error, "Bearer"]));
	});

	test("is replaced by a new one, which ends the other sessions and the old one's worth", async () => {
		await using service = await startService(engine);
		const ada = await withPassword(service);
		const { browser } = await signIn(service, ada.user.email);
		expect((await set(ada, "seven-quiet-harbours")).status).toBe(204);
		expect((await browser.ask("GET", "/api/v1/session")).status).toBe(401);
		expect((await ada.ask("GET", "/api/v1/session")).status).toBe(200);
		expect((await signIn(service, ada.user.email)).outcome).toBe("401 UNAUTHORIZED");
		expect((await signIn(service, ada.user.email, "seven-quiet-harbours")).outcome).toBe("200");
	});

	test("is removed, unless it is the last way in", async () => {
		await using service = await startService(engine, { linkOrigin: "https://a.example", sendMail: async () => null });
		const ada = await withPassword(service);
		expect((await ada.ask("DELETE", ACCOUNT)).status).toBe(204);
		expect((await ada.ask("DELETE", ACCOUNT)).status).toBe(404);
		expect((await signIn(service, ada.user.email)).outcome).toBe("401 UNAUTHORIZED");
		await using alone = await startService(engine);
		const grace = await withPassword(alone);
		const kept = await grace.ask("DELETE", ACCOUNT);
		expect([kept.status, kept.json.error.code]).toEqual([409, "LAST_WAY_IN"]);
		expect((await signIn(alone, grace.user.email)).outcome).toBe("200");
	});

	test("opens no team whose owner turned passwords off, from the next request on", async () => {
		await using service = await startService(engine);
		const owner = await aMember(service, "owner");
		const ada = await withPassword(service);
		const { browser } = await signIn(service, ada.user.email);
		expect((await browser.ask("GET", "/api/v1/monitors")).status).toBe(200);
		const changed = await owner.ask("PATCH", "/api/v1/team", { body: { allowsPasswords: false } });
		expect([changed.status, changed.json.data.allowsPasswords, changed.json.data.name]).toEqual([
			200,
			false,
			service.team.name,
		]);
		const refused = await browser.ask("GET", "/api/v1/monitors");
		expect([refused.status, refused.json.error.code]).toEqual([403, "PASSWORDS_OFF"]);
		// The account is not the team's, and a session that began otherwise enters.
		expect((await browser.ask("GET", "/api/v1/session")).status).toBe(200);
		expect((await ada.ask("GET", "/api/v1/monitors")).status).toBe(200);
		const { json } = await owner.ask("GET", "/api/v1/audit-events");
		expect(json.data.auditEvents[0].changes).toEqual([{ field: "allowsPasswords", before: true, after: false }]);
		await owner.ask("PATCH", "/api/v1/team", { body: { allowsPasswords: true } });
		expect((await browser.ask("GET", "/api/v1/monitors")).status).toBe(200);
	});

	test("gives no further way in, which would open such a team", async () => {
		await using service = await startService(engine);
		const ada = await withPassword(service);
		const { browser } = await signIn(service, ada.user.email);
		const path = "/api/v1/account/passkeys/options";
		const refused = await browser.ask("POST", path, { body: {} });
		expect([refused.status, refused.json.error.code]).toEqual([403, "SIGN_IN_AGAIN"]);
		expect((await ada.ask("POST", path, { body: {} })).status).toBe(200);
	});

	test("neither renames nor removes a passkey of the account's owner", async () => {
		await using service = await startService(engine);
		const ada = await withPassword(service);
		const { id: userId } = await service.database.db
			.selectFrom("users")
			.select("id")
			.where("email", "=", ada.user.email)
			.executeTakeFirstOrThrow();
		const aaguid = "00000000-0000-0000-0000-000000000000";
		const credential = { credentialId: "id", publicKey: "cG9zZQ", counter: 0, transports: ["internal"], aaguid };
		const wanted = { ...credential, userId, name: "Laptop", rpId: "localhost", isBackedUp: false };
		const path = `/api/v1/account/passkeys/${(await addPasskey(service.database, wanted, service.clock.now))?.publicId}`;
		const { browser } = await signIn(service, ada.user.email);
		for (const asked of [
			await browser.ask("DELETE", path),
			await browser.ask("PATCH", path, { body: { name: "Mine" } }),
			await browser.ask("POST", "/api/v1/account/passkeys", { body: { response: {}, name: "Mine" } }),
		]) {
			expect([asked.status, asked.json.error.code]).toEqual([403, "SIGN_IN_AGAIN"]);
		}
		expect((await ada.ask("PATCH", path, { body: { name: "Desk" } })).status).toBe(200);
		expect((await ada.ask("DELETE", path)).status).toBe(204);
	});

	test("of whoever came before is worth nothing once the address is proven", async () => {
		await using service = await startService(engine);
		const { database, clock, team } = service;
		const email = "ceo@corp.example";
		const sent = { teamId: team.id, email, role: "viewer", sentBy: null } as const;
		const { secrets } = await createInvitation(database, sent, clock.now);
		const stranger = aVisitor(service, { "lapwing-team": team.slug });
		const body = { secret: secrets.shown, name: "Not the CEO" };
		expect((await stranger.ask("POST", "/api/v1/sign-in/link", { body })).status).toBe(200);
		expect((await stranger.ask("PUT", ACCOUNT, { body: { password: PASSWORD } })).status).toBe(204);
		expect((await signIn(service, email)).outcome).toBe("200");
		const account = (await signIn(service, email)).answer.json.data.user.id;
		const { id } = await database.db
			.selectFrom("users")
			.select("id")
			.where("public_id", "=", account)
			.executeTakeFirstOrThrow();
		const proof = await createSignInLink(database, id, clock.now);
		expect((await aVisitor(service).ask("POST", "/api/v1/sign-in/link", { body: { secret: proof } })).status).toBe(200);
		expect((await signIn(service, email)).outcome).toBe("401 UNAUTHORIZED");
	});
});

describe("a password is set", () => {
	test.each<[WayIn, number, number]>([
		["link", 0, 204],
		["passkey", 15 * MINUTE, 204],
		["link", 15 * MINUTE + 1, 403],
		["oidc", 0, 403],
		["password", 0, 403],
	])("in a session that began by %s %d ms ago: %d", async (way, ageMs, status) => {
		await using service = await startService("sqlite");
		const { user } = await aMember(service, "viewer");
		const ada = await signedInAs(service, user, service.team, way);
		service.clock.now += ageMs;
		const { password } = (await ada.ask("GET", "/api/v1/session")).json.data;
		expect(password).toEqual({ isSet: false, canBeSet: status === 204 });
		const answer = await set(ada);
		expect([answer.status, answer.json?.error?.code]).toEqual([status, status === 403 ? "SIGN_IN_AGAIN" : undefined]);
	});

	test.each([
		["of eleven characters", "elevenchars"],
		["that is often used", "q1w2e3r4t5y6"],
		["made of the person's name", "viewer-viewer-1"],
		["made of the product's name", "lapwing123456"],
	])("but not one %s", async (_what, password) => {
		await using service = await startService("sqlite");
		const ada = await aMember(service, "viewer");
		const answer = await set(ada, password);
		expect([answer.status, answer.json.error.details[0].path]).toEqual([400, "/password"]);
		expect((await ada.ask("GET", "/api/v1/session")).json.data.password.isSet).toBe(false);
	});

	test("by a person, not by a key", async () => {
		await using service = await startService("sqlite");
		expect((await service.ask("PUT", ACCOUNT, { body: { password: PASSWORD } })).status).toBe(401);
	});
});

describe("passwords are refused", () => {
	test("where PASSWORDS is off, also in sessions that began with one", async () => {
		await using service = await startService("sqlite", { passwords: null });
		const { user } = await aMember(service, "viewer");
		const ada = await signedInAs(service, user, service.team, "password");
		const refused = await ada.ask("GET", "/api/v1/monitors");
		const asked = [await set(ada), (await signIn(service, user.email)).answer, refused];
		expect(asked.map(({ status, json }) => `${status} ${json.error.code}`)).toEqual(
			asked.map(() => "403 PASSWORDS_OFF"),
		);
		expect((await service.ask("GET", "/api/v1/sign-in", { key: null })).json.data.password).toBe(false);
	});

	test.each([
		["203.0.113.7", null, false],
		["203.0.113.7", "http", false],
		["2606:4700::1", null, false],
		["203.0.113.7", "https", true],
		["192.168.1.7", null, true],
		["10.0.0.7", null, true],
		["fd00::7", null, true],
		["127.0.0.1", null, true],
	])("over http from the internet: from %s over %s %s", async (address, scheme, isTaken) => {
		await using service = await startService("sqlite", { trustedProxies: ["203.0.113.7"] });
		const ask = service.askFrom(address);
		const headers = { "sec-fetch-site": "same-origin", ...(scheme && { "x-forwarded-proto": scheme }) };
		const body = { email: "ada@example.com", password: PASSWORD };
		const answer = await ask("POST", SIGN_IN, { key: null, headers, body });
		expect([answer.status, answer.json.error.code]).toEqual(
			isTaken ? [401, "UNAUTHORIZED"] : [403, "INSECURE_CONNECTION"],
		);
		expect((await ask("GET", "/api/v1/sign-in", { key: null, headers })).json.data.password).toBe(isTaken);
	});

	test("after ten wrong ones from one address, which does not keep the owner out elsewhere", async () => {
		await using service = await startService("sqlite");
		const ada = await withPassword(service);
		const wrong = { email: ada.user.email, password: "quiet-harbour-at-eight" };
		const headers = { "sec-fetch-site": "same-origin" };
		const from = service.askFrom("192.168.0.66");
		const statuses = [];
		for (let turn = 0; turn < 11; turn++) {
			statuses.push((await from("POST", SIGN_IN, { key: null, headers, body: wrong })).status);
		}
		expect(statuses).toEqual([...Array(10).fill(401), 429]);
		expect((await signIn(service, ada.user.email)).outcome).toBe("200");
	});

	test("of the account whose password was set last, where nobody has proven the address", async () => {
		await using service = await startService("sqlite");
		const { team: other } = await service.newTeam("other");
		const email = "shared@example.com";
		for (const [team, password] of [
			[service.team, PASSWORD],
			[other, "seven-quiet-harbours"],
		] as const) {
			const made = { name: "Shared", email, boundTeamId: team.id, provenAt: null };
			const user = await createUser(service.database, made, service.clock.now);
			if (user === null) throw new Error("It exists");
			await inTransaction(service.database, async (tx) => {
				await addMember(tx, { teamId: team.id, user, role: "viewer" }, service.clock.now);
				return { status: "success", data: null };
			});
			service.clock.now += 1;
			expect((await set(await signedInAs(service, user, team), password)).status).toBe(204);
		}
		expect((await signIn(service, email)).outcome).toBe("401 UNAUTHORIZED");
		expect((await signIn(service, email, "seven-quiet-harbours")).outcome).toBe("200");
	});
});
