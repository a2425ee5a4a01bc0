/**
 * What a converter makes of another tool's configuration: the document of ours, its secrets by the variable that the
 * document names, and what could not be carried. A draft collects the three.
 */

import { type ConfigKind, KINDS_IN_ORDER } from "../../domain/config/config.ts";
import { freeKey } from "../../domain/config/free-key.ts";
import { mayHoldSecret, openSecretPlaces, withoutSecretAddresses } from "../../domain/config/open-secrets.ts";
import { valueAt, withValueAt } from "../../domain/config/secret-places.ts";
import { slugOf } from "../../domain/slug.ts";

/** An object of the document: its key, and the members of the API's create body, with keys in place of ids. */
export type Entry = { readonly key: string } & Readonly<Record<string, unknown>>;
type Document = { readonly [Kind in ConfigKind]?: readonly Entry[] };

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

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Where a request has credentials beside its address: a setting of their own, or a header Authorization. */
type Credentials = "auth" | "header";

interface RequestMembers {
	readonly headers?: readonly { readonly name: string }[];
	readonly auth?: object | null;
}

/** Variables longer than this are of no use to people. */
const MAX_VARIABLE_LENGTH = 80;

export class Draft {
	readonly #prefix: string;
	readonly #userWinsOver: readonly Credentials[];
	readonly #keys = new Map<ConfigKind, Map<string, number>>();
	readonly #entries = new Map<ConfigKind, Entry[]>();
	readonly #secrets = new Map<string, string>();
	readonly #notes = new Map<string, ImportNote>();

	/**
	 * @param prefix of every variable, upper case: `KUMA`
	 * @param userWinsOver in place of which other credentials of a request the tool sends the user of its address
	 */
	constructor(prefix: string, userWinsOver: readonly Credentials[] = []) {
		this.#prefix = prefix;
		this.#userWinsOver = userWinsOver;
	}

	/** A key that no other object of the kind has, made from the name. */
	key(kind: ConfigKind, name: string): string {
		return freeKey(name, kind, this.#keys.getOrInsert(kind, new Map()));
	}

	add(kind: ConfigKind, entry: Entry): void {
		const open = kind === "monitors" ? this.#withoutUserinfo(entry) : entry;
		const named = openSecretPlaces(withInsertions(open)).reduce<unknown>((value, place) => {
			const words = place.filter((step) => typeof step === "string" && step !== "value");
			const { name } = valueAt(open, place.slice(0, -1)) as { readonly name?: unknown };
			const own = place.at(-1) === "value" ? [...words, String(name)] : words;
			return withValueAt(value, place, (text) => this.secret(String(text), entry.key, ...own.map(String)));
		}, open);
		this.#entries.getOrInsert(kind, []).push(readable(named) as Entry);
	}

	/** Lapwing takes no credentials in an address: they are sent as the other tool sends them, in Authorization. */
	#withoutUserinfo(entry: Entry): Entry {
		const { type = "http", url, request = {} } = entry as { type?: string; url?: unknown; request?: RequestMembers };
		const [, before = "", userinfo = "", after = ""] =
			(typeof url === "string" && /^(https?:\/\/)([^/?#]*)@(.*)$/is.exec(url)) || [];
		if (type !== "http" || userinfo === "" || hasVariable(userinfo)) return entry;
		const { auth = null, headers = [], ...rest } = request;
		const own = headers.filter(({ name }) => name.toLowerCase() === "authorization");
		const given: readonly Credentials[] = [
			...(auth === null ? [] : ["auth" as const]),
			...own.map(() => "header" as const),
		];
		const what = `monitor "${entry["name"] || entry.key}"`;
		if (given.some((each) => !this.#userWinsOver.includes(each))) {
			const why = "It has a user, and the monitor credentials beside it: those are sent, and the user is left out.";
			this.note(what, "url", why, "Set request.auth where the user is meant.");
			return { ...entry, url: before + after };
		}
		if (given.length > 0) {
			const why = "It has a user, which was sent in place of the monitor's other credentials: those are left out.";
			this.note(what, "url", why, "Set request.auth where the others are meant.");
			for (const value of [auth ?? {}, ...own].flatMap((each): unknown[] => Object.values(each)))
				this.#secrets.delete(String(Object(value)["secret"]));
		}
		const [username = "", ...words] = userinfo.split(":").map(decoded);
		const password = words.join(":");
		const token = Buffer.from(`${username}:${password}`).toString("base64");
		const others = headers.filter((header) => !own.includes(header));
		const isBasic = username !== "" && password !== "";
		const sent = isBasic
			? []
			: [{ name: "Authorization", value: this.secret(`Basic ${token}`, entry.key, "authorization"), secret: true }];
		const all = [...others, ...sent];
		return {
			...entry,
			url: before + after,
			request: {
				...rest,
				...(all.length > 0 && { headers: all }),
				...(isBasic && { auth: { type: "basic", username, password: this.secret(password, entry.key, "password") } }),
			},
		};
	}

	/** What stands in the document for a secret: the name of its variable, made from words that say what it is. */
	secret(value: string, ...words: readonly string[]): Secret {
		const base = [this.#prefix, ...words.map(withoutSecretAddresses)]
			.map((word) => slugOf(word).replaceAll("-", "_").toUpperCase())
			.join("_");
		const short = base.slice(0, MAX_VARIABLE_LENGTH).replace(/_+$/, "");
		let name = short;
		for (let number = 2; this.#secrets.has(name); number += 1) name = `${short}_${number}`;
		this.#secrets.set(name, value);
		return { secret: name };
	}

	/** A text that is no secret here, but does not stand in the file where it looks as if it held one. */
	text(value: string, ...words: readonly string[]): string | Secret {
		return mayHoldSecret(value) ? this.secret(value, ...words) : value;
	}

	/** Lists it, once. */
	note(...parts: readonly [what: string, field: string, why: string, instead: string]): void {
		const [what = "", field = "", why = "", instead = ""] = parts.map(withoutSecretAddresses);
		this.#notes.set(JSON.stringify([what, field, why]), { what, field, why, instead });
	}

	imported(): Imported {
		const kinds = KINDS_IN_ORDER.filter((kind) => this.#entries.has(kind));
		const document = Object.fromEntries(kinds.map((kind) => [kind, this.#entries.get(kind)]));
		return { document, secrets: Object.fromEntries(this.#secrets), notes: [...this.#notes.values()] };
	}
}

/** What people read of an object, where an address that is a secret has no use. */
const READ_BY_PEOPLE: ReadonlySet<string> = new Set([
	"name",
	"tags",
	"publicTitle",
	"description",
	"headline",
	"footer",
]);

function readable(value: unknown, member = ""): unknown {
	if (typeof value === "string") return READ_BY_PEOPLE.has(member) ? withoutSecretAddresses(value) : value;
	if (Array.isArray(value)) return value.map((item) => readable(item, member));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, readable(each, name)]));
}

/** With `{{NAME}}` for variables whose values are not known, which are no secrets of the file. */
function withInsertions(value: unknown): unknown {
	return JSON.parse(
		JSON.stringify(value, (_, each) =>
			typeof each === "string" ? withVariables(each, (name) => `{{${name}}}`) : each,
		),
	);
}
