import { describe, expect, test } from "vitest";
import { LOCALES } from "../../../../domain/status-pages/page-settings.ts";
import { allowDomain } from "../../../../services/status-pages/allow-domain.ts";
import { onTheCommandLine } from "../../../../services/testing/on-the-command-line.ts";
import { onEachEngine } from "../../../../storage/testing/engines.ts";
import { aMember, aUser, aVisitor, type SignedIn, signedInAs, type Visitor } from "../../../testing/people.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { DOOR_WORDS } from "./words.ts";

const PASSWORD = "Sägewerk am Fluss";
const HTML = { accept: "text/html" };
const FORM = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };

/** Every kind of address below a page, with some that no page has. */
const ADDRESSES = [
	"",
	".json",
	"/status.json",
	"/history",
	"/history/2025-06",
	"/incidents/inc_01jgezt6z8e7kb3mq4f2ys0nd5",
	"/feed.atom",
	"/badge.svg",
	"/badge/cmp_01jgezt6z8e7kb3mq4f2ys0nd5.svg",
	"/api/v2/summary.json",
	"/theme.css",
	"/logo",
	"/subscribe",
	"/subscription?token=none",
	"/confirm?token=none",
	"/unsubscribe?token=none",
	"/enter",
	"/enter?code=none&state=none",
	"/nothing",
];

async function publish(service: Service, body: object = {}): Promise<{ id: string; put(body: object): Promise<void> }> {
	const page = { name: "Secret name", slug: "acme", isPublished: true, ...body };
	const made = await service.ask("POST", "/api/v1/status-pages", { body: page });
	expect([made.status, made.json.error]).toEqual([201, undefined]);
	const { id } = made.json.data;
	return {
		id,
		async put(changes) {
			const { status, text } = await service.ask("PUT", `/api/v1/status-pages/${id}`, { body: changes });
			expect([status, text]).toEqual([200, expect.anything()]);
		},
	};
}

function withPassword(service: Service, body: object = {}) {
	return publish(service, { access: "password", password: PASSWORD, headline: "Secret words", ...body });
}

function send(reader: Visitor, password: string, { path = "/status/acme", ...fields }: Record<string, string> = {}) {
	const rawBody = new URLSearchParams({ password, ...fields }).toString();
	return reader.ask("POST", path, { headers: FORM, rawBody });
}

async function removeMember(service: Service, { user }: SignedIn): Promise<void> {
	const { members } = (await service.ask("GET", "/api/v1/members")).json.data;
	const member = members.find((each: { user: { id: string } }) => each.user.id === user.publicId);
	expect((await service.ask("DELETE", `/api/v1/members/${member.id}`)).status).toBe(204);
}

