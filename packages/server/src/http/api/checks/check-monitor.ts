/** POST /monitors/:id/check: a check beside the schedule, for somebody who waits for a repair. */

import { z } from "@hono/zod-openapi";
import { isoOf } from "../../../domain/time-text.ts";
import { askForCheck } from "../../../storage/schedule/monitor-states.ts";
import { beyondLimit } from "../../access/rate-limit.ts";
import { json } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isoDateTime, single } from "../../kernel/schemas.ts";
import { theMonitor } from "../monitors/monitors.ts";

const askedCheck = z
	.object({
		status: z.literal("queued"),
		checkAt: isoDateTime.openapi({ description: "The scheduled instant of the check: now." }),
	})
	.openapi("AskedCheck");

export const checkMonitor = endpoint({
	operationId: "checkMonitor",
	summary: "Check a monitor now",
	description:
		"Makes the monitor due at once. The check counts like a scheduled one: it is judged and recorded, and can " +
		"cause notices. A minute has one result: if this minute has one already, the new one takes its place. Later " +
		"checks follow this one by whole intervals. 20 a minute for each team.",
	tag: "Monitors",
	resource: theMonitor,
	refusesWith: ["NOT_CHECKED"],
	success: {
		status: 202,
		description: "The check is queued.",
		content: { "application/json": { schema: single(askedCheck) } },
	},
	async handle(call) {
		const { services, principal, found, now } = call;
		const allowance = services.askedChecks.count(principal.team.id, now);
		if (!allowance.allowed) return beyondLimit(allowance, `A team may ask for ${allowance.limit} checks a minute.`);
		if (!(await askForCheck(services.database, found.id, now))) {
			const message =
				found.enabledAt === null
					? "The monitor is paused. Resume it, and it is checked at once."
					: `Monitors of the type ${found.settings.type} are not checked by Lapwing.`;
			return new Refusal("NOT_CHECKED", message);
		}
		const data = { status: "queued", checkAt: isoOf(now) } satisfies z.infer<typeof askedCheck>;
		return json(call, 202, { data });
	},
});
