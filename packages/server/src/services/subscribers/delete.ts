import { success } from "@lapwing/result";
import { notFound } from "../../domain/problem.ts";
import { findStatusPage } from "../../storage/status-pages/status-pages.ts";
import { findSubscriber, deleteSubscriber as remove } from "../../storage/subscribers/subscribers.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { seen } from "./create-webhook.ts";

export const deleteSubscriber = requiring(
	"subscribers:write",
	async (tx, actor, { statusPageId, id }: { readonly statusPageId: string; readonly id: string }, { now }: Now) => {
		const page = await findStatusPage(tx, actor.team.id, statusPageId);
		const subscriber = page && (await findSubscriber(tx, page.id, id));
		if (subscriber === null) return notFound();

		await remove(tx, subscriber.id);

		const name = subscriber.channel === "webhook" ? subscriber.address : null;
		const event = { action: "delete", object: "subscriber", id, name };
		await recordEvent(tx, actor, { ...event, before: seen(subscriber), after: null }, now);
		return success(subscriber);
	},
);
