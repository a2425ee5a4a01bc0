/**
 * /acknowledge: what the links of messages lead to. The token is the fragment of the page's address and is sent by POST
 * after a click, so that scanners and previews that open the link do nothing (docs/rules/on-call.md#by-link). No cookie
 * is read: whoever has the link is not known.
 */

import { z } from "@hono/zod-openapi";
import { isFailure } from "@lapwing/result";
import { CHANNEL_TYPES } from "../../../domain/alerts/channels.ts";
import { MAX_SNOOZE_MINUTES } from "../../../domain/on-call/handling.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { inTransaction } from "../../../services/change.ts";
import { actByLink } from "../../../services/outages/act-by-link.ts";
import { teamById } from "../../../storage/access/teams.ts";
import { consequencesOf } from "../../../storage/alerts/consequences.ts";
import { type AcknowledgementLink, findLink } from "../../../storage/on-call/acknowledgement-links.ts";
import { outagesOfCause } from "../../../storage/on-call/handled-causes.ts";
import { type Client, networkOf } from "../../access/client.ts";
import { beyondLimit } from "../../access/rate-limit.ts";
import { ok } from "../../kernel/answers.ts";
import { visitorEndpoint } from "../../kernel/endpoint.ts";
import { Refusal, refusalOf } from "../../kernel/refusal.ts";
import { isoDateTime } from "../../kernel/schemas.ts";
import { answers } from "../../kernel/success.ts";
import type { Services } from "../../services.ts";
import { handlingForm, handlingSchemas } from "./outages.ts";

/** Monitors that the page names, and counts. */
const MAX_NAMED = 10;
const MAX_COUNTED = 1_000;

const tag = "On call";
/** Ours have 43 characters. */
const token = z.string().min(1).max(256).openapi({ description: "The fragment of the link, after `#`." });

const link = z
	.object({
		state: z.enum(["open", "used", "over"]).openapi({
			description: "`used`: it has acknowledged. `over`: nothing of the cause lasts, and no more is said.",
			example: "open",
		}),
		channel: z.enum(CHANNEL_TYPES).nullable().openapi({ description: "Of the message." }),
		team: z.string().nullable().openapi({ example: "Acme" }),
		since: isoDateTime.nullable(),
		monitors: z.array(z.string()).openapi({
			description: `The names of the first ${MAX_NAMED} that fail, without those that depend on one of them.`,
		}),
		more: z.int().openapi({ description: "How many fail beside those.", example: 0 }),
		consequences: z.int().openapi({ description: "How many that depend on all of those fail, too.", example: 12 }),
		...handlingSchemas,
	})
	.openapi("AcknowledgementLink");

const NOTHING = {
	...{ channel: null, team: null, since: null, monitors: [], more: 0, consequences: 0 },
	...{ acknowledgement: null, snooze: null },
};

async function form({ database }: Services, found: AcknowledgementLink): Promise<z.infer<typeof link>> {
	const [team, outages] = [await teamById(database, found.teamId), await outagesOfCause(database, found, MAX_COUNTED)];
	const [first] = outages;
	if (first === undefined) return { state: "over", ...NOTHING };
	const listed = new Set(outages.map(({ monitor }) => monitor.publicId));
	const failing = outages.filter(({ consequenceOf }) => !consequenceOf || !listed.has(consequenceOf.publicId));
	// As messages count them: whether the alert covers them or not.
	const consequences = await consequencesOf(
		database,
		failing.map(({ id }) => id),
		"lasting",
	);
	return {
		state: found.usedAt === null ? "open" : "used",
		channel: CHANNEL_TYPES.find((type) => type === found.channel) ?? null,
		team: team?.name ?? null,
		since: isoOf(first.startedAt),
		monitors: failing.slice(0, MAX_NAMED).map(({ monitor }) => monitor.name),
		more: Math.max(0, failing.length - MAX_NAMED),
		consequences: [...consequences.values()].reduce((sum, { count }) => sum + count, 0),
		...handlingForm(first.handling),
	};
}

const unknown = () => new Refusal("NOT_FOUND", "This link is unknown.");

function limited({ linkUses }: Services, { address }: Client, now: number): Refusal | null {
	const allowance = linkUses.count(networkOf(address), now);
	return allowance.allowed ? null : beyondLimit(allowance, "Too many requests. Wait a minute.");
}

export const previewAcknowledgement = visitorEndpoint({
	operationId: "previewAcknowledgement",
	summary: "What the link of a message would acknowledge",
	description: "Changes nothing.",
	tag,
	body: z.strictObject({ token }),
	refusesWith: ["NOT_FOUND"],
	success: answers("What fails, and who has it.", link),
	async handle(call) {
		const { services, client, now, body } = call;
		const refused = limited(services, client, now);
		if (refused) return refused;
		const found = await findLink(services.database, body.token);
		return found === null ? unknown() : ok(call, await form(services, found));
	},
});

export const acknowledgeByLink = visitorEndpoint({
	operationId: "acknowledgeByLink",
	summary: "Acknowledge by the link of a message, or put off",
	description:
		"Like acknowledging an outage of its cause, and recorded as done by the link, whoever it was. A link acknowledges " +
		"once; until then it can put off. It does nothing once the outage is over.",
	tag,
	body: z.strictObject({
		token,
		snoozeMinutes: z
			.int()
			.min(1)
			.max(MAX_SNOOZE_MINUTES)
			.nullable()
			.default(null)
			.openapi({ description: "Puts off for so long. Default: acknowledges.", example: null }),
	}),
	refusesWith: ["NOT_FOUND", "VALIDATION_ERROR"],
	success: answers("Done; what fails, and who has it.", link),
	async handle(call) {
		const { services, client, now, body } = call;
		const refused = limited(services, client, now);
		if (refused) return refused;
		const done = await inTransaction(services.database, (tx) => actByLink(tx, client, body, { now }));
		if (isFailure(done)) return done.error.code === "not_found" ? unknown() : refusalOf(done.error);
		const found = await findLink(services.database, body.token);
		return found === null ? unknown() : ok(call, await form(services, found));
	},
});
