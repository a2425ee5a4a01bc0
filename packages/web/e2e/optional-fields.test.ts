/**
 * Every form of the dashboard against the service itself: what it does not require can be left empty in a new object,
 * and emptied in an old one. Types of monitors, channels and fields are found on the page (form-walk.ts); a form that
 * is missing in this table fails the first test.
 */

import { readFileSync } from "node:fs";
import { glob, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { CHANNEL_TYPES } from "../../server/src/domain/alerts/channels.ts";
import { MONITOR_TYPES } from "../../server/src/domain/monitors/monitor.ts";
import { connectBrowser } from "./connect-browser.ts";
import {
	controlsOf,
	emptyAll,
	fillAll,
	fillRequired,
	goThrough,
	Known,
	messagesOf,
	PICKED,
	send,
	waysThrough,
} from "./form-walk.ts";

interface WalkedForm {
	/** Where it is written, below src/pages/. */
	readonly file: string;
	/** Opens it for a new object; answers it. */
	readonly open: (page: Page) => Promise<Locator>;
	/** Opens it for the object that was made last. Without it, there is nothing to edit. */
	readonly edit?: (page: Page, id: string) => Promise<Locator>;
	/** The path of its objects in the API; each is deleted before the next is made. */
	readonly objects?: string;
}

let browser: Browser;
let service: Lapwing;
let site: string;
let page: Page;
/** Programs that the service may want to run. */
let programs: string;

beforeAll(async () => {
	// Alerts by mail are made where mail can be sent, and pings where there is a ping. Nothing here is sent.
	programs = await mkdtemp(join(tmpdir(), "lapwing-programs-"));
	await writeFile(join(programs, "ping"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
	const path = `${programs}${delimiter}${process.env["PATH"]}`;
	const env = { SMTP_URL: "smtp://127.0.0.1:1", SMTP_FROM: "lapwing@example.com", PATH: path };
	[browser, service] = await Promise.all([connectBrowser(), Lapwing.start({ env })]);
	site = service.url.replace("127.0.0.1", "localhost");
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, timezoneId: "Europe/Berlin" });
	page = await context.newPage();
	await page.goto(`${site}${/\/welcome#[\w-]+/.exec(service.welcome)?.[0]}`);
	await page.getByLabel("Your name").fill("Ada Lovelace");
	await page.getByLabel("Email").fill("ada@example.com");
	await page.getByRole("button", { name: "Make my account" }).click();
	await page.getByText("You are in.").waitFor();
	const monitor = { name: PICKED, url: "https://shop.example.com/" };
	const { body } = await service.ask("POST", "/api/v1/monitors", monitor);
	// Locations come with probers, which want a NATS server.
	using file = new DatabaseSync(service.databaseUrl.slice("sqlite:".length));
	file.exec(`insert into locations (public_id, name, label, allows_private_targets, created_at, updated_at)
		values ('loc_1', 'frankfurt', 'Frankfurt', 1, 0, 0), ('loc_2', 'virginia', 'Virginia', 1, 0, 0)`);
	// Read once, so that forms have their choices at once.
	await visit("/probers");
	await page.getByText("virginia", { exact: true }).waitFor();
	await service.ask("POST", "/api/v1/status-pages", {
		name: "Shop",
		slug: "shop",
		sections: [{ name: "", components: [{ name: "Shop", monitorIds: [body.data.id] }] }],
	});
});
afterAll(async () => {
	await browser?.close();
	await service?.[Symbol.asyncDispose]();
	await rm(programs, { recursive: true });
});

/** Follows links, which is quicker than to load the dashboard for each form. What was typed is gone on another page. */
async function goTo(path: string, name: string): Promise<Locator> {
	await visit("/nowhere");
	await page.getByText("There is nothing here").waitFor();
	await visit(path);
	return shown(name);
}

async function visit(path: string): Promise<void> {
	await page.evaluate((path) => history.pushState(null, "", path), path);
}

async function shown(name: string): Promise<Locator> {
	const form = page.getByRole("form", { name, exact: true });
	await form.waitFor();
	return form;
}

/** Opens a dialog by a button of a page. */
async function inDialog(path: string, button: string | RegExp, name: string): Promise<Locator> {
	await visit("/nowhere");
	await page.getByText("There is nothing here").waitFor();
	await visit(path);
	await page.getByRole("button", { name: button }).last().click();
	return shown(name);
}

const monitorForm: WalkedForm = {
	file: "monitor-form/monitor-form.tsx",
	open: () => goTo("/monitors/new", "New monitor"),
	edit: (_, id) => goTo(`/monitors/${id}/edit`, "Edit monitor"),
	objects: "/monitors",
};
const alertForm: WalkedForm = {
	file: "alerts/alert-form.tsx",
	open: () => goTo("/alerts/new", "New alert"),
	edit: (_, id) => goTo(`/alerts/${id}`, "Edit alert"),
	objects: "/alerts",
};
const FORMS: readonly WalkedForm[] = [
	{
		file: "maintenance/window-form.tsx",
		open: () => goTo("/maintenance?plan=true", "Maintenance"),
		edit: () => inDialog("/maintenance", /^Edit/, "Maintenance"),
		objects: "/maintenance-windows",
	},
	{
		file: "incidents/incident-form.tsx",
		open: () => goTo("/incidents?open=true", "Incident"),
		edit: (_, id) => inDialog(`/incidents/${id}`, /^Edit$/, "Incident"),
		objects: "/incidents",
	},
	{
		file: "status-pages/page-form.tsx",
		open: () => goTo("/status-pages/new", "New status page"),
		edit: (_, id) => goTo(`/status-pages/${id}`, "Edit status page"),
		objects: "/status-pages",
	},
	{ file: "settings/keys-part.tsx", open: () => inDialog("/settings/keys", "New key", "New API key") },
	{ file: "settings/invitations.tsx", open: () => inDialog("/settings/members", "Invite someone", "Invite someone") },
	{ file: "settings/team-part.tsx", open: () => goTo("/settings/team", "Team") },
	{ file: "account/account-page.tsx", open: () => goTo("/account", "Your name") },
];

/**
 * Forms that have nothing optional, or that are walked where people sign in (real-people.test.ts, people.test.ts) or
 * take turns (on-call.test.ts).
 */
const ELSEWHERE = [
	"account/channels-card.tsx",
	"account/passkeys-card.tsx",
	"account/password-card.tsx",
	"board/bulk-dialogs.tsx",
	"incidents/approve-form.tsx",
	"incidents/postmortem-card.tsx",
	"incidents/templates-page.tsx",
	"incidents/update-form.tsx",
	"on-call/schedule-form.tsx",
	"on-call/swaps-card.tsx",
	// Needs a NATS server; nothing in it is optional.
	"probers/add-prober-dialog.tsx",
	// All that it has is set from the beginning on.
	"probers/location-table.tsx",
	"sign-in/link-page.tsx",
	"sign-in/password-form.tsx",
	"sign-in/sign-in-page.tsx",
	// Its receiver has to answer on a public address.
	"status-pages/webhook-dialog.tsx",
];

test("every form of the dashboard is walked here or known to be walked elsewhere", async () => {
	const pages = join(import.meta.dirname, "../src/pages");
	const found: string[] = [];
	for await (const file of glob("**/*.tsx", { cwd: pages })) {
		if (!file.endsWith(".test.tsx") && /<Form\b/.test(readFileSync(join(pages, file), "utf8"))) found.push(file);
	}
	const known = [...[monitorForm, alertForm, ...FORMS].map(({ file }) => file), ...ELSEWHERE];
	expect(found.toSorted()).toEqual(known.toSorted());
});

/** Walks every way through a form: a new object with nothing that is optional; then all of it, then nothing again. */
async function walk({ open, edit, objects }: WalkedForm, known = new Known()): Promise<number> {
	const ways = await waysThrough(() => open(page), known);
	for (const way of ways) {
		const about = JSON.stringify(way);
		const form = await open(page);
		await goThrough(form, way);
		await asksForAll(form, about);
		await fillRequired(form);
		const made = await accepted(form, `new ${about}`);
		const { id } = JSON.parse(made).data;
		if (edit) {
			const filled = await edit(page, id);
			await fillAll(filled);
			await accepted(filled, `filled ${about}`);
			const emptied = await edit(page, id);
			await fillRequired(emptied);
			await accepted(emptied, `emptied ${about}`);
			const kept = await controlsOf(await edit(page, id));
			for (const { kind, isRequired, asks, value, placeholder } of kept) {
				if (kind === "typed" && !isRequired && value !== "") expect(value, `${asks} ${about}`).toBe(placeholder);
			}
		}
		if (objects) expect((await service.ask("DELETE", `/api/v1${objects}/${id}`)).status).toBeLessThan(300);
	}
	return ways.length;
}

/** Sends a form with nothing in it: each required field that was refused says what it wants. */
async function asksForAll(form: Locator, about: string): Promise<void> {
	const required = (await emptyAll(form)).filter(({ isRequired }) => isRequired);
	if (required.length === 0) return;
	const [refused] = await send(page, form);
	expect(refused?.status, about).toBe(400);
	for (const message of await messagesOf(form, required)) expect(message, about).toMatch(/^Enter /);
}

/** Sends a form that the service has to accept; answers its first answer. */
async function accepted(form: Locator, about: string): Promise<string> {
	const first = await send(page, form);
	// A request in a form of one's own is tried first, in vain here, and saved at the second press.
	const sent = first.length > 0 ? first : await send(page, form);
	expect(
		sent.filter(({ status }) => status >= 400),
		about,
	).toEqual([]);
	expect(sent.length, about).toBeGreaterThan(0);
	return sent[0]?.body ?? "";
}

test("a monitor of each type", async () => {
	await monitorForm.open(page);
	const types = page.getByRole("group", { name: "Type", exact: true }).getByRole("radio");
	const values = await types.evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value));
	expect(values.toSorted()).toEqual(MONITOR_TYPES.toSorted());
	// What all types are asked for is walked with the first one.
	const known = new Known();
	for (const type of values) {
		const open = () => goTo(`/monitors/new?type=${type}`, "New monitor");
		expect(await walk({ ...monitorForm, open }, known), type).toBeGreaterThan(0);
	}
}, 600_000);

test("an alert of each channel", async () => {
	const form = await alertForm.open(page);
	const channels = form.getByRole("group", { name: "Sent by", exact: true }).getByRole("radio");
	const values = await channels.evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value));
	expect(values.toSorted()).toEqual(CHANNEL_TYPES.toSorted());
	// What all channels are asked for is walked with the first one.
	const known = new Known();
	for (const channel of values) {
		const open = async () => {
			const form = await alertForm.open(page);
			await form.locator(`input[type=radio][value=${channel}]`).check({ force: true });
			return form;
		};
		expect(await walk({ ...alertForm, open }, known), channel).toBeGreaterThan(0);
	}
}, 600_000);

test.each(FORMS)(
	"$file",
	async (form) => {
		expect(await walk(form)).toBeGreaterThan(0);
	},
	300_000,
);
