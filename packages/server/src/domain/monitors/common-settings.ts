/**
 * The settings that monitors of every type have: a row each, with its range, its default and its words in the OpenAPI
 * document. Bodies, answers, storage, audit events and the client's types follow from the rows; those of CHECK_SETTINGS
 * are in every order of a check, too. A setting of one type alone is a row in that type's file (./types.ts).
 */

import { z } from "zod";
import { picked } from "../picked.ts";
import { MAX_NAME_LENGTH, nameText } from "../text.ts";
import { LOCATION_HINTS } from "./monitor.ts";

/** The most tags of one monitor. */
export const MAX_TAGS = 20;

/** The most monitors that one depends on directly. */
const MAX_DEPENDENCIES = 20;

export const tagText = z
	.string()
	.toLowerCase()
	.regex(/^[a-z0-9_.:/-]{1,50}$/, "A tag has 1–50 of a-z, 0-9 and _ . : / -");

/** How much a monitor matters to the people who are woken, least first. */
export const IMPORTANCES = ["low", "normal", "high"] as const;
export type Importance = (typeof IMPORTANCES)[number];

/** What probes and the judgement use, beside the timeout: after a change of one, a check is due at once. */
const CHECK_SETTINGS = {
	degradedAfterMs: z
		.int()
		.min(1000)
		.max(30_000)
		.meta({ example: 5000, description: "A response that takes at least this long is degraded." })
		.default(5_000),
};

/** The most locations that one monitor is checked from. */
export const MAX_LOCATIONS = 10;

/** How many of the locations that made a check have to see a target down. */
export const DOWN_WHEN = ["any", "majority", "all"] as const;
export type DownWhen = (typeof DOWN_WHEN)[number];

const locationName = z.string().regex(/^[a-z0-9-]{1,40}$/, "The name of a location has 1–40 of a-z, 0-9 and -.");

/** Where checks are made, beside `locationHint`. */
const LOCATION_SETTINGS = {
	locations: z
		.array(locationName)
		.max(MAX_LOCATIONS)
		.overwrite((names) => [...new Set(names)])
		.meta({
			example: ["frankfurt", "virginia"],
			description:
				"Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that " +
				"has a prober, else where Lapwing itself runs.",
		})
		.default([]),
	downWhen: z
		.enum(DOWN_WHEN)
		.meta({
			example: "majority",
			description:
				"With several locations: whether the monitor is down when any of those that made the check sees it down, " +
				"when more than half of them do, or when all do. A location that missed the check doesn't count.",
		})
		.default("majority"),
	fallback: z
		.boolean()
		.meta({
			example: false,
			description:
				"Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.",
		})
		.default(false),
};

/** Those that only the full view of the API shows: its short forms have no others than the specification's. */
const FULL_VIEW_SETTINGS = {
	...LOCATION_SETTINGS,
	importance: z
		.enum(IMPORTANCES)
		.meta({ example: "high", description: "Alerts can ask for a least importance of the monitors that they cover." })
		.default("normal"),
	dependsOn: z
		.array(z.string().regex(/^mon_[0-9a-z-]{1,40}$/, "Must be the id of a monitor."))
		.max(MAX_DEPENDENCIES)
		.overwrite((ids) => [...new Set(ids)])
		.meta({
			example: [],
			description:
				"Monitors without which this one can't be up, such as a router. While one of them is down, problems of this " +
				"one are recorded and not notified. No circles; monitors that are deleted leave the list.",
		})
		.default([]),
};

export const COMMON_SETTINGS = {
	name: nameText(MAX_NAME_LENGTH).meta({ example: "Website" }),
	tags: z
		.array(tagText)
		.max(MAX_TAGS)
		.overwrite((tags) => [...new Set(tags)])
		.meta({ example: ["team:web", "prod"], description: "Lower-cased; each once, in the order given." })
		.default([]),
	intervalSeconds: z.int().min(60).max(3600).meta({ example: 60 }).default(60),
	...CHECK_SETTINGS,
	timeoutSeconds: z
		.int()
		.min(1)
		.max(60)
		.meta({ example: 10, description: "A target without a complete response within this time is down." })
		.default(10),
	locationHint: z
		.enum(LOCATION_HINTS)
		.meta({
			example: "wnam",
			description: "Where to check from, if a location there has a prober. `locations` binds, this doesn't.",
		})
		.default("wnam"),
	sslMonitoringEnabled: z.boolean().meta({ example: true }).default(true),
	sslExpiryWarningDays: z.int().min(1).max(365).meta({ example: 30 }).default(30),
	...FULL_VIEW_SETTINGS,
};

/** Not a setting, but the time since when it is true (`enabledAt`). */
export const ENABLED = z
	.boolean()
	.meta({ description: "False pauses the checks; true resumes them, with a check at once.", example: true })
	.default(true);

type ValuesOf<Rows extends z.ZodRawShape> = Readonly<z.output<z.ZodObject<Rows>>>;
export type CommonSettings = ValuesOf<typeof COMMON_SETTINGS>;
export type CheckSettings = ValuesOf<typeof CHECK_SETTINGS>;
type LocationSettings = Pick<CommonSettings, keyof typeof LOCATION_SETTINGS>;

const { name: _, ...rowsWithDefault } = COMMON_SETTINGS;
/** Every common setting but the name, which has no default. */
export const COMMON_DEFAULTS = z.object(rowsWithDefault).parse({});

const COMMON_NAMES = Object.keys(COMMON_SETTINGS) as readonly (keyof CommonSettings)[];
const CHECK_NAMES = Object.keys(CHECK_SETTINGS) as readonly (keyof CheckSettings)[];

/** The common settings among other members; of an update those that it has. */
export function commonSettingsOf<Members extends Partial<CommonSettings>>(members: Members) {
	return picked(members, COMMON_NAMES);
}

/** Without those that only the full view shows. */
export function withoutFullView<Members extends object>(
	members: Members,
): Omit<Members, keyof typeof FULL_VIEW_SETTINGS> {
	const shown = Object.entries(members).filter(([name]) => !Object.hasOwn(FULL_VIEW_SETTINGS, name));
	return Object.fromEntries(shown) as Omit<Members, keyof typeof FULL_VIEW_SETTINGS>;
}

/** Those that bind checks to locations. */
export function locationSettingsOf({ locations, downWhen, fallback }: LocationSettings): LocationSettings {
	return { locations, downWhen, fallback };
}

/** Those that orders carry. */
export function checkSettingsOf(members: CheckSettings): CheckSettings {
	return picked(members, CHECK_NAMES);
}
