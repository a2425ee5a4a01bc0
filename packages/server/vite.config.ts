/**
 * Builds dist/: the command line and the service as a few files, with the packages that they stand on
 * (docs/adr/service/0165-run-the-service-from-a-build.md). What `import()` loads, and what a thread runs, is a file of
 * its own. Names and lines stay, for stack traces; `node --conditions=@lapwing/source src/main.ts` runs the same from
 * its sources.
 */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { defineConfig, type Plugin } from "vite";

/** How code names the program of a thread. */
const PROGRAM = /new URL\("\.\/([\w-]+)\.ts", import\.meta\.url\)/g;

export default defineConfig({
	root: import.meta.dirname,
	publicDir: false,
	plugins: [threads(), inEnglish(), undescribed(), inOneByte(), descriptions()],
	ssr: { noExternal: true, resolve: { conditions: ["@lapwing/source", "node"] } },
	build: {
		ssr: true,
		target: "node26",
		license: { fileName: "licenses.md" },
		rolldownOptions: {
			input: { main: "src/main.ts" },
			// Comments are kept in memory as a part of the sources, in every thread.
			output: { chunkFileNames: "[name]-[hash].js", comments: false },
		},
	},
});

/** Each program of a thread is a file beside all others, under its own name. */
function threads(): Plugin {
	return {
		name: "threads",
		transform: {
			filter: { code: PROGRAM },
			async handler(code, importer) {
				for (const [, name = ""] of code.matchAll(PROGRAM)) {
					const program = await this.resolve(`./${name}.ts`, importer);
					if (program === null) return this.error(`There is no ${name}.ts beside it`);
					this.emitFile({ type: "chunk", id: program.id, fileName: `${name}.js` });
				}
				return code.replace(PROGRAM, 'new URL("./$1.js", import.meta.url)');
			},
		},
	};
}

/** Leaves out zod's sentences in other languages than English, which nothing names. */
function inEnglish(): Plugin {
	return {
		name: "in-english",
		load: {
			filter: { id: /\/zod\/v4\/locales\/index\.js$/ },
			handler: () => 'export { default as en } from "./en.js";',
		},
	};
}

/**
 * Leaves out what schemas say of themselves to readers of the API, each in a copy of its schema, and the library that
 * reads it: the documents are made by the build.
 */
function undescribed(): Plugin {
	const library = "@hono/zod-openapi";
	return {
		name: "undescribed",
		enforce: "pre",
		resolveId: { filter: { id: new RegExp(`^${library}$`) }, handler: () => `\0${library}` },
		load: {
			filter: { id: new RegExp(`^\0${library}$`) },
			handler: () => `
				import { z } from "zod";
				z.ZodType.prototype.openapi = function () { return this; };
				export { z };
				export const createRoute = undefined;
				export class OpenAPIHono {
					constructor() { throw new Error("The document is made by the build, and is missing beside the service."); }
				}`,
		},
	};
}

/**
 * Writes letters beyond Latin-1 as escapes: V8 keeps a source that has one of them in two bytes a letter, which is 4 MB
 * of a service.
 */
function inOneByte(): Plugin {
	return {
		name: "in-one-byte",
		generateBundle(_, files) {
			for (const file of Object.values(files)) {
				if (file.type !== "chunk") continue;
				if (/\\[^\0-\xff]/.test(file.code)) this.error(`${file.fileName}: a letter beyond Latin-1 follows a backslash`);
				const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
				file.code = file.code.replace(/[^\0-\xff]/g, escaped);
			}
		},
	};
}

/** What the service answers of its own API is made here, not at a request. */
function descriptions(): Plugin {
	return {
		name: "descriptions",
		async writeBundle({ dir = "" }) {
			const script = join(import.meta.dirname, "scripts/describe-api.ts");
			await promisify(execFile)(process.execPath, ["--conditions=@lapwing/source", script, dir]);
		},
	};
}
