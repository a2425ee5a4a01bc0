/** What the statements of a file make: its constructs, the modules that it loads, and the code that nobody runs. */

import type { Expression, NewExpression, Node } from "acorn";
import {
	childrenOf,
	classOf,
	commonExport,
	isCheckly,
	isImported,
	type Module,
	nodesIn,
	requiredBy,
} from "./source.ts";

export const NOT_RUN = "It is made by code, and code is not run.";

export class Construct {
	/** The class, as Checkly calls it: `ApiCheck`. */
	readonly kind: string;
	readonly module: Module;
	readonly node: NewExpression;

	constructor(kind: string, module: Module, node: NewExpression) {
		this.kind = kind;
		this.module = module;
		this.node = node;
	}
}

/** The source of a module that is loaded here, a construct, or code that would have to run. */
type Part = string | Construct | { readonly code: Node; readonly why: string };

/** In the order in which they come to be. */
export function* partsOf(module: Module): Generator<Part> {
	yield* module.imported;
	for (const statement of module.body) {
		const exported = commonExport(statement);
		if (exported !== null) yield* madeBy(exported.value, module);
		else if (statement.type === "VariableDeclaration") {
			for (const { init } of statement.declarations) if (init) yield* madeBy(init, module);
		} else if (statement.type === "ExpressionStatement") {
			const { expression } = statement;
			if (expression.type === "Literal" || expression.type === "Identifier") continue;
			const isValue = /^(New|Object|Array)Expression$/.test(expression.type) || requiredBy(expression) !== null;
			if (isValue || isOfCheckly(expression, module)) yield* madeBy(expression, module);
			else yield codeOf(statement, module);
		} else if (/^(Function|Class)Declaration$|^EmptyStatement$/.test(statement.type)) {
			yield* madeWithin(statement, module);
		} else yield codeOf(statement, module);
	}
}

/** What a value of the first level makes. */
function* madeBy(node: Node, module: Module): Generator<Part> {
	const source = requiredBy(node);
	if (source !== null) return yield source;
	if (/Function|Class/.test(node.type)) return yield* madeWithin(node, module);
	const expression = node as Expression;
	if (expression.type === "NewExpression") {
		const kind = classOf(expression.callee, module);
		if (kind !== null) {
			// A construct that is given to another exists before it.
			for (const each of expression.arguments) yield* madeBy(each, module);
			return yield new Construct(kind, module, expression);
		}
		if (isOwn(expression.callee, module)) yield { code: node, why: "It is made by a class of the project's own." };
	}
	if (expression.type === "CallExpression" && isOwn(expression.callee, module)) yield { code: node, why: NOT_RUN };
	for (const child of childrenOf(node)) yield* madeBy(child, module);
}

/** A statement that is code, with the constructs that it makes. */
function codeOf(statement: Node, module: Module): Part {
	const kinds = [...nodesIn(statement)].flatMap((each) =>
		each.type === "NewExpression" ? (classOf((each as NewExpression).callee, module) ?? []) : [],
	);
	const what = kinds.length === 0 ? "What it does" : `The ${[...new Set(kinds)].join(", ")} that it makes`;
	return { code: statement, why: `${what} is not known: code is not run.` };
}

/** Constructs within functions and classes: how often they are made, only the code knows. */
function* madeWithin(node: Node, module: Module): Generator<Part> {
	for (const each of nodesIn(node)) {
		const kind = each.type === "NewExpression" ? classOf((each as NewExpression).callee, module) : null;
		if (kind === null) continue;
		yield { code: each, why: `A ${kind} is made within a function or a class, and code is not run.` };
	}
}

/** Whether it is a function or a class of the project, which may make constructs. */
function isOwn(callee: Node, module: Module): boolean {
	const { type, name } = callee as Node & { name?: string };
	if (type !== "Identifier" || name === undefined) return false;
	const found = module.names.get(name);
	if (found !== undefined) return isImported(found) ? found.from.startsWith(".") : true;
	return module.body.some((each) => "id" in each && (each.id as { name?: string } | null)?.name === name);
}

function isOfCheckly(expression: Expression, module: Module): boolean {
	const root = rootOf(expression);
	const found = root === null ? undefined : module.names.get(root);
	return found !== undefined && isImported(found) && isCheckly(found.from);
}

/** The name with which a chain of members and calls begins. */
function rootOf(expression: Node): string | null {
	const { type, name, object, callee } = expression as Node & { name?: string; object?: Node; callee?: Node };
	if (type === "Identifier") return name ?? null;
	const next = type === "CallExpression" ? callee : type === "MemberExpression" ? object : undefined;
	return next === undefined ? null : rootOf(next);
}
