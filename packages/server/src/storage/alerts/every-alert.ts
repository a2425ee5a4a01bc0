/** The alerts of every team, for the operator of an installation. No endpoint of the API reads them this way. */

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

/** Those that send something, in the order in which they were made, `limit` at the most. */
export async function enabledAlerts(
	{ db }: Tx,
	box: SecretBox,
	{ limit, now }: { readonly limit: number; readonly now: number },
): Promise<EnabledAlert[]> {
	const rows = await db
		.selectFrom("alerts as a")
		.innerJoin("teams as t", "t.id", "a.team_id")
		.select(["a.public_id", "a.name", "a.channel", "a.settings", "a.encrypted", "t.slug"])
		.where("a.deleted_at", "is", null)
		.where("a.is_enabled", "=", 1)
		.orderBy("a.id")
		.limit(limit)
		.execute();
	return rows.map(({ name, slug, ...row }) => ({ name, teamSlug: slug, channel: openChannel(box, row, now) }));
}
