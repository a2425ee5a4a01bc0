/**
 * What a converter makes of another tool's configuration: the document of ours, its secrets by the variable that the
 * document names, and what could not be carried. A draft collects the three.
 */

/** The kinds of objects, as the document lists them. */
export const KINDS = ["monitors", "alerts", "schedules", "maintenance", "statusPages"] as const;
export type Kind = (typeof KINDS)[number];

/** An object of the document: its key, and the members of the API's create body, with keys in place of ids. */
export type Entry = { readonly key: string } & Readonly<Record<string, unknown>>;
type Document = { readonly [Name in Kind]?: readonly Entry[] };

/** What stands in the document in place of a secret. */
export interface Secret {
	/** An environment variable. */
	readonly secret: string;
}

/** What could not be carried as it was: nothing is dropped or changed in meaning without one. */
export interface ImportNote {
	/** `monitor "API"`. */
	readonly what: string;
	/** As the other tool names it; empty: the whole object. */
	readonly field: string;
	/** A sentence. */
	readonly why: string;
	/** A sentence: what to do. */
	readonly instead: string;
}

export interface Imported {
	readonly document: Document;
	/** Values by variable; nothing secret stands in the document. */
	readonly secrets: Readonly<Record<string, string>>;
	readonly notes: readonly ImportNote[];
}

/**
 * What stands in a text of a draft for a variable of the environment whose value the importer does not know: the file
 * says `${NAME}` there. Private-use characters, so that no text of others is taken for one.
 */
export function variableMark(name: string): string {
	return `\u{e000}${name}\u{e001}`;
}
const MARK = /\u{e000}(\w*)\u{e001}/gu;

export function hasVariable(text: string): boolean {
	return text.includes("\u{e000}");
}

/** `text` with what `write` gives for each variable, by its name and its place. */
export function withVariables(text: string, write: (name: string, at: number) => string): string {
	return text.replace(MARK, (_, name: string, at: number) => write(name, at));
}

/** As files write it. */
export function asVariable(name: string): string {
	return `\${${name}}`;
}

/** The longest key (domain/config). */
const MAX_KEY_LENGTH = 100;
/** Variables longer than this are of no use to people. */
const MAX_VARIABLE_LENGTH = 80;

/** Names of what lets someone in, in JSON, forms and other texts. */
const MAY_HOLD_SECRET =
	/passw|pwd|passphrase|passcode|secret|token|api[-_ ]?key|private[-_ ]?key|credential|auth|bearer|session|signature|eyJ[\w-]{8}/i;

export class Draft {
	readonly #prefix: string;
	readonly #keys = new Map<Kind, Set<string>>();
	readonly #entries: Record<Kind, Entry[]> = {
		monitors: [],
		alerts: [],
		schedules: [],
		maintenance: [],
		statusPages: [],
	};
	readonly #secrets = new Map<string, string>();
	readonly #notes = new Map<string, ImportNote>();

	/** @param prefix of every variable, upper case: `KUMA` */
	constructor(prefix: string) {
		this.#prefix = prefix;
	}

	/** A key that no other object of the kind has, made from the name: `My API` → `my-api`, the next one `my-api-2`. */
	key(kind: Kind, name: string): string {
		const taken = this.#keys.get(kind) ?? new Set();
		this.#keys.set(kind, taken);
		const base =
			slugOf(name)
				.slice(0, MAX_KEY_LENGTH - 6)
				.replace(/-+$/, "") || singular(kind);
		let key = base;
		for (let number = 2; taken.has(key); number += 1) key = `${base}-${number}`;
		taken.add(key);
		return key;
	}

	add(kind: Kind, entry: Entry): void {
		this.#entries[kind].push(entry);
		for (const [path, name] of tellingParameters(entry))
			this.note(
				`${singular(kind)} "${String(entry["name"] ?? entry.key)}"`,
				path,
				`The parameter ${name} of this address looks like a secret, and stands in the file.`,
				`Write a variable there, as ${asVariable("NAME")}, and set it where plan and apply run.`,
			);
	}

	/** What stands in the document for a secret: the name of its variable, made from words that say what it is. */
	secret(value: string, ...words: readonly string[]): Secret {
		const base = [this.#prefix, ...words].map((word) => slugOf(word).replaceAll("-", "_").toUpperCase()).join("_");
		const short = base.slice(0, MAX_VARIABLE_LENGTH).replace(/_+$/, "");
		let name = short;
		for (let number = 2; this.#secrets.has(name); number += 1) name = `${short}_${number}`;
		this.#secrets.set(name, value);
		return { secret: name };
	}

	/** A text that is no secret here, but does not stand in the file where it looks as if it held one. */
	text(value: string, ...words: readonly string[]): string | Secret {
		return MAY_HOLD_SECRET.test(value) ? this.secret(value, ...words) : value;
	}

	/** Lists it, once. */
	note(what: string, field: string, why: string, instead: string): void {
		this.#notes.set(JSON.stringify([what, field, why]), { what, field, why, instead });
	}

	imported(): Imported {
		const document = Object.fromEntries(
			KINDS.map((kind) => [kind, this.#entries[kind]]).filter(([, list]) => list?.length),
		);
		return { document, secrets: Object.fromEntries(this.#secrets), notes: [...this.#notes.values()] };
	}
}

/** Query parameters, by the member whose address has them, that look as if they let someone in. */
function tellingParameters(value: unknown, path = ""): readonly (readonly [path: string, name: string])[] {
	if (typeof value === "string") {
		const url = value.includes("?") ? URL.parse(value) : null;
		const names = [...(url?.searchParams ?? [])].filter(([, text]) => text && !hasVariable(text)).map(([name]) => name);
		return names.filter((name) => MAY_HOLD_SECRET.test(name) || name === "key").map((name) => [path, name] as const);
	}
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([name, member]) =>
		tellingParameters(member, Array.isArray(value) ? path : path ? `${path}.${name}` : name),
	);
}

/** Lower-case letters, digits and single hyphens; accents are dropped, and what has no such letter is left out. */
export function slugOf(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-+|-+$/g, "");
}

function singular(kind: Kind): string {
	return { monitors: "monitor", alerts: "alert", schedules: "schedule", maintenance: "window", statusPages: "page" }[
		kind
	];
}
