/**
 * The configuration of a team as one document: what files hold, and what `PUT /api/v1/config` takes. Each object is the
 * create body of its kind with a `key`, by which it is found again; where that body takes the id of an object, the
 * document takes its key or, for what is not in the document, the id.
 *
 * Bodies are validated by the schemas of the API, so a new setting is in the document without a line here: for that,
 * keys are replaced by ids that stand in for them (domain/config/config.ts). Whoever creates the objects puts the real
 * ids in their place.
 */

import type { z } from "@hono/zod-openapi";
import { failure, type Result, success } from "@lapwing/result";
import {
	CONFIG_KINDS,
	type ConfigKind,
	DEFAULT_PROJECT,
	KEY_PATTERN,
	KINDS_IN_ORDER,
	MAX_OBJECTS,
	standIn,
	standsFor,
	withPeople,
	withReferences,
} from "../../../domain/config/config.ts";
import { isSecretPlace, type KeptMember, keepsNone, type Path } from "../../../domain/config/secret-places.ts";
import { defaultsOf } from "../../../domain/defaults.ts";
import { MAX_CONTENT_CHECKS, type MonitorType } from "../../../domain/monitors/monitor.ts";
import { membersAt, nearest } from "../../input/unknown-members.ts";
import { validBody } from "../../input/valid.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { configBody as alertBody } from "../alerts/alerts.ts";
import { createBody as contentCheckBody } from "../content-checks/content-checks.ts";
import { createBody as windowBody } from "../maintenance/maintenance-windows.ts";
import { createForm, createBody as monitorBody } from "../monitors/monitor-bodies.ts";
import { createBody as scheduleBody } from "../schedules/schedule-forms.ts";
import { createBody as pageBody } from "../status-pages/status-page-forms.ts";

const BODIES = {
	monitors: monitorBody,
	schedules: scheduleBody,
	alerts: alertBody,
	statusPages: pageBody,
	maintenance: windowBody,
} as const satisfies { readonly [Kind in ConfigKind]: z.ZodType };

type BodyOf<Kind extends ConfigKind> = z.output<(typeof BODIES)[Kind]>;
type ContentCheckBody = z.output<typeof contentCheckBody>;

/** A valid object. Where its body names another one of the document, it has that one's stand-in. */
interface ConfigEntry<Kind extends ConfigKind = ConfigKind> {
	readonly key: string;
	readonly body: BodyOf<Kind>;
	/** Of a monitor. */
	readonly contentChecks: readonly ContentCheckBody[];
	/** What is no secret and stays as the object has it; the body has nothing there, a content check an example. */
	readonly kept: readonly KeptMember[];
}

/** A secret that the document names and does not hold: `{ "secret": "NAME" }`. The one that is stored is kept. */
interface UnsetSecret {
	/** JSON Pointer into the document. */
	readonly path: string;
	/** The variable that has it where the files are. */
	readonly name: string;
}

export type ConfigDocument = { readonly [Kind in ConfigKind]: readonly ConfigEntry<Kind>[] } & {
	/** Whose objects they are: what leaves the files of a project is pruned by that project alone. */
	readonly project: string;
	readonly unset: readonly UnsetSecret[];
	/** The addresses by which it names people, by their ids. */
	readonly addresses: ReadonlyMap<string, string>;
};

interface ConfigFault {
	/** JSON Pointer into the document (RFC 6901). */
	readonly path: string;
	readonly message: string;
}

const TOP_LEVEL = ["project", "defaults", ...KINDS_IN_ORDER];

/** The team's members, as far as whoever asks may know them. */
export interface KnownMembers {
	/** Their ids by their e-mail addresses, in lower case. */
	readonly ids: ReadonlyMap<string, string>;
	/** Said of any other address. */
	readonly unknown: string;
}

/** Stands for whoever has an address, where nobody knows the members. */
const SOMEBODY = `usr_${"0".repeat(26)}`;

/**
 * The document that `value`, read from JSON or YAML, is; or every fault of it.
 * @param members null: they are not known here, and any address is one of them
 */
