/**
 * Configurations of teams with every type of monitor, channel and option, made from the schemas of the create bodies: a
 * new row of a table is in them without a line here. What a schema can't say is left to chance, so objects that are
 * invalid are left out. People, whom schedules name, are `people`.
 */

import { isSuccess } from "@lapwing/result";
import fc from "fast-check";
import { type ConfigKind, KINDS_IN_ORDER, withReferences } from "../../domain/config/config.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import { rowOf } from "../../domain/monitors/types.ts";
import { readDocument } from "../api/config/document.ts";
import { apiDocument } from "../app.ts";
import { aValueOf } from "./json-schema-arbitrary.ts";

const BODIES: { readonly [Kind in ConfigKind]: string } = {
	monitors: "MonitorCreate",
	schedules: "ScheduleCreate",
	alerts: "AlertCreate",
	statusPages: "StatusPageCreate",
	maintenance: "MaintenanceWindowCreate",
};
const MOST_OF_A_KIND = 4;

type Schemas = Parameters<typeof aValueOf>[1];
type AnyObject = { readonly key: string } & Readonly<Record<string, unknown>>;
type AnyDocument = { readonly [Kind in ConfigKind]: readonly AnyObject[] };

/** @param people `usr_…`; without any there are no schedules */
export function anyDocument(people: readonly string[] = []): fc.Arbitrary<AnyDocument> {
	const schemas = (apiDocument().components?.schemas ?? {}) as Schemas;
	const of = (name: string) => aValueOf(schemas[name] ?? {}, schemas) as fc.Arbitrary<object>;
	const kinds = KINDS_IN_ORDER.filter((kind) => kind !== "schedules" || people.length > 0);
	const lists = kinds.map((kind) => [kind, fc.array(of(BODIES[kind]), { maxLength: MOST_OF_A_KIND })] as const);
	const checks = of("ContentCheckCreate");
	return fc
		.tuple(fc.record(Object.fromEntries(lists)), fc.array(checks, { maxLength: MOST_OF_A_KIND }), fc.nat())
		.map(([made, contentChecks, seed]) => validParts(made, { contentChecks, people, seed }));
}

interface Filling {
	readonly contentChecks: readonly object[];
	readonly people: readonly string[];
	/** Decides which objects are named. */
	readonly seed: number;
}

function validParts(made: Readonly<Record<string, readonly object[]>>, { contentChecks, people, seed }: Filling) {
	const document: Record<ConfigKind, AnyObject[]> = {
		...{ monitors: [], schedules: [], alerts: [], statusPages: [], maintenance: [] },
	};
	let turn = seed;
	for (const kind of KINDS_IN_ORDER) {
		for (const [index, body] of (made[kind] ?? []).entries()) {
			const named = withReferences(kind, unrepeated(body), ({ kind: to }) => {
				turn += 1;
				return document[to][turn % Math.max(1, document[to].length)]?.key ?? "";
			});
			const object = { key: `${kind}-${index}`, ...(withPeople(kind, named, people) as object) };
			const isValid = (candidate: AnyObject) =>
				isSuccess(readDocument({ ...document, [kind]: [...document[kind], candidate] }));
			if (!isValid(object)) continue;
			const checks = takesContentChecks(kind, object)
				? contentChecks.filter((check) => isValid({ ...object, contentChecks: [check] }))
				: [];
			document[kind].push(checks.length > 0 ? { ...object, contentChecks: checks } : object);
		}
	}
	return document;
}

function takesContentChecks(kind: ConfigKind, object: object): boolean {
	const { type = "http" } = object as { readonly type?: MonitorType };
	return kind === "monitors" && rowOf(type).takesContentChecks;
}

/** A list of references names each object once, and no more than there are; components of a page are new. */
function unrepeated(body: object): object {
	return JSON.parse(JSON.stringify(body), function (this: Record<string, unknown>, name, value) {
		if (["monitorIds", "dependsOn", "statusPageIds"].includes(name) && Array.isArray(value)) return value.slice(0, 1);
		return name === "id" && String(value).startsWith("cmp_") ? undefined : value;
	});
}

function withPeople(kind: ConfigKind, body: object, people: readonly string[]): object {
	if (kind !== "schedules") return body;
	return JSON.parse(JSON.stringify(body), (name, value) => (name === "people" ? people : value));
}
