import type {
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
} from "@lapwing/passkey/server";
import {
	AUTHENTICATION_MISBEHAVIOURS,
	type AuthenticationMisbehaviour,
	SoftwareAuthenticator,
} from "@lapwing/passkey/testing";
import { expect, test } from "vitest";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aMember, aVisitor, type SignedIn, type Visitor } from "../testing/people.ts";
import { type Service, startService } from "../testing/service.ts";

const ORIGIN = "http://localhost";
const MODEL = "bada5566-a7aa-401f-bd96-45619a55120d";

async function registered(person: SignedIn, authenticator: SoftwareAuthenticator, name = "Laptop") {
	const { json } = await person.ask("POST", "/api/v1/account/passkeys/options", { body: {} });
	const options: PublicKeyCredentialCreationOptionsJSON = json.data.options;
	const response = await authenticator.create(options);
	return person.ask("POST", "/api/v1/account/passkeys", { body: { response, name } });
}

async function optionsFor(visitor: Visitor): Promise<PublicKeyCredentialRequestOptionsJSON> {
	return (await visitor.ask("POST", "/api/v1/sign-in/passkey/options", { body: {} })).json.data.options;
}

const signIn = (visitor: Visitor, response: object) =>
	visitor.ask("POST", "/api/v1/sign-in/passkey", { body: { response } });

async function withPasskey(service: Service, options: { counts?: boolean } = {}) {
	const person = await aMember(service, "editor");
	const authenticator = new SoftwareAuthenticator({ origin: ORIGIN, aaguid: MODEL, ...options });
	expect((await registered(person, authenticator)).status).toBe(201);
	return { person, authenticator };
}

onEachEngine("a passkey", (engine) => {
	test("is registered by its owner, and signs in without a user name", async () => {
		await using service = await startService(engine);
		const { person, authenticator } = await withPasskey(service);
		const visitor = aVisitor(service);
		expect((await visitor.ask("GET", "/api/v1/session")).status).toBe(401);
		const answer = await signIn(visitor, await authenticator.get(await optionsFor(visitor)));
		expect([answer.status, answer.json.data.user.id]).toEqual([200, person.user.publicId]);
		expect(answer.headers.getSetCookie()[0]).toMatch(
			/^lapwing_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/,
		);
		const { json } = await visitor.ask("GET", "/api/v1/session");
		expect(json.data.teams).toMatchObject([{ slug: "acme", role: "editor" }]);
		const { json: listed } = await visitor.ask("GET", "/api/v1/account/passkeys");
		expect(listed.data.passkeys).toMatchObject([
			{ name: "Laptop", synced: true, aaguid: MODEL, lastUsedAt: expect.any(String) },
		]);
	});

	test("is accepted once for each challenge, and only in the same browser", async () => {
		await using service = await startService(engine);
		const { authenticator } = await withPasskey(service, { counts: false });
		const [visitor, other] = [aVisitor(service), aVisitor(service)];
		const response = await authenticator.get(await optionsFor(visitor));
		await optionsFor(other);
		expect((await signIn(other, response)).status).toBe(401);
		const answers = await Promise.all([
			signIn(visitor, response),
			signIn(visitor, response),
			signIn(visitor, response),
		]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
	});

	test("of an id that no passkey has is refused like every other", async () => {
		await using service = await startService(engine);
		for (const id of ["\0", "", "a b", "ä", "\ud800", "a".repeat(5_000)]) {
			const { status, json } = await signIn(aVisitor(service), { id });
			expect([id, status, json.error.message]).toEqual([id, 401, "This passkey was not accepted."]);
		}
	});

	test("whose counter does not rise is refused, and recorded in its owner's account", async () => {
		await using service = await startService(engine);
		const { person, authenticator } = await withPasskey(service);
		const visitor = aVisitor(service);
		await signIn(visitor, await authenticator.get(await optionsFor(visitor)));
		const stale = aVisitor(service);
		await service.database.db.updateTable("passkeys").set({ counter: 1_000 }).execute();
		expect((await signIn(stale, await authenticator.get(await optionsFor(stale)))).status).toBe(401);
		const { json } = await person.ask("GET", "/api/v1/account/events");
		expect(json.data.events[0]).toMatchObject({ action: "passkey.refuse", detail: "Laptop" });
		expect(json.data.events.map(({ action }: { action: string }) => action)).toContain("passkey.create");
	});
});

test.for(Object.keys(AUTHENTICATION_MISBEHAVIOURS) as AuthenticationMisbehaviour[])(
	"a sign-in that is wrong by %s is refused like every other",
	async (misbehaving) => {
		await using service = await startService("sqlite");
		const { authenticator } = await withPasskey(service);
		const visitor = aVisitor(service);
		const response = await authenticator.get(await optionsFor(visitor), { misbehaving });
		const answer = await signIn(visitor, response);
		expect([answer.status, answer.json.error.message]).toEqual([401, "This passkey was not accepted."]);
		expect(answer.headers.getSetCookie()).toEqual([]);
	},
);

test("a page of another port of localhost can't pass on a passkey", async () => {
	await using service = await startService("sqlite");
	const { authenticator } = await withPasskey(service);
	const visitor = aVisitor(service);
	const response = await authenticator.get(await optionsFor(visitor), { origin: "http://localhost:9999" });
	const asThere = { body: { response }, headers: { origin: "http://localhost:9999" } };
	const answer = await visitor.ask("POST", "http://localhost:9999/api/v1/sign-in/passkey", asThere);
	expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringContaining("PUBLIC_URL")]);
	expect((await signIn(visitor, response)).status).toBe(401);
});

