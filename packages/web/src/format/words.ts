/** Numbers with their nouns, by the plural rules of the document's language. */

import type { MonitorType } from "../api/alerts.ts";

const plurals = new Intl.PluralRules("en");
const numbers = new Intl.NumberFormat("en");

/** `1 monitor`, `2 monitors`, `10,000 monitors` */
export function counted(count: number, one: string, many = `${one}s`): string {
	return `${numbers.format(count)} ${plurals.select(count) === "one" ? one : many}`;
}

export function number(count: number): string {
	return numbers.format(count);
}

const lists = new Intl.ListFormat("en", { type: "conjunction" });

/** `a, b, and c` */
export function listed(words: readonly string[]): string {
	return lists.format(words);
}

/** A code of the API as words: `target_forbidden` → `target forbidden`. */
export function inWords(code: string): string {
	return code.replaceAll("_", " ");
}

/** `target forbidden` → `Target forbidden` */
export function capitalized(words: string): string {
	return words.charAt(0).toUpperCase() + words.slice(1);
}

const TYPES: Readonly<Record<MonitorType, string>> = {
	http: "Web page or API",
	flow: "Flow",
	dns: "DNS records",
	tcp: "TCP port",
	cron: "Job",
	ping: "Ping",
	websocket: "WebSocket",
};

/** What a type of monitor is called; one that only a newer service has, by its own name. */
export function typeName(type: string): string {
	return Object.hasOwn(TYPES, type) ? TYPES[type as MonitorType] : inWords(type);
}

export const MONITOR_TYPE_NAMES = Object.keys(TYPES) as readonly MonitorType[];
