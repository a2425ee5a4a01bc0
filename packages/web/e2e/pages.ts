/** All pages of the dashboard, for screenshots and axe. */

import type { Page } from "playwright-core";
import type { Fixture } from "./fixture/server.ts";
import { FLOW_NUMBER, JOB_NUMBER } from "./fixture/world/monitors.ts";
import { publicId } from "./fixture/world/seeds.ts";

export interface Visit {
	readonly name: string;
	readonly path: string;
	/** Visible once the page is there. */
	readonly shows: string;
	/** Whether it needs a monitor. */
	readonly needsMonitors?: true;
	readonly signedOut?: true;
	/** Whether a team without monitors sees another page. */
	readonly differsEmpty?: true;
	/** How the service is meanwhile, where it is not well. */
	readonly given?: (fixture: Fixture) => void;
	/** Opens a part of the page: a dialog, a menu. */
	readonly opens?: (page: Page) => Promise<void>;
}

/** What a page shows in place of a part that the role of its reader does not allow. */
export const FORBIDDEN = "Your role does not allow this";

const monitor = publicId("mon", 1);
const peaked = publicId("mon", 3);
const flow = publicId("mon", FLOW_NUMBER);
const job = publicId("mon", JOB_NUMBER);
const alert = publicId("alt", 1);
const schedule = publicId("sch", 1);
const incident = publicId("inc", 1);
const statusPage = publicId("sp", 1);

