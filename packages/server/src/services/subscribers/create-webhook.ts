import { randomBytes } from "node:crypto";
import { isFailure, success } from "@lapwing/result";
import { notFound, problem } from "../../domain/problem.ts";
import { MAX_WEBHOOKS_PER_PAGE, type Subscriber, subscriberForm } from "../../domain/subscribers/subscriber.ts";
import { newPublicId } from "../../storage/database/public-ids.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import { lockStatusPage } from "../../storage/status-pages/status-pages.ts";
import { createWebhook as insert, isFull } from "../../storage/subscribers/subscribers.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { componentKeys } from "./component-keys.ts";

interface WantedWebhook {
	/** `sp_…` */
	readonly statusPageId: string;
	/** It answered the challenge. */
	readonly url: string;
	/** `whsec_…`, with which the challenge was signed. */
	readonly secret: string;
	/** `cmp_…`; null: all. */
	readonly componentIds: readonly string[] | null;
}

const KEY_BYTES = 32;

/** A key that signs messages, as Standard Webhooks spells it. */
export function newSigningKey(): string {
	return `whsec_${randomBytes(KEY_BYTES).toString("base64")}`;
}

export const createWebhook = requiring(
	"subscribers:write",
	async (
		tx,
		actor,
		{ statusPageId, url, secret, componentIds }: WantedWebhook,
		{ now, secretBox }: Now & { readonly secretBox: SecretBox },
	) => {
		const page = await lockStatusPage(tx, actor.team.id, statusPageId);
		if (page === null) return notFound();
		const components = await componentKeys(tx, page.id, componentIds);
		if (isFailure(components)) return components;
		if (await isFull(tx, page.id, "webhook", MAX_WEBHOOKS_PER_PAGE)) {
			return problem("full", "", `A status page has at most ${MAX_WEBHOOKS_PER_PAGE} webhook subscribers.`);
		}

		const publicId = newPublicId("sub");
		const encrypted = secretBox.encrypt(secret, publicId);
		const made = await insert(
			tx,
			{ publicId, statusPageId: page.id, url, encrypted, components: components.data },
			now,
		);
		if (made === null) return problem("taken", "/url", "This URL is a subscriber of the page already.");

		const event = { action: "create", object: "subscriber", id: made.publicId, name: url };
		await recordEvent(tx, actor, { ...event, before: null, after: { ...seen(made), secret } }, now);
		return success(made);
	},
);

/** What audit events keep of a subscriber: never a mail address, which goes when its owner leaves. */
export function seen(subscriber: Subscriber) {
	const { channel, address, componentIds } = subscriberForm(subscriber);
	return { channel, componentIds, ...(channel === "webhook" && { url: address }) };
}
