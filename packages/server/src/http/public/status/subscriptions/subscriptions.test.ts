import { beforeEach, describe, expect, test } from "vitest";
import { LOCALES } from "../../../../domain/status-pages/page-settings.ts";
import { LinkTokens } from "../../../../services/subscribers/link-tokens.ts";
import { countSubscribers } from "../../../../storage/subscribers/subscribers.ts";
import { onEachEngine } from "../../../../storage/testing/engines.ts";
import type { Service } from "../../../testing/service.ts";
import { startService } from "../../../testing/service.ts";

const tokens = new LinkTokens(new Uint8Array(32).fill(7));
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const HOUR = 3_600_000;

interface Page {
	readonly service: Service;
	readonly id: string;
	readonly key: number;
	/** `cmp_…` of Shop and API. */
	readonly components: readonly string[];
	send(path: string, fields?: Record<string, string | string[]>, from?: string): ReturnType<Service["ask"]>;
	/** A token of the only subscriber with this address. */
	token(address: string, purpose: "confirm" | "manage"): Promise<string>;
	state(): Promise<{ unconfirmed: number; active: number; stopped: number }>;
}

async function aPage(engine: "sqlite" | "postgresql", settings: object = {}): Promise<Page & AsyncDisposable> {
	const service = await startService(engine, { linkOrigin: "https://lapwing.example", sendMail: async () => null });
	const sections = [{ name: "", components: [{ name: "Shop" }, { name: "API" }] }];
	const body = { name: "Acme", slug: "acme", isPublished: true, sections, ...settings };
	const { json, text } = await service.ask("POST", "/api/v1/status-pages", { body });
	if (!json.data) throw new Error(text);
	const { id } = json.data;
	const { id: key } = await service.database.db.selectFrom("status_pages").select("id").executeTakeFirstOrThrow();
	return {
		service,
		id,
		key,
		components: json.data.sections[0].components.map((each: { id: string }) => each.id),
		send(path, fields = {}, from = "198.51.100.7") {
			const entries = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
			const rawBody = new URLSearchParams(entries).toString();
			return service.askFrom(from)("POST", path, { key: null, headers: FORM, rawBody });
		},
		async token(address, purpose) {
			const row = await service.database.db
				.selectFrom("subscribers")
				.select("public_id")
				.where("address", "=", address)
				.executeTakeFirstOrThrow();
			return tokens.tokenOf(row.public_id, purpose);
		},
		state: async () => (await countSubscribers(service.database, key)).mail,
		[Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
	};
}

onEachEngine("subscribing by mail", (engine) => {
	test("takes two steps, and a GET changes nothing", async () => {
		await using page = await aPage(engine);
		const asked = await page.send("/status/acme/subscribe", { email: "ada@example.com" });
		expect([asked.status, await page.state()]).toEqual([200, { unconfirmed: 1, active: 0, stopped: 0 }]);
		const link = `/status/acme/confirm?token=${await page.token("ada@example.com", "confirm")}`;
		const shown = await page.service.ask("GET", link, { key: null });
		expect(shown.status).toBe(200);
		expect(shown.text).toContain('<form method="post"');
		expect(await page.state()).toMatchObject({ unconfirmed: 1 });
		expect((await page.send(link)).status).toBe(200);
		expect((await page.send(link)).status).toBe(200);
		expect(await page.state()).toEqual({ unconfirmed: 0, active: 1, stopped: 0 });
	});

	test("answers a known address and an unknown one with the same bytes and headers", async () => {
		await using page = await aPage(engine);
		const ask = (email: string) => page.send("/status/acme/subscribe", { email });
		const answers = [await ask("ada@example.com"), await ask("ADA@example.com")];
		await page.send(`/status/acme/confirm?token=${await page.token("ada@example.com", "confirm")}`);
		answers.push(await ask("ada@example.com"), await ask("new@example.com"));
		const plain = answers.map(({ status, text, headers }) => {
			const named = [...headers].filter(([name]) => name !== "x-request-id");
			return JSON.stringify([status, text, named]);
		});
		expect(new Set(plain).size).toBe(1);
		expect(answers[0]?.text).not.toContain("ada");
		expect(await page.state()).toEqual({ unconfirmed: 1, active: 1, stopped: 0 });
	});

	test("of chosen components can be changed by whoever has the mail's link, and by nobody else", async () => {
		await using page = await aPage(engine);
		const [shop = "", api = ""] = page.components;
		await page.send("/status/acme/subscribe", { email: "ada@example.com", componentId: shop });
		await page.send(`/status/acme/confirm?token=${await page.token("ada@example.com", "confirm")}`);
		// Somebody else asks with the same address.
		await page.send("/status/acme/subscribe", { email: "ada@example.com", componentId: api });
		const manage = `/status/acme/subscription?token=${await page.token("ada@example.com", "manage")}`;
		const chosen = async () => {
			const { json } = await page.service.ask("GET", `/api/v1/status-pages/${page.id}/subscribers`);
			return json.data.subscribers[0].componentIds;
		};
		expect(await chosen()).toEqual([shop]);
		const saved = await page.send(manage, { componentId: [shop, api] });
		expect(saved.text).toContain("Saved.");
		expect(await chosen()).toEqual([shop, api]);
		await page.send(manage);
		expect(await chosen()).toBeNull();
		const confirm = await page.token("ada@example.com", "confirm");
		expect((await page.send(`/status/acme/subscription?token=${confirm}`)).status).toBe(404);
	});

	test("ends by a POST of one click without a cookie, an origin or a session, and deletes the address", async () => {
		await using page = await aPage(engine);
		await page.send("/status/acme/subscribe", { email: "ada@example.com" });
		await page.send(`/status/acme/confirm?token=${await page.token("ada@example.com", "confirm")}`);
		const link = `/status/acme/unsubscribe?token=${await page.token("ada@example.com", "manage")}`;
		const shown = await page.service.ask("GET", link, { key: null });
		expect([shown.status, (await page.state()).active]).toEqual([200, 1]);
		const headers = { origin: "https://mail.example", "sec-fetch-site": "cross-site" };
		const rawBody = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
		const type = { "content-type": "multipart/form-data; boundary=x" };
		const left = await page.service.ask("POST", link, { key: null, headers: { ...headers, ...type }, rawBody });
		expect(left.status).toBe(200);
		expect(await page.service.database.db.selectFrom("subscribers").selectAll().execute()).toEqual([]);
		// Mail programs ask twice.
		expect((await page.send(link, { "List-Unsubscribe": "One-Click" })).status).toBe(200);
	});

	test("is behind the door of a page with a password, but for the links of mails, which tell strangers nothing", async () => {
		await using page = await aPage(engine);
		await page.send("/status/acme/subscribe", { email: "ada@example.com" });
		const [confirm, manage] = [
			await page.token("ada@example.com", "confirm"),
			await page.token("ada@example.com", "manage"),
		];
		const closing = { access: "password", password: "quiet harbour" };
		await page.service.ask("PUT", `/api/v1/status-pages/${page.id}`, { body: closing });
		expect((await page.send("/status/acme/subscribe", { email: "eve@example.com" })).status).toBe(401);
		expect((await page.send(`/status/acme/confirm?token=${confirm}`)).status).toBe(200);
		const managed = await page.service.ask("GET", `/status/acme/subscription?token=${manage}`, { key: null });
		expect([managed.status, managed.text.includes("Shop")]).toEqual([200, false]);
		expect((await page.send(`/status/acme/unsubscribe?token=${manage}`)).status).toBe(200);
		expect(await page.state()).toEqual({ unconfirmed: 0, active: 0, stopped: 0 });
		// Whoever left has a link that is right and is nobody any more, whichever page it is sent to.
		for (const slug of ["acme", "unknown"]) {
			const again = await page.send(`/status/${slug}/unsubscribe?token=${manage}`);
			expect([again.status, again.text.includes("Acme")]).toEqual([200, false]);
		}
	});

	test("ends also when the page has another slug, or is not published any more", async () => {
		await using page = await aPage(engine);
		for (const address of ["a@example.com", "b@example.com"]) {
			await page.send("/status/acme/subscribe", { email: address });
			await page.send(`/status/acme/confirm?token=${await page.token(address, "confirm")}`);
		}
		const links = [await page.token("a@example.com", "manage"), await page.token("b@example.com", "manage")];
		await page.service.ask("PUT", `/api/v1/status-pages/${page.id}`, { body: { slug: "other" } });
		expect((await page.send(`/status/acme/unsubscribe?token=${links[0]}`)).status).toBe(200);
		await page.service.ask("PUT", `/api/v1/status-pages/${page.id}`, { body: { isPublished: false } });
		expect((await page.send(`/status/other/unsubscribe?token=${links[1]}`)).status).toBe(200);
		expect(await page.service.database.db.selectFrom("subscribers").selectAll().execute()).toEqual([]);
	});
});

test("the forms look as the team chose for the page", async () => {
	await using page = await aPage("sqlite", { theme: { scheme: "dark", accentColor: "#8fb4ff" } });
	const { text } = await page.service.ask("GET", "/status/acme/subscribe", { key: null });
	expect(text).toContain('<html lang="en" data-scheme="dark">');
	expect(text).toContain('<link rel="stylesheet" href="/status/acme/theme.css">');
});

describe("a request to subscribe", () => {
	let page: Page & AsyncDisposable;
	beforeEach(async () => {
		page = await aPage("sqlite");
		return () => page[Symbol.asyncDispose]();
	});

	test("is limited to 5 an hour a sender and 100 an hour a page", async () => {
		const ask = async (index: number, from: string) =>
			(await page.send("/status/acme/subscribe", { email: `r${index}@example.com` }, from)).status;
		for (let index = 0; index < 5; index += 1) expect(await ask(index, "198.51.100.7")).toBe(200);
		expect(await ask(5, "198.51.100.7")).toBe(429);
		// A household has a /64.
		for (let index = 5; index < 10; index += 1) expect(await ask(index, `2001:db8::${index}`)).toBe(200);
		expect(await ask(10, "2001:db8::ffff")).toBe(429);
		for (let index = 10; index < 100; index += 1) await ask(index, `203.0.113.${index}`);
		expect((await page.state()).unconfirmed).toBe(100);
		expect(await ask(100, "192.0.2.1")).toBe(429);
		page.service.clock.now += HOUR;
		expect(await ask(101, "192.0.2.1")).toBe(200);
	});

	test.each(["", "ada", "ada@", "a b@example.com", "ada@example.com\r\nBcc: eve@example.com", "a@b@c.example"])(
		"with what is no address is refused, in words and accessibly: %j",
		async (email) => {
			const answer = await page.send("/status/acme/subscribe", { email });
			expect(answer.status).toBe(400);
			expect(answer.text).toContain('role="alert"');
			expect((await page.state()).unconfirmed).toBe(0);
		},
	);

	test("of another type or of more than 8 KiB is refused", async () => {
		const json = await page.service.ask("POST", "/status/acme/subscribe", {
			key: null,
			body: { email: "a@b.example" },
		});
		expect(json.status).toBe(415);
		expect((await page.send("/status/acme/subscribe", { email: "a".repeat(9_000) })).status).toBe(400);
	});

	test("is 404 on a page that is not published, not open, or not there, and without a mail server", async () => {
		const ask = () => page.send("/status/acme/subscribe", { email: "ada@example.com" });
		const change = (body: object) => page.service.ask("PUT", `/api/v1/status-pages/${page.id}`, { body });
		await change({ isPublished: false });
		const unpublished = await ask();
		const unknown = await page.send("/status/nothing/subscribe", { email: "ada@example.com" });
		expect([unpublished.status, unknown.status]).toEqual([404, 404]);
		expect(unpublished.json.error).toEqual(unknown.json.error);
		await using without = await startService("sqlite");
		await without.ask("POST", "/api/v1/status-pages", { body: { name: "A", slug: "acme", isPublished: true } });
		expect((await without.ask("GET", "/status/acme/subscribe", { key: null })).status).toBe(404);
	});

	test("is answered with a page that nobody keeps, that loads nothing from elsewhere and is told to nobody", async () => {
		const { headers, text } = await page.service.ask("GET", "/status/acme/subscribe", { key: null });
		expect(headers.get("cache-control")).toBe("private, no-store");
		expect(headers.get("referrer-policy")).toBe("no-referrer");
		expect(headers.get("content-security-policy")).toContain("default-src 'none'");
		expect(headers.get("set-cookie")).toBeNull();
		expect(text).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//);
	});

	test.each(LOCALES)("is asked for in the language of the page: %s", async (locale) => {
		await page.service.ask("PUT", `/api/v1/status-pages/${page.id}`, { body: { locale } });
		const { text } = await page.service.ask("GET", "/status/acme/subscribe", { key: null });
		expect(text).toContain(`<html lang="${locale}">`);
		expect(text).not.toContain("undefined");
	});
});

test("a link that is made up, or whose subscription ended, is 404 in words", async () => {
	await using page = await aPage("sqlite");
	await page.send("/status/acme/subscribe", { email: "ada@example.com" });
	const confirm = await page.token("ada@example.com", "confirm");
	await page.service.database.db.deleteFrom("subscribers").execute();
	for (const path of [
		`confirm?token=${confirm}`,
		"confirm?token=x",
		"confirm",
		"subscription?token=x",
		"unsubscribe?token=x",
	]) {
		const answer = await page.service.ask("GET", `/status/acme/${path}`, { key: null });
		expect([path, answer.status]).toEqual([path, 404]);
		expect(answer.text).toContain("This link is not valid any more");
	}
});

test("the secret of a link is not logged", async () => {
	await using page = await aPage("sqlite");
	await page.send("/status/acme/subscribe", { email: "ada@example.com" });
	const token = await page.token("ada@example.com", "confirm");
	await page.send(`/status/acme/confirm?token=${token}`);
	const log = page.service.logLines.join("\n");
	expect(log).not.toContain(token);
	expect(log).not.toContain("ada@example.com");
});
