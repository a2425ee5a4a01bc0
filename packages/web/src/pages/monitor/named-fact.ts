/** A member of the API's answers as people read it: the name in words, and the value with its unit. */

const UNITS = [
	[/Seconds$/, "s"],
	[/Ms$/, "ms"],
	[/Bytes$/, "bytes"],
	[/Days$/, "days"],
	[/Percent$/, "%"],
] as const;

export interface NamedFact {
	readonly label: string;
	readonly text: string;
}

/** `timeoutSeconds`, 10 → `Timeout`, `10 s` */
export function namedFact(name: string, value: unknown): NamedFact {
	const unit = typeof value === "number" ? UNITS.find(([end]) => end.test(name)) : undefined;
	const words = (unit ? name.replace(unit[0], "") : name).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	const label = words.charAt(0).toUpperCase() + words.slice(1);
	return { label, text: unit ? `${value} ${unit[1]}` : plain(value) };
}

function plain(value: unknown): string {
	if (typeof value === "string") return value;
	if (typeof value === "boolean") return value ? "yes" : "no";
	if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value.join(", ");
	return JSON.stringify(value);
}
