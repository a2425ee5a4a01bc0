import { describe, expect, test } from "vitest";
import { SESSION_IDLE_MS } from "../../storage/access/sessions.ts";
import { createSignInLink } from "../../storage/access/sign-in-links.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { personalRoutes, ROUTES } from "../app.ts";
import { aMember, aUser, aVisitor, signedInAs } from "../testing/people.ts";
import { type Service, startService } from "../testing/service.ts";

const SESSION = "/api/v1/session";

/** Signs a user in through a link, with these headers. */
async function signIn(service: Service, visitor = aVisitor(service), user = aUser(service)) {
	const secret = await createSignInLink(service.database, (await user).id, service.clock.now);
	return visitor.ask("POST", "/api/v1/sign-in/link", { body: { secret } });
}

onEachEngine("a session", (engine) => {
	test("that is ended elsewhere is over at the next request, and its cookie is removed", async () => {
		await using service = await startService(engine);
		const here = await aMember(service, "viewer");
		const there = await signedInAs(service, here.user, service.team);
		const { json } = await here.ask("GET", "/api/v1/account/sessions");
		const other = json.data.sessions.find(({ current }: { current: boolean }) => !current);
		expect((await there.ask("GET", "/api/v1/monitors")).status).toBe(200);
		expect((await here.ask("DELETE", `/api/v1/account/sessions/${other.id}`)).status).toBe(204);
		const refused = await there.ask("GET", "/api/v1/monitors");
		expect([refused.status, refused.headers.get("set-cookie")]).toEqual([
			401,
			"lapwing_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
		]);
		expect(there.cookies.size).toBe(0);
	});

	test("is kept when all others are ended, and ends at sign-out", async () => {
		await using service = await startService(engine);
		const here = await aMember(service, "viewer");
		const there = await signedInAs(service, here.user, service.team);
		expect((await here.ask("DELETE", "/api/v1/account/sessions")).status).toBe(204);
		expect([(await there.ask("GET", SESSION)).status, (await here.ask("GET", SESSION)).status]).toEqual([401, 200]);
		const cookie = here.cookies.get("lapwing_session") ?? "";
		expect((await here.ask("DELETE", SESSION)).status).toBe(204);
		const again = await service.ask("GET", SESSION, { key: null, headers: { cookie: `lapwing_session=${cookie}` } });
		expect(again.status).toBe(401);
	});
});

test("each sign-in opens a new session, and ends the one that the browser had", async () => {
	await using service = await startService("sqlite");
	const visitor = aVisitor(service);
	const user = await aUser(service);
	await signIn(service, visitor, Promise.resolve(user));
	const first = visitor.cookies.get("lapwing_session");
	await signIn(service, visitor, Promise.resolve(user));
	expect(visitor.cookies.get("lapwing_session")).not.toBe(first);
	const headers = { cookie: `lapwing_session=${first}` };
	expect((await service.ask("GET", SESSION, { key: null, headers })).status).toBe(401);
});

test("a session ends where the answer to the sign-in says, unless it is used", async () => {
	await using service = await startService("sqlite");
	const visitor = aVisitor(service);
	const opened = (await signIn(service, visitor)).json.data.session;
	expect(opened.expiresAt).toBe(new Date(service.clock.now + SESSION_IDLE_MS).toISOString());
	expect((await visitor.ask("GET", SESSION)).json.data.session).toEqual(opened);
	service.clock.now += SESSION_IDLE_MS;
	expect((await visitor.ask("GET", SESSION)).status).toBe(401);
});

test("a session ends after thirty days without a request", async () => {
	await using service = await startService("sqlite");
	const ada = await aMember(service, "viewer");
	service.clock.now += SESSION_IDLE_MS - 1;
	expect((await ada.ask("GET", SESSION)).status).toBe(200);
	service.clock.now += SESSION_IDLE_MS;
	expect((await ada.ask("GET", SESSION)).status).toBe(401);
});

describe("the cookie", () => {
	test("over https has the prefix __Host-, by PUBLIC_URL or by a trusted proxy", async () => {
		const pattern = /^__Host-lapwing_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure$/;
		await using named = await startService("sqlite", { publicUrl: "https://lapwing.example" });
		expect((await signIn(named)).headers.get("set-cookie")).toMatch(pattern);
		await using proxied = await startService("sqlite", { trustedProxies: ["192.0.2.0/24"] });
		const behind = { ...proxied, ask: proxied.askFrom("192.0.2.9") };
		const secured = await signIn(behind, aVisitor(behind, { "x-forwarded-proto": "https" }));
		expect(secured.headers.get("set-cookie")).toMatch(pattern);
		const stranger = { ...proxied, ask: proxied.askFrom("198.51.100.1") };
		const forged = await signIn(stranger, aVisitor(stranger, { "x-forwarded-proto": "https" }));
		expect(forged.headers.get("set-cookie")).toMatch(/^lapwing_session=/);
	});

	test("without the prefix is ignored over https", async () => {
		await using service = await startService("sqlite", { publicUrl: "https://lapwing.example" });
		const visitor = aVisitor(service);
		await signIn(service, visitor);
		const value = visitor.cookies.get("__Host-lapwing_session");
		const ask = (name: string) => service.ask("GET", SESSION, { key: null, headers: { cookie: `${name}=${value}` } });
		expect([(await ask("__Host-lapwing_session")).status, (await ask("lapwing_session")).status]).toEqual([200, 401]);
	});
});