export function readDocument(
	value: unknown,
	members: KnownMembers | null = null,
): Result<ConfigDocument, ConfigFaults> {
	if (!isObject(value)) return failure(new ConfigFaults([{ path: "", message: "Must be an object." }]));
	const faults: ConfigFault[] = unknownNames(value, TOP_LEVEL, "");
	const { project = DEFAULT_PROJECT, defaults = {} } = value;
	if (typeof project !== "string" || !KEY_PATTERN.test(project)) faults.push({ path: "/project", message: KEY_RULE });
	if (isObject(defaults)) faults.push(...unknownNames(defaults, KINDS_IN_ORDER, "/defaults"));
	else faults.push({ path: "/defaults", message: `Must be an object with members of ${KINDS_IN_ORDER.join(", ")}.` });

	const lists = listsOf(value, faults);
	const total = KINDS_IN_ORDER.reduce((sum, kind) => sum + lists[kind].length, 0);
	if (total > MAX_OBJECTS) {
		const message = `Has ${total} objects; a project has at most ${MAX_OBJECTS}. Split it into several projects.`;
		return failure(new ConfigFaults([{ path: "", message }]));
	}
	const places = placesOf(lists, faults);
	const unset: UnsetSecret[] = [];
	const addresses = new Map<string, string>();
	const document = Object.fromEntries(
		KINDS_IN_ORDER.map((kind) => {
			const usual = isObject(defaults) && isObject(defaults[kind]) ? defaults[kind] : {};
			// Of a kind with types: the members of any of them.
			faults.push(...unknownNames(usual, membersAt(BODIES[kind], { type: "" }, []), `/defaults/${kind}`));
			const reading = { usual, places, members, addresses, faults, unset };
			const read = lists[kind].map((entry, index) => entryOf(kind, entry, index, reading));
			return [kind, read.filter((entry) => entry !== null)];
		}),
	);
	if (faults.length > 0) return failure(new ConfigFaults(faults));
	return success({ project, unset, addresses, ...document } as unknown as ConfigDocument);
}

/** Why a document was refused: at least one fault, in the order of the document's kinds. */
class ConfigFaults extends Error {
	override readonly name = "ConfigFaults";
	readonly faults: readonly ConfigFault[];

	constructor(faults: readonly ConfigFault[]) {
		super(faults.map(({ path, message }) => `${path}: ${message}`).join("\n"));
		this.faults = faults;
	}
}

const KEY_RULE = "Must be a key: 1–100 letters, digits and . _ - that begin with a letter or a digit.";

type Unread = Readonly<Record<string, unknown>>;
/** The index of each key, by kind. */
type Places = { readonly [Kind in ConfigKind]: ReadonlyMap<string, number> };

function listsOf(document: Unread, faults: ConfigFault[]): { readonly [Kind in ConfigKind]: readonly unknown[] } {
	const lists = KINDS_IN_ORDER.map((kind) => {
		const list = document[kind] ?? [];
		if (Array.isArray(list)) return [kind, list as readonly unknown[]] as const;
		faults.push({ path: `/${kind}`, message: `Must be a list of objects, each with a key.` });
		return [kind, []] as const;
	});
	return Object.fromEntries(lists) as unknown as ReturnType<typeof listsOf>;
}

function placesOf(lists: ReturnType<typeof listsOf>, faults: ConfigFault[]): Places {
	const places = KINDS_IN_ORDER.map((kind) => {
		const known = new Map<string, number>();
		for (const [index, entry] of lists[kind].entries()) {
			const key = isObject(entry) ? entry["key"] : undefined;
			const path = `/${kind}/${index}/key`;
			if (typeof key !== "string" || !KEY_PATTERN.test(key)) faults.push({ path, message: KEY_RULE });
			else if (known.has(key)) faults.push({ path, message: `Another ${CONFIG_KINDS[kind].noun} has this key.` });
			else known.set(key, index);
		}
		return [kind, known] as const;
	});
	return Object.fromEntries(places) as unknown as Places;
}

interface Reading {
	/** The defaults of the kind. */
	readonly usual: Unread;
	readonly places: Places;
	readonly members: KnownMembers | null;
	readonly addresses: Map<string, string>;
	readonly faults: ConfigFault[];
	readonly unset: UnsetSecret[];
}

