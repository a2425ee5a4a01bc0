/** The state of the monitor form, and the bodies made from it. */

import { LIMITS } from "../../api/client/limits.ts";
import { contentCheckBody } from "../../api/content-checks.ts";
import type { Monitor, MonitorChanges, NewMonitor, TriedMonitor } from "../../api/monitors.ts";
import { tagsOf } from "../../format/tags.ts";
import { typeName } from "../../format/words.ts";
import { sentValues, type Values } from "../../ui/forms/spec-fields.tsx";
import type { CheckDraft } from "./content-check-draft.ts";
import { initialOwn, ownOf, settingsOf, valuesIn } from "./own-values.ts";
import { INITIAL_COMMON, timingFields } from "./timing-fields.ts";
import { allFields } from "./type.ts";
import { MONITOR_TYPES, typeOf } from "./types.ts";

const { downWhen, fallback } = LIMITS.HttpMonitorCreate;

export interface Draft {
	readonly type: string;
	readonly name: string;
	readonly tags: string;
	/** The type's own fields. A number field that was emptied is null. */
	readonly own: Values;
	/** The common settings of ./timing-fields.ts, likewise. */
	readonly common: Values;
	readonly contentChecks: readonly CheckDraft[];
	/** Ids of monitors without which this one can't be up. */
	readonly dependsOn: readonly string[];
	readonly location: LocationDraft;
}

/** Where it is checked from. */
interface LocationDraft {
	/** Empty: from where Lapwing runs. */
	readonly names: readonly string[];
	readonly downWhen: Monitor["downWhen"];
	readonly fallback: boolean;
}

/** An empty form; `address` is what was typed on the empty board, `wanted` the type that a link names. */
export function newDraft(address = "", wanted = ""): Draft {
	const found = Object.entries(MONITOR_TYPES)
		.map(([name, type]) => ({ name, values: address === "" ? null : type.read(address) }))
		.find(({ values }) => values !== null);
	const type = found?.name ?? (Object.hasOwn(MONITOR_TYPES, wanted) ? wanted : "http");
	return {
		type,
		name: "",
		tags: "",
		own: { ...initialOwn(typeOf(type)), ...found?.values },
		common: INITIAL_COMMON,
		contentChecks: [],
		dependsOn: [],
		location: { names: [], downWhen: downWhen.default, fallback: fallback.default },
	};
}

export function draftOf(monitor: Monitor, contentChecks: Draft["contentChecks"]): Draft {
	const { type, name, tags, dependsOn, locations, downWhen, fallback } = monitor;
	const location = { names: locations, downWhen, fallback };
	const own = ownOf(typeOf(type), monitor);
	const common = valuesIn(monitor, INITIAL_COMMON);
	return { type, name, tags: tags.join(" "), own, common, contentChecks, dependsOn, location };
}

/** What an update takes. Which members it has, the tables of fields say; the API validates them. */
export function bodyOf(draft: Draft): MonitorChanges {
	const { own, common, location } = draft;
	const { names, ...rule } = location;
	const type = typeOf(draft.type);
	return {
		...settingsOf(type, own),
		name: draft.name.trim() || usualName(draft) || typeName(draft.type),
		tags: tagsOf(draft.tags),
		dependsOn: [...draft.dependsOn],
		// A job reports from where it runs.
		...(draft.type !== "cron" && { locations: [...names], ...rule }),
		...sentValues(timingFields(type, own, common), common),
	};
}

/** As long as a name can be. */
const LONGEST_NAME = 255;

/** What it is called when its name is left empty; empty while that can't be told. */
export function usualName({ type: name, own }: Draft): string {
	const type = typeOf(name);
	return type.nameOf({ ...own, ...sentValues(allFields(type), own) }).slice(0, LONGEST_NAME);
}

export function createBodyOf(draft: Draft): NewMonitor {
	return { type: draft.type, ...bodyOf(draft) } as NewMonitor;
}

/**
 * The body of *Try it*: that of creating it with the content checks. `monitorId`: of the monitor whose
 * stored secrets stand in for those that the form left alone.
 */
export function trialBodyOf(draft: Draft, monitorId?: string): TriedMonitor {
	const checks = draft.contentChecks.map(contentCheckBody);
	return {
		...createBodyOf(draft),
		...(monitorId !== undefined && { monitorId }),
		...(typeOf(draft.type).hasContentChecks && { contentChecks: checks }),
	};
}

/** Those of the type that was chosen last: the draft keeps what was filled in for another one. */
export function wantedContentChecks({ type, contentChecks }: Draft): Draft["contentChecks"] {
	return typeOf(type).hasContentChecks ? contentChecks : [];
}

interface ContentCheckChanges {
	/** Of those before. */
	readonly removed: readonly CheckDraft[];
	/** With its place in the form, for its errors. */
	readonly added: readonly { readonly place: number; readonly check: CheckDraft }[];
}

/** A check can't be changed, only removed and added. */
export function contentCheckChanges(
	before: Draft["contentChecks"],
	after: Draft["contentChecks"],
): ContentCheckChanges {
	// By id and body: after a refused attempt both an old check and the one that replaces it are stored.
	const isSame = (a: CheckDraft, b: CheckDraft) =>
		a.id === b.id && JSON.stringify(contentCheckBody(a)) === JSON.stringify(contentCheckBody(b));
	return {
		removed: before.filter((each) => !after.some((check) => isSame(each, check))),
		added: after.flatMap((check, place) => (before.some((each) => isSame(each, check)) ? [] : [{ place, check }])),
	};
}
