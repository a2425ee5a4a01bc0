/** What an alert would have sent with other settings. */

import { z } from "@hono/zod-openapi";
import { ALERT_RULES } from "../../../domain/alerts/alert-rules.ts";
import { figuresOf, REPLAYED_RULES, replayed, unknownOf } from "../../../domain/alerts/replay.ts";
import { withoutDefaults } from "../../../domain/defaults.ts";
import { DAY_MS } from "../../../domain/durations.ts";
import { picked } from "../../../domain/picked.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { MAX_REPLAYED, sentNotices } from "../../../storage/alerts/sent-notices.ts";
import { ok } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { invalid } from "../../kernel/refusal.ts";
import { instant, isoDateTime, single } from "../../kernel/schemas.ts";
import { theAlert } from "./alerts.ts";

const MAX_DAYS = 90;
const USUAL_DAYS = 30;

const body = z
	.strictObject({
		from: instant.optional().openapi({ description: `Default: ${USUAL_DAYS} days before \`to\`.` }),
		to: instant.optional().openapi({ description: `Default: now. At most ${MAX_DAYS} days after \`from\`.` }),
		settings: z
			.strictObject(withoutDefaults(picked(ALERT_RULES, REPLAYED_RULES)))
			.partial()
			.openapi({ description: "Those that differ from the alert's." }),
	})
	.openapi("AlertReplayBody");

const count = z.int().openapi({ example: 12 });
const figures = z.object({
	messages: count,
	problems: count.openapi({ description: "Those about problems; the others tell their ends." }),
});

const replay = z
	.object({
		from: isoDateTime.openapi({ description: "Later than asked for where there was more than can be counted." }),
		to: isoDateTime,
		recorded: figures.openapi({ description: "What was sent." }),
		replayed: figures.openapi({ description: "What of it would have been sent." }),
		unknown: z.array(z.enum(REPLAYED_RULES)).openapi({
			description: "Settings with which more may have been sent than the history knows.",
			example: [],
		}),
	})
	.openapi("AlertReplay");

export const replayAlert = endpoint({
	operationId: "replayAlert",
	summary: "Replay what an alert sent under other settings",
	description:
		"Which of its messages would have been sent all the same, those of its escalation too, by the importance and interval " +
		"that monitors have today. What laxer settings would have sent besides is not in the history: they are named in " +
		`\`unknown\`. The newest ${MAX_REPLAYED.toLocaleString("en")} notices count.`,
	tag: "Alerts",
	resource: theAlert,
	body,
	bodyExample: { settings: { failureThreshold: 3 } },
	success: { status: 200, description: "Both figures.", content: { "application/json": { schema: single(replay) } } },
	async handle(call) {
		const { services, found: alert, now, body: asked } = call;
		const to = asked.to === undefined ? now : Date.parse(asked.to);
		const from = asked.from === undefined ? to - USUAL_DAYS * DAY_MS : Date.parse(asked.from);
		if (to <= from) return invalid("/to", "Must be later than `from`.");
		if (to - from > MAX_DAYS * DAY_MS) return invalid("/from", `Must be within ${MAX_DAYS} days of \`to\`.`);
		const sent = await sentNotices(services.database, alert.id, from, to);
		const counted = sent.length >= MAX_REPLAYED ? (sent[0]?.sentAt ?? from) : from;
		const left = replayed(sent, alert, asked.settings);
		return ok(call, {
			from: isoOf(counted),
			to: isoOf(to),
			recorded: figuresOf(sent, true),
			replayed: figuresOf(left, asked.settings.groupsByCause !== false),
			unknown: [...unknownOf(alert, asked.settings)],
		});
	},
});
