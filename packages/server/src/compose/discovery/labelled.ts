/**
 * Monitors from labels and annotations: `<prefix>FIELD` is a member of a create body, `<prefix>NAME.FIELD` one of
 * several monitors of the same object. Values are JSON where they are JSON, else text.
 */

import { createHash } from "node:crypto";

/** A member of the list `monitors` of a configuration. */
export type FoundMonitor = { readonly key: string } & Readonly<Record<string, unknown>>;

/** What a source has at present. */
export interface Found {
	readonly monitors: readonly FoundMonitor[];
	/** Beginnings of keys of what can't be read at present: the monitors that have them stay as they are. */
	readonly unread: readonly string[];
	/** Whether what is not there is gone, and can be deleted. */
	readonly isWhole: boolean;
}

interface Labelled {
	/** What the labels stand on, for keys and messages: `shop-web-1`, `ingress default/shop`. */
	readonly object: string;
	/** Of a monitor that has none. */
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	/** Where to check when no label says so. */
	readonly usualUrl?: string | undefined;
}

/** Keys of configurations have at most as many characters. */
const MAX_KEY = 100;
const DIGEST = 8;

/** @param prefix `lapwing.` or `lapwing/` */
export function monitorsOf({ object, name, labels, usualUrl }: Labelled, prefix: string): FoundMonitor[] {
	const monitors = new Map<string, Record<string, unknown>>();
	for (const [label, text] of Object.entries(labels)) {
		if (!label.startsWith(prefix)) continue;
		const path = label.slice(prefix.length).split(".");
		const field = path.pop() ?? "";
		const which = path.join(".");
		const known = monitors.get(which) ?? {};
		known[camelCase(field)] = valueIn(text);
		monitors.set(which, known);
	}
	return Array.from(monitors, ([which, { monitor = true, ...fields }]) => ({ which, monitor, fields }))
		.filter(({ monitor }) => monitor !== false)
		.map(({ which, fields }) => {
			const own = which === "" ? name : `${name} ${which}`;
			const type = fields["type"] ?? "http";
			const usual = type === "http" && usualUrl !== undefined ? { url: usualUrl } : {};
			// Last: by a label nobody takes the monitor of another object.
			return { name: own, ...usual, ...fields, key: keyOf(which === "" ? object : `${object} ${which}`) };
		});
}

/** `interval-seconds` is `intervalSeconds`: labels are usually written in lower case. */
function camelCase(field: string): string {
	return field.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function valueIn(text: string): unknown {
	if (!/^(?:true|false|null|-?\d+(?:\.\d+)?|[[{].*)$/s.test(text.trim())) return text;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** A key that reads like its object; two objects never share one. */
function keyOf(object: string): string {
	const plain = object.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
	if (plain === object && plain.length <= MAX_KEY) return plain;
	const digest = createHash("sha256").update(object).digest("hex").slice(0, DIGEST);
	return `${plain.slice(0, MAX_KEY - DIGEST - 1)}-${digest}`.replace(/^-/, "k-");
}
