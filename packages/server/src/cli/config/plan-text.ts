/** A plan as a person reads it: a line for each object that changes, and its fields below. */

import { CONFIG_KINDS } from "../../domain/config/config.ts";
import type { Plan, PlannedChange } from "./config-service.ts";

/** Of a value on one line. */
const MAX_VALUE_LENGTH = 100;
/** Items of a list that come or go. */
const MAX_ITEMS = 20;
/** Characters before the place at which long values differ. */
const AROUND = 20;
const SIGNS = { create: "+", update: "~", adopt: ">", delete: "-" } as const satisfies Record<
	PlannedChange["action"],
	string
>;
const VERBS = { create: "create", update: "change", adopt: "adopt", delete: "delete" } as const;

type Entries = Readonly<Record<string, unknown>>;

/** @param files the document that was planned: of a new object, the fields that it or the defaults name are shown */
export function planLines({ changes, totals, left = [], comparesSecrets }: Plan, files: Entries): readonly string[] {
	const notes = [
		...(left.length > 0 ? [leftText(left)] : []),
		...(comparesSecrets ? [] : ["Not compared: the secrets of the files. That takes a key with config:write."]),
	];
	if (changes.length === 0) return [`Nothing to change: ${objects(totals.unchanged)} as in the files.`, ...notes];
	const lines = changes.flatMap((change) => [headOf(change), ...fieldLines(change, files)]);
	return [...lines, "", `Plan: ${totalsText(totals)}.`, ...notes];
}

function leftText(left: NonNullable<Plan["left"]>): string {
	const named = left.slice(0, MAX_ITEMS).map(({ kind, key }) => `${CONFIG_KINDS[kind].noun} ${key}`);
	const more = left.length - named.length;
	const others = more > 0 ? ` and ${more} more` : "";
	return `In no file, and kept: ${named.join(", ")}${others}. --prune deletes what left the files.`;
}

/** `2 to create, 1 to change, 7 unchanged` */
function totalsText(totals: Plan["totals"]): string {
	const parts = (["create", "update", "adopt", "delete"] as const)
		.filter((action) => totals[action] > 0)
		.map((action) => `${totals[action]} to ${VERBS[action]}`);
	return [...parts, `${totals.unchanged} unchanged`].join(", ");
}

/** `2 created, 1 changed` */
export function doneText(totals: Plan["totals"]): string {
	const parts = (["create", "update", "adopt", "delete"] as const)
		.filter((action) => totals[action] > 0)
		.map((action) => `${totals[action]} ${VERBS[action]}${VERBS[action].endsWith("e") ? "d" : "ed"}`);
	return parts.join(", ") || "nothing to change";
}

function headOf({ kind, key, name, action, changes, drifted, keepsSecrets, existsSince }: PlannedChange): string {
	const history = existsSince === null ? "" : `, with its history since ${existsSince.slice(0, 10)}`;
	const isUndone = drifted && !(keepsSecrets && changes.every(isOfSecrets));
	const undone = isUndone ? ", undoing what was changed on the service since" : "";
	return `${SIGNS[action]} ${VERBS[action]} ${CONFIG_KINDS[kind].noun} ${key} ${JSON.stringify(name)}${history}${undone}`;
}

function fieldLines({ kind, key, action, changes, keepsSecrets }: PlannedChange, files: Entries): readonly string[] {
	const named = action === "create" ? membersOf(files, kind, key) : null;
	return changes
		.filter(({ field }) => named === null || named.has(field.split(".", 1)[0] ?? ""))
		.map(({ field, before, after }) => {
			if (action === "create") return `    ${field}: ${valueText(after)}`;
			if (isOfSecrets({ field }) && keepsSecrets) {
				return "    secrets: changed on the service since; they stay, for their variables are not set";
			}
			if (isOfSecrets({ field })) return "    secrets: those of the files";
			return `    ${field}: ${changeText(before, after)}`;
		});
}

function isOfSecrets({ field }: { readonly field: string }): boolean {
	return field === "secrets";
}

function membersOf(files: Entries, kind: string, key: string): ReadonlySet<string> {
	const list = (files[kind] ?? []) as readonly Entries[];
	const usual = (files["defaults"] as Readonly<Record<string, Entries>> | undefined)?.[kind];
	const names = Object.keys({ ...usual, ...list.find((entry) => entry["key"] === key) });
	return new Set(names.filter((name) => name !== "key" && name !== "name"));
}

/** Of a list of texts what comes and goes; of other long values the part that differs. */
function changeText(before: unknown, after: unknown): string {
	const [from, to] = [valueText(before), valueText(after)];
	if (!from.endsWith("…") && !to.endsWith("…")) return `${from} → ${to}`;
	if (isTexts(before) && isTexts(after)) {
		const gone = before.filter((each) => !after.includes(each)).map((each) => `- ${JSON.stringify(each)}`);
		const come = after.filter((each) => !before.includes(each)).map((each) => `+ ${JSON.stringify(each)}`);
		const parts = [...gone, ...come];
		const more = parts.length - MAX_ITEMS;
		if (parts.length > 0) return [...parts.slice(0, MAX_ITEMS), ...(more > 0 ? [`${more} more`] : [])].join(", ");
	}
	const [old, now] = [before, after].map((value) => JSON.stringify(value) ?? "null") as [string, string];
	const at = [...old].findIndex((letter, index) => letter !== now[index]);
	return [old, now].map((text) => excerpt(text, Math.max(0, at - AROUND))).join(" → ");
}

function isTexts(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function excerpt(text: string, from: number): string {
	const end = from + MAX_VALUE_LENGTH;
	return `${from > 0 ? "…" : ""}${text.slice(from, end)}${text.length > end ? "…" : ""}`;
}

function valueText(value: unknown): string {
	const text = JSON.stringify(value) ?? "null";
	return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)}…`;
}

function objects(count: number): string {
	return count === 1 ? "1 object is" : `${count} objects are`;
}
