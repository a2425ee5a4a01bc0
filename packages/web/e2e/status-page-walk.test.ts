/**
 * A status page from both sides, over the service itself and a real mail server: a team makes, dresses and publishes
 * it, tells of an incident and of maintenance; a customer subscribes, is sent mails, and leaves.
 */

import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing, lapwing } from "../../server/e2e/testing/lapwing.ts";
import { png } from "../../server/src/domain/status-pages/testing/images.ts";
import { aMailbox, type Mailbox } from "../../server/src/notify/subscribers/testing/mailbox.ts";
import { unusedPort } from "../../server/src/probe/targets/listening.ts";
import { connectBrowser } from "./connect-browser.ts";

let browser: Browser;
let mailbox: Mailbox;
let service: Lapwing;
let site: string;
let team: Page;
let customer: Page;
const contexts: BrowserContext[] = [];
const pageErrors: string[] = [];

async function arrive(colorScheme: "light" | "dark", width: number): Promise<Page> {
	const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, reducedMotion: "reduce" });
	contexts.push(context);
	const page = await context.newPage();
	page.on("pageerror", (error) => pageErrors.push(String(error)));
	page.on("console", (message) => {
		const isAnswer = message.text().startsWith("Failed to load resource");
		if (message.type() === "error" && !isAnswer) pageErrors.push(message.text());
	});
	return page;
}

beforeAll(async () => {
	browser = await connectBrowser();
	mailbox = await aMailbox();
	const smtp = { SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, SMTP_FROM: "Acme <status@acme.example>" };
	// Mails need an address for their links, which has to be known before the service listens.
	const port = await unusedPort();
	site = `http://localhost:${port}`;
	service = await Lapwing.start({ env: { ...smtp, PORT: String(port), PUBLIC_URL: site } });
	await lapwing(service.databaseUrl, "users", "add", "ada@example.com", "--team", "default", "--role", "owner");
	const { stdout } = await lapwing(service.databaseUrl, "users", "link", "ada@example.com");
	team = await arrive("light", 1440);
	await team.goto(`${site}/sign-in/link#${/#(\S+)/.exec(stdout)?.[1]}`);
	await team.getByRole("button", { name: "Sign in" }).click();
	await team.getByRole("heading", { name: "Monitors", level: 1 }).waitFor();
	customer = await arrive("dark", 390);
});
afterAll(async () => {
	for (const context of contexts) await context.close();
	await browser.close();
	await service[Symbol.asyncDispose]();
	await mailbox[Symbol.asyncDispose]();
});

const go = (path: string) => team.goto(site + path);
const readPage = (path = "") => customer.goto(`${site}/status/acme${path}`);
const dialog = () => team.getByRole("dialog");

/** The mails that have come since the last call. */
let seen = 0;
async function nextMail() {
	await mailbox.until(seen + 1);
	const mail = mailbox.mails[seen];
	seen += 1;
	if (mail === undefined) throw new Error("No mail came");
	const { subject = "", text = "" } = await mail.parsed();
	return { to: mail.to, subject, text, raw: mail.raw };
}

/** What a page shows once it is built anew, which is at most every few seconds. */
async function readerSees(text: string | RegExp, path = "") {
	await expect
		.poll(
			async () => {
				await readPage(path);
				return customer.locator("body").innerText();
			},
			{ timeout: 30_000, interval: 500 },
		)
		.toMatch(text);
}