function entryOf(kind: ConfigKind, entry: unknown, index: number, reading: Reading): ConfigEntry | null {
	const { usual, places, members, addresses, faults, unset } = reading;
	const at = `/${kind}/${index}`;
	if (!isObject(entry)) {
		faults.push({ path: at, message: "Must be an object with a key." });
		return null;
	}
	const { key, contentChecks, ...own } = entry;
	const takesContentChecks = kind === "monitors";
	const known = new Set(membersAt(BODIES[kind], own, []));
	// A default of all monitors is none of those whose type has no such setting.
	const body = { ...Object.fromEntries(Object.entries(usual).filter(([name]) => known.has(name))), ...own };
	const unresolved: ConfigFault[] = [];
	const resolved = withReferences(kind, body, ({ kind: to, path, name }) => {
		const place = places[to].get(name);
		if (place !== undefined) return standIn(to, place);
		// An id that stands for a place of a list is made here alone.
		if (!name.startsWith(`${CONFIG_KINDS[to].prefix}_`) || standsFor(to, name) !== null) {
			const meant = nearest(name, [...places[to].keys()]);
			const { noun, prefix } = CONFIG_KINDS[to];
			const hint = meant === null ? `Name a key of ${to} or an id (${prefix}_…).` : `Did you mean ${meant}?`;
			unresolved.push({ path: `${at}${pointer(path)}`, message: `There is no ${noun} with this key here. ${hint}` });
		}
		return name;
	});
	const personal = withPeople(kind, resolved, (path, person) => {
		if (!person.includes("@")) return person;
		const id = members === null ? SOMEBODY : members.ids.get(person.toLowerCase());
		if (id !== undefined) addresses.set(id, person);
		else unresolved.push({ path: `${at}${pointer(path)}`, message: members?.unknown ?? "" });
		return id ?? person;
	});
	// A monitor keeps a secret that is null, an alert and a page one that is left out.
	const stays = kind === "monitors" ? null : undefined;
	const named = new Map<string, KeptMember>();
	const standing = new Map<string, number>();
	let present = withoutUnset(personal, [], (member) => {
		named.set(`${at}${pointer(member.path)}`, member);
		return stays;
	});
	let valid = validBody<z.ZodType>(BODIES[kind], present);
	// What an open member needs is not known here: something valid stands there until the object's own does.
	for (let tried = 0; tried < EXAMPLES.length && valid instanceof Refusal; tried += 1) {
		const needed = placed(valid, at).filter(({ path }) => named.has(path));
		if (needed.length === 0) break;
		for (const { path } of needed) standing.set(path, tried);
		present = withoutUnset(personal, [], ({ path }) => {
			const example = standing.get(`${at}${pointer(path)}`);
			return example === undefined ? stays : EXAMPLES[example];
		});
		valid = validBody<z.ZodType>(BODIES[kind], present);
	}
	if (unresolved.length > 0) faults.push(...unresolved);
	else if (valid instanceof Refusal) {
		for (const fault of placed(valid, at)) {
			const name = named.get(fault.path)?.name;
			faults.push(name === undefined ? fault : { ...fault, message: keepsNone(name) });
		}
	}
	const keptOfChecks: KeptMember[] = [];
	const checks = takesContentChecks ? contentChecksOf(contentChecks, at, { faults, kept: keptOfChecks }) : [];
	if (!takesContentChecks && contentChecks !== undefined) {
		faults.push({ path: `${at}/contentChecks`, message: "Monitors alone have content checks." });
	}
	if (valid instanceof Refusal || typeof key !== "string") return null;
	const kept = [...named.values()].filter(({ path }) => !isSecretPlace(kind, valid.value, path));
	for (const [path, member] of named) if (!kept.includes(member)) unset.push({ path, name: member.name });
	const whole = bodyOf(kind, valid.value as ConfigEntry["body"], present);
	return { key, body: whole, contentChecks: checks, kept: [...kept, ...keptOfChecks] };
}