test.each([
	["names another user", (other: string) => other, 401],
	["is no base64url of an id", () => "AA", 401],
	["is absent, as from some password managers", () => null, 200],
	["is empty", () => "", 200],
])("a sign-in whose user handle %s", async (_what, handleFor, status) => {
	await using service = await startService("sqlite");
	const { authenticator } = await withPasskey(service);
	const other = await aMember(service, "owner");
	const visitor = aVisitor(service);
	const { response, ...rest } = await authenticator.get(await optionsFor(visitor));
	const userHandle = handleFor(Buffer.from(other.user.publicId).toString("base64url"));
	const answer = await signIn(visitor, { ...rest, response: { ...response, userHandle } });
	expect([answer.status, (await visitor.ask("GET", "/api/v1/session")).status]).toEqual([status, status]);
});

test("an unknown passkey and an invalid response are refused with the same answer", async () => {
	await using service = await startService("sqlite");
	await withPasskey(service);
	const { authenticator: unknown } = await withPasskey(service);
	await service.database.db.deleteFrom("passkeys").execute();
	const visitor = aVisitor(service);
	const answers = [
		await signIn(visitor, await unknown.get(await optionsFor(visitor))),
		await signIn(visitor, {}),
		await signIn(visitor, { id: 5, response: "x" }),
	];
	for (const { status, json } of answers) {
		expect([status, json.error.message]).toEqual([401, "This passkey was not accepted."]);
	}
});

test("attempts are limited for each passkey and each address", async () => {
	await using service = await startService("sqlite");
	const attempts = async (id: () => string) => {
		for (let count = 1; count < 200; count += 1) {
			const { status, headers } = await signIn(aVisitor(service), { id: id() });
			if (status === 429) return { count, retryAfter: Number(headers.get("retry-after")) };
		}
		return null;
	};
	expect(await attempts(() => "the-same")).toMatchObject({ count: 21, retryAfter: 300 });
	service.clock.now += 300_000;
	let made = 0;
	expect(await attempts(() => `another-${made++}`)).toMatchObject({ count: 101 });
});

test("an address begins no more sign-ins than a busy office, so that it can't drop those of others", async () => {
	await using service = await startService("sqlite");
	const begin = async () => aVisitor(service).ask("POST", "/api/v1/sign-in/passkey/options", { body: {} });
	for (let count = 0; count < 500; count += 1) expect((await begin()).status).toBe(200);
	const refused = await begin();
	expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "300"]);
	service.clock.now += 300_000;
	expect((await begin()).status).toBe(200);
});

