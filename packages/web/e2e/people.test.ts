/** What each role sees, markup in names and messages, and the ways to sign in. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectBrowser } from "./connect-browser.ts";
import { Visitor } from "./harness.ts";
import { FORBIDDEN, VISITS } from "./pages.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

/** Each page once, as it is reached by its address: the first of those that differ in their ids and search alone. */
const PLAIN_VISITS = [
	...Map.groupBy(
		VISITS.filter(({ signedOut, opens }) => !signedOut && !opens),
		({ path }) => path.replace(/\?.*|_[0-9a-z]{26}/g, ""),
	).values(),
].flatMap(([first]) => first ?? []);

/** Two dozen pages one after the other, two browsers at once: on a busy machine more than a minute. */
const MANY_PAGES_MS = 180_000;

describe.concurrent("every page opens, and explains what the role does not allow", () => {
	// What an owner sees is tested in ./every-page.test.ts.
	test.for(["viewer", "editor", "admin"] as const)("role %s", { timeout: MANY_PAGES_MS }, async (role, { expect }) => {
		await using visitor = await Visitor.arrive(browser, { monitors: 12, role });
		const forbidden: string[] = [];
		await visitor.open("/account", "h1");
		for (const { name, path } of PLAIN_VISITS) {
			await visitor.follow(path);
			expect(await visitor.page.getByRole("alert").count(), name).toBe(0);
			if ((await visitor.page.getByText(FORBIDDEN).count()) > 0) forbidden.push(name);
		}
		expect(forbidden).toEqual(FORBIDDEN_PAGES[role]);
		expect(visitor.pageErrors).toEqual([]);
	});
});

const ADMINS = ["settings-members", "settings-keys", "settings-audit"];
const FORBIDDEN_PAGES = {
	viewer: ["new", "edit", "alert-new", "schedule-new", "status-page-new", "status-page", ...ADMINS],
	editor: ["alert-new", ...ADMINS],
	admin: [],
};

/** In Markdown: one that is kept, and others that stay text. */
const LINKS =
	"[a](javascript:globalThis.owned=1) ![b](https://elsewhere.example/b.png) <javascript:c> [d](https://d.example)";

test("names and messages that hold markup are shown as they are written, on every page", {
	timeout: MANY_PAGES_MS,
}, async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 12, outage: true });
	const { fixture, page } = visitor;
	const markup = `<img src=x onerror="globalThis.owned = true"><script>globalThis.owned = true</script>`;
	for (const monitor of fixture.world.monitors) monitor.name = markup;
	for (const items of fixture.world.collections.values()) {
		for (const item of items) {
			for (const member of ["name", "title", "email", "objectName", "detail", "action"])
				if (member in item) item[member] = markup;
			for (const update of (item["updates"] ?? []) as { body: string }[]) update.body = `${markup}\n\n${LINKS}`;
			const user = item["user"] as Record<string, unknown> | undefined;
			if (user) user["name"] = markup;
		}
	}
	await visitor.open("/account", "h1");
	for (const { name, path } of PLAIN_VISITS) {
		await visitor.follow(path);
		expect(await page.locator("img, [href^=javascript i]").count(), name).toBe(0);
		expect(await page.evaluate(() => "owned" in globalThis), name).toBe(false);
	}
	const incident = VISITS.find(({ name }) => name === "incident");
	await visitor.open(incident?.path ?? "", 'a[rel="noopener nofollow"]');
	expect(await page.locator("li p").first().innerText()).toBe(markup);
	await visitor.open("/", "[data-monitor]");
	expect(await page.locator("[data-monitor] a").first().innerText()).toBe(markup);
	expect(visitor.pageErrors).toEqual([]);
});

test("a viewer leaves the team, and has to say so twice", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3, role: "viewer" });
	const { page } = visitor;
	await visitor.open("/account", "h1");
	await page.getByRole("button", { name: "Leave Acme" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
	await page.getByRole("dialog").waitFor({ state: "detached" });
	await page.getByRole("button", { name: "Leave Acme" }).click();
	await page.getByRole("button", { name: "Leave the team" }).click();
	await page.getByText("You are in no team").waitFor();
	expect(visitor.fixture.requests.filter((request) => request.startsWith("DELETE"))).toEqual([
		"DELETE /account/teams/acme",
	]);
	expect(visitor.pageErrors).toEqual([]);
});

