import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RETURN_ADDRESSES } from "../../../../client/src/testing/return-addresses.ts";
import { createOidcProvider } from "../../identity/openid-connect.ts";
import { type Claims, OpenIdProvider } from "../../identity/testing/openid-provider.ts";
import { PolicedDialer } from "../../net/dial.ts";
import type { AppDependencies } from "../services.ts";
import { aMember, aVisitor, signedInAs, type Visitor } from "../testing/people.ts";
import { type Service, startService } from "../testing/service.ts";

/** One provider returns the claims only from UserInfo, the other also in the ID token. */
const providers = { inUserInfo: await OpenIdProvider.listen(), inIdToken: await OpenIdProvider.listen() };
const REDIRECT = "http://localhost/api/v1/sign-in/oidc/callback";
const log = pino({ level: "silent" });
const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });

beforeAll(() => {
	providers.inUserInfo.serve({ redirectUri: REDIRECT, conformIdTokenClaims: true });
	providers.inIdToken.serve({ redirectUri: REDIRECT, conformIdTokenClaims: false });
});
afterAll(async () => {
	dialer.close();
	for (const provider of Object.values(providers)) await provider[Symbol.asyncDispose]();
});

/** Accounts of both providers. */
const people = {
	set(subject: string, claims: Claims): void {
		for (const provider of Object.values(providers)) provider.people.set(subject, claims);
	},
};

function setNext(subject: string): void {
	for (const provider of Object.values(providers)) provider.next = subject;
}

function start(
	overrides: Partial<AppDependencies> = {},
	{ issuer = providers.inUserInfo.issuer, clientSecret = "secret" }: { issuer?: string; clientSecret?: string } = {},
): Promise<Service> {
	const oidc = createOidcProvider({ issuer, clientId: "lapwing", clientSecret }, { dialer, log, now: Date.now });
	return startService("sqlite", { oidc, ...overrides });
}

/** Follows the provider's redirects as a browser does. Returns the callback address. */
async function through(from: string): Promise<string> {
	const jar = new Map<string, string>();
	let at = from;
	for (let hop = 0; hop < 10 && !at.startsWith(REDIRECT); hop += 1) {
		const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
		const answer = await fetch(at, { redirect: "manual", headers: { cookie } });
		for (const set of answer.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
			if (value === "") jar.delete(name);
			else jar.set(name, value);
		}
		await answer.body?.cancel();
		at = new URL(answer.headers.get("location") ?? REDIRECT, at).href;
	}
	return at;
}

/** The address at which a sign-in of `subject` ends. */
async function signIn(visitor: Visitor, subject: string, query = "?return=/alerts") {
	setNext(subject);
	const begun = await visitor.ask("GET", `/api/v1/sign-in/oidc${query}`);
	expect(begun.status).toBe(302);
	const back = await through(begun.headers.get("location") ?? "");
	const { pathname, search } = new URL(back);
	const answer = await visitor.ask("GET", pathname + search, { headers: { "sec-fetch-site": "cross-site" } });
	expect(answer.status).toBe(302);
	return { location: answer.headers.get("location"), back: pathname + search };
}

describe.each(["inUserInfo", "inIdToken"] as const)("with claims %s", (told) => {
	test("an unknown person joins as a viewer, and is recognized by issuer and subject later", async () => {
		await using service = await start({}, { issuer: providers[told].issuer });
		people.set("ada", { email: "ada@example.com", email_verified: true, name: "Ada" });
		const visitor = aVisitor(service);
		expect((await signIn(visitor, "ada")).location).toBe("/alerts");
		const first = (await visitor.ask("GET", "/api/v1/session")).json.data;
		expect(first).toMatchObject({
			user: { name: "Ada", email: "ada@example.com" },
			teams: [{ slug: "acme", role: "viewer" }],
			signIn: { oidc: { name: "127.0.0.1" } },
		});
		people.set("ada", { email: "other@example.com", email_verified: false, name: "Ada" });
		const again = aVisitor(service);
		await signIn(again, "ada");
		expect((await again.ask("GET", "/api/v1/session")).json.data.user.id).toBe(first.user.id);
	});
});

test("a name that a provider chose joins without control characters", async () => {
	await using service = await start();
	const name = " \x1b[31mAda\x9b2J\r\nLove\x07lace\x7f ";
	people.set("escapes", { email: "escapes@example.com", email_verified: true, name });
	const visitor = aVisitor(service);
	expect((await signIn(visitor, "escapes")).location).toBe("/alerts");
	expect((await visitor.ask("GET", "/api/v1/session")).json.data.user.name).toBe("[31mAda2J Lovelace");
});