test("a team makes a page, sees its draft as readers will, and publishes it", async () => {
	await go("/status-pages/new");
	await team.getByLabel("Name", { exact: true }).fill("Acme");
	for (const [place, name] of ["Website", "Checkout", "API"].entries()) {
		await team.getByRole("button", { name: "Add a component" }).click();
		await team.getByLabel("Name of the component").nth(place).fill(name);
	}
	const preview = team.frameLocator("iframe[title='Preview of the page']");
	await preview.getByText("Checkout").waitFor();
	await team.getByRole("button", { name: "Create status page" }).click();
	await team.getByRole("heading", { name: "Acme", level: 1 }).waitFor();

	// What is refused is listed; what is allowed shows in the preview before it is saved.
	const sheet = team.getByLabel(/^Style sheet/);
	await sheet.fill("h1 { behavior: url(x) }\np { zoom: 2 }");
	await team.getByText(/Line 1, column \d+/).waitFor();
	await team.getByText(/Line 2, column \d+/).waitFor();
	await sheet.fill("h1 { letter-spacing: 3px }");
	const spacing = () => preview.locator("h1").evaluate((heading) => getComputedStyle(heading).letterSpacing);
	await expect.poll(spacing).toBe("3px");
	for (const theme of ["Dark", "Light"]) {
		await team.getByRole("group", { name: "Theme" }).getByRole("button", { name: theme }).click();
		await expect.poll(() => preview.locator("html").getAttribute("data-scheme")).toBe(theme.toLowerCase());
	}
	await team.getByRole("group", { name: "Width" }).getByRole("button", { name: "Phone" }).click();
	await expect.poll(() => preview.locator("html").evaluate((root) => root.clientWidth)).toBe(390);

	// The service's sentence stands at the field, and the image in the preview of a page that nobody else can read yet.
	const [logo, icon] = [team.locator("input[type=file]").first(), team.locator("input[type=file]").last()];
	await logo.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg>") });
	await team.getByText("This is neither a PNG nor a WebP image.").waitFor();
	await icon.setInputFiles({ name: "icon.png", mimeType: "image/png", buffer: Buffer.from(png(20, 10)) });
	await team.getByText(/An icon is as wide as it is high/).waitFor();
	await logo.setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(300 * 1024) });
	await team.getByText("An image has at most 256 KiB.").waitFor();
	await logo.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from(png(120, 40)) });
	await team.getByText("Logo saved.").waitFor();
	const naturalWidth = (image: Element) => (image as HTMLImageElement).naturalWidth;
	await expect.poll(() => preview.locator("header img").evaluate(naturalWidth)).toBe(120);
	expect(await team.getByRole("img", { name: "The logo now" }).evaluate(naturalWidth)).toBe(120);
	// It took nothing of what is not saved yet.
	expect(await sheet.inputValue()).toBe("h1 { letter-spacing: 3px }");

	await team.getByRole("button", { name: "Save", exact: true }).click();
	await team.getByText("Acme saved.").waitFor();
	expect((await readPage())?.status()).toBe(404);
	await team.getByRole("button", { name: "Publish" }).click();
	await team.getByText("Acme is published.").waitFor();
	await readerSees(/Checkout/);
	expect(pageErrors).toEqual([]);
});

test("a customer subscribes by mail, with two steps", async () => {
	await readPage("/subscribe");
	await customer.getByLabel("Email address").fill("reader@example.com");
	await customer.getByRole("button", { name: "Subscribe" }).click();
	await customer.getByText("Check your inbox").waitFor();
	const { to, text } = await nextMail();
	expect(to).toBe("reader@example.com");
	await go("/status-pages");
	await team.getByRole("link", { name: "Acme" }).click();
	await team.getByRole("link", { name: "Subscribers" }).click();
	await team.getByRole("row", { name: /reader@example.com not confirmed/ }).waitFor();
	await customer.goto(/https?:\S+/.exec(text)?.[0] ?? "");
	await customer.getByRole("button", { name: "Confirm" }).click();
	await customer.getByText("You are subscribed").waitFor();
	await team.reload();
	await team.getByRole("row", { name: /reader@example.com confirmed all/ }).waitFor();
	const [file] = await Promise.all([
		team.waitForEvent("download"),
		team.getByRole("button", { name: "All as CSV" }).click(),
	]);
	expect(file.suggestedFilename()).toBe("acme-subscribers.csv");
});

test("a webhook that does not answer is refused at its address", async () => {
	await team.getByRole("button", { name: "Add a webhook" }).click();
	await dialog().getByLabel("Address").fill("http://127.0.0.1:9/");
	await dialog().getByRole("button", { name: "Send the challenge" }).click();
	await dialog().getByLabel("Address").and(team.locator("[aria-invalid=true]")).waitFor();
	await dialog().getByRole("button", { name: "Cancel" }).click();
});