describe("a change with a session", () => {
	const change = { body: { name: "Ada" } };

	test("must come from a page of the service, by Sec-Fetch-Site or Origin", async () => {
		await using service = await startService("sqlite", { publicUrl: "https://lapwing.example" });
		const visitor = aVisitor(service);
		await signIn(service, visitor);
		const cookie = `__Host-lapwing_session=${visitor.cookies.get("__Host-lapwing_session")}`;
		const from = async (headers: Record<string, string>) => {
			const answer = await service.ask("PATCH", "/api/v1/account", {
				key: null,
				headers: { cookie, ...headers },
				...change,
			});
			return answer.status === 403 ? answer.json.error.code : answer.status;
		};
		expect(await from({ "sec-fetch-site": "same-origin" })).toBe(200);
		expect(await from({ origin: "https://lapwing.example" })).toBe(200);
		// A page of the same host, although PUBLIC_URL names another one.
		expect(await from({ origin: "https://localhost" })).toBe(200);
		for (const headers of [
			{},
			{ "sec-fetch-site": "cross-site", origin: "https://lapwing.example" },
			{ "sec-fetch-site": "same-site" },
			{ "sec-fetch-site": "none" },
			{ origin: "https://evil.example" },
			{ origin: "http://lapwing.example" },
			{ origin: "null" },
		] as Record<string, string>[]) {
			expect([headers, await from(headers)]).toEqual([headers, "CROSS_ORIGIN"]);
		}
	});

	test("must be sent as JSON", async () => {
		await using service = await startService("sqlite");
		const ada = await aMember(service, "owner");
		const send = (type: string | null) =>
			ada.ask("PATCH", "/api/v1/account", { rawBody: '{"name":"Ada"}', headers: { "content-type": type ?? "" } });
		expect((await send("text/plain")).status).toBe(415);
		expect((await send(null)).status).toBe(415);
		expect((await send("application/json")).status).toBe(200);
	});
});

test("a session from an address that was not used before is an event of the account, once", async () => {
	await using service = await startService("sqlite");
	const user = aUser(service);
	for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2"]) {
		const from = { ...service, ask: service.askFrom(address) };
		const visitor = aVisitor(from);
		await signIn(from, visitor, user);
		await visitor.ask("DELETE", SESSION);
	}
	const ada = await signedInAs(service, await user, service.team);
	const { json } = await ada.ask("GET", "/api/v1/account/events");
	const opened = json.data.events.filter(({ action }: { action: string }) => action === "session.create");
	expect(opened.map(({ address }: { address: string }) => address)).toEqual(["192.0.2.2", "192.0.2.1"]);
});

test("an account sees only its own resources", async () => {
	await using service = await startService("sqlite");
	const [ada, eve] = [await aMember(service, "owner"), await aMember(service, "owner")];
	const { json } = await ada.ask("GET", "/api/v1/account/sessions");
	expect(json.data.sessions).toHaveLength(1);
	expect((await eve.ask("DELETE", `/api/v1/account/sessions/${json.data.sessions[0].id}`)).status).toBe(404);
	expect((await ada.ask("GET", SESSION)).status).toBe(200);
	const renamed = await ada.ask("PATCH", "/api/v1/account", { body: { name: "Ada King" } });
	expect([renamed.json.data.name, (await ada.ask("GET", SESSION)).json.data.user.name]).toEqual([
		"Ada King",
		"Ada King",
	]);
	const { json: events } = await eve.ask("GET", "/api/v1/account/events");
	expect(events.data.events).toEqual([]);
});

test("account routes are for people, not for keys", async () => {
	await using service = await startService("sqlite");
	const ada = await aMember(service, "owner");
	expect((await ada.ask("GET", SESSION, { key: service.key })).status).toBe(401);
});

test("every route of people and of signing in is documented with its request and answers", async () => {
	await using service = await startService("sqlite");
	const { json: document } = await service.ask("GET", "/api/v1/openapi.json", { key: null });
	for (const { method, path, scope, endpoint } of personalRoutes(ROUTES)) {
		const operation = document.paths[path.replaceAll(/:(\w+)/g, "{$1}")][method.toLowerCase()];
		expect(operation.operationId).toBe(endpoint.spec.operationId);
		expect(operation.security).toEqual(scope === "account" ? [{ session: [] }] : []);
		expect(Object.keys(operation.responses)).toContain(String(endpoint.spec.success.status));
		expect(Object.hasOwn(operation, "requestBody")).toBe(endpoint.spec.body !== undefined);
	}
});