test("only verified addresses of allowed domains join, and never into an existing account", async () => {
	await using service = await start({ oidcAllowedDomains: ["example.com"] });
	const owner = await aMember(service, "owner");
	people.set("unverified", { email: "eve@example.com", email_verified: false });
	people.set("unverified", { email: "eve@example.com" });
	people.set("elsewhere", { email: "eve@example.com.evil.example", email_verified: true });
	people.set("thief", { email: owner.user.email.toUpperCase(), email_verified: true });
	people.set("welcome", { email: "grace@EXAMPLE.com", email_verified: true });
	const ends = async (subject: string) => (await signIn(aVisitor(service), subject)).location;
	expect(await ends("unverified")).toBe("/sign-in?error=oidc_email_unverified");
	expect(await ends("unverified")).toBe("/sign-in?error=oidc_email_unverified");
	expect(await ends("elsewhere")).toBe("/sign-in?error=oidc_not_allowed");
	expect(await ends("thief")).toBe("/sign-in?error=oidc_email_taken");
	expect(await ends("nobody")).toBe("/sign-in?error=oidc_failed");
	expect(await ends("welcome")).toBe("/alerts");
});

test("a signed-in person adds the identity, and signs in with it afterwards", async () => {
	await using service = await start();
	const ada = await aMember(service, "owner");
	people.set("connected", { email: "private@example.org", email_verified: false });
	expect((await signIn(ada, "connected", "?link=true&return=/account")).location).toBe("/account");
	const { json } = await ada.ask("GET", "/api/v1/account/events");
	expect(json.data.events).toContainEqual(
		expect.objectContaining({ action: "identity.create", detail: new URL(providers.inUserInfo.issuer).host }),
	);
	const visitor = aVisitor(service);
	await signIn(visitor, "connected");
	expect((await visitor.ask("GET", "/api/v1/session")).json.data.user.id).toBe(ada.user.publicId);
	const eve = await aMember(service, "viewer");
	expect((await signIn(eve, "connected", "?link=true")).location).toBe("/sign-in?error=oidc_identity_taken");
	const foreign = { headers: { "sec-fetch-site": "cross-site" } };
	expect((await ada.ask("GET", "/api/v1/sign-in/oidc?link=true", foreign)).status).toBe(403);
	expect((await aVisitor(service).ask("GET", "/api/v1/sign-in/oidc?link=true")).status).toBe(401);
	const byPassword = await signedInAs(service, ada.user, service.team, "password");
	const refused = await byPassword.ask("GET", "/api/v1/sign-in/oidc?link=true");
	expect([refused.status, refused.json.error.code]).toEqual([403, "SIGN_IN_AGAIN"]);
});

test("a callback is accepted once, and only in the same browser", async () => {
	await using service = await start();
	people.set("once", { email: "once@example.com", email_verified: true });
	const [visitor, other] = [aVisitor(service), aVisitor(service)];
	setNext("once");
	const begun = await visitor.ask("GET", "/api/v1/sign-in/oidc");
	const { pathname, search } = new URL(await through(begun.headers.get("location") ?? ""));
	const back = async (who: Visitor) => (await who.ask("GET", pathname + search)).headers.get("location");
	expect(await back(other)).toBe("/sign-in?error=oidc_failed");
	expect(await back(visitor)).toBe("/");
	expect(await back(visitor)).toBe("/sign-in?error=oidc_failed");
	expect((await aVisitor(service).ask("GET", "/api/v1/sign-in/oidc/callback?code=x&state=y")).status).toBe(302);
});

test("a wrong secret and an unreachable provider redirect to the sign-in page", async () => {
	people.set("ada", { email: "ada@example.com", email_verified: true });
	await using wrong = await start({}, { clientSecret: "wrong" });
	expect((await signIn(aVisitor(wrong), "ada")).location).toBe("/sign-in?error=oidc_failed");
	const settings = { issuer: "http://127.0.0.1:9", clientId: "lapwing", clientSecret: "secret" };
	await using away = await startService("sqlite", {
		oidc: createOidcProvider(settings, { dialer, log, now: Date.now }),
	});
	const begun = await aVisitor(away).ask("GET", "/api/v1/sign-in/oidc");
	expect([begun.status, begun.headers.get("location")]).toEqual([302, "/sign-in?error=oidc_unavailable"]);
});

test("without a provider the sign-in route answers 404", async () => {
	await using service = await startService("sqlite");
	expect((await aVisitor(service).ask("GET", "/api/v1/sign-in/oidc")).status).toBe(404);
});

test("after a sign-in the person is on a page of this service, whatever address was asked for", async () => {
	await using service = await start();
	people.set("returns", { email: "returns@example.com", email_verified: true });
	const led: unknown[] = [];
	for (const [wanted] of RETURN_ADDRESSES) {
		const query = wanted === undefined ? "" : `?${new URLSearchParams({ return: wanted })}`;
		led.push([wanted, (await signIn(aVisitor(service), "returns", query)).location]);
		// Past the limit of attempts from one address.
		service.clock.now += 300_000;
	}
	expect(led).toEqual(RETURN_ADDRESSES);
});
