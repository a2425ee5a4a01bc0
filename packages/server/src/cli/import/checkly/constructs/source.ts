/**
 * A file of constructs as a syntax tree, and what its names stand for. Node removes the types and keeps every position;
 * nothing of the file is run.
 */

import { readFileSync, statSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { type Expression, type Node, type Pattern, parse, type Statement } from "acorn";
import { UsageError } from "../../../usage-error.ts";

/** What people write by hand is far smaller. */
const MAX_BYTES = 1024 ** 2;
/** Checkly's package, under which its constructs are imported. */
const CHECKLY = /^checkly(\/|$)/;

/** `name` of another module; `*` is the module itself. */
export interface Imported {
	readonly from: string;
	readonly name: string;
}

export interface Module {
	readonly path: string;
	/** As notes name it. */
	readonly name: string;
	readonly body: readonly Statement[];
	/** Constants and imports of its first level. */
	readonly names: ReadonlyMap<string, Expression | Imported>;
	readonly exports: ReadonlyMap<string, Expression | Imported>;
	/** Modules that are loaded before its own statements run. */
	readonly imported: readonly string[];
	/** Of these, the ones whose exports are its own, too. */
	readonly reexported: readonly string[];
}

/** @throws Error that says why the file can't be read */
export function readModule(path: string, name: string): Module {
	if (statSync(path).size > MAX_BYTES) throw new Error(`It has more than ${MAX_BYTES} bytes.`);
	const text = readFileSync(path, "utf8");
	const { body } = parse(/\.[cm]?ts$/.test(path) ? withoutTypes(text, name) : text, {
		ecmaVersion: "latest",
		sourceType: "module",
		locations: true,
		allowHashBang: true,
	});
	const names = new Map<string, Expression | Imported>();
	const exports = new Map<string, Expression | Imported>();
	const reexported: string[] = [];
	const statements: Statement[] = [];
	for (const statement of body) {
		switch (statement.type) {
			case "ImportDeclaration":
				for (const each of statement.specifiers) {
					const imported =
						each.type === "ImportNamespaceSpecifier"
							? "*"
							: each.type === "ImportSpecifier"
								? nameOf(each.imported)
								: "default";
					names.set(each.local.name, { from: String(statement.source.value), name: imported });
				}
				break;
			case "ExportAllDeclaration":
				reexported.push(String(statement.source.value));
				break;
			case "ExportNamedDeclaration":
				for (const { local, exported } of statement.specifiers) {
					const from = statement.source === null || statement.source === undefined ? null : statement.source.value;
					exports.set(
						nameOf(exported),
						from === null ? identifier(nameOf(local), local) : { from: String(from), name: nameOf(local) },
					);
				}
				if (statement.declaration?.type !== "VariableDeclaration") {
					if (statement.declaration) statements.push(statement.declaration);
					break;
				}
				statements.push(statement.declaration);
				for (const { id } of statement.declaration.declarations) if (id.type === "Identifier") exports.set(id.name, id);
				break;
			case "ExportDefaultDeclaration":
				if (/^(Function|Class)Declaration$/.test(statement.declaration.type)) {
					statements.push(statement.declaration as Statement);
					break;
				}
				exports.set("default", statement.declaration as Expression);
				statements.push(asStatement(statement.declaration as Expression));
				break;
			default:
				statements.push(statement);
		}
	}
	for (const statement of statements) {
		addConstants(statement, names);
		addCommonExports(statement, exports);
	}
	const imported = body.flatMap((each) => ("source" in each && each.source ? [String(each.source.value)] : []));
	return { path, name, body: statements, names, exports, imported, reexported };
}

function withoutTypes(text: string, name: string): string {
	try {
		return stripTypeScriptTypes(text, { mode: "strip" });
	} catch (error) {
		// Some thousand levels overflow the stack of Node's parser, which can then read no other file.
		if ((error as { code?: string }).code !== "ERR_INTERNAL_ASSERTION") throw error;
		throw new UsageError(`${name} is nested too deeply to be read: leave it out, and import again.`, { cause: error });
	}
}

export function isCheckly(source: string): boolean {
	return CHECKLY.test(source);
}

/** The module that `require("…")` names; null for another expression. */
export function requiredBy(node: Node | null | undefined): string | null {
	const call = node as Expression | null | undefined;
	if (call?.type !== "CallExpression" || call.callee.type !== "Identifier" || call.callee.name !== "require")
		return null;
	const [source] = call.arguments;
	return source?.type === "Literal" && typeof source.value === "string" ? source.value : null;
}

/** Each node below `node`, itself first. */
export function* nodesIn(node: Node): Generator<Node> {
	yield node;
	for (const each of childrenOf(node)) yield* nodesIn(each);
}

export function childrenOf(node: Node): readonly Node[] {
	return Object.values(node).flatMap((value) =>
		(Array.isArray(value) ? value : [value]).filter(
			(each) => typeof each?.type === "string" && typeof each.start === "number",
		),
	);
}

export function isImported(found: Expression | Imported): found is Imported {
	return "from" in found;
}

/** The name of a class that Checkly's package exports; null for another expression. */
export function classOf(callee: Node, { names }: Module): string | null {
	const node = callee as Expression;
	if (node.type === "MemberExpression" && node.object.type === "Identifier" && !node.computed) {
		const found = names.get(node.object.name);
		if (found === undefined || !isImported(found) || found.name !== "*" || !isCheckly(found.from)) return null;
		return (node.property as { name?: string }).name ?? null;
	}
	if (node.type !== "Identifier") return null;
	const found = names.get(node.name);
	return found !== undefined && isImported(found) && isCheckly(found.from) && found.name !== "*" ? found.name : null;
}

function addConstants(statement: Statement, names: Map<string, Expression | Imported>): void {
	if (statement.type !== "VariableDeclaration") return;
	for (const { id, init } of statement.declarations) {
		const from = requiredBy(init);
		if (from !== null) for (const [local, name] of boundBy(id)) names.set(local, { from, name });
		else if (id.type === "Identifier" && init && statement.kind === "const") names.set(id.name, init);
	}
}

/** The names that `const … = require()` gives, with what they are of the module. */
function boundBy(id: Pattern): readonly (readonly [local: string, name: string])[] {
	if (id.type === "Identifier") return [[id.name, "*"]];
	if (id.type !== "ObjectPattern") return [];
	return id.properties.flatMap((each) =>
		each.type === "Property" && each.value.type === "Identifier" && each.key.type === "Identifier"
			? [[each.value.name, each.key.name] as const]
			: [],
	);
}

/** `module.exports = …` and `exports.name = …`. */
function addCommonExports(statement: Statement, exports: Map<string, Expression | Imported>): void {
	const exported = commonExport(statement);
	if (exported === null) return;
	const { name, value } = exported;
	exports.set(name, value);
	if (name !== "default" || value.type !== "ObjectExpression") return;
	for (const each of value.properties) {
		if (each.type === "Property" && each.key.type === "Identifier" && !each.computed)
			exports.set(each.key.name, each.value as Expression);
	}
}

/** Null: the statement exports nothing. */
export function commonExport(statement: Node): { readonly name: string; readonly value: Expression } | null {
	const { type, expression } = statement as Node & { expression?: Expression };
	if (type !== "ExpressionStatement" || expression?.type !== "AssignmentExpression") return null;
	const { left, right } = expression;
	if (left.type !== "MemberExpression" || left.property.type !== "Identifier" || left.computed) return null;
	const { object, property } = left;
	if (object.type === "Identifier" && object.name === "module" && property.name === "exports")
		return { name: "default", value: right };
	const isExports =
		(object.type === "Identifier" && object.name === "exports") ||
		(object.type === "MemberExpression" &&
			object.object.type === "Identifier" &&
			object.object.name === "module" &&
			object.property.type === "Identifier" &&
			object.property.name === "exports");
	return isExports ? { name: property.name, value: right } : null;
}

function asStatement(expression: Expression): Statement {
	const { start, end, loc } = expression;
	return { type: "ExpressionStatement", expression, start, end, ...(loc && { loc }) };
}

function identifier(name: string, { start, end, loc }: Node): Expression {
	return { type: "Identifier", name, start, end, ...(loc && { loc }) };
}

function nameOf(node: Expression): string {
	return node.type === "Identifier" ? node.name : node.type === "Literal" ? String(node.value) : "";
}
