/**
 * A team's configuration as objects with keys: the kinds of objects, what each can name of another, and limits. The
 * document that files hold is http/api/config/document.ts; plan and apply are in services/config/.
 */

/** Bytes of a document as JSON: 10,000 objects of a kilobyte and a half. */
export const MAX_CONFIG_BYTES = 16 * 1024 * 1024;
/** Objects of a document, content checks not counted. */
export const MAX_OBJECTS = 10_000;
/** What a key has: letters, digits and `. _ -`, the first one a letter or a digit. */
export const KEY_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Of a document that names none. */
export const DEFAULT_PROJECT = "default";

export type ConfigKind = "monitors" | "schedules" | "alerts" | "statusPages" | "maintenance";

interface KindRow {
	/** One of them, as people say it. */
	readonly noun: string;
	/** Of its ids: `mon` of `mon_…`. */
	readonly prefix: string;
	/** Whose members hold ids of which kind: names of members, `*` for each item of a list. */
	readonly references: readonly (readonly [kind: ConfigKind, ...path: readonly string[]])[];
}

/** In the order in which they are created: each names only kinds before it, or its own. */
export const CONFIG_KINDS: { readonly [Kind in ConfigKind]: KindRow } = {
	monitors: { noun: "monitor", prefix: "mon", references: [["monitors", "dependsOn", "*"]] },
	schedules: { noun: "schedule", prefix: "sch", references: [] },
	alerts: {
		noun: "alert",
		prefix: "alt",
		references: [
			["monitors", "monitorIds", "*"],
			["schedules", "escalation", "steps", "*", "scheduleId"],
		],
	},
	statusPages: {
		noun: "status page",
		prefix: "sp",
		references: [["monitors", "sections", "*", "components", "*", "monitorIds", "*"]],
	},
	maintenance: {
		noun: "maintenance window",
		prefix: "mw",
		references: [
			["monitors", "monitorIds", "*"],
			["statusPages", "statusPageIds", "*"],
		],
	},
};

/** What is deleted without a limit that was given: half of what a project owns, and never more than this. */
export const USUAL_PRUNE_LIMIT = 20;

export const KINDS_IN_ORDER = Object.keys(CONFIG_KINDS) as readonly ConfigKind[];

/** A name of another object: where it stands, what it is, and the text. */
interface Reference {
	readonly kind: ConfigKind;
	readonly path: readonly (string | number)[];
	readonly name: string;
}

/** `body` with each text at a place of a reference replaced by what `name` returns for it. Other values stay. */
export function withReferences(kind: ConfigKind, body: object, name: (reference: Reference) => string): object {
	return CONFIG_KINDS[kind].references.reduce<object>(
		(value, [to, ...steps]) =>
			replaced(value, steps, [], (path, text) => name({ kind: to, path, name: text })) as object,
		body,
	);
}

/** `body` with each person that it names, by an id or an e-mail address, replaced by what `name` returns. */
export function withPeople(
	kind: ConfigKind,
	body: object,
	name: (path: readonly (string | number)[], person: string) => string,
): object {
	return kind === "schedules" ? (replaced(body, ["layers", "*", "people", "*"], [], name) as object) : body;
}

function replaced(
	value: unknown,
	[step, ...rest]: readonly string[],
	path: readonly (string | number)[],
	change: (path: readonly (string | number)[], text: string) => string,
): unknown {
	if (step === undefined) return typeof value === "string" ? change(path, value) : value;
	if (step === "*") {
		return Array.isArray(value) ? value.map((item, index) => replaced(item, rest, [...path, index], change)) : value;
	}
	if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return value;
	const member = (value as Record<string, unknown>)[step];
	return { ...value, [step]: replaced(member, rest, [...path, step], change) };
}

/** An id in the form of the kind's, which no object has: it stands for the object at `index` of its list. */
export function standIn(kind: ConfigKind, index: number): string {
	return `${CONFIG_KINDS[kind].prefix}_${index.toString(36).padStart(26, "0")}`;
}

/** The index of what an id stands for; null for the id of an object. */
export function standsFor(kind: ConfigKind, id: string): number | null {
	const [prefix, digits = ""] = id.split("_", 2);
	// Real ids begin with the time at which they were made: never with so many zeros.
	return prefix === CONFIG_KINDS[kind].prefix && digits.startsWith("0000000000") ? Number.parseInt(digits, 36) : null;
}
