import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, expect, test } from "vitest";
import { bodyOf, type TargetOptions, withTargetOptions } from "./target.ts";

const directory = mkdtempSync(join(tmpdir(), "lapwing-target-"));
afterAll(() => rmSync(directory, { recursive: true }));
const FILE = join(directory, "monitor.json");

/** The body that a command line asks for. */
function bodyFor(...words: string[]): object {
	let body = {};
	const command = new Command("add").exitOverride().configureOutput({ writeErr: () => {} });
	withTargetOptions(command).action((target: string | undefined, options: TargetOptions) => {
		body = bodyOf(target, options);
	});
	command.parse(words, { from: "user" });
	return body;
}

test.each([
	["https://example.com/", { url: "https://example.com/" }],
	["wss://example.com/", { type: "websocket", url: "wss://example.com/" }],
	["tcp://db.example.com:5432", { type: "tcp", host: "db.example.com", port: 5432 }],
	["tcp://[2001:db8::1]:5432", { type: "tcp", host: "2001:db8::1", port: 5432 }],
	["ping://router.example.com", { type: "ping", host: "router.example.com" }],
])("%s is watched as %j", (target, settings) => {
	expect(bodyFor(target)).toEqual({ name: target, ...settings });
});

test.each([
	["200", { expectedStatus: 200 }],
	["2xx", { acceptedStatuses: ["2xx"] }],
	["200-204,301", { acceptedStatuses: ["200-204", "301"] }],
])("--expect-status %s is %j", (given, members) => {
	expect(bodyFor("https://example.com/", "--expect-status", given)).toMatchObject(members);
});

test("settings come from a file, and what is typed counts more", () => {
	writeFileSync(FILE, '{"type":"flow","name":"Journey","intervalSeconds":300,"steps":[]}');
	expect(bodyFor("--settings", `@${FILE}`, "--name", "Checkout", "--interval", "600")).toEqual({
		type: "flow",
		name: "Checkout",
		intervalSeconds: 600,
		steps: [],
	});
	expect(bodyFor("https://example.com/", "--settings", '{"name":"Shop"}')).toMatchObject({ name: "Shop" });
});

test("mistakes are named with what to give", () => {
	writeFileSync(FILE, "{ steps: []");
	expect(() => bodyFor("--settings", `@${FILE}`)).toThrow(/monitor\.json must hold a JSON object\. .*JSON/);
	expect(() => bodyFor("--settings", "@/nowhere/to/be/found.json")).toThrow(/found\.json cannot be read \(ENOENT/);
	expect(() => bodyFor("--settings", "[]")).toThrow(/It must be a JSON object: '/);
	for (const wrong of ["1m", "-1", "6.5", "", "1000000000"]) {
		expect(() => bodyFor("https://example.com/", "--interval", wrong)).toThrow(
			/'--interval <seconds>' argument '.*' is invalid\. It must be a whole number from 0 to 999999999\./,
		);
	}
	expect(() => bodyFor()).toThrow(/give its --settings/);
	expect(() => bodyFor("shop.example")).toThrow(/lapwing monitors example flow/);
	expect(() => bodyFor("tcp://db.example.com")).toThrow(/a host and a port/);
});