/** A page keeps a password that is left out; null is none. */
function bodyOf(kind: ConfigKind, body: ConfigEntry["body"], given: unknown): ConfigEntry["body"] {
	if (kind !== "statusPages" || Object.hasOwn(given as object, "password")) return body;
	const { password, ...page } = body as BodyOf<"statusPages">;
	return page as BodyOf<"statusPages">;
}

/** Of each form that an open text of a create body has. */
const EXAMPLES = ["https://example.com/", "wss://example.com/", "example.com", "ops@example.com", "1"];

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** `value` with each `{ "secret": "NAME" }` in it replaced by what `stays` returns; undefined: without the member. */
function withoutUnset(value: unknown, path: Path, stays: (member: KeptMember) => string | null | undefined): unknown {
	if (Array.isArray(value)) return value.map((item, index) => withoutUnset(item, [...path, index], stays));
	if (!isObject(value)) return value;
	const { secret: name, ...others } = value;
	const isSecret = typeof name === "string" && VARIABLE.test(name) && Object.keys(others).length === 0;
	if (isSecret) return stays({ path, name });
	const members = Object.entries(value).map(
		([name, member]) => [name, withoutUnset(member, [...path, name], stays)] as const,
	);
	return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function contentChecksOf(
	given: unknown,
	at: string,
	{ faults, kept }: { readonly faults: ConfigFault[]; readonly kept: KeptMember[] },
): readonly ContentCheckBody[] {
	if (given === undefined) return [];
	const path = `${at}/contentChecks`;
	if (!Array.isArray(given) || given.length > MAX_CONTENT_CHECKS) {
		faults.push({ path, message: `Must be a list of at most ${MAX_CONTENT_CHECKS} content checks.` });
		return [];
	}
	return given.flatMap((check, index) => {
		const place = `${path}/${index}`;
		const unset: KeptMember[] = [];
		const present = withoutUnset(check, [], (member) => {
			unset.push({ ...member, path: ["contentChecks", index, ...member.path] });
			return "1";
		});
		let valid = validBody(contentCheckBody, present);
		if (valid instanceof Refusal && unset.length > 0) {
			// A JSONPath begins so.
			valid = validBody(
				contentCheckBody,
				withoutUnset(check, [], () => "$"),
			);
		}
		kept.push(...unset);
		if (!(valid instanceof Refusal)) return [valid.value];
		faults.push(...placed(valid, place));
		return [];
	});
}

function placed(refusal: Refusal, at: string): ConfigFault[] {
	return (refusal.details ?? []).map(({ path, message }) => ({ path: `${at}${path}`, message }));
}

function unknownNames(value: Unread, known: readonly string[], at: string): ConfigFault[] {
	return Object.keys(value)
		.filter((name) => !known.includes(name))
		.map((name) => {
			const meant = nearest(name, known);
			const hint = meant === null ? `It has ${known.join(", ")}.` : `Did you mean ${meant}?`;
			return { path: `${at}${pointer([name])}`, message: `There is no member ${name.slice(0, 50)} here. ${hint}` };
		});
}

function isObject(value: unknown): value is Unread {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** RFC 6901. */
function pointer(path: readonly (string | number)[]): string {
	return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The entries of a document without the members that are at the defaults of their create body. */
export function withoutUsual(kind: ConfigKind, entries: readonly Unread[]): Unread[] {
	return entries.map((entry) => {
		const usual = defaultsOfBody(kind, entry);
		const members = Object.entries(entry).filter(
			([name, value]) => !Object.hasOwn(usual, name) || JSON.stringify(value) !== JSON.stringify(usual[name]),
		);
		return Object.fromEntries(members);
	});
}

/** What an object of this kind has where its create body says nothing, as a document has it. */
export function defaultsOfBody(kind: ConfigKind, { type = "http" }: Unread): Unread {
	if (kind !== "monitors") return defaultsOf((BODIES[kind] as unknown as z.ZodObject).shape);
	// A type that is left out is http.
	const usual = defaultsOf(createForm(type as MonitorType).shape);
	return type === "http" ? { ...usual, type } : usual;
}