export const VISITS: readonly Visit[] = [
	{ name: "board", path: "/", shows: "h1:has-text('Monitors')", differsEmpty: true },
	{ name: "board-grouped", path: "/?group=team&dense=true", shows: "[role=grid]", needsMonitors: true },
	{ name: "board-none", path: "/?q=nothing-like-this", shows: "text=No monitor matches", needsMonitors: true },
	{
		name: "board-selected",
		path: "/",
		shows: "[role=grid]",
		needsMonitors: true,
		opens: async (page) => {
			await page.keyboard.press("j");
			await page.keyboard.press("x");
			await page.getByText("1 monitor selected").waitFor();
		},
	},
	{
		name: "board-edited",
		path: "/",
		shows: "[role=grid]",
		needsMonitors: true,
		opens: async (page) => {
			await page.keyboard.press("j");
			await page.keyboard.press("x");
			await page.getByRole("button", { name: "Edit", exact: true }).click();
			await page.getByRole("dialog", { name: "Edit 1 monitor" }).waitFor();
		},
	},
	{ name: "monitor", path: `/monitors/${monitor}`, shows: "text=Who is notified", needsMonitors: true },
	{ name: "monitor-30d", path: `/monitors/${monitor}?range=30d`, shows: "text=Who is notified", needsMonitors: true },
	{
		name: "monitor-why",
		path: `/monitors/${monitor}`,
		shows: "text=Who is notified",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByRole("link", { name: "Why?" }).first().click();
			await page.getByRole("dialog").getByText("Seen").waitFor();
		},
	},
	{
		name: "monitor-day",
		path: `/monitors/${monitor}`,
		shows: "text=Who is notified",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByRole("slider", { name: /^The last \d+ days/ }).focus();
			await page.keyboard.press("End");
			await page
				.getByText(/% available, .* % fast enough/)
				.first()
				.waitFor();
		},
	},
	{ name: "monitor-peaks", path: `/monitors/${peaked}`, shows: "text=Show the peaks whole", needsMonitors: true },
	{
		name: "monitor-locations",
		path: `/monitors/${publicId("mon", 5)}`,
		shows: "text=Fails from frankfurt",
		needsMonitors: true,
	},
	{ name: "monitor-flow", path: `/monitors/${flow}`, shows: "text=last run", needsMonitors: true },
	{ name: "monitor-job", path: `/monitors/${job}`, shows: "text=Reported", needsMonitors: true },
	{ name: "monitor-gone", path: `/monitors/${publicId("mon", 99_999_999)}`, shows: "text=There is nothing here" },
	{ name: "not-found", path: "/nowhere", shows: "text=There is nothing here" },
	{ name: "new", path: "/monitors/new", shows: "text=What is watched" },
	{
		name: "new-tried",
		path: "/monitors/new?target=https%3A%2F%2Fdown.example.com%2F",
		shows: "text=What is watched",
		opens: async (page) => {
			await page.getByRole("button", { name: "Try it" }).click();
			await page.getByText("The response had status 503").waitFor();
		},
	},
	{
		name: "new-refused",
		path: "/monitors/new",
		shows: "text=What is watched",
		opens: async (page) => {
			await page.getByRole("button", { name: "Create monitor" }).click();
			await page.getByText("Enter an address.").waitFor();
		},
	},
	{ name: "edit", path: `/monitors/${monitor}/edit`, shows: "text=What is watched", needsMonitors: true },
	{ name: "edit-flow", path: `/monitors/${flow}/edit`, shows: "li[data-item]", needsMonitors: true },
	{ name: "alerts", path: "/alerts", shows: "h1:has-text('Alerts')", differsEmpty: true },
	{ name: "alert-new", path: "/alerts/new", shows: "text=Quiet for" },
	{
		name: "alert-tested",
		path: "/alerts/new",
		shows: "text=Quiet for",
		opens: async (page) => {
			await page.getByRole("radio", { name: "Slack" }).check({ force: true });
			await page.getByLabel("Webhook address").fill("https://down.example.com/hook");
			await page.getByRole("button", { name: "Send a test" }).click();
			await page.getByText("The test was not sent.").waitFor();
		},
	},
	{ name: "alert", path: `/alerts/${alert}`, shows: "text=Delivery log", needsMonitors: true },
	{ name: "maintenance", path: "/maintenance", shows: "h1:has-text('Maintenance')", differsEmpty: true },
	{ name: "maintenance-plan", path: "/maintenance?plan=true", shows: "[role=dialog]" },
	{ name: "on-call", path: "/on-call", shows: "h1:has-text('On call')", differsEmpty: true },
	{ name: "schedule-new", path: "/on-call/new", shows: "text=Days that begin" },
	{ name: "schedule", path: `/on-call/${schedule}`, shows: "text=In your time zone", needsMonitors: true },
	{
		name: "schedule-gaps",
		path: `/on-call/${publicId("sch", 2)}`,
		shows: "text=Nobody is on call for",
		needsMonitors: true,
	},
	{
		name: "schedule-edit",
		path: `/on-call/${schedule}`,
		shows: "text=In your time zone",
		needsMonitors: true,
		opens: async (page) => {
			await page.keyboard.press("e");
			await page.getByRole("form", { name: "Edit schedule" }).waitFor();
		},
	},
	{
		name: "schedule-swap",
		path: `/on-call/${schedule}`,
		shows: "text=In your time zone",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByRole("button", { name: "Swap a day" }).click();
			await page.getByRole("dialog", { name: "Swap a day" }).waitFor();
		},
	},
	{
		name: "schedule-calendar",
		path: `/on-call/${schedule}`,
		shows: "text=In your time zone",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByRole("button", { name: "Make an address" }).click();
			await page.getByRole("textbox", { name: "Address of the calendar" }).waitFor();
		},
	},
	{ name: "incidents", path: "/incidents", shows: "h1:has-text('Incidents')", differsEmpty: true },
	{ name: "incidents-open", path: "/incidents?open=true", shows: "[role=dialog]" },
	{ name: "incident", path: `/incidents/${incident}`, shows: "text=Lasts for", needsMonitors: true },
	{
		name: "incident-preview",
		path: `/incidents/${incident}`,
		shows: "text=Lasts for",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByLabel("Message").fill("> We are **moving**\n\n1. orders\n2. [carts](https://example.com)");
			await page.getByRole("region", { name: "What readers will see" }).getByRole("link", { name: "carts" }).waitFor();
		},
	},
	{
		name: "incident-draft",
		path: `/incidents/${publicId("inc", 6)}`,
		shows: "text=This is a draft",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByRole("button", { name: "Approve" }).click();
			await page.getByRole("dialog", { name: "Approve the draft" }).waitFor();
		},
	},
	{
		name: "incident-postmortem",
		path: `/incidents/${publicId("inc", 3)}`,
		shows: "text=Published",
		needsMonitors: true,
	},
	{
		name: "incident-postmortem-form",
		path: `/incidents/${publicId("inc", 4)}`,
		shows: "text=Write a postmortem",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByRole("button", { name: "Write a postmortem" }).click();
			const dialog = page.getByRole("dialog", { name: "Postmortem" });
			await dialog.getByLabel("Text").fill("A **disk** was full.");
			await dialog.getByLabel("Show it on status pages").check();
			await dialog.getByLabel("Notify subscribers").waitFor();
		},
	},
	{
		name: "incident-templates",
		path: "/incidents/templates",
		shows: "h1:has-text('Templates')",
		differsEmpty: true,
	},
	{
		name: "incident-template",
		path: "/incidents/templates",
		shows: "h1:has-text('Templates')",
		opens: async (page) => {
			await page.getByRole("button", { name: "New template" }).first().click();
			await page.getByRole("dialog", { name: "New template" }).waitFor();
		},
	},
	{ name: "status-pages", path: "/status-pages", shows: "h1:has-text('Status pages')", differsEmpty: true },
	{ name: "status-page-new", path: "/status-pages/new", shows: "text=Add a section" },
	{ name: "status-page", path: `/status-pages/${statusPage}`, shows: "text=Add a section", needsMonitors: true },
	{
		name: "status-page-component",
		path: `/status-pages/${statusPage}`,
		shows: "text=Add a section",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByText("1 monitor", { exact: true }).click();
			await page.getByText("Readers see neither their names").waitFor();
		},
	},
	{
		name: "status-page-subscribers",
		path: `/status-pages/${statusPage}/subscribers`,
		shows: "text=ada@example.com",
		needsMonitors: true,
	},
	{
		name: "status-page-webhook",
		path: `/status-pages/${statusPage}/subscribers`,
		shows: "text=ada@example.com",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByRole("button", { name: "Add a webhook" }).click();
			await page.getByRole("dialog").getByLabel("Address").fill("https://silent.example.com/");
			await page.getByRole("button", { name: "Send the challenge" }).click();
			await page.getByText("did not answer the challenge").waitFor();
		},
	},
	{
		name: "reports-day",
		path: "/reports",
		shows: "text=together",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByRole("slider", { name: /^The last year/ }).focus();
			await page.keyboard.press("ArrowLeft");
			await page.getByText("Report of this day").waitFor();
		},
	},
	{ name: "reports", path: "/reports", shows: "h1:has-text('Reports')", differsEmpty: true },
	{ name: "probers", path: "/probers", shows: "h1:has-text('Probers')", differsEmpty: true },
	{
		name: "prober-new",
		path: "/probers",
		shows: "text=frankfurt-1",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByRole("button", { name: "Add a prober" }).click();
			await page.getByRole("dialog").getByLabel("Name").fill("virginia-2");
			await page.getByRole("dialog").getByLabel("Location").fill("virginia");
			await page.getByRole("button", { name: "Make the line" }).click();
			await page.getByLabel("Line that runs the prober").waitFor();
		},
	},
	{
		name: "prober-removed",
		path: "/probers",
		shows: "text=frankfurt-1",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByRole("button", { name: "Remove sydney-1" }).click();
			await page.getByRole("dialog").getByText("It is shut out within seconds").waitFor();
		},
	},
	{
		name: "location-edit",
		path: "/probers",
		shows: "text=frankfurt-1",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByRole("button", { name: "Edit Frankfurt" }).click();
			await page.getByRole("dialog").getByLabel("Region").waitFor();
		},
	},
	{
		name: "new-located",
		path: "/monitors/new",
		shows: "text=What is watched",
		needsMonitors: true,
		opens: async (page) => {
			await page.getByText("from where Lapwing runs").first().click();
			for (const name of ["frankfurt", "office"])
				await page.getByRole("checkbox", { name: new RegExp(`^${name}`) }).check();
			await page.getByText("checks from here are missed").first().waitFor();
		},
	},
	{ name: "settings-team", path: "/settings/team", shows: "text=In the API and in links" },
	{ name: "settings-members", path: "/settings/members", shows: "text=Invited" },
	{ name: "settings-keys", path: "/settings/keys", shows: "text=Grafana" },
	{
		name: "key-new",
		path: "/settings/keys",
		shows: "text=Grafana",
		opens: async (page) => {
			await page.getByRole("button", { name: "New key" }).click();
			await page.getByRole("dialog").getByRole("button", { name: "Read only" }).waitFor();
		},
	},
	{ name: "settings-audit", path: "/settings/audit", shows: "text=kept for 400 days" },
	{ name: "account", path: "/account", shows: "text=What happened to this account" },
	{
		name: "account-channel",
		path: "/account",
		shows: "text=Your channels",
		opens: async (page) => {
			await page.getByRole("button", { name: "Add a channel" }).click();
			await page.getByRole("dialog", { name: "Add a channel" }).waitFor();
		},
	},
	{
		name: "palette",
		path: "/",
		shows: "h1:has-text('Monitors')",
		opens: async (page) => {
			await page.keyboard.press("Control+k");
			await page.getByRole("combobox", { name: "Search places" }).waitFor();
			await page.keyboard.type("s");
		},
	},
	{
		name: "shortcuts",
		path: "/",
		shows: "h1:has-text('Monitors')",
		opens: async (page) => {
			await page.keyboard.press("?");
			await page.getByText("Everywhere").waitFor();
		},
	},
	{ name: "sign-in", path: "/sign-in", shows: "text=Sign in with a passkey", signedOut: true },
	{ name: "welcome", path: "/welcome#secret", shows: "text=The team has no owner yet", signedOut: true },
	{ name: "link-spent", path: "/sign-in/link", shows: "text=This link is not valid", signedOut: true },
	{ name: "acknowledge", path: "/acknowledge#token", shows: "text=Put off for", signedOut: true },
	{ name: "acknowledge-unknown", path: "/acknowledge", shows: "text=This link is not known", signedOut: true },
];

