import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readModule } from "./source.ts";

// Alone in its file: Node's parser can read nothing after it in this thread.
test("a file that overflows Node's parser of types ends the import, and is named", () => {
	const folder = mkdtempSync(join(tmpdir(), "lapwing-source-"));
	try {
		const path = join(folder, "a.check.ts");
		writeFileSync(path, `const a: unknown = ${"[".repeat(5_000)}${"]".repeat(5_000)}`);
		expect(() => readModule(path, "a.check.ts")).toThrow(/a\.check\.ts is nested too deeply/);
	} finally {
		rmSync(folder, { recursive: true });
	}
});
