import { expect, test } from "vitest";
import { audienceText } from "./audience.ts";

const counts = (mails: number, webhooks: number) => ({
	mail: { active: mails, unconfirmed: 5, stopped: 3 },
	webhook: { active: webhooks, unconfirmed: 0, stopped: 1 },
});

test.each([
	[[counts(312, 0)], "312 people will be mailed."],
	[[counts(1, 2)], "1 person will be mailed, and 2 webhooks will be called."],
	[[counts(0, 1)], "1 webhook will be called."],
	[[counts(1000, 0), counts(234, 0)], "1,234 people will be mailed."],
	[[counts(0, 0)], "Nobody has subscribed to this yet."],
])("those who are active on each page are notified", (pages, text) => expect(audienceText(pages)).toBe(text));
