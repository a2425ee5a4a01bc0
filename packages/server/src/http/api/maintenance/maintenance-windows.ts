/** /maintenance-windows: planned maintenance, for the whole team or for some monitors, once or by a recurrence rule. */

import { z } from "@hono/zod-openapi";
import { type Schedule, spansOf, windowCovers } from "../../../domain/maintenance/maintenance.ts";
import { MAX_DURATION_MINUTES, MAX_RRULE_LENGTH, recurrenceProblem } from "../../../domain/maintenance/recurrence.ts";
import type { MaintenanceWindow, WindowSettings } from "../../../domain/maintenance/window.ts";
import { MAX_NAME_LENGTH, nameText } from "../../../domain/text.ts";
import { lockRow } from "../../../storage/database/lock-row.ts";
import type { AgeKey } from "../../../storage/database/newest-first.ts";
import {
	createWindow as create,
	endWindow as end,
	findWindow,
	MAX_WINDOWS_PER_TEAM,
	pageOfWindows,
	deleteWindow as remove,
	updateWindow,
} from "../../../storage/maintenance/maintenance-windows.ts";
import { created, noContent, ok } from "../../kernel/answers.ts";
import { type Call, endpoint, type Resource } from "../../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../../kernel/list-endpoint.ts";
import { invalid, notFound, Refusal } from "../../kernel/refusal.ts";
import { instant, isoDateTime, isoOf, publicId, single } from "../../kernel/schemas.ts";
import { monitorId } from "../monitors/monitor-forms.ts";
import { namedMonitors } from "../monitors/named-monitors.ts";

const windowId = publicId("mw", "mw_01jgezt6z8e7kb3mq4f2ys0nd5");

/** A body of 64 KiB holds this many. */
const MAX_MONITORS = 1_000;
const MAX_SPAN_MS = 366 * 86_400_000;
const MINUTE_MS = 60_000;

const theWindow: Resource<MaintenanceWindow> = {
	params: z.object({ id: windowId }),
	find: (services, teamId, { id = "" }) => findWindow(services.database, teamId, id),
	lock: (database, _teamId, { id = "" }) => lockRow(database, "maintenance_windows", id),
};

// --- Schemas ---------------------------------------------------------------------------------------------------------

const recurrence = z
	.strictObject({
		rrule: z.string().max(MAX_RRULE_LENGTH).openapi({
			description: "RFC 5545 recurrence rule by days, weeks, months or years, without the property's name.",
			example: "FREQ=WEEKLY;BYDAY=SU",
		}),
		startsAt: z.string().max(16).openapi({
			description: "Local date and time of the first occurrence, YYYY-MM-DDTHH:mm.",
			example: "2025-07-06T02:00",
		}),
		timeZone: z.string().max(64).openapi({ description: "IANA name.", example: "Europe/Berlin" }),
		durationMinutes: z.int().min(1).max(MAX_DURATION_MINUTES).openapi({ example: 60 }),
	})
	.openapi("Recurrence");

const settings = {
	name: nameText(MAX_NAME_LENGTH).openapi({ example: "Database upgrade" }),
	monitorIds: z
		.array(monitorId)
		.max(MAX_MONITORS)
		.nullable()
		.openapi({ description: "Null: every monitor of the team.", example: null }),
	startsAt: instant.nullable().openapi({ description: "Null for a recurring window." }),
	endsAt: instant
		.nullable()
		.openapi({ description: "Null for a recurring window.", example: "2025-07-01T23:00:00.000Z" }),
	recurrence: recurrence.nullable().openapi({ description: "Null for a window that does not recur." }),
};

const createBody = z
	.strictObject({
		name: settings.name,
		monitorIds: settings.monitorIds.default(null),
		startsAt: settings.startsAt.default(null),
		endsAt: settings.endsAt.default(null),
		recurrence: settings.recurrence.default(null),
	})
	.openapi("MaintenanceWindowCreate");
const updateBody = z.strictObject(settings).partial().openapi("MaintenanceWindowUpdate");

const maintenanceWindow = z
	.object({
		id: windowId,
		...settings,
		startsAt: isoDateTime.nullable(),
		endsAt: isoDateTime.nullable(),
		activeUntil: isoDateTime
			.nullable()
			.openapi({ description: "End of the maintenance that is in progress; null when there is none." }),
		createdAt: isoDateTime,
		updatedAt: isoDateTime,
	})
	.openapi("MaintenanceWindow");

