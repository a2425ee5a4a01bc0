import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { Draft } from "./imported.ts";
import { writeImported } from "./write-import.ts";

let folder: string;
let out: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "lapwing-import-"));
	out = join(folder, "out.yaml");
	vi.spyOn(process.stdout, "write").mockReturnValue(true);
	vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true });
});

function draft(): Draft {
	const made = new Draft("KUMA");
	made.add("alerts", {
		key: "ops",
		name: "Ops",
		channel: { type: "slack", url: made.secret("https://example.com/x", "Ops", "url") },
	});
	made.note('monitor "A\nB"', "upsideDown", "There is no such mode.", "Negate the content check.");
	return made;
}

test("the file begins with what could not be carried, and holds no secret", () => {
	writeImported(out, "Uptime Kuma", draft().imported());
	const text = readFileSync(out, "utf8");
	expect(text.split("\n").slice(0, 4)).toEqual([
		"# Imported from Uptime Kuma.",
		"#",
		"# What could not be carried as it was:",
		'# - monitor "A B", upsideDown: There is no such mode. Negate the content check.',
	]);
	expect(parse(text)).toEqual({
		alerts: [{ key: "ops", name: "Ops", channel: { type: "slack", url: { secret: "KUMA_OPS_URL" } } }],
	});
});

test("what lets someone in stands in OUT.env, wherever the other tool has it", () => {
	const made = new Draft("KUMA");
	const token = "https://example.com/health?page=1&api_key=s3cr3t";
	made.add("monitors", { key: made.key("monitors", token), name: token, url: token, tags: [`from:${token}`] });
	made.add("monitors", { key: "user", name: "User", url: "http://me:s3cr3t%21@example.com/" });
	made.add("monitors", { key: "key", name: "Key", url: "https://s3cr3t@example.com/x" });
	made.add("monitors", { key: "shop", name: "Shop", url: "https://example.com/tokens?page=1" });
	const channel = { type: "webhook", url: "https://example.com/hooks/a1b2c3d4e5f6s3cr3t" };
	made.add("alerts", { key: "ops", name: "Ops", channel });
	made.note(`monitor "${token}"`, "x", `Was ${token}.`, "");
	writeImported(out, "Uptime Kuma", made.imported());
	expect(readFileSync(out, "utf8")).not.toContain("s3cr3t");
	expect(parse(readFileSync(out, "utf8"))).toEqual({
		monitors: [
			{
				key: "https-example-com-health",
				name: "https://example.com/health",
				url: { secret: "KUMA_HTTPS_EXAMPLE_COM_HEALTH_URL" },
				tags: ["from:https://example.com/health"],
			},
			{
				...{ key: "user", name: "User", url: "http://example.com/" },
				request: { auth: { type: "basic", username: "me", password: { secret: "KUMA_USER_PASSWORD" } } },
			},
			{
				...{ key: "key", name: "Key", url: "https://example.com/x" },
				request: { headers: [{ name: "Authorization", value: { secret: "KUMA_KEY_AUTHORIZATION" }, secret: true }] },
			},
			{ key: "shop", name: "Shop", url: "https://example.com/tokens?page=1" },
		],
		alerts: [{ key: "ops", name: "Ops", channel: { type: "webhook", url: { secret: "KUMA_OPS_CHANNEL_URL" } } }],
	});
	expect(parseEnv(readFileSync(`${out}.env`, "utf8"))).toEqual({
		KUMA_HTTPS_EXAMPLE_COM_HEALTH_URL: token,
		KUMA_USER_PASSWORD: "s3cr3t!",
		KUMA_KEY_AUTHORIZATION: `Basic ${Buffer.from("s3cr3t:").toString("base64")}`,
		KUMA_OPS_CHANNEL_URL: channel.url,
	});
});

test("secrets go to a file that only its owner can read", () => {
	writeImported(out, "Uptime Kuma", draft().imported());
	expect(statSync(`${out}.env`).mode & 0o777).toBe(0o600);
	expect(parseEnv(readFileSync(`${out}.env`, "utf8"))).toEqual({ KUMA_OPS_URL: "https://example.com/x" });
});

test.each(["", ".env"])("nothing is written over OUT%s", (ending) => {
	writeFileSync(`${out}${ending}`, "mine");
	expect(() => writeImported(out, "Uptime Kuma", draft().imported())).toThrow(/exists already/);
	expect(readFileSync(`${out}${ending}`, "utf8")).toBe("mine");
});

test("a secret is read as it was, or its variable is listed as missing", () => {
	let number = 0;
	const value = fc.string({ unit: fc.constantFrom(..."ab'`\"\\n$#= \n\r é".split("")), maxLength: 12 });
	fc.assert(
		fc.property(value, (secret) => {
			const path = join(folder, `${number}.yaml`);
			number += 1;
			const made = new Draft("X");
			made.secret(secret, "y");
			writeImported(path, "X", made.imported());
			if (readFileSync(path, "utf8").includes("Set the variable X_Y yourself.")) {
				expect(secret).toMatch(/\r|'/);
			} else expect(parseEnv(readFileSync(`${path}.env`, "utf8"))).toEqual({ X_Y: secret });
		}),
		{ numRuns: 300 },
	);
});

test("keys and variables are unique, and made from names", () => {
	const made = new Draft("KUMA");
	expect([made.key("monitors", "Ünser API!"), made.key("monitors", "unser-api"), made.key("alerts", "日本")]).toEqual([
		"unser-api",
		"unser-api-2",
		"alert",
	]);
	expect([made.secret("a", "My hook", "url"), made.secret("b", "my-hook", "URL")]).toEqual([
		{ secret: "KUMA_MY_HOOK_URL" },
		{ secret: "KUMA_MY_HOOK_URL_2" },
	]);
});
