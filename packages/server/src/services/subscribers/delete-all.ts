import { success } from "@lapwing/result";
import { notFound } from "../../domain/problem.ts";
import { findStatusPage } from "../../storage/status-pages/status-pages.ts";
import { countSubscribers, deleteSomeSubscribers } from "../../storage/subscribers/subscribers.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Deletes the subscribers of a page with their addresses, and the messages that wait for them. */
export const deleteAllSubscribers = requiring(
	"subscribers:write",
	async (tx, actor, { statusPageId }: { readonly statusPageId: string }, { now }: Now) => {
		const page = await findStatusPage(tx, actor.team.id, statusPageId);
		if (page === null) return notFound();

		const before = await countSubscribers(tx, page.id);
		while ((await deleteSomeSubscribers(tx, page.id, now)) === "more") {}

		const event = { action: "delete", object: "subscribers", id: page.publicId, name: page.name };
		await recordEvent(tx, actor, { ...event, before, after: null }, now);
		return success(page);
	},
);
