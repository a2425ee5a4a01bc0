/**
 * The constructs of files and the values that they are given, read from syntax trees: literals, constants that are
 * literals, constructs by their names, and what Checkly's builders make of those. Whatever else would need the code to
 * run is a fault with its line.
 */

import { existsSync, statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { CallExpression, Expression, MemberExpression, NewExpression, Node, ObjectExpression } from "acorn";
import { UsageError } from "../../../usage-error.ts";
import { hasVariable, variableMark } from "../../imported.ts";
import { assertionOf, builtBy, frequencyOf } from "./builders.ts";
import { Construct, NOT_RUN, partsOf } from "./scan.ts";
import { classOf, type Imported, isCheckly, isImported, type Module, readModule } from "./source.ts";

/** What needs the code to run. */
export const UNREADABLE = Symbol("unreadable");

export interface Fault {
	/** `src/api.check.ts:12`. */
	readonly place: string;
	/** `request.url`; empty: the whole. */
	readonly path: string;
	readonly why: string;
}

/** Where a value is read, and where its faults go. */
interface Reading {
	readonly module: Module;
	readonly path: string;
	readonly faults: Fault[];
}

interface Exported {
	readonly module: Module;
	readonly value: Expression | Imported;
}

/** Of one import: constants that repeat each other would grow without end. */
const MAX_STEPS = 2_000_000;
const MAX_TEXT = 64 * 1024;
/** More is a wrong folder. */
const MAX_FILES = 1_000;
const EXTENSIONS = ["", ".ts", ".js", ".mts", ".mjs", ".cts", ".cjs", "/index.ts", "/index.js"];
const ASSERTIONS = /^(Url|Tcp|Dns|Icmp|Grpc|Ssl|Traceroute)?AssertionBuilder$/;

/** What an import by default of a whole module stands at. */
const NOWHERE: Node = { type: "", start: 0, end: 0 };

export class Reader {
	readonly #root: string;
	readonly #modules = new Map<string, Module | null>();
	readonly #constructs = new Map<NewExpression, Construct>();
	/** Constants that are being read: one that names itself has no value. */
	readonly #open = new Set<Node>();
	readonly faults: Fault[] = [];
	#steps = 0;

	/** @param root names of files begin there */
	constructor(root: string) {
		this.#root = root;
	}

	get constructs(): readonly Construct[] {
		return [...this.#constructs.values()];
	}

	/** Reads a file and what it imports by relative paths; null for one that can't be read, which is a fault. */
	load(path: string): Module | null {
		const known = this.#modules.get(path);
		if (known !== undefined) return known;
		if (this.#modules.size === MAX_FILES) throw new UsageError(`At most ${MAX_FILES} files are read.`);
		const name = relative(this.#root, path) || path;
		let module: Module | null = null;
		try {
			module = readModule(path, name);
			this.#modules.set(path, module);
			this.#scan(module);
		} catch (error) {
			if (error instanceof UsageError) throw error;
			const why = error instanceof RangeError ? "It is nested too deeply." : String((error as Error).message);
			this.faults.push({ place: name, path: "", why: `The file can't be read: ${why.split("\n")[0]}` });
		}
		this.#modules.set(path, module);
		return module;
	}

	/** What a module exports by default, in its own reading. */
	defaultOf(module: Module, faults: Fault[]): unknown {
		const exported = module.exports.get("default");
		return exported === undefined ? UNREADABLE : this.#value(exported, { module, path: "", faults });
	}

	argument({ module, node }: Construct, index: number, faults: Fault[]): unknown {
		const given = node.arguments[index];
		return given === undefined ? undefined : this.#value(given as Expression, { module, path: "", faults });
	}

	#value(found: Expression | Imported, at: Reading): unknown {
		try {
			return this.#named(found, at);
		} catch (error) {
			if (!(error instanceof RangeError)) throw error;
			this.#open.clear();
			return this.#report(isImported(found) ? NOWHERE : found, at, "It is nested too deeply.");
		}
	}

	placeOf({ module, node }: { readonly module: Module; readonly node: Node }): string {
		return `${module.name}:${node.loc?.start.line ?? 1}`;
	}

	#scan(module: Module): void {
		for (const part of partsOf(module)) {
			if (typeof part === "string") this.#import(module, part);
			else if (part instanceof Construct) this.#constructs.set(part.node, part);
			else this.#report(part.code, { module, path: "", faults: this.faults }, part.why);
		}
	}

	#import(module: Module, source: string): Module | null {
		if (!source.startsWith(".")) return null;
		const base = resolve(dirname(module.path), source);
		const stem = base.replace(/\.([cm]?)js$/, ".$1ts");
		const path = [...EXTENSIONS.map((each) => base + each), stem].find(
			(each) => /\.[cm]?[jt]s$/.test(each) && existsSync(each) && statSync(each).isFile(),
		);
		return path === undefined ? null : this.load(path);
	}

	#report(node: Node, { module, path, faults }: Reading, why: string): typeof UNREADABLE {
		faults.push({ place: this.placeOf({ module, node }), path, why });
		return UNREADABLE;
	}

	#read(node: Node, at: Reading): unknown {
		this.#steps += 1;
		if (this.#steps > MAX_STEPS) throw new UsageError("The constructs hold more values than are read.");
		const expression = node as Expression;
		switch (expression.type) {
			case "Literal": {
				const { value } = expression;
				const isText = typeof value === "string" && !hasVariable(value);
				const isPlain = isText || value === null || typeof value === "number" || typeof value === "boolean";
				return isPlain ? value : this.#report(node, at, "It is no plain value.");
			}
			case "TemplateLiteral":
				return this.#template(expression, at);
			case "UnaryExpression": {
				const value = this.#read(expression.argument, at);
				if (expression.operator === "-" && typeof value === "number") return -value;
				return value === UNREADABLE ? value : this.#report(node, at, "It is computed.");
			}
			case "ArrayExpression":
				return this.#array(expression.elements, at);
			case "ObjectExpression":
				return this.#object(expression, at);
			case "Identifier": {
				if (expression.name === "undefined") return undefined;
				const found = at.module.names.get(expression.name);
				if (found !== undefined) return this.#named(found, at, node);
				return this.#report(node, at, `${expression.name} is no constant of the file.`);
			}
			case "MemberExpression":
				return this.#member(expression, at);
			case "NewExpression":
				return this.#new(expression, at);
			case "CallExpression":
				return this.#call(expression, at);
			default:
				return this.#report(node, at, /Function/.test(node.type) ? NOT_RUN : "It is computed.");
		}
	}

	/** The value of a constant or an import, read where it stands. */
	#named(found: Expression | Imported, at: Reading, node: Node | null = null): unknown {
		if (!isImported(found)) {
			if (this.#open.has(found)) return this.#report(found, at, "It names itself.");
			this.#open.add(found);
			const value = this.#read(found, at);
			this.#open.delete(found);
			return value;
		}
		const place = node ?? NOWHERE;
		if (isCheckly(found.from)) return this.#report(place, at, `${found.name} is Checkly's own.`);
		const module = this.#import(at.module, found.from);
		if (module === null) return this.#report(place, at, `It comes from ${found.from}, which is not read.`);
		const exported = this.#exported(module, found.name);
		if (exported === null) return this.#report(place, at, `${found.name} is no constant that ${module.name} exports.`);
		return this.#named(exported.value, { ...at, module: exported.module });
	}

	/** @param seen modules that were asked: two may export each other's names */
	#exported(module: Module, name: string, seen = new Set<Module>()): Exported | null {
		if (seen.has(module)) return null;
		seen.add(module);
		const own = module.exports.get(name);
		if (own !== undefined) return { module, value: own };
		for (const source of module.reexported) {
			const next = this.#import(module, source);
			const found = next === null ? null : this.#exported(next, name, seen);
			if (found !== null) return found;
		}
		return null;
	}

	#template(node: Expression & { type: "TemplateLiteral" }, at: Reading): unknown {
		let text = "";
		for (const [index, { value }] of node.quasis.entries()) {
			text += value.cooked ?? "";
			const inserted = node.expressions[index];
			if (inserted === undefined) continue;
			const part = this.#read(inserted, at);
			if (part === UNREADABLE) return UNREADABLE;
			if (typeof part !== "string" && typeof part !== "number" && typeof part !== "boolean")
				return this.#report(inserted, at, "It is no text.");
			text += String(part);
			if (text.length > MAX_TEXT) return this.#report(node, at, `It is longer than ${MAX_TEXT} characters.`);
		}
		return text;
	}

	#array(elements: readonly (Node | null)[], at: Reading): readonly unknown[] {
		const values = elements.flatMap((element, index) => {
			if (element === null) return [];
			const here = { ...at, path: `${at.path}[${index}]` };
			if (element.type !== "SpreadElement") return [this.#read(element, here)];
			const { argument } = element as Node & { argument: Expression };
			const spread = this.#read(argument, here);
			if (Array.isArray(spread)) return spread as readonly unknown[];
			if (spread !== UNREADABLE) this.#report(element, here, "It is no list.");
			return [];
		});
		this.#steps += values.length;
		return values.filter((value) => value !== UNREADABLE);
	}

	#object(node: ObjectExpression, at: Reading): Readonly<Record<string, unknown>> {
		const members = new Map<string, unknown>();
		for (const each of node.properties) {
			if (each.type === "SpreadElement") {
				const spread = this.#read(each.argument, at);
				if (isPlainObject(spread)) for (const [name, value] of Object.entries(spread)) members.set(name, value);
				else if (spread !== UNREADABLE) this.#report(each, at, "It is no object.");
				continue;
			}
			const { key } = each;
			const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : null;
			if (name === null || each.computed) {
				this.#report(each, at, "Its name is computed.");
				continue;
			}
			const here = { ...at, path: at.path === "" ? name : `${at.path}.${name}` };
			const value =
				each.method || each.kind !== "init" ? this.#report(each, here, NOT_RUN) : this.#read(each.value, here);
			if (value === UNREADABLE) members.delete(name);
			else members.set(name, value);
		}
		this.#steps += members.size;
		return Object.fromEntries(members);
	}

	#member(node: MemberExpression, at: Reading): unknown {
		const { property } = node;
		const name =
			!node.computed && property.type === "Identifier"
				? property.name
				: property.type === "Literal"
					? String(property.value)
					: null;
		if (name === null) return this.#report(node, at, "It is computed.");
		if (isEnvironment(node.object)) {
			const isOurs = /^LAPWING_/i.test(name);
			if (!isOurs && /^[A-Za-z_]\w*$/.test(name)) return variableMark(name);
			return this.#report(node, at, "A variable of this name can't stand in a file of Lapwing.");
		}
		const kind = classOf(node.object, at.module);
		if (kind === "Frequency") return frequencyOf(name) ?? this.#report(node, at, `There is no Frequency.${name}.`);
		if (kind !== null) return this.#report(node, at, `${kind}.${name} is Checkly's own.`);
		const whole = node.object.type === "Identifier" ? at.module.names.get(node.object.name) : undefined;
		if (whole !== undefined && isImported(whole) && whole.name === "*")
			return this.#named({ ...whole, name }, at, node);
		const object = this.#read(node.object as Expression, at);
		if (object === UNREADABLE) return UNREADABLE;
		const holder = object as Readonly<Record<string, unknown>>;
		if ((isPlainObject(object) || Array.isArray(object)) && Object.hasOwn(holder, name) && name !== "length")
			return holder[name];
		return this.#report(node, at, `It has no plain member ${name}.`);
	}

	#new(node: NewExpression, at: Reading): unknown {
		const kind = classOf(node.callee, at.module);
		if (kind !== null) {
			const known = this.#constructs.get(node);
			return known ?? this.#report(node, at, `This ${kind} is made by code, and code is not run.`);
		}
		const name = node.callee.type === "Identifier" ? node.callee.name : "";
		const [first, ...rest] = node.arguments;
		if (first === undefined || rest.length > 0) return this.#report(node, at, NOT_RUN);
		const value = name === "URL" || name === "Date" ? this.#read(first, at) : null;
		if (value === UNREADABLE) return UNREADABLE;
		if (name === "URL" && typeof value === "string") return URL.canParse(value) ? new URL(value).href : value;
		if (name === "Date" && typeof value === "string") {
			// A time without its zone is that of the machine where the code runs.
			const hasZone = /(Z|[+-]\d\d:?\d\d)$|^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
			return hasZone ? new Date(value).toISOString() : this.#report(node, at, "Its time zone is that of the machine.");
		}
		return this.#report(node, at, NOT_RUN);
	}

	#call(node: CallExpression, at: Reading): unknown {
		const call = methodOf(node);
		if (call === null) {
			const isConfig = node.callee.type === "Identifier" && classOf(node.callee, at.module) === "defineConfig";
			const [first] = node.arguments;
			return isConfig && first !== undefined ? this.#read(first, at) : this.#report(node, at, NOT_RUN);
		}
		const inner = call.object.type === "CallExpression" ? methodOf(call.object) : null;
		const builder = classOf(inner?.object ?? call.object, at.module);
		if (builder !== null && ASSERTIONS.test(builder) && inner !== null) {
			const [of, compared] = [this.#arguments(inner.node, at), this.#arguments(node, at)];
			return of === null || compared === null ? UNREADABLE : assertionOf([inner.name, of], [call.name, compared]);
		}
		if (builder !== null && inner === null) {
			if (call.name === "fromId") {
				return this.#report(node, at, "It is an object of the account, and not of the files.");
			}
			const given = this.#arguments(node, at);
			if (given === null) return UNREADABLE;
			return builtBy(builder, call.name, given) ?? this.#report(node, at, NOT_RUN);
		}
		// `group.ref()` stands for the group.
		if (call.name === "ref" && node.arguments.length === 0 && call.object.type === "Identifier")
			return this.#read(call.object, at);
		return this.#report(node, at, NOT_RUN);
	}

	/** Null: one of them can't be read. */
	#arguments(node: CallExpression, at: Reading): readonly unknown[] | null {
		const values = node.arguments.map((each) => this.#read(each, at));
		return values.includes(UNREADABLE) ? null : values;
	}
}

function methodOf(
	node: CallExpression,
): { readonly object: Expression; readonly name: string; readonly node: CallExpression } | null {
	const { callee } = node;
	if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return null;
	return { object: callee.object as Expression, name: callee.property.name, node };
}

/** `process.env`. */
function isEnvironment(node: Node): boolean {
	const { type, object, property } = node as Node & { object?: { name?: string }; property?: { name?: string } };
	return type === "MemberExpression" && object?.name === "process" && property?.name === "env";
}

/** An object that a literal gave, not a construct. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Construct);
}
