/**
 * The JSON Schema of configuration files, by which editors complete and check them. It is made from the create bodies
 * in the OpenAPI document, so a new setting is in it without a line here.
 *
 * It takes whatever ./document.ts takes and reports fewer faults: `defaults` can have any member of an object, so none
 * but the key and the type is required, and a text with `${NAME}` in it is known only where the files are read.
 */

import { CONFIG_KINDS, type ConfigKind, KEY_PATTERN, KINDS_IN_ORDER } from "../../../domain/config/config.ts";
import { MAX_CONTENT_CHECKS, type MonitorType } from "../../../domain/monitors/monitor.ts";
import { rowOf } from "../../../domain/monitors/types.ts";
import type { OpenApiDocument } from "../../document/openapi.ts";

interface Schema {
	readonly [keyword: string]: unknown;
	readonly type?: string | readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly anyOf?: readonly Schema[];
	readonly pattern?: string;
	readonly $ref?: string;
}
/** Schemas by their names in the OpenAPI document. */
type Components = Readonly<Record<string, Schema>>;

const BODIES: { readonly [Kind in ConfigKind]: string } = {
	monitors: "MonitorCreate",
	schedules: "ScheduleCreate",
	alerts: "AlertCreate",
	statusPages: "StatusPageCreate",
	maintenance: "MaintenanceWindowCreate",
};

const IN_OPENAPI = "#/components/schemas/";
const HERE = "#/$defs/";
/** Ids that can be keys. */
const REFERENCE = new RegExp(`^\\^(${KINDS_IN_ORDER.map((kind) => CONFIG_KINDS[kind].prefix).join("|")})_`);

const DEFINITIONS = {
	Variable: { type: "string", pattern: "\\$\\{[A-Za-z_]", description: "With the value of a variable in it." },
	Secret: {
		type: "object",
		properties: { secret: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]*$", description: "Name of a variable." } },
		required: ["secret"],
		additionalProperties: false,
		description: "A secret: the value of a variable, which is in no plan, export or log.",
	},
} as const satisfies Components;

const key: Schema = {
	type: "string",
	pattern: KEY_PATTERN.source,
	description: "By which the object is found again; another one for each object of its kind.",
};

/** @param document the OpenAPI document of every route */
export function configSchema(document: Pick<OpenApiDocument, "components">): object {
	const components = (document.components?.schemas ?? {}) as Components;
	const lists = KINDS_IN_ORDER.map((kind) => {
		const objects = formsOf(kind, components).map((form) => {
			const own = { key, ...form.properties, ...contentChecksOf(form) };
			// What is required otherwise, `defaults` may have.
			const { else: _, ...rules } = form;
			return {
				...rules,
				properties: own,
				required: ["key", ...(form.required ?? []).filter((name) => name === "type")],
			};
		});
		const items = objects.length === 1 ? objects[0] : { anyOf: objects };
		return [kind, { type: "array", items, description: `Each is a ${CONFIG_KINDS[kind].noun}.` }] as const;
	});
	const defaults = KINDS_IN_ORDER.map((kind) => [kind, defaultsOf(formsOf(kind, components))] as const);
	const root = {
		type: "object",
		properties: {
			project: { ...key, description: "Whose objects these are: a project prunes no other's. Default: `default`." },
			defaults: {
				type: "object",
				properties: Object.fromEntries(defaults),
				additionalProperties: false,
				description: "Members of all objects of a kind that do not have them themselves.",
			},
			...Object.fromEntries(lists),
		},
		additionalProperties: false,
	};
	const used = new Map<string, unknown>();
	const schema = rewritten(root, components, used);
	return {
		$schema: "https://json-schema.org/draft/2020-12/schema",
		title: "Configuration of Lapwing",
		...(schema as object),
		$defs: { ...Object.fromEntries(used), ...DEFINITIONS },
	};
}

/** The body of a kind: one form, or one for each type. */
function formsOf(kind: ConfigKind, components: Components): readonly Schema[] {
	const resolved = ({ $ref, ...schema }: Schema) =>
		$ref === undefined ? schema : (components[$ref.slice(IN_OPENAPI.length)] ?? {});
	const body = resolved({ $ref: `${IN_OPENAPI}${BODIES[kind]}` });
	return body.anyOf?.map(resolved) ?? [body];
}

function contentChecksOf({ properties }: Schema): Readonly<Record<string, Schema>> {
	const [type] = (properties?.["type"]?.["enum"] ?? []) as readonly MonitorType[];
	if (type === undefined || !rowOf(type).takesContentChecks) return {};
	const items = { $ref: `${IN_OPENAPI}ContentCheckCreate` };
	return { contentChecks: { type: "array", maxItems: MAX_CONTENT_CHECKS, items } };
}

/** Every member of any form, none of them required. */
function defaultsOf(forms: readonly Schema[]): Schema {
	const members = Map.groupBy(
		forms.flatMap(({ properties = {} }) => Object.entries(properties)).filter(([name]) => name !== "type"),
		([name]) => name,
	);
	const properties = [...members].map(([name, all]) => {
		const different = new Map(all.map(([, schema]) => [JSON.stringify(schema), schema]));
		const [first = {}] = different.values();
		return [name, different.size === 1 ? first : { anyOf: [...different.values()] }] as const;
	});
	return { type: "object", properties: Object.fromEntries(properties), additionalProperties: false };
}

/** In the words of JSON Schema, as files write values; what it names is added to `used`. */
function rewritten(part: unknown, components: Components, used: Map<string, unknown>): unknown {
	if (Array.isArray(part)) return part.map((item) => rewritten(item, components, used));
	if (typeof part !== "object" || part === null) return part;
	const { example, discriminator: _, ...schema } = part as Schema;
	if (typeof schema.$ref === "string") {
		const name = schema.$ref.slice(IN_OPENAPI.length);
		if (!used.has(name)) {
			// Before its parts, which may name it again.
			used.set(name, {});
			used.set(name, rewritten(components[name], components, used));
		}
		return { ...schema, $ref: `${HERE}${name}` };
	}
	if (typeof schema.pattern === "string" && schema.pattern.startsWith("^usr_")) {
		return withVariables({ type: "string", description: "The e-mail address of a member of the team, or their id." });
	}
	const named = typeof schema.pattern === "string" && REFERENCE.test(schema.pattern);
	if (named)
		return { ...schema, pattern: KEY_PATTERN.source, description: "A key, or the id of what is not in files." };
	const entries = Object.entries(schema).map(([keyword, value]) => [keyword, below(keyword, value, components, used)]);
	const changed: Schema = {
		...Object.fromEntries(entries),
		...(example !== undefined && { examples: [example] }),
	};
	return isText(schema) ? withVariables(changed) : changed;
}

/** What stands below a keyword: names of members are no keywords, and values no schemas. */
function below(keyword: string, value: unknown, components: Components, used: Map<string, unknown>): unknown {
	if (keyword === "enum" || keyword === "default" || keyword === "required") return value;
	if (keyword !== "properties") return rewritten(value, components, used);
	const members = Object.entries(value as object);
	return Object.fromEntries(
		members.map(([name, schema]) => [name, schema === key ? key : rewritten(schema, components, used)]),
	);
}

function isText({ type, enum: words }: Schema): boolean {
	return words === undefined && (type === "string" || (Array.isArray(type) && type.includes("string")));
}

function withVariables({ description, ...text }: Schema): Schema {
	const also = Object.keys(DEFINITIONS).map((name) => ({ $ref: `${HERE}${name}` }));
	return { ...(description !== undefined && { description }), anyOf: [text, ...also] };
}
