/**
 * Configurations of teams with every type of monitor, channel and option, made from the schemas of the create bodies: a
 * new row of a table is in them without a line here. An object begins as an example and takes each member of a random
 * body that leaves it valid. What services refuse of several members together is left to the caller.
 */

import { isSuccess } from "@lapwing/result";
import fc from "fast-check";
import { CHANNEL_OF } from "../../domain/alerts/testing/channel-examples.ts";
import { type ConfigKind, KINDS_IN_ORDER, standIn, withReferences } from "../../domain/config/config.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import { rowOf } from "../../domain/monitors/types.ts";
import { readDocument } from "../api/config/document.ts";
import { CREATE_EXAMPLES } from "../api/monitors/monitor-bodies.ts";
import { apiDocument } from "../app.ts";
import { aValueOf } from "./json-schema-arbitrary.ts";

type Schemas = Parameters<typeof aValueOf>[1];
type Members = Readonly<Record<string, unknown>>;
type AnyDocument = { readonly [Kind in ConfigKind]: readonly Members[] };

const MOST_OF_A_KIND = 4;
/** Said by no schema: names of locations that exist, and style sheets. */
const LEFT_OUT = new Set(["locations", "css", "theme", "importedAddresses", "startsAt", "endsAt", "recurrence"]);
const ONCE = { startsAt: "2026-07-01T22:00:00Z", endsAt: "2026-07-01T23:00:00Z" };
const WEEKLY = { rrule: "FREQ=WEEKLY;BYDAY=SU", startsAt: "2026-07-05T02:00", timeZone: "UTC", durationMinutes: 60 };

/** @param person `usr_…`, whom schedules name */
export function anyDocument(person: string): fc.Arbitrary<AnyDocument> {
	const schemas = (apiDocument().components?.schemas ?? {}) as Schemas;
	const of = (name: string) => aValueOf(schemas[name] ?? {}, schemas) as fc.Arbitrary<Members>;
	const layer = { people: [person], timeZone: "Europe/Berlin", startsOn: "2025-06-09" };
	const examples: { readonly [Kind in ConfigKind]: readonly (readonly [body: string, example: Members])[] } = {
		monitors: Object.values<Members>(CREATE_EXAMPLES).map((example) => {
			const { type = "http" } = example as { readonly type?: string };
			return [`${type[0]?.toUpperCase()}${type.slice(1)}MonitorCreate`, example] as const;
		}),
		schedules: [["ScheduleCreate", { name: "On call", layers: [layer] }]],
		alerts: Object.entries(CHANNEL_OF).map(([type, fields]) => {
			return ["AlertCreate", { name: "Alert", channel: { type, ...fields } }] as const;
		}),
		statusPages: [["StatusPageCreate", { name: "Page", slug: "page" }]],
		maintenance: [ONCE, { recurrence: WEEKLY }].map((when) => {
			return ["MaintenanceWindowCreate", { name: "Window", publicTitle: "Window", ...when }] as const;
		}),
	};
	const checks = fc.array(of("ContentCheckCreate"), { maxLength: 2 });
	const lists = KINDS_IN_ORDER.map((kind) => {
		const objects = examples[kind].map(([name, example]) =>
			fc.tuple(of(name), checks).map(([random, contentChecks]) => filled(kind, example, { ...random, contentChecks })),
		);
		return [kind, fc.array(fc.oneof(...objects), { maxLength: MOST_OF_A_KIND })] as const;
	});
	const made = fc.record(Object.fromEntries(lists)) as fc.Arbitrary<AnyDocument>;
	return fc.tuple(made, fc.nat(99)).map(([document, seed]) => withKeys(document, seed));
}

/** Monitors can have content checks by their type; a member that is left out is not random. */
function filled(kind: ConfigKind, example: Members, random: Members): Members {
	const { type = "http" } = example as { readonly type?: MonitorType };
	let object = example;
	for (const [name, value] of Object.entries(unrepeated(random))) {
		if (LEFT_OUT.has(name) || Object.hasOwn(example, name)) continue;
		if (name === "contentChecks" && !(kind === "monitors" && rowOf(type).takesContentChecks)) continue;
		const wider = { ...object, [name]: value };
		if (isSuccess(readDocument({ [kind]: [{ key: "a", ...wider }] }))) object = wider;
	}
	return object;
}

/** A list of references names an object once; components of a page are new. */
function unrepeated(body: Members): Members {
	return JSON.parse(JSON.stringify(body), (name, value) => {
		if (["monitorIds", "dependsOn", "statusPageIds"].includes(name) && Array.isArray(value)) return value.slice(0, 1);
		return name === "id" && String(value).startsWith("cmp_") ? undefined : value;
	});
}

/** Objects name those before them; what names nobody that exists names nobody. */
function withKeys(document: AnyDocument, seed: number): AnyDocument {
	const none = standIn("monitors", 0);
	const lists = KINDS_IN_ORDER.map((kind) => {
		const list = document[kind].map((body, index) => {
			const named = withReferences(kind, body, ({ kind: to }) => {
				const known = to === kind ? index : document[to].length;
				return known === 0 ? none : `${to}-${seed % known}`;
			});
			const slug = kind === "statusPages" && { slug: `page-${index}` };
			const pruned = JSON.parse(JSON.stringify(named), (_, value) =>
				Array.isArray(value) ? value.filter((item) => item !== none && item?.scheduleId !== none) : value,
			);
			return { key: `${kind}-${index}`, ...pruned, ...slug };
		});
		return [kind, list] as const;
	});
	return Object.fromEntries(lists) as unknown as AnyDocument;
}