test("an incident from a template is told to the customer, who leaves with one click", async () => {
	await go("/incidents/templates");
	await team.getByRole("button", { name: "New template" }).first().click();
	await dialog().getByLabel("Name").fill("Slow");
	await dialog().getByLabel("Title").fill("{{component}} is slow");
	await dialog().getByLabel("Message").fill("We look into **{{component}}**.");
	await dialog().getByRole("button", { name: "Save" }).click();
	await team.getByText("Saved.").waitFor();

	await go("/incidents?open=true");
	await dialog().getByLabel("Checkout").selectOption("degraded");
	await dialog().getByLabel("Template").selectOption({ label: "Slow" });
	const shown = dialog().getByRole("region", { name: "What readers will see" });
	await shown.locator("strong", { hasText: "Checkout" }).waitFor();
	await dialog().getByText("1 person will be mailed.").waitFor();
	await dialog().getByRole("button", { name: "Open the incident" }).click();
	await team.getByRole("heading", { name: /Checkout is slow/, level: 1 }).waitFor();
	expect((await nextMail()).subject).toBe("Checkout is slow – Investigating");
	await readerSees(/Checkout is slow/);

	await team.getByLabel("Message").fill("It was the **cache**.");
	await team.getByLabel("Status", { exact: true }).selectOption("identified");
	await team.getByText("1 person will be mailed.").waitFor();
	await team.getByRole("button", { name: "Post the update" }).click();
	const { text, raw } = await nextMail();
	expect(text).toContain("It was the **cache**.");
	const unfolded = raw.replaceAll(/\r\n[ \t]+/g, " ");
	const leave = /^List-Unsubscribe:\s*<([^>]+)>/im.exec(unfolded)?.[1] ?? "";
	const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
	expect((await fetch(leave, { method: "POST", body })).status).toBe(200);

	await team.reload();
	await team.getByText("Nobody has subscribed to this yet.").waitFor();
	await team.getByRole("button", { name: "Resolve" }).click();
	await dialog().getByRole("button", { name: "Resolve" }).click();
	await team.getByText("Resolved.").waitFor();
	await team.getByRole("button", { name: "Write a postmortem" }).click();
	await dialog().getByLabel("Text").fill("The cache was **cold**.");
	await dialog().getByLabel("Show it on status pages").check();
	await dialog().getByRole("button", { name: "Publish" }).click();
	await team.getByText("Saved.").waitFor();
	expect(await team.getByRole("link", { name: "Acme" }).getAttribute("href")).toMatch(
		/^\/status\/acme\/incidents\/inc_/,
	);
	const path = `/incidents/${new URL(team.url()).pathname.split("/").at(-1)}`;
	await readerSees(/The cache was cold/, path);
	expect(mailbox.mails).toHaveLength(seen);
});

test("a draft is shown to nobody until somebody approves it", async () => {
	await go("/incidents?open=true");
	await dialog().getByLabel("Title").fill("Login fails");
	await dialog().getByLabel("API").selectOption("major_outage");
	await dialog().getByText("a draft, or one that is over").click();
	await dialog().getByLabel("Save as a draft").check();
	await dialog().getByRole("button", { name: "Save the draft" }).click();
	await team.getByText("This is a draft").waitFor();
	await readPage();
	expect(await customer.getByText("Login fails").count()).toBe(0);
	await team.getByRole("button", { name: "Approve" }).click();
	await dialog().getByRole("button", { name: "Approve" }).click();
	await team.getByText("Approved.").waitFor();
	await readerSees(/Login fails/);
});

test("announced maintenance begins and ends by itself, and is cancelled when it is deleted", async () => {
	await readPage("/subscribe");
	await customer.getByLabel("Email address").fill("other@example.com");
	await customer.getByRole("button", { name: "Subscribe" }).click();
	await customer.goto(/https?:\S+/.exec((await nextMail()).text)?.[0] ?? "");
	await customer.getByRole("button", { name: "Confirm" }).click();
	await customer.getByText("You are subscribed").waitFor();

	const plan = async (title: string, startsAt: string) => {
		await go("/maintenance?plan=true");
		await dialog().getByLabel("Name", { exact: true }).fill(`secret of ${title}`);
		await dialog().getByLabel("Begins").fill(startsAt);
		await dialog().getByLabel("Acme").check();
		await dialog().getByLabel("Title for readers").fill(title);
		await dialog().getByText("1 person will be mailed.").waitFor();
		await dialog().getByRole("button", { name: "Plan it" }).click();
		await team.getByText(`secret of ${title} is planned.`).waitFor();
	};
	const local = (at: number) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
	await plan("New disks", local(Date.now() - 60_000));
	expect((await nextMail()).subject).toBe("Maintenance in progress: New disks");
	await readerSees(/New disks/);
	await team.getByRole("button", { name: "End now secret of New disks" }).click();
	expect((await nextMail()).subject).toBe("Maintenance completed: New disks");

	await plan("New network", local(Date.now() + 7_200_000));
	const announced = await nextMail();
	expect(announced.subject).toBe("Planned maintenance: New network");
	expect(announced.raw).not.toContain("secret");
	await team.getByRole("button", { name: "Delete secret of New network" }).click();
	await dialog()
		.getByText(/Subscribers who were notified of it are notified that it is cancelled/)
		.waitFor();
	await dialog().getByRole("button", { name: "Delete the maintenance" }).click();
	expect((await nextMail()).subject).toBe("Maintenance cancelled: New network");
	await readPage();
	expect(await customer.getByText("New network").count()).toBe(0);

	await go("/status-pages");
	await team.getByRole("link", { name: "Acme" }).click();
	await team.getByRole("link", { name: "Subscribers" }).click();
	await team.getByRole("button", { name: "Delete all" }).click();
	await dialog().getByRole("button", { name: "Delete all subscribers" }).click();
	await team.getByText("Nobody yet.").waitFor();
	expect(pageErrors).toEqual([]);
}, 120_000);
