/** A member of the API's answers as people read it: the name in words, and the value with its unit. */

import { capitalized } from "./words.ts";

const UNITS = [
	[/Seconds$/, "s"],
	[/Minutes$/, "min"],
	[/Ms$/, "ms"],
	[/Bytes$/, "bytes"],
	[/Days$/, "days"],
	[/Percent$/, "%"],
] as const;

interface NamedFact {
	readonly label: string;
	readonly text: string;
}

/** Parts of names that are not words of English, as the rest of the dashboard writes them. */
const WORDS = new Map([
	["dns", "DNS"],
	["id", "ID"],
	["ids", "IDs"],
	["ip", "IP"],
	["rrule", "rule"],
	["ssl", "certificate"],
	["tls", "TLS"],
	["url", "address"],
]);

/** `timeoutSeconds`, 10 → `Timeout`, `10 s`; `isEnabled`, true → `Enabled`, `yes`; `channel.type` → `Channel type` */
export function namedFact(name: string, value: unknown): NamedFact {
	const unit = typeof value === "number" ? UNITS.find(([end]) => end.test(name)) : undefined;
	const words = (unit ? name.replace(unit[0], "") : name)
		.replace(/\bis(?=[A-Z])/, "")
		.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
		.trim()
		.split(/[ .]+/)
		.map((word) => WORDS.get(word) ?? word)
		.join(" ");
	return { label: capitalized(words), text: unit ? withUnit(value as number, unit[1]) : plain(value) };
}

/** Whole seconds are written as seconds: limits are, though they are kept in milliseconds. */
function withUnit(value: number, unit: string): string {
	return unit === "ms" && value >= 1000 && value % 1000 === 0 ? `${value / 1000} s` : `${value} ${unit}`;
}

function plain(value: unknown): string {
	if (typeof value === "string") return value;
	if (typeof value === "boolean") return value ? "yes" : "no";
	if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value.join(", ");
	return JSON.stringify(value);
}