/** The form of each type; a type that the dashboard does not know opens the first one. */
export const FORM_VISITS: readonly Visit[] = ["dns", "tcp", "ping", "websocket", "cron", "flow"].map((type) => ({
	name: `new-${type}`,
	path: `/monitors/new?type=${type}`,
	shows: "text=What is watched",
}));

const UNAVAILABLE = {
	status: 503,
	error: { code: "UNAVAILABLE", message: "The database does not answer." },
};

/** What stands where a page can't show its contents. */
export const STATE_VISITS: readonly Visit[] = [
	{
		name: "board-loading",
		path: "/",
		shows: "text=Loading the monitors",
		given: ({ held }) => held.add("GET /board"),
	},
	{
		name: "board-failed",
		path: "/",
		shows: "text=could not be read",
		given: ({ overrides }) => overrides.set("GET /board", UNAVAILABLE),
	},
	{
		name: "board-not-live",
		path: "/",
		shows: "text=The live connection is lost.",
		needsMonitors: true,
		given(fixture) {
			fixture.refusesLive = true;
		},
	},
	{
		name: "monitor-loading",
		path: `/monitors/${monitor}`,
		shows: "h1",
		needsMonitors: true,
		given: ({ held }) => held.add(`GET /monitors/${monitor}`),
	},
	{
		name: "monitor-failed",
		path: `/monitors/${monitor}`,
		shows: "text=The outages could not be read",
		needsMonitors: true,
		given({ overrides }) {
			for (const part of ["series", "outages", "results", "stats"]) {
				overrides.set(`GET /monitors/${monitor}/${part}`, UNAVAILABLE);
			}
		},
	},
	{
		name: "alerts-failed",
		path: "/alerts",
		shows: "text=could not be read",
		given: ({ overrides }) => overrides.set("GET /alerts", UNAVAILABLE),
	},
	{
		name: "keys-forbidden",
		path: "/settings/keys",
		shows: `text=${FORBIDDEN}`,
		given(fixture) {
			fixture.role = "viewer";
		},
	},
	{
		name: "no-team",
		path: "/",
		shows: "text=You are in no team",
		given(fixture) {
			fixture.role = null;
		},
	},
	{
		name: "offline",
		path: "/",
		shows: "h1",
		async opens(page) {
			await page.context().setOffline(true);
			try {
				await page.keyboard.press("g");
				await page.keyboard.press("r");
				// The page's script may be in the browser's cache; its figures are not.
				await page
					.getByText(/could not be|does not answer/)
					.first()
					.waitFor();
			} finally {
				await page.context().setOffline(false);
			}
		},
	},
];
