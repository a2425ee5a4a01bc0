/** GET /monitors/:id/results/:minute: one result explained. */

import { z } from "@hono/zod-openapi";
import { startOfMinute } from "../../../domain/checks/check.ts";
import { type AttemptRecord, attemptOf } from "../../../domain/checks/check-details.ts";
import { VERDICTS } from "../../../domain/checks/judgement.ts";
import { PHASES } from "../../../domain/checks/observation.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { type ExplainedCheck, explainedCheck } from "../../../storage/results/explained-check.ts";
import { ok } from "../../kernel/answers.ts";
import { endpoint, type Resource } from "../../kernel/endpoint.ts";
import { isoDateTime } from "../../kernel/schemas.ts";
import { answers } from "../../kernel/success.ts";
import { checkResult, makersOf, resultForm } from "../monitors/check-results.ts";
import { monitorId } from "../monitors/monitor-forms.ts";
import { theMonitor } from "../monitors/monitors.ts";
import { address, certificate, certificateForm, step, stepForm } from "./observation-forms.ts";

const ONLY_CHANGES = "Kept for checks that changed the monitor's status; null for others.";

const attempt = z
	.object({
		startedAt: isoDateTime,
		durationMs: z.int().min(0).nullable(),
		verdict: z.enum(VERDICTS),
		reason: z.string().nullable(),
		phase: z.enum(PHASES).nullable(),
		message: z.string().nullable(),
		responseStatus: z.int().nullable(),
		responseTimeMs: z.int().min(0).nullable(),
	})
	.openapi("Attempt");

const explainedResult = checkResult
	.extend({
		scheduledAt: isoDateTime.openapi({ description: "The scheduled minute." }),
		address: address.openapi({ description: `Address that was last tried. ${ONLY_CHANGES}` }),
		certificate: z.union([certificate, z.null()]).openapi({ description: `Null where none was seen. ${ONLY_CHANGES}` }),
		expectation: z
			.record(z.string(), z.unknown())
			.nullable()
			.openapi({
				description:
					"The expectation at the time of the check. Null for a check that left the monitor's status as it was, once " +
					"the monitor's settings have changed since.",
				example: { url: "https://example.com/health", method: "HEAD", expectedStatus: 200, timeoutSeconds: 10 },
			}),
		steps: z.array(step).nullable().openapi({ description: "Of a flow: the steps that were run. Null for others." }),
		replaced: z.array(attempt).openapi({
			description:
				"Earlier checks of the same minute, oldest first, whose place this one has taken: somebody asked for a check, " +
				"or the monitor was changed. At most the newest ten.",
		}),
		attemptList: z.array(attempt).openapi({
			description:
				"The attempt that gave the result and, before it, the first of two, which is kept for checks that changed " +
				"the monitor's status.",
		}),
	})
	.openapi("ExplainedResult");

/** The check of the minute that the path names, of the monitor that `:id` names. */
const theCheck: Resource<ExplainedCheck & { monitor: Monitor }> = {
	params: z.object({ id: monitorId, minute: z.string().regex(/^[0-9]{1,9}$/) }),
	async find(services, teamId, { id = "", minute = "" }) {
		const monitor = await theMonitor.find(services, teamId, { id });
		const explained = monitor && (await explainedCheck(services.database, monitor.id, Number(minute)));
		return explained && { ...explained, monitor };
	},
};

export const explainResult = endpoint({
	operationId: "explainResult",
	summary: "Explain one check result of a monitor",
	description: "`minute` is the scheduled minute since 1970-01-01T00:00Z: the number at the end of a result's id.",
	tag: "Monitors",
	resource: theCheck,
	success: answers("The result, the observation and the expectation.", explainedResult),
	async handle(call) {
		const { check, details, expectation, steps, replaced, monitor } = call.found;
		const first = details?.firstAttempt ?? null;
		const madeBy = await makersOf(call.services.database);
		return ok(call, {
			...resultForm(monitor, check, madeBy(check)),
			scheduledAt: isoOf(startOfMinute(check.minute)),
			address: details?.address ?? null,
			certificate: certificateForm(details?.certificate ?? null),
			expectation,
			steps: steps?.map(stepForm) ?? null,
			replaced: replaced.map(attemptForm),
			attemptList: [...(first ? [first] : []), attemptOf(check)].map(attemptForm),
		} satisfies z.infer<typeof explainedResult>);
	},
});

function attemptForm({ startedAt, ...attempt }: AttemptRecord) {
	return { startedAt: isoOf(startedAt), ...attempt };
}
