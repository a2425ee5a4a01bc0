import { expect, test } from "vitest";
import { missingText } from "./missing-text.ts";

test.each([
	["Address", "Enter an address."],
	["Webhook address", "Enter a webhook address."],
	["API key", "Enter an API key."],
	["User name", "Enter a user name."],
	["Recipients", "Enter recipients."],
	["Email", "Enter an email address."],
	["Your name", "Enter your name."],
])("%s asks: %s", (label, text) => expect(missingText(label)).toBe(text));
