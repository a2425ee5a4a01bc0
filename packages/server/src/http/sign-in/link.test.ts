import { expect, test } from "vitest";
import { welcomeSecret } from "../../storage/access/bootstrap.ts";
import { createSignInLink } from "../../storage/access/sign-in-links.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import type { OutgoingMail } from "../mails.ts";
import { aMember, aUser, aVisitor, signedInAs, type Visitor } from "../testing/people.ts";
import { type Service, startService } from "../testing/service.ts";

const redeem = (visitor: Visitor, body: object) => visitor.ask("POST", "/api/v1/sign-in/link", { body });
const preview = (visitor: Visitor, secret: string) =>
	visitor.ask("POST", "/api/v1/sign-in/link/preview", { body: { secret } });

async function invited(service: Service, email: string, role = "editor") {
	const owner = await aMember(service, "owner");
	const { status, json } = await owner.ask("POST", "/api/v1/invitations", { body: { email, role } });
	expect(status).toBe(201);
	return { owner, secret: String(json.data.link).split("#")[1] ?? "", link: json.data.link as string };
}

onEachEngine("a one-time link", (engine) => {
	test("signs in one of several concurrent requests, and is not used up by a preview", async () => {
		await using service = await startService(engine);
		const user = await aUser(service);
		const secret = await createSignInLink(service.database, user.id, service.clock.now);
		for (let look = 0; look < 3; look += 1) {
			const { json } = await preview(aVisitor(service), secret);
			expect(json.data).toEqual({
				kind: "sign_in",
				team: null,
				email: user.email,
				needsName: false,
				needsSignIn: false,
				endsOthers: false,
			});
		}
		expect((await service.ask("GET", "/api/v1/sign-in/link", { key: null })).status).toBe(405);
		const rivals = Array.from({ length: 5 }, () => redeem(aVisitor(service), { secret }));
		expect((await Promise.all(rivals)).map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
		expect((await preview(aVisitor(service), secret)).status).toBe(404);
	});

	test("for the first start creates one owner from several concurrent requests, and none afterwards", async () => {
		await using service = await startService(engine);
		const secrets = [
			await welcomeSecret(service.database, service.clock.now),
			await welcomeSecret(service.database, service.clock.now),
		];
		const [secret] = secrets as string[];
		const visitor = aVisitor(service);
		expect((await preview(visitor, secret ?? "")).json.data).toMatchObject({
			kind: "welcome",
			team: "acme",
			needsName: true,
		});
		const bare = await redeem(visitor, { secret });
		expect([bare.status, bare.json.error.details[0].path]).toEqual([400, "/name"]);
		const answers = await Promise.all(
			secrets.map((each, index) =>
				redeem(aVisitor(service), { secret: each, name: "Ada", email: `a${index}@example.com` }),
			),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
		const made = answers.find(({ status }) => status === 200);
		expect(made?.json.data.teams).toMatchObject([{ slug: "acme", role: "owner" }]);
		expect(await welcomeSecret(service.database, service.clock.now)).toBeNull();
	});

	test("for the first start makes an owner of whoever signed in before it was opened, when they are signed in", async () => {
		await using service = await startService(engine);
		const viewer = await aMember(service, "viewer");
		const secret = await welcomeSecret(service.database, service.clock.now);
		const wanted = { secret, name: "Ada", email: viewer.user.email.toUpperCase() };
		expect((await preview(viewer, secret ?? "")).json.data).toMatchObject({ kind: "welcome", needsName: true });
		const stranger = await redeem(aVisitor(service), wanted);
		expect([stranger.status, stranger.json.error.message]).toEqual([
			401,
			"This address has an account. Sign in first, then open this link again.",
		]);
		const made = await redeem(viewer, wanted);
		expect(made.json.data).toMatchObject({
			user: { id: viewer.user.publicId },
			teams: [{ slug: "acme", role: "owner" }],
		});
		expect(await welcomeSecret(service.database, service.clock.now)).toBeNull();
	});
});

test("an invitation creates an account with its address and role", async () => {
	await using service = await startService("sqlite", { publicUrl: "https://lapwing.example" });
	const { secret, link, owner } = await invited(service, "grace@example.com");
	expect(link).toMatch(/^https:\/\/lapwing\.example\/invitation#[\w-]{43}$/);
	const visitor = aVisitor(service);
	expect((await preview(visitor, secret)).json.data).toMatchObject({
		kind: "invitation",
		team: "acme",
		needsName: true,
	});
	const answer = await redeem(visitor, { secret, name: "Grace", email: "other@example.com" });
	expect(answer.json.data).toMatchObject({
		user: { name: "Grace", email: "grace@example.com", emailProven: false },
		teams: [{ slug: "acme", role: "editor" }],
	});
	expect((await redeem(aVisitor(service), { secret, name: "Eve" })).status).toBe(404);
	const { json } = await owner.ask("GET", "/api/v1/audit-events");
	expect(json.data.auditEvents[0]).toMatchObject({
		action: "join",
		objectId: expect.stringMatching(/^mbr_/),
		objectName: "Grace",
		actor: { name: "Grace" },
	});
});

test("an invitation never signs in to an existing account: its owner must sign in first", async () => {
	await using service = await startService("sqlite");
	const ada = await aUser(service, "Ada");
	const { secret } = await invited(service, ada.email.toUpperCase());
	const inviter = aVisitor(service);
	expect((await preview(inviter, secret)).json.data).toMatchObject({ needsName: false, needsSignIn: true });
	expect((await redeem(inviter, { secret })).status).toBe(401);
	const eve = await signedInAs(service, await aUser(service, "Eve"), service.team);
	expect((await redeem(eve, { secret })).status).toBe(401);
	const owner = await signedInAs(service, ada, service.team);
	expect((await redeem(owner, { secret })).json.data).toMatchObject({
		user: { id: ada.publicId },
		teams: [{ slug: "acme", role: "editor" }],
	});
});

test("a link is mailed to known addresses, and the answer is the same for unknown ones", async () => {
	const mails: OutgoingMail[] = [];
	const sendMail = async (mail: OutgoingMail) => {
		mails.push(mail);
		return null;
	};
	await using service = await startService("sqlite", { linkOrigin: "https://lapwing.example", sendMail });
	const user = await aUser(service);
	const ask = (email: string) =>
		aVisitor(service).ask("POST", "/api/v1/sign-in/link/request", {
			body: { email },
			headers: { host: "evil.example" },
		});
	const [known, unknown] = [await ask(user.email.toUpperCase()), await ask("nobody@example.com")];
	expect([known.status, known.json.data]).toEqual([202, { status: "sent" }]);
	expect([unknown.status, unknown.json.data]).toEqual([202, { status: "sent" }]);
	await expect.poll(() => mails.length).toBe(1);
	expect(mails[0]?.to).toEqual([user.email]);
	const secret = /https:\/\/lapwing\.example\/sign-in\/link#([\w-]{43})/.exec(mails[0]?.text ?? "")?.[1] ?? "";
	expect(service.logLines.join("")).not.toContain(secret);
	expect((await redeem(aVisitor(service), { secret })).status).toBe(200);
});

test.each([
	["/monitors/mon_1?range=7d", "?return=%2Fmonitors%2Fmon_1%3Frange%3D7d"],
	["/.//evil.example", ""],
	["/api/v1/keys", ""],
])("a mailed link leads where its reader was going, if that is a page of the dashboard: %s", async (wanted, query) => {
	const mails: OutgoingMail[] = [];
	const sendMail = async (mail: OutgoingMail) => {
		mails.push(mail);
		return null;
	};
	await using service = await startService("sqlite", { linkOrigin: "https://lapwing.example", sendMail });
	const { email } = await aUser(service);
	await aVisitor(service).ask("POST", "/api/v1/sign-in/link/request", { body: { email, return: wanted } });
	await expect.poll(() => mails.length).toBe(1);
	expect(mails[0]?.text).toMatch(/https:\/\/lapwing\.example\/sign-in\/link\S*#[\w-]{43}/);
	expect(/sign-in\/link(\S*)#/.exec(mails[0]?.text ?? "")?.[1]).toBe(query);
});

test("signing in by a link is an event of the account", async () => {
	await using service = await startService("sqlite");
	const { id } = await aUser(service);
	const browser = aVisitor(service);
	for (let turn = 0; turn < 2; turn += 1) {
		const secret = await createSignInLink(service.database, id, service.clock.now);
		expect((await redeem(browser, { secret })).status).toBe(200);
	}
	const { events } = (await browser.ask("GET", "/api/v1/account/events")).json.data;
	// The second time from a known address.
	expect(events.map(({ action }: { action: string }) => action)).toEqual(["link.use", "link.use", "session.create"]);
});

test("an invitation is mailed with a link of its own, of which its sender sees nothing, and whichever is first counts", async () => {
	const mails: OutgoingMail[] = [];
	const sendMail = async (mail: OutgoingMail) => {
		mails.push(mail);
		return null;
	};
	await using service = await startService("sqlite", { linkOrigin: "https://lapwing.example", sendMail });
	const { secret: shown } = await invited(service, "grace@example.com");
	await expect.poll(() => mails).toHaveLength(1);
	const mailed = /https:\/\/lapwing\.example\/invitation#([\w-]{43})/.exec(mails[0]?.html ?? "")?.[1] ?? "";
	expect(mailed).not.toBe(shown);
	expect(service.logLines.join("")).not.toContain(mailed);
	const grace = await redeem(aVisitor(service), { secret: mailed, name: "Grace" });
	expect(grace.json.data).toMatchObject({
		user: { email: "grace@example.com", emailProven: true },
		teams: [{ slug: "acme", role: "editor" }],
	});
	expect((await redeem(aVisitor(service), { secret: shown, name: "Eve" })).status).toBe(404);
});

test("a sign-in that a page of another site sends is refused, by Sec-Fetch-Site or Origin", async () => {
	await using service = await startService("sqlite", { publicUrl: "https://lapwing.example" });
	const user = await aUser(service);
	const attempt = async (headers: Record<string, string>, rawBody?: string) => {
		const secret = await createSignInLink(service.database, user.id, service.clock.now);
		const body = rawBody === undefined ? { body: { secret } } : { rawBody: rawBody.replace("SECRET", secret) };
		const answer = await service.ask("POST", "/api/v1/sign-in/link", { key: null, headers, ...body });
		return answer.status;
	};
	expect(await attempt({ "sec-fetch-site": "cross-site" })).toBe(403);
	expect(await attempt({ "sec-fetch-site": "same-site" })).toBe(403);
	expect(await attempt({ origin: "https://evil.example" })).toBe(403);
	expect(await attempt({ origin: "null" })).toBe(403);
	expect(await attempt({ origin: "https://lapwing.example.evil.example" })).toBe(403);
	expect(await attempt({ "content-type": "text/plain" }, '{"secret":"SECRET"}')).toBe(415);
	expect(await attempt({ "content-type": "application/x-www-form-urlencoded" }, "secret=SECRET")).toBe(415);
	expect(await attempt({ origin: "https://lapwing.example" })).toBe(200);
	expect(await attempt({})).toBe(200);
});