function form(window: MaintenanceWindow, now: number): z.infer<typeof maintenanceWindow> {
	const { schedule } = window;
	const active = windowCovers([{ ...window, monitorIds: null }], 0, now);
	return {
		id: window.publicId,
		name: window.name,
		monitorIds: window.monitorPublicIds && [...window.monitorPublicIds],
		startsAt: schedule.kind === "once" ? isoOf(schedule.startsAt) : null,
		endsAt: schedule.kind === "once" ? isoOf(schedule.endsAt) : null,
		recurrence:
			schedule.kind === "once"
				? null
				: {
						rrule: schedule.rrule,
						startsAt: schedule.startsAt,
						timeZone: schedule.timeZone,
						durationMinutes: schedule.durationMinutes,
					},
		activeUntil: active && isoOf(active.until),
		createdAt: isoOf(window.createdAt),
		updatedAt: isoOf(window.updatedAt),
	};
}

// --- What an owner wants ---------------------------------------------------------------------------------------------

interface WantedSchedule {
	readonly startsAt: string | null;
	readonly endsAt: string | null;
	readonly recurrence: z.infer<typeof recurrence> | null;
}

function scheduleOf(wanted: WantedSchedule): Schedule | Refusal {
	if (wanted.recurrence) {
		if (wanted.startsAt !== null || wanted.endsAt !== null) {
			return invalid("/recurrence", "Give either startsAt and endsAt, or recurrence.");
		}
		const problem = recurrenceProblem(wanted.recurrence);
		if (problem) return invalid(`/recurrence/${problem.member}`, problem.message);
		return { kind: "recurring", ...wanted.recurrence, earlyEnds: new Map() };
	}
	if (wanted.startsAt === null) return invalid("/startsAt", "Give startsAt and endsAt, or recurrence.");
	if (wanted.endsAt === null) return invalid("/endsAt", "Give startsAt and endsAt, or recurrence.");
	const startsAt = Date.parse(wanted.startsAt);
	const endsAt = Date.parse(wanted.endsAt);
	if (Number.isNaN(startsAt)) return invalid("/startsAt", "There is no such instant.");
	if (Number.isNaN(endsAt)) return invalid("/endsAt", "There is no such instant.");
	if (endsAt - startsAt < MINUTE_MS) return invalid("/endsAt", "Must be at least a minute after startsAt.");
	if (endsAt - startsAt > MAX_SPAN_MS) return invalid("/endsAt", "Must be at most 366 days after startsAt.");
	return { kind: "once", startsAt, endsAt };
}

async function monitorsOf(
	call: Call,
	monitorIds: readonly string[] | null,
): Promise<WindowSettings["monitorIds"] | Refusal> {
	if (monitorIds === null) return null;
	const named = await namedMonitors(call, monitorIds);
	return named instanceof Refusal ? named : new Set(named);
}

// --- Endpoints -------------------------------------------------------------------------------------------------------

const answersWindow = { "application/json": { schema: single(maintenanceWindow) } };
const tag = "Maintenance windows";
const example = { name: "Database upgrade", startsAt: "2025-07-01T22:00:00Z", endsAt: "2025-07-01T23:00:00Z" };

export const listMaintenanceWindows = listEndpoint<MaintenanceWindow, AgeKey, typeof maintenanceWindow>({
	operationId: "listMaintenanceWindows",
	summary: "List maintenance windows, newest first",
	tag,
	collection: "maintenanceWindows",
	item: maintenanceWindow,
	list: ({ services: { database }, principal: { team } }) =>
		byAge(["maintenance-windows"], (seek) => pageOfWindows(database, team.id, seek)),
	form: (window, { now }) => form(window, now),
});

export const createMaintenanceWindow = endpoint({
	operationId: "createMaintenanceWindow",
	summary: "Create a maintenance window",
	description:
		"Checks continue during a window and count as usual; notices are held. " +
		`At most ${MAX_WINDOWS_PER_TEAM} windows per team.`,
	tag,
	body: createBody,
	bodyExample: example,
	audit: { action: "create", object: "maintenance window" },
	success: {
		status: 201,
		description: "The new maintenance window.",
		content: answersWindow,
		headers: { Location: "Path of the new maintenance window." },
	},
	async handle(call) {
		const schedule = scheduleOf(call.body);
		if (schedule instanceof Refusal) return schedule;
		const monitorIds = await monitorsOf(call, call.body.monitorIds);
		if (monitorIds instanceof Refusal) return monitorIds;
		const wanted = { name: call.body.name, monitorIds, schedule };
		const made = await create(call.services.database, call.principal.team.id, wanted, call.now);
		if (made === "full") return invalid("", `A team has at most ${MAX_WINDOWS_PER_TEAM} maintenance windows.`);
		return created(call, form(made, call.now), `/api/v1/maintenance-windows/${made.publicId}`);
	},
});

