/**
 * What is said of a webhook's messages against what is sent: each example goes through the real sender.
 * UPDATE_WEBHOOKS=1 writes the files of docs/use/webhooks; otherwise a difference fails.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Message, Notice } from "../../../domain/alerts/notice.ts";
import { WEBHOOK_EXAMPLES } from "../../../domain/alerts/webhook-examples.ts";
import {
	WEBHOOK_TYPES,
	WEBHOOK_VERSION,
	type WebhookPayload,
	type WebhookType,
	webhookPayload,
} from "../../../domain/alerts/webhook-payload.ts";
import { payloadOf } from "./webhook.ts";

const folder = join(import.meta.dirname, `../../../../../../docs/use/webhooks/v${WEBHOOK_VERSION}`);
const types = Object.keys(WEBHOOK_TYPES) as WebhookType[];

const instantOf = (text: string | null) => (text === null ? null : Date.parse(text));

/** The message whose payload the example is. */
function messageOf({ timestamp, data: { alert, noticeId, events } }: WebhookPayload): Message {
	const notices = events.map((event): Notice => {
		const { eventType, since, checkedAt, lastUpAt, certificate, monitor, link, outageMs, ...others } = event;
		const { kind, consequences, consequenceOf, ...same } = others;
		return {
			...(same as Pick<Notice, keyof typeof same>),
			event: eventType,
			monitor: { id: monitor.id, name: monitor.name, target: monitor.url },
			since: instantOf(since),
			checkedAt: instantOf(checkedAt) ?? 0,
			lastUpAt: instantOf(lastUpAt),
			certificate: certificate && { ...certificate, expiresAt: Date.parse(certificate.expiresAt) },
			...(consequences !== null && { consequences }),
			...(consequenceOf !== null && { consequenceOf }),
		};
	});
	return { id: noticeId, alert, notices, createdAt: Date.parse(timestamp) };
}

const link = (notice: Notice | null) =>
	`https://lapwing.example/${notice === null ? "" : `monitors/${notice.monitor.id}`}`;

test.for(types)("the example of %s is what is sent, and the schema takes it whole", (type) => {
	const example = WEBHOOK_EXAMPLES[type];
	expect(payloadOf(messageOf(example), { link })).toEqual(example);
	expect(example.type).toBe(type);
	// Strict: a member that is sent and not described fails.
	expect(z.strictObject(webhookPayload.shape).parse(example)).toEqual(example);
	const events = z.array(z.strictObject(webhookPayload.shape.data.shape.events.element.shape));
	expect(events.parse(example.data.events)).toEqual(example.data.events);
});

test("docs/use/webhooks has the schema and an example of every type", () => {
	const schema = { $id: `urn:lapwing:webhook:v${WEBHOOK_VERSION}`, title: "A message of Lapwing to a webhook" };
	const generated = z.toJSONSchema(webhookPayload, {
		// Receivers ignore what later versions add.
		override: ({ jsonSchema }) => {
			delete jsonSchema.additionalProperties;
		},
	});
	const wanted = new Map<string, unknown>([
		["schema.json", { ...schema, ...generated }],
		...types.map((type) => [`${type}.json`, WEBHOOK_EXAMPLES[type]] as const),
	]);
	const textOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
	if (process.env["UPDATE_WEBHOOKS"] === "1") {
		mkdirSync(folder, { recursive: true });
		for (const [name, value] of wanted) writeFileSync(join(folder, name), textOf(value));
	}
	expect(readdirSync(folder).sort()).toEqual([...wanted.keys()].sort());
	for (const [name, value] of wanted) expect(JSON.parse(readFileSync(join(folder, name), "utf8"))).toEqual(value);
});