onEachEngine("pages that not everyone may read", (name) => {
	test.each(["password", "members"])(
		"with %s answer strangers alike at every address, and tell them nothing",
		async (access) => {
			await using service = await startService(name);
			const { put } = await publish(service, {
				access,
				password: PASSWORD,
				headline: "Secret words",
				theme: { css: "h1 { letter-spacing: 0 }" },
			});
			await put({ sections: [{ name: "Secret section", components: [{ name: "Secret component" }] }] });
			for (const address of ADDRESSES) {
				for (const headers of [{}, HTML]) {
					const {
						status,
						text,
						headers: sent,
					} = await service.ask("GET", `/status/acme${address}`, { key: null, headers });
					expect([address, status]).toEqual([address, 401]);
					expect(text).not.toMatch(/secret|sp_|tem_/i);
					expect(sent.get("cache-control")).toMatch(/no-store/);
					expect(sent.has("access-control-allow-origin")).toBe(false);
					expect(sent.has("set-cookie")).toBe(false);
					expect(sent.get("www-authenticate")).toBe('Cookie realm="status page"');
				}
			}
			expect((await service.ask("POST", "/status/acme/subscribe", { key: null, headers: FORM })).status).toBe(401);
		},
	);

	test("that are not published are as unknown as others, also for whoever sends the password", async () => {
		await using service = await startService(name);
		await withPassword(service, { isPublished: false });
		const answers = [];
		for (const slug of ["acme", "unknown"]) {
			const read = await service.ask("GET", `/status/${slug}`, { key: null, headers: HTML });
			const sent = await send(aVisitor(service), PASSWORD, { path: `/status/${slug}` });
			const left = await service.ask("POST", `/status/${slug}/unsubscribe?token=none`, { key: null, headers: FORM });
			answers.push(
				[read, sent, left].map(({ status, text }) => [status, text.replaceAll(slug, "slug").replace(/"meta".*/, "")]),
			);
		}
		expect(answers[0]).toEqual(answers[1]);
		expect(answers[0]?.map(([status]) => status)).toEqual([404, 404, 404]);
	});

	test("open with their password, for this page alone, kept by nobody and read by no other site", async () => {
		await using service = await startService(name);
		await withPassword(service);
		await publish(service, { name: "Other", slug: "other", access: "password", password: PASSWORD });
		const reader = aVisitor(service);
		expect((await send(reader, "not the password")).status).toBe(401);
		const opened = await send(reader, PASSWORD, { to: "history" });
		expect([opened.status, opened.headers.get("location")]).toEqual([303, "/status/acme/history"]);
		expect(opened.headers.get("set-cookie")).toMatch(
			/^lapwing_reader=[\w-]+; Path=\/status\/acme; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
		);
		for (const path of ["", "/history", "/feed.atom", "/status.json", "/badge.svg", "/api/v2/summary.json"]) {
			const { status, headers, text } = await reader.ask("GET", `/status/acme${path}`, { headers: HTML });
			expect([path, status, headers.get("cache-control")]).toEqual([path, 200, "private, no-store"]);
			expect(headers.has("access-control-allow-origin")).toBe(false);
			expect(headers.has("cross-origin-resource-policy")).toBe(false);
			expect(text).toContain("Secret name");
		}
		// The same browser sends it to no other page; another client that does opens nothing.
		expect((await reader.ask("GET", "/status/other", { headers: HTML })).status).toBe(401);
	});

	test("give their cookie over https alone where they are read over it", async () => {
		await using service = await startService(name, { publicUrl: "https://lapwing.test" });
		await withPassword(service);
		const reader = aVisitor(service);
		expect((await send(reader, PASSWORD)).headers.get("set-cookie")).toMatch(
			/^__Secure-lapwing_reader=[\w-]+; Path=\/status\/acme; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/,
		);
		expect((await reader.ask("GET", "/status/acme", { headers: HTML })).status).toBe(200);
	});

	test("take the password however a keyboard writes it, and lead nowhere else", async () => {
		await using service = await startService(name);
		await withPassword(service);
		const opened = await send(aVisitor(service), PASSWORD.normalize("NFD"), { to: "//evil.example" });
		expect([opened.status, opened.headers.get("location")]).toEqual([303, "/status/acme"]);
	});

	test("refuse a form of another site, one that is too long, and one that is none", async () => {
		await using service = await startService(name);
		await withPassword(service);
		const rawBody = `password=${encodeURIComponent(PASSWORD)}`;
		const ask = (headers: object, body = rawBody) =>
			service.ask("POST", "/status/acme", { key: null, headers: { ...FORM, ...headers }, rawBody: body });
		expect((await ask({ "sec-fetch-site": "cross-site" })).status).toBe(403);
		expect((await ask({ origin: "https://evil.example" })).status).toBe(403);
		expect((await ask({ "content-type": "application/json" })).status).toBe(415);
		expect((await ask({}, `${rawBody}&to=${"x".repeat(9_000)}`)).status).toBe(400);
		expect((await ask({ "sec-fetch-site": "same-origin" })).status).toBe(303);
	});

	test("end every cookie with another password, and each one after 30 days", async () => {
		await using service = await startService(name);
		const { put } = await withPassword(service);
		const reader = aVisitor(service);
		const read = async () => (await reader.ask("GET", "/status/acme", { headers: HTML })).status;
		await send(reader, PASSWORD);
		expect(await read()).toBe(200);
		// Also another of the same text.
		await put({ password: PASSWORD });
		expect(await read()).toBe(401);
		await send(reader, PASSWORD);
		service.clock.now += 30 * 86_400_000 - 1;
		expect(await read()).toBe(200);
		service.clock.now += 1;
		expect(await read()).toBe(401);
		await put({ access: "public" });
		expect(await read()).toBe(200);
		await put({ access: "members" });
		expect(await read()).toBe(401);
	});

	test("open to no forged cookie", async () => {
		await using service = await startService(name);
		await withPassword(service);
		const reader = aVisitor(service);
		await send(reader, PASSWORD);
		const value = reader.cookies.get("lapwing_reader") ?? "";
		const later = value.replace(/^[0-9a-z]+/, (end) => (Number.parseInt(end, 36) + 1).toString(36));
		const otherBit = value.slice(0, -2) + (value.at(-2) === "A" ? "B" : "A") + value.slice(-1);
		for (const forged of [
			later,
			otherBit,
			value.slice(0, -1),
			"",
			"0--",
			`zzzzzzzzz-${"a".repeat(26)}${value.slice(-44)}`,
		]) {
			const headers = { ...HTML, cookie: `lapwing_reader=${forged}` };
			expect([forged, (await service.ask("GET", "/status/acme", { key: null, headers })).status]).toEqual([
				forged,
				401,
			]);
		}
	});

	test("are guessed at ten times in five minutes from an address, which a right password does not count towards", async () => {
		await using service = await startService(name);
		await withPassword(service);
		await publish(service, { name: "Other", slug: "other", access: "password", password: PASSWORD });
		const attempt = async (address: string, password: string, path = "/status/acme") => {
			const rawBody = new URLSearchParams({ password }).toString();
			return service.askFrom(address)("POST", path, { key: null, headers: FORM, rawBody });
		};
		for (let n = 0; n < 3; n++) expect((await attempt("198.51.100.7", PASSWORD)).status).toBe(303);
		for (let n = 0; n < 10; n++) expect((await attempt("198.51.100.7", "")).status).toBe(401);
		const refused = await attempt("198.51.100.7", PASSWORD);
		expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "300"]);
		expect(refused.text).toContain("too many attempts");
		expect((await attempt("198.51.100.7", PASSWORD, "/status/other")).status).toBe(303);
		expect((await attempt("198.51.100.8", PASSWORD)).status).toBe(303);
		service.clock.now += 300_000;
		expect((await attempt("198.51.100.7", PASSWORD)).status).toBe(303);
	});

	test("are guessed at 300 times in five minutes from all addresses together", async () => {
		await using service = await startService(name);
		await withPassword(service);
		const rawBody = "password=";
		const statuses = new Map<number, number>();
		for (let n = 0; n < 310; n++) {
			const from = service.askFrom(`198.51.100.${Math.floor(n / 10) + 1}`);
			const { status } = await from("POST", "/status/acme", { key: null, headers: FORM, rawBody });
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
		}
		expect([...statuses]).toEqual([
			[401, 300],
			[429, 10],
		]);
	});

	test("let those in who are members now, and nobody else", async () => {
		await using service = await startService(name);
		await publish(service, { access: "members" });
		const member = await aMember(service, "viewer");
		const read = async (reader: Visitor) => {
			const { status, text } = await reader.ask("GET", "/status/acme/history", { headers: HTML });
			return [status, /Secret name/.test(text)];
		};
		expect(await read(member)).toEqual([200, true]);
		const other = await service.newTeam("other");
		const stranger = await aMember(service, "owner", other.team);
		expect(await read(stranger)).toEqual([403, false]);
		const { text } = await aVisitor(service).ask("GET", "/status/acme/history", { headers: HTML });
		expect(text).toContain('href="/sign-in?return=%2Fstatus%2Facme%2Fhistory"');

		await removeMember(service, member);
		expect(await read(member)).toEqual([403, false]);
	});

	test("keep out members who came by a password where their team does", async () => {
		await using service = await startService(name);
		await publish(service, { access: "members" });
		const { user } = await aMember(service, "viewer");
		const member = await signedInAs(service, user, service.team, "password");
		const read = async () => (await member.ask("GET", "/status/acme", { headers: HTML })).status;
		expect(await read()).toBe(200);
		const owner = await aMember(service, "owner");
		expect((await owner.ask("PATCH", "/api/v1/team", { body: { allowsPasswords: false } })).status).toBe(200);
		expect(await read()).toBe(403);
	});

	test("are in memory no longer once they close, and were never shown from there to strangers", async () => {
		await using service = await startService(name);
		const { put } = await publish(service);
		const read = async (path: string) => (await service.ask("GET", path, { key: null, headers: HTML })).status;
		expect(await read("/status/acme")).toBe(200);
		expect(await read("/status/acme/feed.atom")).toBe(200);
		await put({ access: "password", password: PASSWORD });
		expect(await read("/status/acme")).toBe(401);
		expect(await read("/status/acme/feed.atom")).toBe(401);
	});
});