export const getMaintenanceWindow = endpoint({
	operationId: "getMaintenanceWindow",
	summary: "Get a maintenance window",
	tag,
	resource: theWindow,
	success: { status: 200, description: "The maintenance window.", content: answersWindow },
	async handle(call) {
		return ok(call, form(call.found, call.now));
	},
});

export const updateMaintenanceWindow = endpoint({
	operationId: "updateMaintenanceWindow",
	summary: "Update a maintenance window",
	description:
		"Fields left out keep their values. A change of the recurrence also changes past reports, because reports " +
		"use the present windows.",
	tag,
	resource: theWindow,
	body: updateBody,
	bodyExample: { name: "Database upgrade, postponed" },
	audit: { action: "update", object: "maintenance window", shown: ({ found, now }) => form(found, now) },
	success: { status: 200, description: "The maintenance window as it is now.", content: answersWindow },
	async handle(call) {
		const { found: window, body, now } = call;
		const givesSchedule = (["startsAt", "endsAt", "recurrence"] as const).some((member) => body[member] !== undefined);
		// Only changed values are validated: a window that was ended in its first minute is shorter than the minimum.
		const schedule = givesSchedule ? scheduleOf(merged(form(window, now), body)) : undefined;
		if (schedule instanceof Refusal) return schedule;
		const monitorIds = body.monitorIds === undefined ? undefined : await monitorsOf(call, body.monitorIds);
		if (monitorIds instanceof Refusal) return monitorIds;
		const changes = {
			...(body.name === undefined ? {} : { name: body.name }),
			...(monitorIds === undefined ? {} : { monitorIds }),
			...(schedule === undefined ? {} : { schedule }),
		};
		const changed = await updateWindow(call.services.database, window, changes, now);
		return changed ? ok(call, form(changed, now)) : notFound();
	},
});

/** A change between once and recurring drops the members of the former kind. */
function merged(before: WantedSchedule, changes: z.infer<typeof updateBody>): WantedSchedule {
	const recurs = changes.recurrence !== undefined && changes.recurrence !== null;
	const isOnce = typeof changes.startsAt === "string" && typeof changes.endsAt === "string";
	const member = <Name extends keyof WantedSchedule>(name: Name, left: WantedSchedule[Name]): WantedSchedule[Name] => {
		const given = changes[name] as WantedSchedule[Name] | undefined;
		return given === undefined ? left : given;
	};
	return {
		startsAt: member("startsAt", recurs ? null : before.startsAt),
		endsAt: member("endsAt", recurs ? null : before.endsAt),
		recurrence: member("recurrence", isOnce ? null : before.recurrence),
	};
}

export const endMaintenanceWindow = endpoint({
	operationId: "endMaintenanceWindow",
	summary: "End maintenance early",
	description:
		"Ends the maintenance that is in progress now. A recurring window recurs as before. " +
		"Without maintenance in progress nothing changes.",
	tag,
	resource: theWindow,
	audit: { action: "end", object: "maintenance window", shown: ({ found, now }) => form(found, now) },
	success: { status: 200, description: "The maintenance window as it is now.", content: answersWindow },
	async handle(call) {
		const { found: window, now } = call;
		let ended: MaintenanceWindow | null = window;
		// Several, if occurrences last longer than the interval between them.
		for (const { startsAt } of spansOf(window.schedule, now, now + 1)) {
			ended = await end(call.services.database, window, startsAt, now);
		}
		return ended ? ok(call, form(ended, now)) : notFound();
	},
});

export const deleteMaintenanceWindow = endpoint({
	operationId: "deleteMaintenanceWindow",
	summary: "Delete a maintenance window",
	description: "Its minutes are removed from reports as well.",
	tag,
	resource: theWindow,
	audit: { action: "delete", object: "maintenance window", shown: ({ found, now }) => form(found, now) },
	success: { status: 204, description: "Deleted." },
	async handle(call) {
		return (await remove(call.services.database, call.found.id)) ? noContent(call) : notFound();
	},
});