test("passkeys need a host that is a valid relying party", async () => {
	const ways = async (publicUrl: string | null, origin = "http://localhost") => {
		await using service = await startService("sqlite", { publicUrl });
		const answer = await service.ask("GET", `${origin}/api/v1/sign-in`, { key: null });
		return answer.json.data.passkeys;
	};
	expect(await ways(null)).toBe(true);
	// The tests' requests reach port 80: a page of another port, or behind a proxy for https, is not this service's.
	expect(await ways(null, "http://localhost:7070")).toBe(false);
	expect(await ways(null, "http://lapwing.localhost")).toBe(false);
	expect(await ways("http://lapwing.localhost:7070")).toBe(true);
	expect(await ways("http://localhost:7070")).toBe(true);
	expect(await ways(null, "http://127.0.0.1:7070")).toBe(false);
	expect(await ways(null, "http://lapwing.example")).toBe(false);
	expect(await ways("http://lapwing.example")).toBe(false);
	expect(await ways("https://192.0.2.1")).toBe(false);
	expect(await ways("https://lapwing.example.")).toBe(false);
	expect(await ways("https://lapwing.example")).toBe(true);
});

test("where passkeys cannot be used, their routes explain what to do", async () => {
	await using service = await startService("sqlite", { publicUrl: "http://lapwing.example" });
	const answer = await aVisitor(service).ask("POST", "/api/v1/sign-in/passkey/options", { body: {} });
	expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringContaining("PUBLIC_URL")]);
});

test("the last passkey cannot be removed without another way to sign in", async () => {
	await using bare = await startService("sqlite");
	const { person } = await withPasskey(bare);
	const { json } = await person.ask("GET", "/api/v1/account/passkeys");
	const path = `/api/v1/account/passkeys/${json.data.passkeys[0].id}`;
	const refused = await person.ask("DELETE", path);
	expect([refused.status, refused.json.error.code]).toEqual([409, "LAST_WAY_IN"]);
	expect((await person.ask("PATCH", path, { body: { name: "Phone" } })).json.data.name).toBe("Phone");
	await registered(person, new SoftwareAuthenticator({ origin: ORIGIN }), "Key");
	expect((await person.ask("DELETE", path)).status).toBe(204);

	const mail = { linkOrigin: "https://lapwing.example", sendMail: async () => null };
	await using mailing = await startService("sqlite", mail);
	const other = await withPasskey(mailing);
	const { json: listed } = await other.person.ask("GET", "/api/v1/account/passkeys");
	expect((await other.person.ask("DELETE", `/api/v1/account/passkeys/${listed.data.passkeys[0].id}`)).status).toBe(204);
});

test("a challenge is valid only in its session, and a passkey belongs to one account", async () => {
	await using service = await startService("sqlite");
	const [ada, eve] = [await aMember(service, "viewer"), await aMember(service, "viewer")];
	const { json } = await ada.ask("POST", "/api/v1/account/passkeys/options", { body: {} });
	const response = await new SoftwareAuthenticator({ origin: ORIGIN }).create(json.data.options);
	const add = (person: SignedIn) =>
		person.ask("POST", "/api/v1/account/passkeys", { body: { response, name: "Laptop" } });
	expect((await add(eve)).status).toBe(400);
	expect((await add(ada)).status).toBe(201);
	expect((await add(ada)).status).toBe(400);
});

test("a challenge is used up by a refused registration", async () => {
	await using service = await startService("sqlite");
	const ada = await aMember(service, "viewer");
	const { json } = await ada.ask("POST", "/api/v1/account/passkeys/options", { body: {} });
	const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
	const add = (response: object) => ada.ask("POST", "/api/v1/account/passkeys", { body: { response, name: "Laptop" } });
	const wrong = await authenticator.create(json.data.options, { misbehaving: "other-relying-party" });
	expect((await add(wrong)).status).toBe(400);
	expect((await add(await authenticator.create(json.data.options))).status).toBe(400);
});
