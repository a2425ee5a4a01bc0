import { expect, test } from "vitest";
import { Lapwing, lapwing } from "./testing/lapwing.ts";

/** Redeems a printed link, as its page does after a click. The session's cookie. */
async function redeem(service: Lapwing, link: string, body: object = {}): Promise<string> {
	const secret = new URL(link).hash.slice(1);
	const answer = await fetch(`${service.url}/api/v1/sign-in/link`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ secret, ...body }),
	});
	expect(answer.status).toBe(200);
	return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

const ask = (service: Lapwing, cookie: string, path: string) =>
	fetch(`${service.url}/api/v1${path}`, { headers: { cookie, "lapwing-team": "default" } });

test("the first start prints a link that makes the owner; the command line adds people and lets them in", async () => {
	await using service = await Lapwing.start();
	const { databaseUrl } = service;
	const link = /http:\/\/localhost:\d+\/welcome#[\w-]{43}/.exec(service.welcome)?.[0] ?? "";
	const owner = await redeem(service, link, { name: "Ada", email: "ada@example.com" });
	expect((await ask(service, owner, "/keys")).status).toBe(200);
	expect(service.log).not.toContain(new URL(link).hash.slice(1));

	await lapwing(databaseUrl, "users", "add", "Grace@example.com", "--team", "default", "--role", "viewer");
	const { stdout, stderr } = await lapwing(databaseUrl, "users", "link", "grace@example.com");
	expect(stderr).toContain("This link opens on this machine alone. Set PUBLIC_URL");
	const viewer = await redeem(service, stdout.trim());
	const { data: account } = (await (await ask(service, viewer, "/account/events")).json()) as {
		data: { events: { action: string; detail: string }[] };
	};
	expect(account.events.at(-1)).toMatchObject({ action: "link.create", detail: "printed on the command line" });
	expect((await ask(service, viewer, "/monitors")).status).toBe(200);
	expect((await ask(service, viewer, "/keys")).status).toBe(403);
	const listed = JSON.parse((await lapwing(databaseUrl, "users", "list", "--json")).stdout);
	expect(listed).toMatchObject([
		{ email: "ada@example.com", teams: [{ team: "default", role: "owner" }] },
		{ email: "Grace@example.com", teams: [{ team: "default", role: "viewer" }] },
	]);

	expect(listed.map(({ emailProven }: { emailProven: boolean }) => emailProven)).toEqual([true, true]);
	await lapwing(databaseUrl, "teams", "create", "--name", "Other");
	const addToOther = ["users", "add", "grace@example.com", "--team", "other", "--role", "viewer"] as const;
	// Without a terminal nobody can be asked.
	await expect(lapwing(databaseUrl, ...addToOther)).rejects.toMatchObject({
		code: 2,
		stderr: expect.stringContaining(
			'Grace@example.com has an account, "Grace@example.com", in default (viewer). Nobody was added.',
		),
	});
	await lapwing(databaseUrl, ...addToOther, "--existing");

	await lapwing(databaseUrl, "users", "remove", "grace@example.com");
	expect((await ask(service, viewer, "/monitors")).status).toBe(401);
	await expect(lapwing(databaseUrl, "users", "remove", "ada@example.com")).rejects.toMatchObject({
		code: 2,
		stderr: expect.stringContaining("last owner of default"),
	});
	const events = (await (await ask(service, owner, "/audit-events")).json()) as {
		data: { auditEvents: { actor: { kind: string }; action: string }[] };
	};
	expect(events.data.auditEvents.map(({ actor, action }) => `${actor.kind} ${action}`)).toEqual([
		"cli remove",
		"cli create",
		"user join",
	]);
	await service.stop();
	await using again = await service.restart();
	expect(again.welcome).not.toContain("/welcome#");
});

test("the dashboard answers at /", async () => {
	await using service = await Lapwing.start();
	const page = await fetch(service.url);
	expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
	const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1];
	const asset = await fetch(`${service.url}${script}`, { headers: { "accept-encoding": "br" } });
	expect([asset.status, asset.headers.get("content-encoding")]).toEqual([200, "br"]);
});
