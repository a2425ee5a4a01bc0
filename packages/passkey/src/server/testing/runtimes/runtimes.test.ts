/** The server half's suite on every runtime that we promise: bundled once, as a host would, and run by each. */

import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bringRuntime } from "./bring-runtimes.ts";
import type { ConformanceReport } from "./conformance.ts";

const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** The cases, vectors, bits and misbehaviours; a suite that shrinks should be noticed. */
const MIN_CHECKS = 1_000;
/** Bringing a runtime downloads up to 60 MB. */
const TIMEOUT_MS = 300_000;

let bundles = "";

beforeAll(async () => {
	bundles = await mkdtemp(join(tmpdir(), "lapwing-passkey-runtimes-"));
	await build({
		entryPoints: [here("print.ts"), here("workerd.ts")],
		outdir: bundles,
		outExtension: { ".js": ".js" },
		bundle: true,
		minify: true,
		format: "esm",
		platform: "neutral",
		// Of the ASN.1 packages that attestation reads certificates with.
		mainFields: ["module", "main"],
		target: "es2022",
		conditions: ["@lapwing/source"],
		logLevel: "silent",
	});
	await copyFile(here("workerd.capnp"), join(bundles, "workerd.capnp"));
});

afterAll(() => rm(bundles, { recursive: true, force: true }));

/** By node:crypto, where there is one, and by WebCrypto. */
interface HasMlDsa {
	readonly chosen: boolean;
	readonly webCrypto: boolean;
}
const EVERYWHERE: HasMlDsa = { chosen: true, webCrypto: true };
const NOWHERE: HasMlDsa = { chosen: false, webCrypto: false };
/** From 24.7 on; for Apple's processors npm carries 24.0 alone. */
const NODE_24 = process.platform === "darwin" && process.arch === "arm64" ? NOWHERE : EVERYWHERE;

function expectConformance(output: string, hasMlDsa: HasMlDsa): void {
	const { chosen, webCrypto }: Record<string, ConformanceReport> = JSON.parse(output);
	expect(chosen?.failures).toStrictEqual([]);
	expect(webCrypto?.failures).toStrictEqual([]);
	expect(chosen?.checks).toBeGreaterThan(MIN_CHECKS);
	expect(webCrypto?.checks).toBe(chosen?.checks);
	expect({ chosen: chosen?.hasMlDsa, webCrypto: webCrypto?.hasMlDsa }).toStrictEqual(hasMlDsa);
}

describe("the server half and the software authenticator", { timeout: TIMEOUT_MS }, () => {
	test.each([
		["Node 20", "node20", [], NOWHERE],
		// Its OpenSSL has ML-DSA, and its WebCrypto does not.
		["Node 22", "node22", [], { chosen: true, webCrypto: false }],
		["Node 24", "node24", [], NODE_24],
		["Deno", "deno", ["run", "--no-remote", "--no-config"], EVERYWHERE],
		["Bun", "bun", ["run", "--no-install"], EVERYWHERE],
	] as const)("behave on %s", async (_name, runtime, options, hasMlDsa) => {
		const program = await bringRuntime(runtime);
		const { stdout } = await run(program, [...options, join(bundles, "print.js")], { cwd: bundles });
		expectConformance(stdout, hasMlDsa);
	});

	test("behave on this Node", async () => {
		const { stdout } = await run(process.execPath, [join(bundles, "print.js")], { cwd: bundles });
		expectConformance(stdout, EVERYWHERE);
	});

	test("behave on workerd, with Node's modules and without", async () => {
		const program = await bringRuntime("workerd");
		const { stdout } = await run(program, ["test", join(bundles, "workerd.capnp")], { cwd: bundles });
		const reports = stdout.split("\n").filter((line) => line.startsWith("{"));
		expect(reports).toHaveLength(2);
		for (const report of reports) expectConformance(report, NOWHERE);
	});
});
