import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Hundreds of processes of this run load the same modules: the service and its command line, started again and again,
// and the workers of Vitest. Compiled once, a command starts with less than half of the CPU.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL(".tools/compile-cache", import.meta.url));

// The files of a run are deleted within it, thousands of databases among them, so they are kept in memory where there
// is room. On a disk whose file system shuns the places of files deleted lately (ext4 without a journal), each database
// of PostgreSQL costs 550 ms of CPU, in memory 25 ms.
const MEMORY = "/dev/shm";
const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
if (process.env["TMPDIR"] === undefined && bavail * bsize >= 4 * 2 ** 30) {
	const directory = mkdtempSync(`${MEMORY}/lapwing-`);
	// As open as /tmp is: PostgreSQL runs as another user.
	chmodSync(directory, 0o1777);
	process.env["TMPDIR"] = directory;
	process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
}

// The workspace packages run from source here as they do in the service: see "exports" in packages/result/package.json.
const conditions = ["@lapwing/source"];
const shared = { resolve: { conditions }, ssr: { resolve: { conditions, externalConditions: conditions } } };
const setupFiles = [fileURLToPath(new URL("bin/seed-properties.ts", import.meta.url))];
// For what happens "eventually". Vitest's default of a second is less than a crowded machine now and then stands still.
const expecting = { poll: { timeout: 10_000 } };

/** Of Lapwing as a whole: its commands and its service. */
const e2e = {
	root: "packages/server",
	testTimeout: 120_000,
	// A worker loads the modules once: a second of CPU a file less.
	isolate: false,
	// On a machine that stands still for half a second checks are missed, as they should be; such a run proves nothing.
	retry: 2,
	hookTimeout: 120_000,
	expect: expecting,
};
/** It asks how soon outages are detected while a machine is nearly full. */
const ALONE = "e2e/checks/hostile-neighbours.test.ts";

export default defineConfig({
	test: {
		reporters: ["default", "./bin/report-run.ts"],
		// Half of the time a test waits for a socket or a clock, so one worker a core is not too many; one less, the
		// default, is.
		maxWorkers: Math.max(2, availableParallelism()),
		projects: [
			{
				...shared,
				test: {
					name: "result",
					setupFiles,
					root: "packages/result",
					include: ["src/**/*.test.ts"],
					testTimeout: 30_000,
				},
			},
			{
				...shared,
				test: {
					name: "client",
					setupFiles,
					root: "packages/client",
					include: ["{src,e2e}/**/*.test.ts"],
					testTimeout: 30_000,
					hookTimeout: 120_000,
					expect: expecting,
					globalSetup: ["../server/src/storage/testing/sqlite-template.ts"],
				},
			},
			{
				...shared,
				test: {
					name: "passkey",
					setupFiles,
					root: "packages/passkey",
					include: ["src/**/*.test.ts"],
					// Small files over the same modules, which keep no state of a file: 77 s of CPU for all, not 125.
					isolate: false,
					testTimeout: 30_000,
					hookTimeout: 120_000,
				},
			},
			{
				...shared,
				test: {
					name: "passkey-browser",
					root: "packages/passkey",
					include: ["e2e/**/*.test.ts"],
					testTimeout: 60_000,
					// A browser beside every other test now and then loses a ceremony or a frame to the crowd.
					retry: 2,
					// The builds of the recipes, beside which other tests run.
					maxConcurrency: 2,
					// As of web-browser.
					isolate: false,
					hookTimeout: 120_000,
					expect: expecting,
					globalSetup: ["e2e/harness/browser-of-run.ts"],
				},
			},
			{
				...shared,
				test: {
					name: "web",
					setupFiles,
					root: "packages/web",
					include: ["src/**/*.test.{ts,tsx}"],
					// Small files over the same modules, which keep no state of a file: 13 s of CPU for all, not 20.
					isolate: false,
					testTimeout: 30_000,
					hookTimeout: 120_000,
				},
			},
			{
				...shared,
				test: {
					name: "web-browser",
					root: "packages/web",
					include: ["e2e/**/*.test.ts"],
					testTimeout: 60_000,
					// After all others: beside them pages wait for longer than people do. Two files at a time, for most of a file
					// is waiting for one page; where a file loads many pages, it loads two at once.
					sequence: { groupOrder: 3 },
					maxWorkers: 2,
					maxConcurrency: 2,
					// A worker loads the modules once, among them Playwright and the fixture's.
					isolate: false,
					// A page beside others now and then loses a frame or a ceremony to the crowd.
					retry: 2,
					hookTimeout: 120_000,
					expect: expecting,
					globalSetup: ["../server/e2e/testing/built-checkout.ts", "e2e/browser-of-run.ts"],
				},
			},
			{
				...shared,
				test: {
					name: "server",
					setupFiles,
					root: "packages/server",
					include: ["src/**/*.test.ts"],
					// A worker loads the modules once: 1.2 s of CPU a file less in http, 0.2 s in domain. What a file changes
					// for its whole process (trusted certificates, say) it changes back.
					isolate: false,
					// The longest take ten seconds alone, and three times that on a crowded machine.
					testTimeout: 90_000,
					// As of `e2e`: many talk to real servers, within times that a machine may stand still for.
					retry: 2,
					hookTimeout: 120_000,
					expect: expecting,
					globalSetup: ["src/storage/testing/postgres-of-run.ts", "src/storage/testing/sqlite-template.ts"],
				},
			},
			{
				...shared,
				test: {
					...e2e,
					name: "e2e",
					include: ["e2e/**/*.test.ts"],
					exclude: [ALONE],
					// They wait for intervals, leases and starts for three quarters of their time: more of them at once than
					// cores, and apart from tests that keep a core busy.
					sequence: { groupOrder: 1 },
					maxWorkers: availableParallelism() + 1,
					// Tests that wait, side by side within a file.
					maxConcurrency: 2,
					globalSetup: [
						"e2e/testing/built-checkout.ts",
						"src/storage/testing/postgres-of-run.ts",
						"src/storage/testing/sqlite-template.ts",
					],
				},
			},
			{
				...shared,
				test: {
					...e2e,
					name: "e2e-alone",
					include: [ALONE],
					sequence: { groupOrder: 2 },
					maxWorkers: 1,
					globalSetup: ["e2e/testing/built-checkout.ts"],
				},
			},
		],
	},
});
