/** Schemas of schedules: bodies and answers. */

import { z } from "@hono/zod-openapi";
import { withoutDefaults } from "../../../domain/defaults.ts";
import { TIME_ZONE_SCHEMA } from "../../../domain/local-time.ts";
import {
	MAX_LAYERS,
	MAX_PEOPLE_OF_LAYER,
	MAX_TURN_LENGTH,
	type Person,
	type Schedule,
	type StoredOverride,
	TURN_UNITS,
	WEEKDAYS,
} from "../../../domain/on-call/schedule.ts";
import type { Turn } from "../../../domain/on-call/turns.ts";
import { MAX_NAME_LENGTH, nameText, text } from "../../../domain/text.ts";
import { isoOf, isoOrNull } from "../../../domain/time-text.ts";
import { isoDateTime, publicId } from "../../kernel/schemas.ts";

export const scheduleId = publicId("sch", "sch_01jgezt6z8e7kb3mq4f2ys0nd5");
export const overrideId = publicId("ovr", "ovr_01jgezt6z8e7kb3mq4f2ys0nd5");
const userId = publicId("usr", "usr_01jgezt6z8e7kb3mq4f2ys0nd5");

const localTime = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, "Must be a local time, HH:mm.");
const date = z
	.string()
	.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, "Must be a date, YYYY-MM-DD.")
	.openapi({ format: "date", example: "2026-12-24" });

const layerSettings = {
	name: text(0, MAX_NAME_LENGTH).default("").openapi({ example: "Weekdays" }),
	people: z
		.array(userId)
		.min(1)
		.max(MAX_PEOPLE_OF_LAYER)
		.openapi({ description: "Members of the team, in the order of their turns." }),
	turnUnit: z.enum(TURN_UNITS).default("weeks"),
	turnLength: z.int().min(1).max(MAX_TURN_LENGTH).default(1).openapi({ description: "Of one turn, in `turnUnit`." }),
	handOverTime: localTime.default("09:00").openapi({
		description:
			"When a day of the layer begins, local time. One that the clocks skip happens when they are set forward; " +
			"of one that occurs twice, the first counts.",
		example: "09:00",
	}),
	timeZone: z.string().openapi({ ...TIME_ZONE_SCHEMA, description: "IANA name.", example: "Europe/Berlin" }),
	startsOn: date.openapi({ description: "The first day of the first person. Turns of weeks begin on its weekday." }),
	weekdays: z
		.array(z.enum(WEEKDAYS))
		.min(1)
		.refine((days) => new Set(days).size === days.length, "Must not name a day twice.")
		.openapi({ uniqueItems: true })
		.nullable()
		.default(null)
		.openapi({ description: "On which the layer's days begin; null: every day.", example: null }),
	until: localTime.nullable().default(null).openapi({
		description: "When each day ends, local time, at the latest 24 hours after it began; null: at the next hand-over.",
		example: null,
	}),
};
const layer = z.strictObject(layerSettings).openapi("ScheduleLayer");

const settings = {
	name: nameText(MAX_NAME_LENGTH).openapi({ example: "Core on call" }),
	layers: z.array(layer).min(1).max(MAX_LAYERS).openapi({
		description: "The first one that has somebody decides; the others fill what it leaves open.",
	}),
};

export const createBody = z.strictObject(settings).openapi("ScheduleCreate");
export const updateBody = z.strictObject(settings).partial().openapi("ScheduleUpdate");
export const overrideBody = z
	.strictObject({
		date: date.openapi({ description: "From the hand-over of this date to the next hand-over." }),
		insteadOf: userId.openapi({ description: "Whose day it is." }),
		person: userId.openapi({ description: "Who takes it." }),
	})
	.openapi("ScheduleOverrideCreate");

const person = z
	.object({
		id: userId,
		name: z.string().nullable().openapi({ description: "Null: no member of the team any more, and on call no more." }),
	})
	.openapi("OnCallPerson");

export const reachablePerson = z
	.object({
		id: userId,
		name: z.string(),
		hasChannel: z.boolean().openapi({
			description: "Without a channel in the account, what is meant for them goes to the alert's own channel.",
		}),
	})
	.openapi("ReachablePerson");

export const override = z.object({ id: overrideId, date, insteadOf: person, person }).openapi("ScheduleOverride");

export const schedule = z
	.object({
		id: scheduleId,
		name: settings.name,
		layers: z.array(
			z.object({ ...withoutDefaults(layerSettings), people: z.array(person) }).openapi("ShownScheduleLayer"),
		),
		overrides: z.array(override).openapi({ description: "By date. They are kept for 400 days." }),
		calendarMadeAt: isoDateTime.nullable().openapi({
			description: "When the address of the calendar was made; null while it has none.",
		}),
		createdAt: isoDateTime,
		updatedAt: isoDateTime,
	})
	.openapi("Schedule");

export const turn = z
	.object({
		from: isoDateTime,
		to: isoDateTime,
		person: z.union([person, z.null()]).openapi({ description: "Null: nobody is on call." }),
		layer: z.int().nullable().openapi({ description: "The place of the layer that decides, from 0.", example: 0 }),
		insteadOf: z.union([person, z.null()]).openapi({ description: "Whose day it is, by an override." }),
	})
	.openapi("OnCallTurn");

export const onCall = z
	.object({
		schedule: z.object({ id: scheduleId, name: z.string().openapi({ example: "Core on call" }) }),
		now: turn,
		next: z
			.union([turn, z.null()])
			.openapi({ description: "Who follows within eight weeks; null when nothing changes." }),
	})
	.openapi("OnCall");

export function scheduleForm(schedule: Schedule) {
	return {
		id: schedule.publicId,
		name: schedule.name,
		layers: schedule.layers.map((layer) => ({
			...layer,
			people: [...layer.people],
			weekdays: layer.weekdays && [...layer.weekdays],
		})),
		overrides: schedule.overrides.map(overrideForm),
		calendarMadeAt: isoOrNull(schedule.calendarMadeAt),
		createdAt: isoOf(schedule.createdAt),
		updatedAt: isoOf(schedule.updatedAt),
	};
}

export function overrideForm({ publicId, date, insteadOf, person }: StoredOverride) {
	return { id: publicId, date, insteadOf, person };
}

/** @param people by their ids */
export function turnForm({ from, to, person, layer, insteadOf }: Turn, people: ReadonlyMap<string, Person>) {
	const named = (id: string | null) => (id === null ? null : (people.get(id) ?? null));
	return { from: isoOf(from), to: isoOf(to), person: named(person), layer, insteadOf: named(insteadOf) };
}

/** Everyone whom a schedule names, by id. */
export function peopleOf({ layers, overrides }: Schedule): ReadonlyMap<string, Person> {
	const people = [
		...layers.flatMap((layer) => layer.people),
		...overrides.flatMap(({ insteadOf, person }) => [insteadOf, person]),
	];
	return new Map(people.map((one) => [one.id, one]));
}
