/** /monitors/:id/content-checks: what a monitor's body must or must not hold. */

import { z } from "@hono/zod-openapi";
import { contentCheckField, contentCheckFields } from "../../../domain/monitors/content-check-fields.ts";
import {
	CONTENT_CHECK_TYPES,
	MAX_CONTENT_CHECKS,
	OPERATORS,
	type StoredContentCheck,
} from "../../../domain/monitors/monitor.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import { createContentCheck as create } from "../../../services/content-checks/create.ts";
import { deleteContentCheck as remove } from "../../../services/content-checks/delete.ts";
import type { AgeKey } from "../../../storage/database/newest-first.ts";
import { countContentChecks, findContentCheck, pageOfContentChecks } from "../../../storage/monitors/content-checks.ts";
import { created } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import type { Resource } from "../../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../../kernel/list-endpoint.ts";
import { epochMs, publicId } from "../../kernel/schemas.ts";
import { creates } from "../../kernel/success.ts";
import { monitorId } from "../monitors/monitor-forms.ts";
import { theMonitor } from "../monitors/monitors.ts";

const contentCheckId = publicId("chk", "chk_01jgezt6z8e7kb3mq4f2ys0nd5");

/** A check of a trial: one that is off has no part in it. */
export const contentCheckBody = contentCheckField;

const isEnabled = z.boolean().default(true).openapi({ example: true });
const [ofText, ofJson, ofHeader] = contentCheckField.options;
export const createBody = z
	.discriminatedUnion("type", [
		ofText.safeExtend({ isEnabled }),
		ofJson.safeExtend({ isEnabled }),
		ofHeader.safeExtend({ isEnabled }),
	])
	.openapi("ContentCheckCreate");

const contentCheck = z
	.object({
		id: contentCheckId,
		monitorId,
		type: z.enum(CONTENT_CHECK_TYPES).openapi({ example: "contains" }),
		value: z.string().openapi({
			description: "Text or pattern; for json the JSONPath, for header the header's name.",
			example: "Welcome",
		}),
		name: z.string().optional().openapi({ description: "Of header: the header's name.", example: "Cache-Control" }),
		operator: z.enum(OPERATORS).optional().openapi({ description: "Of json and header.", example: "equals" }),
		expected: z
			.union([z.string(), z.number(), z.boolean(), z.null()])
			.optional()
			.openapi({ description: "Of json and header: what the value is compared with.", example: "ok" }),
		caseSensitive: z.boolean().openapi({ example: false }),
		isEnabled: z.boolean().openapi({ example: true }),
		createdAt: epochMs,
		updatedAt: epochMs,
	})
	.openapi("ContentCheck");

/** The check that `:checkId` names, of the monitor that `:id` names. */
const theContentCheck: Resource<{ monitor: Monitor; check: StoredContentCheck }> = {
	params: z.object({ id: monitorId, checkId: contentCheckId }),
	async find(services, teamId, { id = "", checkId = "" }) {
		const monitor = await theMonitor.find(services, teamId, { id });
		const check = monitor && (await findContentCheck(services.database, monitor.id, checkId));
		return check && { monitor, check };
	},
};

function form(monitor: Monitor, check: StoredContentCheck): z.infer<typeof contentCheck> {
	return {
		id: check.publicId,
		...contentCheckFields(monitor, check),
		createdAt: check.createdAt,
		updatedAt: check.updatedAt,
	};
}

export const listContentChecks = listEndpoint<StoredContentCheck, AgeKey, typeof contentCheck, Monitor>({
	operationId: "listContentChecks",
	summary: "List the content checks of a monitor, newest first",
	tag: "Content checks",
	resource: theMonitor,
	collection: "contentChecks",
	item: contentCheck,
	list: ({ services: { database }, found: monitor }) =>
		byAge(
			["content-checks", monitor.id],
			(seek) => pageOfContentChecks(database, monitor.id, seek),
			() => countContentChecks(database, monitor.id),
		),
	form: (check, { found: monitor }) => form(monitor, check),
});

export const createContentCheck = changeEndpoint({
	operationId: "createContentCheck",
	summary: "Add a content check to a monitor",
	description:
		"A monitor is down when one of its content checks fails. " +
		`At most ${MAX_CONTENT_CHECKS} content checks per monitor. The monitor is checked at once.`,
	tag: "Content checks",
	resource: theMonitor,
	body: createBody,
	bodyExample: { type: "contains", value: "Welcome" },
	success: creates("The new content check.", contentCheck, "Path of the new content check."),
	service: create,
	input: ({ found, body }) => ({ monitorId: found.publicId, check: body }),
	answer(call, check) {
		const location = `/api/v1/monitors/${call.found.publicId}/content-checks/${check.publicId}`;
		return created(call, form(call.found, check), location);
	},
});

export const deleteContentCheck = changeEndpoint({
	operationId: "deleteContentCheck",
	summary: "Remove a content check",
	description: "The monitor is checked at once.",
	tag: "Content checks",
	resource: theContentCheck,
	success: { status: 204, description: "Deleted." },
	service: remove,
	input: ({ found: { monitor, check } }) => ({ monitorId: monitor.publicId, id: check.publicId }),
});
