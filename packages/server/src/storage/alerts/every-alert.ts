/** The channels of all alerts and escalations, for the operator of an installation: no endpoint reads them this way. */

import type { OpenChannel } from "../../domain/alerts/channels.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { Tx } from "../database/tx.ts";
import { openChannel } from "./alert-channels.ts";

export interface EnabledAlert {
	readonly name: string;
	readonly teamSlug: string;
	/** Null when its secrets can't be read any more. */
	readonly channel: OpenChannel | null;
}

/**
 * Those that send something, in the order in which they were made, `limit` at the most. A channel of an escalation is
 * named after its alert; people's own channels are theirs.
 */
export async function enabledAlerts(
	{ db }: Tx,
	box: SecretBox,
	{ limit, now }: { readonly limit: number; readonly now: number },
): Promise<EnabledAlert[]> {
	const rows = await db
		.selectFrom("alerts as a")
		.innerJoin("teams as t", "t.id", "a.team_id")
		.leftJoin("alerts as e", "e.id", "a.escalates")
		.select((of) => [
			...(["a.public_id", "a.channel", "a.settings", "a.encrypted", "t.slug"] as const),
			of.fn.coalesce("e.name", "a.name").as("name"),
		])
		.where("a.deleted_at", "is", null)
		.where("a.is_enabled", "=", 1)
		.where((of) => of.or([of("a.escalates", "is", null), of("e.is_enabled", "=", 1)]))
		.where((of) => of.or([of("a.route", "is", null), of("a.route", "like", "step:%")]))
		.orderBy("a.id")
		.limit(limit)
		.execute();
	return rows.map(({ name, slug, ...row }) => ({ name, teamSlug: slug, channel: openChannel(box, row, now) }));
}
