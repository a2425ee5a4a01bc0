import { expect, test } from "vitest";
import { alertBodyOf, alertDraftOf, alertTestOf, newAlertDraft } from "./alert-draft.ts";

test("recipients are separated by commas, spaces or semicolons", () => {
	const body = alertBodyOf({ ...newAlertDraft(true), name: " On call ", channel: { to: "a@x.org, b@x.org;c@x.org" } });
	expect(body).toMatchObject({ name: "On call", channel: { type: "email", to: ["a@x.org", "b@x.org", "c@x.org"] } });
});

test("an empty secret is not sent, so that the stored one is kept", () => {
	const body = alertBodyOf({
		...newAlertDraft(true),
		channelType: "telegram",
		channel: { chatId: "@ops", botToken: "" },
	});
	expect(body.channel).toEqual({ type: "telegram", chatId: "@ops" });
});

test("fields of another channel that were typed before are not sent", () => {
	const body = alertBodyOf({
		...newAlertDraft(true),
		channelType: "slack",
		channel: { to: "a@x.org", url: "https://h" },
	});
	expect(body.channel).toEqual({ type: "slack", url: "https://h" });
});

test("an alert that is opened and saved without a change is sent unchanged", () => {
	const settings = {
		name: "Mail",
		channel: { type: "email", to: ["a@x.org", "b@x.org"] },
		monitorIds: ["mon_1"],
		tags: { all: ["prod", "team:web"] },
		types: ["cron" as const],
		minimumImportance: "high" as const,
		events: ["down" as const],
		hours: null,
		cooldownMinutes: 0,
		dailyCap: 5,
		failureThreshold: 2,
		reminderMinutes: 60,
		titleTemplate: "{{title}}",
		textTemplate: null,
		timeZone: "Europe/Berlin",
		groupsByCause: false,
		escalation: {
			steps: [
				{ afterMinutes: 5, scheduleId: "sch_1" },
				{ afterMinutes: 10, channels: [{ type: "email", to: ["a@x.org", "b@x.org"] }, { type: "slack" }] },
			],
			repeats: 2,
		},
		isEnabled: false,
	};
	const alert = { id: "alt_1", channelProblem: "No SMTP_URL.", createdAt: 0, updatedAt: 0, ...settings };
	expect(alertBodyOf(alertDraftOf(alert))).toEqual(settings);
});

test("an alert without a name is named after its channel, and an emptied number is sent as it begins", () => {
	const draft = {
		...newAlertDraft(true),
		channelType: "slack",
		channel: { url: "https://h" },
		name: " ",
		dailyCap: null,
	};
	expect(alertBodyOf(draft)).toMatchObject({ name: "Slack", dailyCap: 100, reminderMinutes: null });
});

test("a test sends the channel alone, with the name of the alert, and names the alert that keeps the secrets", () => {
	const draft = { ...newAlertDraft(true), channelType: "telegram", channel: { chatId: "@ops", botToken: "" } };
	const channel = { type: "telegram", chatId: "@ops" };
	expect(alertTestOf(draft, "alt_1")).toEqual({ channel, name: "Telegram", alertId: "alt_1" });
	expect(alertTestOf({ ...draft, name: " On call " }, undefined)).toEqual({ channel, name: "On call" });
});

test("a new alert begins with email where mail can be sent, and with a channel that works elsewhere", () => {
	expect([newAlertDraft(true).channelType, newAlertDraft(false).channelType]).toEqual(["email", "slack"]);
});
