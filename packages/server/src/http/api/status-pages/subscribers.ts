/** /status-pages/:id/subscribers: who is sent a page's news. Readers subscribe by mail; a team adds webhooks. */

import { z } from "@hono/zod-openapi";
import { isFailure } from "@lapwing/result";
import { MAX_COMPONENTS, type StatusPage } from "../../../domain/status-pages/status-page.ts";
import {
	MAX_WEBHOOKS_PER_PAGE,
	SUBSCRIBER_CHANNELS,
	SUBSCRIBER_STATES,
	type Subscriber,
	subscriberForm,
} from "../../../domain/subscribers/subscriber.ts";
import { requireReachable } from "../../../services/refused-address.ts";
import { componentKeys } from "../../../services/subscribers/component-keys.ts";
import { createWebhook, newSigningKey } from "../../../services/subscribers/create-webhook.ts";
import { deleteSubscriber as remove } from "../../../services/subscribers/delete.ts";
import { deleteAllSubscribers } from "../../../services/subscribers/delete-all.ts";
import type { AgeKey } from "../../../storage/database/newest-first.ts";
import type { Tx } from "../../../storage/database/tx.ts";
import { findStatusPage } from "../../../storage/status-pages/status-pages.ts";
import { countSubscribers, findSubscriber, pageOfSubscribers } from "../../../storage/subscribers/subscribers.ts";
import { beyondLimit } from "../../access/rate-limit.ts";
import { created, ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { csvDownload } from "../../kernel/csv-download.ts";
import { endpoint, type Resource } from "../../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../../kernel/list-endpoint.ts";
import { invalid, refusalOf } from "../../kernel/refusal.ts";
import { isoDateTime, publicId } from "../../kernel/schemas.ts";
import { answers, creates } from "../../kernel/success.ts";
import { receiverUrl, signingKey } from "../alerts/channel-schemas.ts";
import { componentId, statusPageId } from "./status-page-forms.ts";
import { theStatusPage } from "./status-pages.ts";

const subscriberId = publicId("sub", "sub_01jgezt6z8e7kb3mq4f2ys0nd7");

const componentIds = z
	.array(componentId)
	.max(MAX_COMPONENTS)
	.nullable()
	.openapi({ description: "The components whose news are wanted; null: all, also those that are added later." });

const subscriber = z
	.object({
		id: subscriberId,
		channel: z.enum(SUBSCRIBER_CHANNELS).openapi({ example: "mail" }),
		address: z
			.string()
			.openapi({ description: "A mail address, or the URL of a webhook.", example: "ada@example.com" }),
		state: z.enum(SUBSCRIBER_STATES).openapi({
			description:
				"`unconfirmed`: asked for, and sent nothing until the owner of the address confirms; `active`; `stopped`: refused " +
				"three messages in a row, and is sent no more.",
			example: "active",
		}),
		componentIds,
		createdAt: isoDateTime,
		confirmedAt: isoDateTime.nullable(),
		stoppedAt: isoDateTime.nullable(),
	})
	.openapi("Subscriber");

const createdSubscriber = subscriber
	.extend({ secret: z.string().openapi({ description: "Signs the messages. It is answered this once." }) })
	.openapi("CreatedSubscriber");

const webhookBody = z
	.strictObject({
		url: receiverUrl.openapi({
			description:
				"A public address. It is sent a challenge at once, signed as every message, and must answer with status 200 and a " +
				"body that contains `data.challenge`.",
			example: "https://example.com/hooks/status",
		}),
		secret: signingKey
			.optional()
			.transform((given) => given ?? newSigningKey())
			.openapi({
				description: "Signs messages as Standard Webhooks specifies. Left out, one is made.",
				writeOnly: true,
			}),
		componentIds: componentIds.default(null),
	})
	.openapi("SubscriberBody");

const counts = z.object(
	Object.fromEntries(SUBSCRIBER_STATES.map((state) => [state, z.int().min(0)])) as Record<
		(typeof SUBSCRIBER_STATES)[number],
		z.ZodInt
	>,
);
const subscriberCounts = z.object({ mail: counts, webhook: counts }).openapi("SubscriberCounts");

interface Found {
	readonly page: StatusPage;
	readonly subscriber: Subscriber;
}

const theSubscriber: Resource<Found> = {
	params: z.object({ id: statusPageId, subscriberId }),
	async find({ database }, teamId, { id = "", subscriberId = "" }) {
		const page = await findStatusPage(database, teamId, id);
		const found = page && (await findSubscriber(database, page.id, subscriberId));
		return page && found && { page, subscriber: found };
	},
};

const tag = "Status pages";

export const listSubscribers = listEndpoint<Subscriber, AgeKey, typeof subscriber, StatusPage>({
	operationId: "listSubscribers",
	summary: "List the subscribers of a status page, newest first",
	tag,
	resource: theStatusPage,
	collection: "subscribers",
	item: subscriber,
	list: ({ services: { database }, found: page }) =>
		byAge(["subscribers", page.publicId], (seek) => pageOfSubscribers(database, page.id, seek)),
	form: subscriberForm,
});

export const getSubscriberCounts = endpoint({
	operationId: "getSubscriberCounts",
	summary: "Count the subscribers of a status page",
	description: "Without their addresses.",
	tag,
	resource: theStatusPage,
	query: z.object({
		componentIds: z
			.string()
			.optional()
			.transform((text) => text?.split(",") ?? [])
			.openapi({
				type: "string",
				description: "Only those who are sent news of one of these components of the page: their ids, apart by commas.",
				example: "cmp_01jgezt6z8e7kb3mq4f2ys0nd7",
			}),
	}),
	success: answers("The counts by channel and state.", subscriberCounts),
	async handle(call) {
		const { database } = call.services;
		const components = await componentKeys(database, call.found.id, call.query.componentIds);
		if (isFailure(components)) return invalid("componentIds", "There is no such component on this page.");
		return ok(call, await countSubscribers(database, call.found.id, components.data ?? []));
	},
});

/** The columns of an export. */
const COLUMNS = ["id", "channel", "address", "state", "components", "createdAt", "confirmedAt", "stoppedAt"] as const;
/** Subscribers read at a time. */
const EXPORTED_AT_ONCE = 500;

export const exportSubscribers = endpoint({
	operationId: "exportSubscribers",
	summary: "Export the subscribers of a status page as CSV",
	description: "All of them, newest first. `components` holds the chosen ones, separated by spaces; empty: all.",
	tag,
	resource: theStatusPage,
	success: {
		status: 200,
		description: "RFC 4180.",
		content: { "text/csv; charset=utf-8": { schema: z.string() } },
		headers: { "Content-Disposition": "Names the file after the page.", Vary: "Accept" },
	},
	handle: (call) =>
		csvDownload(call, {
			name: `${call.found.slug}-subscribers`,
			columns: COLUMNS,
			batches: exported(call.services.database, call.found.id),
		}),
});

async function* exported(database: Tx, statusPageId: number) {
	let from: AgeKey | null = null;
	for (;;) {
		const rows: Subscriber[] = await pageOfSubscribers(database, statusPageId, {
			limit: EXPORTED_AT_ONCE,
			direction: "forward",
			from,
		});
		yield rows.map((row) => {
			const { componentIds, ...form } = subscriberForm(row);
			return { ...form, components: componentIds === null ? "" : componentIds.join(" ") };
		});
		const last = rows.at(-1);
		if (last === undefined || rows.length < EXPORTED_AT_ONCE) return;
		from = [last.createdAt, last.id];
	}
}

export const createSubscriber = changeEndpoint({
	operationId: "createSubscriber",
	summary: "Subscribe a webhook to a status page",
	description:
		"The address must be public, whatever the installation allows for monitors, and answer the challenge. Redirects are " +
		`not followed. At most ${MAX_WEBHOOKS_PER_PAGE} a page; 20 challenges a minute for each team.`,
	tag,
	resource: theStatusPage,
	body: webhookBody,
	bodyExample: { url: "https://example.com/hooks/status" },
	success: creates("The new subscriber.", createdSubscriber, "Path of the new subscriber."),
	// The address answers before the transaction, which on SQLite holds up all other writes.
	async refuse({ services, principal, body, now }) {
		const { url, secret } = body;
		const reachable = requireReachable(services, [{ path: "/url", text: url }]);
		if (isFailure(reachable)) return refusalOf(reachable.error);
		const allowance = services.challenges.count(principal.team.id, now);
		if (!allowance.allowed) return beyondLimit(allowance, "A team may try 20 addresses a minute.");
		const { challengeWebhook } = services;
		if (challengeWebhook === undefined) return invalid("/url", "This process does not send messages.");
		const problem = await challengeWebhook({ url, secret });
		return problem === null ? null : invalid("/url", `The address did not answer the challenge: ${problem}`);
	},
	service: createWebhook,
	input: ({ found, body }) => ({ statusPageId: found.publicId, ...body }),
	answer: (call, made) =>
		created(
			call,
			{ ...subscriberForm(made), secret: call.body.secret },
			`/api/v1/status-pages/${call.found.publicId}/subscribers/${made.publicId}`,
		),
});

export const deleteSubscriber = changeEndpoint({
	operationId: "deleteSubscriber",
	summary: "Delete a subscriber of a status page",
	description: "The address is deleted with it. A reader who subscribes again has to confirm again.",
	tag,
	resource: theSubscriber,
	success: { status: 204, description: "Deleted." },
	service: remove,
	input: ({ found: { page, subscriber } }) => ({ statusPageId: page.publicId, id: subscriber.publicId }),
});

export const deleteSubscribers = changeEndpoint({
	operationId: "deleteSubscribers",
	summary: "Delete all subscribers of a status page",
	description: "Webhooks too. Those who subscribe meanwhile stay.",
	tag,
	resource: theStatusPage,
	success: { status: 204, description: "Deleted." },
	service: deleteAllSubscribers,
	input: ({ found }) => ({ statusPageId: found.publicId }),
});