describe("signing in", () => {
	test("a person who is not signed in is sent to sign in, and returns to the requested page", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 12, signedIn: false });
		const { page } = visitor;
		await visitor.open("/reports?page=sp_1", "text=Sign in with a passkey");
		expect(new URL(page.url()).searchParams.get("return")).toBe("/reports?page=sp_1");
	});

	test("a one-time link is used up by a click, not by opening it", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 0, signedIn: false });
		const { page } = visitor;
		const sent: string[] = [];
		page.on("request", (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
		await visitor.open("/welcome#the-secret", "text=The team has no owner yet");
		expect(sent).toContain("POST /api/v1/sign-in/link/preview");
		expect(sent).not.toContain("POST /api/v1/sign-in/link");
		expect(sent.some((each) => each.includes("the-secret"))).toBe(false);
		await page.getByLabel("Your name").fill("Ada");
		await page.getByLabel("Email").fill("ada@example.com");
		await page.getByRole("button", { name: "Make my account" }).click();
		await page.getByText("You are in.").waitFor();
		expect(sent).toContain("POST /api/v1/sign-in/link");
	});

	test("an invitation of somebody with an account asks them to sign in first, and is there afterwards", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 0, signedIn: false });
		const { page, fixture } = visitor;
		const preview = { kind: "invitation", team: "Globex", email: "ada@example.com", needsName: false };
		const previewIs = (needsSignIn: boolean) =>
			fixture.overrides.set("POST /sign-in/link/preview", { status: 200, data: { ...preview, needsSignIn } });
		previewIs(true);
		await visitor.open("/invitation#the-secret", "text=ada@example.com has an account.");
		await page.getByRole("link", { name: "Sign in" }).click();
		await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
		expect(page.url()).not.toContain("the-secret");
		fixture.signedIn = true;
		previewIs(false);
		await visitor.open("/invitation", "text=You join the team Globex.");
		await page.getByRole("button", { name: "Join" }).click();
		await page.getByText("You are in.").waitFor();
		await visitor.open("/invitation", "text=This link is not valid any more");
	});

	test("a request for a link does not reveal whether the address is known", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 0, signedIn: false });
		await visitor.open("/sign-in", "text=Send me a link");
		await visitor.page.getByLabel("Email").fill("nobody@example.com");
		await visitor.page.keyboard.press("Enter");
		await visitor.page.getByText("If nobody@example.com is known here").waitFor();
	});

	test("by a link leads where it says, or where its reader was going when they asked for it", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 3, signedIn: false });
		const { fixture, page } = visitor;
		fixture.overrides.set("POST /sign-in/link/preview", {
			status: 200,
			data: {
				kind: "sign_in",
				team: null,
				email: "ada@example.com",
				needsName: false,
				needsSignIn: false,
				endsOthers: false,
			},
		});
		await visitor.open("/sign-in/link?return=%2Freports%3Fmonitor%3Dx#secret", "text=As ada@example.com");
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByRole("heading", { name: "Reports", level: 1 }).waitFor();

		await visitor.open("/sign-in/link?return=%2F.%2F%2Fevil.example#secret", "text=As ada@example.com");
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByRole("heading", { name: "Monitors", level: 1 }).waitFor();
		expect(new URL(page.url()).host).toBe(new URL(fixture.address).host);

		fixture.signedIn = false;
		await visitor.open("/incidents", "text=Send me a link");
		const asked = page.waitForRequest((request) => request.url().endsWith("/sign-in/link/request"));
		await page.getByLabel("Email").fill("ada@example.com");
		await page.getByRole("button", { name: "Send me a link" }).click();
		expect((await asked).postDataJSON()).toEqual({ email: "ada@example.com", return: "/incidents" });
		expect(visitor.pageErrors).toEqual([]);
	});

	test("with a password changes no passkey", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 3 });
		const { fixture, page } = visitor;
		await visitor.open("/account", "[role=table]:has-text('Last used'), table:has-text('Last used')");
		const actions = page.getByRole("button", { name: /^(Rename|Remove) .*(Mac|phone|Key|Laptop)/i });
		expect(await actions.count()).toBeGreaterThan(0);
		fixture.way = "password";
		await visitor.open("/account", "text=To add, rename or remove a passkey, sign in by a one-time link");
		expect(await actions.count()).toBe(0);
		expect(await page.getByRole("button", { name: "Add a passkey" }).count()).toBe(0);
		expect(visitor.pageErrors).toEqual([]);
	});

	test("long ago sets no password: the dialog says so, and leads to a new sign-in", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 3 });
		const { fixture, page } = visitor;
		await visitor.open("/account", "text=Where passkeys can't be used");
		await page.getByRole("button", { name: "Set a password" }).click();
		const dialog = page.getByRole("dialog", { name: "Set a password" });
		const message = "Sign in by a one-time link or with a passkey first, and then set the password within 15 minutes.";
		fixture.overrides.set("PUT /account/password", { status: 403, error: { code: "SIGN_IN_AGAIN", message } });
		fixture.password = { isSet: false, canBeSet: false };
		await dialog.getByLabel("New password", { exact: true }).fill("quiet-harbour-at-seven");
		await dialog.getByRole("button", { name: "Set a password" }).click();
		await dialog.getByRole("alert").getByText(message).waitFor();
		await page.keyboard.press("Escape");
		await page.getByRole("button", { name: "Sign in again" }).click();
		await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
		expect(new URL(page.url()).searchParams.get("return")).toBe("/account");
		expect(visitor.pageErrors).toEqual([]);
	});

	test("where passkeys can't be used, the page explains it and hides the button", async () => {
		const signIn = { passkeys: false, email: true, password: false, oidc: null };
		await using visitor = await Visitor.arrive(browser, { monitors: 0, signedIn: false, signIn });
		// Browsers allow them at localhost, so the service is told another address.
		await visitor.open("/sign-in", `text=Passkeys need PUBLIC_URL to be ${visitor.fixture.address}, where`);
		expect(await visitor.page.getByRole("button", { name: /passkey|password/ }).count()).toBe(0);
		expect(await visitor.page.getByRole("form", { name: /password/ }).count()).toBe(0);
	});

	test("a session that is ended elsewhere leads to the sign-in page", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 12 });
		await visitor.open("/alerts", "h1");
		visitor.fixture.signedIn = false;
		await visitor.page.getByRole("link", { name: "Maintenance" }).first().click();
		await visitor.page.getByText("Sign in with a passkey").waitFor();
	});
});
