/** What an editor knows of lapwing.config.ts: completion and mistakes, by TypeScript's language service. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { defineConfig } from "./config.ts";

const FILE = join(import.meta.dirname, "lapwing.config.ts");
const OPTIONS: ts.CompilerOptions = {
	strict: true,
	noEmit: true,
	target: ts.ScriptTarget.ESNext,
	module: ts.ModuleKind.NodeNext,
	moduleResolution: ts.ModuleResolutionKind.NodeNext,
	allowImportingTsExtensions: true,
	types: [],
};
const registry = ts.createDocumentRegistry();

/** A language service whose only file has `config` in `defineConfig(…)`. */
function editor(config: string) {
	const text = `import { defineConfig } from "./config.ts";\nexport default defineConfig(${config});\n`;
	const service = ts.createLanguageService(
		{
			getCompilationSettings: () => OPTIONS,
			getScriptFileNames: () => [FILE],
			getScriptVersion: (name) => (name === FILE ? config : "1"),
			getScriptSnapshot: (name) => {
				if (name === FILE) return ts.ScriptSnapshot.fromString(text);
				return ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined;
			},
			getCurrentDirectory: () => import.meta.dirname,
			getDefaultLibFileName: ts.getDefaultLibFilePath,
			fileExists: (name) => name === FILE || ts.sys.fileExists(name),
			readFile: ts.sys.readFile,
			directoryExists: ts.sys.directoryExists,
		},
		registry,
	);
	return { service, text };
}

/** What is offered at the `|` of `config`. */
function completions(config: string): readonly string[] {
	const { service, text } = editor(config.replace("|", ""));
	const position = text.lastIndexOf("defineConfig(") + "defineConfig(".length + config.indexOf("|");
	return service.getCompletionsAtPosition(FILE, position, {})?.entries.map(({ name }) => name) ?? [];
}

function mistakes(config: string): readonly string[] {
	const { service } = editor(config);
	return service
		.getSemanticDiagnostics(FILE)
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

test.each([
	["the lists of a document", "{ | }", ["monitors", "alerts", "schedules", "maintenance", "statusPages", "defaults"]],
	[
		"the members of a monitor",
		'{ monitors: [{ key: "a", | }] }',
		["url", "intervalSeconds", "contentChecks", "dependsOn"],
	],
	["the members of its type", '{ monitors: [{ key: "a", type: "tcp", | }] }', ["host", "port"]],
	["the types of monitors", '{ monitors: [{ key: "a", type: "|" }] }', ["http", "tcp", "dns", "cron", "flow", "ping"]],
	["methods", '{ monitors: [{ key: "a", url: "https://example.com/", method: "|" }] }', ["GET", "HEAD"]],
	["channels", '{ alerts: [{ key: "a", name: "A", channel: { type: "|" } }] }', ["email", "slack", "webhook"]],
	["defaults", "{ defaults: { monitors: { | } } }", ["tags", "timeoutSeconds", "port"]],
])("an editor completes %s", (_, config, expected) => {
	expect(completions(config)).toEqual(expect.arrayContaining(expected));
});

test("an editor offers no members of another type", () => {
	expect(completions('{ monitors: [{ key: "a", type: "tcp", | }] }')).not.toContain("expectedStatus");
});

test.each([
	["an unknown member", '{ monitors: [{ key: "a", url: "https://example.com/", timeout: 5 }] }', /timeout/],
	["a bad value", '{ monitors: [{ key: "a", url: "https://example.com/", method: "FETCH" }] }', /FETCH/],
	["an object without a key", '{ monitors: [{ url: "https://example.com/" }] }', /key/],
])("an editor marks %s", (_, config, message) => {
	expect(mistakes(config).join("\n")).toMatch(message);
});

test("loops, secrets and monitors without a name or a type are well typed", () => {
	const config = `{
		project: "shop",
		defaults: { monitors: { tags: ["prod"], timeoutSeconds: 5 } },
		monitors: ["eu", "us"].map((region) => ({ key: region, url: "https://" + region + ".example.com/" })),
		alerts: [{ key: "ops", name: "Ops", monitorIds: ["eu"], channel: { type: "slack", url: { secret: "SLACK_URL" } } }],
	}`;
	const check = '{ type: "contains", value: { secret: "WORD" } }';
	expect(mistakes(`{ monitors: [{ key: "a", url: "https://a.example/", contentChecks: [${check}] }] }`)).toEqual([]);
	expect(mistakes(config)).toEqual([]);
});

test("defineConfig is what it was given", () => {
	const config = { monitors: [{ key: "a", url: "https://example.com/" }] };
	expect(defineConfig(config)).toBe(config);
});
