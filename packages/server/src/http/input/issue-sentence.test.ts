import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { publicId } from "../kernel/schemas.ts";
import { issueSentence } from "./issue-sentence.ts";

const monitor = publicId("mon", "mon_01jgezt6z8e7kb3mq4f2ys0nd5");

test.each<[z.ZodType, unknown, string]>([
	[z.array(z.string()), "prod", 'Must be a list: ["prod"], not "prod".'],
	[z.array(z.string()), { a: 1 }, 'Must be a list, not {"a":1}.'],
	[z.int(), "60", 'Must be a number without quotes: 60, not "60".'],
	[z.int(), 1.5, "Must be a whole number without quotes, not 1.5."],
	[z.int(), "soon", 'Must be a number without quotes, not "soon".'],
	[z.boolean(), "True", 'Must be true or false, without quotes: true, not "True".'],
	[z.boolean(), 1, "Must be true or false, without quotes, not 1."],
	[z.string(), 5, 'Must be a text in quotes: "5", not 5.'],
	[z.string(), undefined, "Is required: a text in quotes."],
	[z.string(), null, "Must be a text in quotes, not null. Leave the member out when nothing is meant."],
	[z.object({}), [], "Must be an object: { … }, not []."],
	[z.int().min(60).max(3600), 30, "Must be from 60 to 3600, not 30."],
	[z.int().min(1), 0, "Must be at least 1, not 0."],
	[z.string().min(1), "", "Must not be empty."],
	[z.string().max(3), "four", "Must have at most 3 characters."],
	[z.array(z.string()).min(1), [], "Must not be empty: name at least one."],
	[z.array(z.string()).max(1), ["a", "b"], "Must have at most 1 items, not 2."],
	[z.enum(["GET", "HEAD"]), "get", 'Must be one of GET, HEAD, not "get". Did you mean GET?'],
	[z.enum(["tcp", "ping"]), "icmp", 'Must be one of tcp, ping, not "icmp". Did you mean ping?'],
	[z.enum(["GET", "HEAD"]), undefined, "Is required. Must be one of GET, HEAD."],
	[z.literal("http"), "tcp", 'Must be http, not "tcp".'],
	[z.email(), "ada", 'Must be an email address: ada@example.com, not "ada".'],
	[z.iso.datetime(), 1796083200000, "Must be an instant in ISO 8601: 2026-07-01T22:00:00Z, not 1796083200000."],
	[z.iso.datetime(), "tomorrow", 'Must be an instant in ISO 8601: 2026-07-01T22:00:00Z, not "tomorrow".'],
	[monitor, "Shop", 'Must be an id, mon_ and 26 characters, not "Shop".'],
	[z.string().regex(/^[a-z]+$/), "A", 'Must match ^[a-z]+$, unlike "A".'],
	[z.string().regex(/^a$/, "Own words."), "b", "Own words."],
	[z.array(z.string()), "x".repeat(99), `Must be a list: ["${"x".repeat(48)}…, not "${"x".repeat(49)}….`],
])("%# an issue says what to send: %j %j", (schema, value, sentence) => {
	const { error } = schema.safeParse(value, { error: issueSentence });
	expect(error?.issues.map(({ message }) => message)).toEqual([sentence]);
});

test("an unknown variant names those that there are", () => {
	const channel = z.discriminatedUnion("type", [
		z.object({ type: z.literal("webhook") }),
		z.object({ type: z.literal("slack") }),
	]);
	const message = (value: unknown) => channel.safeParse(value, { error: issueSentence }).error?.issues[0]?.message;
	expect(message({ type: "slak" })).toBe('Must be one of webhook, slack, not "slak". Did you mean slack?');
	expect(message({})).toBe("Is required. Must be one of webhook, slack.");
});
