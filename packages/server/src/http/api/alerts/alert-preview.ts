/** What an alert's messages would say, with templates that are not saved. Sends and stores nothing. */

import { z } from "@hono/zod-openapi";
import { ALERT_RULES, WANTED_EVENTS } from "../../../domain/alerts/alert-rules.ts";
import type { Message } from "../../../domain/alerts/notice.ts";
import { bodyOf } from "../../../domain/alerts/texts/body-template.ts";
import { linesOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { TEMPLATE_FIELD_NAMES, TEMPLATE_FIELDS, templateProblem } from "../../../domain/alerts/texts/template.ts";
import { exampleNotice, noticeValues } from "../../../domain/alerts/texts/template-values.ts";
import { text } from "../../../domain/text.ts";
import { ok } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { answers } from "../../kernel/success.ts";
import { alertName } from "./alerts.ts";

/** More than a phone shows before its fold, and all that chats do. */
const ROOM = 3_000;
const EXAMPLE_ID = `alt_${"0".repeat(26)}`;

const { titleTemplate, textTemplate, timeZone } = ALERT_RULES;

const previewBody = z
	.strictObject({
		name: alertName.default("On call"),
		titleTemplate,
		textTemplate,
		timeZone,
		bodyTemplate: text(1, 10_000)
			.superRefine((value, context) => {
				const message = templateProblem(value);
				if (message !== null) context.addIssue({ code: "custom", message });
			})
			.nullable()
			.default(null)
			.openapi({ description: "The `body` of an `http` channel; null: the usual one." }),
		contentType: text(1, 200)
			.default("application/json")
			.openapi({ description: "The media type for which values in that body are escaped." }),
		event: z.enum(WANTED_EVENTS).default("down").openapi({ description: "What the example is about." }),
	})
	.openapi("AlertPreviewBody");

const preview = z
	.object({
		title: z.string().openapi({ example: "Shop is down" }),
		lines: z.array(z.string()).openapi({
			description: "What stands below the title, a line each.",
			example: ["No complete response within 10 s.", "Since 11:59:00 UTC, seen twice from monitor-1"],
		}),
		link: z.string().nullable().openapi({ description: "Where the message leads; null without `PUBLIC_URL`." }),
		body: z.string().openapi({ description: "What an `http` channel sends." }),
		fields: z.array(
			z.object({
				name: z.string().openapi({ example: "monitor.name" }),
				about: z.string().openapi({ example: "Its name." }),
				value: z.string().openapi({ description: "In the example.", example: "Shop" }),
			}),
		),
	})
	.openapi("AlertPreview");

export const previewAlert = endpoint({
	operationId: "previewAlert",
	summary: "See what an alert's messages would say",
	description:
		"Shows templates with an example: a shop that is down, degraded, up again, can't be checked, has a " +
		"certificate that ends soon or fails from one location. Lists every field " +
		"that templates can use. Nothing is sent or stored.",
	tag: "Alerts",
	body: previewBody,
	bodyExample: { titleTemplate: "[{{severity}}] {{title}}", timeZone: "Europe/Berlin" },
	success: answers("The example's title, text and body.", preview),
	async handle(call) {
		const { body, now, services } = call;
		const { name, titleTemplate, textTemplate, timeZone } = body;
		const notice = exampleNotice(now, body.event);
		const message: Message = {
			id: notice.id,
			alert: { id: EXAMPLE_ID, name, texts: { titleTemplate, textTemplate, timeZone } },
			notices: [notice],
			createdAt: now,
		};
		const { linkOrigin } = services;
		const href = linkOrigin === null ? null : new URL(`/monitors/${notice.monitor.id}`, linkOrigin).href;
		const shown = textOf(message, () => href);
		const values = noticeValues(notice, message, href);
		return ok(call, {
			title: shown.title,
			lines: linesOf(shown, ROOM),
			link: href,
			body: bodyOf(body.bodyTemplate, body.contentType, message, () => href),
			fields: TEMPLATE_FIELD_NAMES.map((name) => ({ name, about: TEMPLATE_FIELDS[name], value: values[name] })),
		});
	},
});
