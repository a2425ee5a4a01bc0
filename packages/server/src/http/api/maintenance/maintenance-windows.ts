/** /maintenance-windows: planned maintenance, for the whole team or for some monitors, once or by a recurrence rule. */

import { z } from "@hono/zod-openapi";
import { TIME_ZONE_SCHEMA } from "../../../domain/local-time.ts";
import { MAX_ANNOUNCE_HOURS, USUAL_ANNOUNCE_HOURS } from "../../../domain/maintenance/announced.ts";
import { MAX_DURATION_MINUTES, MAX_RRULE_LENGTH } from "../../../domain/maintenance/recurrence.ts";
import { MAX_WINDOWS_PER_TEAM, type MaintenanceWindow, windowFields } from "../../../domain/maintenance/window.ts";
import { MAX_STATUS_PAGES_PER_TEAM } from "../../../domain/status-pages/status-page.ts";
import { MAX_NAME_LENGTH, nameText, text } from "../../../domain/text.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { createMaintenanceWindow as create } from "../../../services/maintenance-windows/create.ts";
import { deleteMaintenanceWindow as remove } from "../../../services/maintenance-windows/delete.ts";
import { endMaintenanceWindow as end } from "../../../services/maintenance-windows/end.ts";
import { updateMaintenanceWindow as update } from "../../../services/maintenance-windows/update.ts";
import type { AgeKey } from "../../../storage/database/newest-first.ts";
import { findWindow, pageOfWindows } from "../../../storage/maintenance/maintenance-windows.ts";
import { created, ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { byId, endpoint } from "../../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../../kernel/list-endpoint.ts";
import { instant, isoDateTime, publicId } from "../../kernel/schemas.ts";
import { answers, creates } from "../../kernel/success.ts";
import { monitorId } from "../monitors/monitor-forms.ts";

const windowId = publicId("mw", "mw_01jgezt6z8e7kb3mq4f2ys0nd5");

/** A body of 64 KiB holds this many. */
const MAX_MONITORS = 1_000;
/** As an update of an incident. */
const MAX_PUBLIC_TEXT = 5_000;

const theWindow = byId(windowId, findWindow);

// --- Schemas ---------------------------------------------------------------------------------------------------------

const recurrence = z
	.strictObject({
		rrule: z.string().max(MAX_RRULE_LENGTH).openapi({
			format: "rrule",
			pattern: "^([A-Z]+=[A-Z0-9,+-]+;)*FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;[A-Z]+=[A-Z0-9,+-]+)*$",
			description: "RFC 5545 recurrence rule by days, weeks, months or years, without the property's name.",
			example: "FREQ=WEEKLY;BYDAY=SU",
		}),
		startsAt: z.string().max(16).openapi({
			pattern: "^(20[0-9]{2}|2100)-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]$",
			description: "Local date and time of the first occurrence, YYYY-MM-DDTHH:mm.",
			example: "2025-07-06T02:00",
		}),
		timeZone: z.string().openapi({ ...TIME_ZONE_SCHEMA, description: "IANA name.", example: "Europe/Berlin" }),
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
	statusPageIds: z.array(publicId("sp", "sp_01jgezt6z8e7kb3mq4f2ys0nd5")).max(MAX_STATUS_PAGES_PER_TEAM).openapi({
		description: "The status pages that announce it, with each next occurrence. Nothing else of it shows.",
		example: [],
	}),
	publicTitle: nameText(MAX_NAME_LENGTH).nullable().openapi({
		description: "What status pages call it. Null: no page announces it.",
		example: null,
	}),
	publicText: text(0, MAX_PUBLIC_TEXT).openapi({
		description: "What status pages say about it, in Markdown. Empty: nothing.",
		example: "",
	}),
	announceHoursBefore: z.int().min(0).max(MAX_ANNOUNCE_HOURS).openapi({
		description: "How long before an occurrence begins subscribers are notified. 0: when it begins.",
		example: USUAL_ANNOUNCE_HOURS,
	}),
};

/** What a window needs, by its kind. As a union of two bodies, generators of Terraform providers could not map it. */
const ONE_OF_TWO_KINDS = {
	if: { required: ["recurrence"], properties: { recurrence: { type: "object" } } },
	// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nobody awaits it.
	then: { properties: { startsAt: { type: "null" }, endsAt: { type: "null" } } },
	else: {
		required: ["startsAt", "endsAt"],
		properties: { startsAt: { type: "string" }, endsAt: { type: "string" } },
	},
};

export const createBody = z
	.strictObject({
		name: settings.name,
		monitorIds: settings.monitorIds.default(null),
		startsAt: settings.startsAt.default(null),
		endsAt: settings.endsAt.default(null),
		recurrence: settings.recurrence.default(null),
		statusPageIds: settings.statusPageIds.default([]),
		publicTitle: settings.publicTitle.default(null),
		publicText: settings.publicText.default(""),
		announceHoursBefore: settings.announceHoursBefore.default(USUAL_ANNOUNCE_HOURS),
	})
	.openapi("MaintenanceWindowCreate", ONE_OF_TWO_KINDS);
const { else: _, ...ONE_OF_TWO_KINDS_AT_MOST } = ONE_OF_TWO_KINDS;
const updateBody = z.strictObject(settings).partial().openapi("MaintenanceWindowUpdate", ONE_OF_TWO_KINDS_AT_MOST);

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
	return {
		id: window.publicId,
		...windowFields(window, now),
		createdAt: isoOf(window.createdAt),
		updatedAt: isoOf(window.updatedAt),
	};
}

// --- Endpoints -------------------------------------------------------------------------------------------------------

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

export const createMaintenanceWindow = changeEndpoint({
	operationId: "createMaintenanceWindow",
	summary: "Create a maintenance window",
	description:
		"Checks continue during a window and count as usual; notices are held. " +
		`At most ${MAX_WINDOWS_PER_TEAM} windows per team.`,
	tag,
	body: createBody,
	bodyExample: example,
	success: creates("The new maintenance window.", maintenanceWindow, "Path of the new maintenance window."),
	service: create,
	input: ({ body }) => body,
	answer: (call, window) => created(call, form(window, call.now), `/api/v1/maintenance-windows/${window.publicId}`),
});

export const getMaintenanceWindow = endpoint({
	operationId: "getMaintenanceWindow",
	summary: "Get a maintenance window",
	tag,
	resource: theWindow,
	success: answers("The maintenance window.", maintenanceWindow),
	async handle(call) {
		return ok(call, form(call.found, call.now));
	},
});

export const updateMaintenanceWindow = changeEndpoint({
	operationId: "updateMaintenanceWindow",
	summary: "Update a maintenance window",
	description:
		"Fields left out keep their values. A change of the recurrence also changes past reports, because reports " +
		"use the present windows.",
	tag,
	resource: theWindow,
	body: updateBody,
	bodyExample: { name: "Database upgrade, postponed" },
	success: answers("The maintenance window as it is now.", maintenanceWindow),
	service: update,
	input: ({ found, body }) => ({ id: found.publicId, changes: body }),
	answer: (call, window) => ok(call, form(window, call.now)),
});

export const endMaintenanceWindow = changeEndpoint({
	operationId: "endMaintenanceWindow",
	summary: "End maintenance early",
	description:
		"Ends the maintenance that is in progress now. A recurring window recurs as before. " +
		"Without maintenance in progress nothing changes.",
	tag,
	resource: theWindow,
	success: answers("The maintenance window as it is now.", maintenanceWindow),
	service: end,
	input: ({ found }) => ({ id: found.publicId }),
	answer: (call, window) => ok(call, form(window, call.now)),
});

export const deleteMaintenanceWindow = changeEndpoint({
	operationId: "deleteMaintenanceWindow",
	summary: "Delete a maintenance window",
	description: "Its minutes are removed from reports as well.",
	tag,
	resource: theWindow,
	success: { status: 204, description: "Deleted." },
	service: remove,
	input: ({ found }) => ({ id: found.publicId }),
});