const DOMAIN = "status.acme.test";

const ON_DOMAIN = `https://${DOMAIN}`;

/** A service whose page also stands at the root of a domain. */
async function startWithDomain() {
	const service = await startService("sqlite", { publicUrl: "https://lapwing.test" });
	const page = await publish(service, { access: "members", domain: DOMAIN });
	const input = { id: page.id, domain: DOMAIN, isAllowed: true };
	await onTheCommandLine(service.database, service.team.id, allowDomain, input, { now: service.clock.now });
	// With a change of the page, what leads to it is read anew.
	await page.put({ headline: "Hello" });
	return { service, page };
}

/** What a browser asks for when it follows a redirect. */
function wanted(location: string | null): string {
	const { origin, pathname, search, href } = new URL(location ?? "", "https://lapwing.test");
	return origin === ON_DOMAIN ? href : pathname + search;
}

describe("members on a page's own domain", () => {
	test("sign in on our origin and come back with a code that is taken once", async () => {
		const { service } = await startWithDomain();
		await using _ = service;
		const member = await aMember(service, "viewer");
		// Two browsers in effect: cookies of one host are not sent to the other.
		const reader = aVisitor(service);
		const door = await reader.ask("GET", `${ON_DOMAIN}/history`, { headers: HTML });
		expect([door.status, /Secret/.test(door.text)]).toEqual([401, false]);
		const [, link = ""] = /href="(\/enter[^"]*)"/.exec(door.text) ?? [];
		expect(link).toBe("/enter?to=history");
		const leave = await reader.ask("GET", ON_DOMAIN + link, { headers: HTML });
		const toUs = leave.headers.get("location") ?? "";
		expect(toUs).toMatch(/^https:\/\/lapwing\.test\/status\/acme\/enter\?state=[0-9a-f]{64}&to=history$/);
		// Who is not signed in does that first.
		const first = await aVisitor(service).ask("GET", wanted(toUs), { headers: HTML });
		expect(first.headers.get("location")).toBe(`/sign-in?return=${encodeURIComponent(wanted(toUs))}`);

		const back = (await member.ask("GET", wanted(toUs), { headers: HTML })).headers.get("location") ?? "";
		expect(back).toMatch(/^https:\/\/status\.acme\.test\/enter\?code=[\w-]{43}&to=history$/);
		// A browser that did not leave here can't use it, and then nobody can.
		const stolen = await aVisitor(service).ask("GET", wanted(back), { headers: HTML });
		expect([stolen.status, stolen.headers.has("set-cookie")]).toEqual([401, false]);

		const again = (await member.ask("GET", wanted(toUs), { headers: HTML })).headers.get("location") ?? "";
		const entered = await reader.ask("GET", wanted(again), { headers: HTML });
		expect([entered.status, entered.headers.get("location")]).toEqual([303, "/history"]);
		expect(entered.headers.get("set-cookie")).toMatch(
			/^__Host-lapwing_reader=.*; Path=\/; HttpOnly; SameSite=Lax;.*Secure$/,
		);
		expect((await reader.ask("GET", `${ON_DOMAIN}/history`, { headers: HTML })).text).toContain("Secret name");
		const replayed = await reader.ask("GET", wanted(again), { headers: HTML });
		expect([replayed.status, replayed.headers.has("set-cookie")]).toEqual([404, false]);
	});

	test("read nothing more once they sign out, or are removed", async () => {
		const { service } = await startWithDomain();
		await using _ = service;
		const enter = async (member: Visitor) => {
			const reader = aVisitor(service);
			const leave = await reader.ask("GET", `${ON_DOMAIN}/enter`, { headers: HTML });
			const back = await member.ask("GET", wanted(leave.headers.get("location")), { headers: HTML });
			await reader.ask("GET", wanted(back.headers.get("location")), { headers: HTML });
			const read = async () => (await reader.ask("GET", `${ON_DOMAIN}/`, { headers: HTML })).status;
			expect(await read()).toBe(200);
			return read;
		};
		const [one, other] = [await aMember(service, "viewer"), await aMember(service, "viewer")];
		const [readOfOne, readOfOther] = [await enter(one), await enter(other)];
		expect((await one.ask("DELETE", "/api/v1/session")).status).toBe(204);
		expect([await readOfOne(), await readOfOther()]).toEqual([401, 200]);
		await removeMember(service, other);
		expect(await readOfOther()).toBe(403);
	});

	test("are sent to the page's domain alone, with a code for a minute", async () => {
		const { service, page } = await startWithDomain();
		await using _ = service;
		const member = await aMember(service, "viewer");
		const reader = aVisitor(service);
		const toUs = wanted((await reader.ask("GET", `${ON_DOMAIN}/enter`, { headers: HTML })).headers.get("location"));
		const back = (await member.ask("GET", toUs, { headers: HTML })).headers.get("location") ?? "";
		service.clock.now += 60_000;
		expect((await reader.ask("GET", wanted(back), { headers: HTML })).status).toBe(401);
		const stranger = await signedInAs(service, await aUser(service, "Eve"), service.team);
		expect((await stranger.ask("GET", toUs, { headers: HTML })).status).toBe(403);
		await page.put({ domain: null });
		expect((await member.ask("GET", toUs, { headers: HTML })).status).toBe(404);
	});
});

test.each(LOCALES)("the form speaks %s, in the page's scheme", async (locale) => {
	await using service = await startService("sqlite");
	await withPassword(service, { locale, theme: { scheme: "dark" } });
	const { text } = await service.ask("GET", "/status/acme", { key: null, headers: HTML });
	expect(text).toMatch(new RegExp(`<html lang="${locale}[^"]*" data-scheme="dark">`));
	expect(text).toContain(DOOR_WORDS[locale].title);
	expect(text).toContain(`>${DOOR_WORDS[locale].password}</label>`);
});
