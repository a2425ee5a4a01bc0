/** POST /monitors/:id/check: a check beside the schedule, for somebody who waits for a repair. */

import { z } from "@hono/zod-openapi";
import { isoOf } from "../../../domain/time-text.ts";
import { checkNow } from "../../../services/monitors/check-now.ts";
import { beyondLimit } from "../../access/rate-limit.ts";
import { json } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { isoDateTime } from "../../kernel/schemas.ts";
import { answers } from "../../kernel/success.ts";
import { theMonitor } from "../monitors/monitors.ts";

const askedCheck = z
	.object({
		status: z.literal("queued"),
		checkAt: isoDateTime.openapi({ description: "The scheduled instant of the check: now." }),
	})
	.openapi("AskedCheck");

export const checkMonitor = changeEndpoint({
	operationId: "checkMonitor",
	summary: "Check a monitor now",
	description:
		"Makes the monitor due at once. The check counts like a scheduled one: it is judged and recorded, and can " +
		"cause notices. A minute has one result: if this minute has one already, the new one takes its place. Later " +
		"checks follow this one by whole intervals. 20 a minute for each team.",
	tag: "Monitors",
	resource: theMonitor,
	refusesWith: ["NOT_CHECKED"],
	success: answers("The check is queued.", askedCheck, 202),
	refuse: async ({ services, principal, now }) => {
		const allowance = services.askedChecks.count(principal.team.id, now);
		if (allowance.allowed) return null;
		return beyondLimit(allowance, `A team may ask for ${allowance.limit} checks a minute.`);
	},
	service: checkNow,
	input: ({ found }) => ({ id: found.publicId }),
	answer(call, { checkAt }) {
		const data = { status: "queued", checkAt: isoOf(checkAt) } satisfies z.infer<typeof askedCheck>;
		return json(call, 202, { data });
	},
});
