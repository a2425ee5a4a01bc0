import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { CONNECTION_LIMITS } from "../../http/server/connection-limits.ts";
import { checkSlots, machineLimits, RESERVED_DESCRIPTORS } from "./check-slots.ts";

const GIB = 2 ** 30;

test("a machine with enough memory and descriptors runs the most checks, without a warning", () => {
	expect(checkSlots(null, { memoryBytes: 8 * GIB, descriptors: 1_048_576 })).toEqual({ slots: 32_768, warning: null });
	expect(checkSlots(null, { memoryBytes: 64 * GIB, descriptors: 1_048_576 })).toEqual({ slots: 50_000, warning: null });
});

test("memory limits the number of checks on a small machine", () => {
	expect(checkSlots(null, { memoryBytes: GIB / 2, descriptors: 1_048_576 }).slots).toBe(2_048);
});

test("a low limit of file descriptors reduces the number of checks, and a warning says which limit to raise", () => {
	const { slots, warning } = checkSlots(null, { memoryBytes: 8 * GIB, descriptors: 1_024 });
	expect(slots).toBe(614);
	expect(warning).toContain("1024 files (nofile), so at most 614 checks run at once");
	expect(warning).toContain("Raise it to 10700 or more");
});

test("checks leave a file descriptor for every connection that the API may hold", () => {
	const { slots } = checkSlots(null, { memoryBytes: 8 * GIB, descriptors: 12_000 });
	expect(slots).toBe(12_000 - RESERVED_DESCRIPTORS);
	expect(RESERVED_DESCRIPTORS).toBeGreaterThan(CONNECTION_LIMITS.total + CONNECTION_LIMITS.reserved);
});

test("a setting that needs more file descriptors than the limit is kept, with a warning", () => {
	const { slots, warning } = checkSlots(20_000, { memoryBytes: 8 * GIB, descriptors: 20_000 });
	expect(slots).toBe(20_000);
	expect(warning).toContain("PROBE_CONCURRENCY=20000");
	expect(warning).toContain("Raise it to 22700 or more");
	expect(checkSlots(20_000, { memoryBytes: 8 * GIB, descriptors: 22_700 }).warning).toBeNull();
});

test("the machine's limits are those of this process", async () => {
	const script = `import { machineLimits } from ${JSON.stringify(fileURLToPath(new URL("./check-slots.ts", import.meta.url)))}; console.log(machineLimits().descriptors);`;
	const node = `ulimit -n 777 && exec "${process.execPath}" --input-type=module -e '${script}'`;
	const { stdout } = await promisify(execFile)("sh", ["-c", node]);
	expect(Number(stdout)).toBe(777);
	expect(machineLimits().memoryBytes).toBeGreaterThan(100 * 2 ** 20);
});
