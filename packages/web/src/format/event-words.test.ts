import { expect, test } from "vitest";
import { accountEventText, actionText, namedChange } from "./event-words.ts";

test.each([
	["create", "monitor", "created monitor"],
	["update", "maintenance window", "changed maintenance window"],
	["revoke", "key", "revoked API key"],
	["end", "session", "ended session"],
	["renew", "ping-url", "renewed ping address of"],
	["tag", "monitors", "tagged monitors"],
	["resume", "monitors", "resumed monitors"],
	["join", "member", "joined as member"],
	["remove", "member", "removed member"],
	["acknowledge", "incident", "acknowledged incident"],
])("%s, %s: %s", (action, objectType, text) => {
	expect(actionText({ action, objectType })).toBe(text);
});

test.each([
	["timeoutSeconds", 10, 20, "Timeout", "10 s", "20 s"],
	["degradedAfterMs", null, 5000, "Degraded after", null, "5 s"],
	["reminderMinutes", 30, null, "Reminder", "30 min", null],
	["isEnabled", true, false, "Enabled", "yes", "no"],
	["allowsPasswords", true, false, "Allows passwords", "yes", "no"],
	["tags", [], ["env:prod", "team:web"], "Tags", "empty", "env:prod, team:web"],
	["channel.webhookUrl", "••••", "••••", "Channel webhook address", "••••", "••••"],
])("%s, %j to %j", (field, before, after, label, textBefore, textAfter) => {
	expect(namedChange({ field, before, after })).toEqual({ label, before: textBefore, after: textAfter });
});

test.each([
	["passkey.create", "Passkey added"],
	["other sessions.end", "All other sessions ended"],
	["link.create", "One-time sign-in link made"],
	["password.create", "Password set"],
	["password.update", "Password changed"],
	["password.delete", "Password removed"],
	["password.use", "Signed in with the password"],
	["link.use", "Signed in with a one-time link"],
	["identity.create", "OpenID identity connected"],
	["identity.remove", "identity remove"],
])("of an account, %s: %s", (action, text) => {
	expect(accountEventText(action)).toBe(text);
});
