/**
 * Everything in the database that is sealed with the installation's secret. Whoever seals something new adds it here,
 * so that a lost secret can be named with all that it takes along.
 */

import type { Session } from "../database/session.ts";

export interface SealedValue {
	readonly text: string;
	/** What it was sealed for (../database/sealed-secrets.ts). */
	readonly owner: string;
	/** For people: whose value it is. */
	readonly name: string;
}

export async function sealedValues({ db }: Session): Promise<SealedValue[]> {
	const alerts = await db
		.selectFrom("alerts as a")
		.innerJoin("teams as t", "t.id", "a.team_id")
		.select(["a.public_id", "a.name", "a.channel", "a.sealed", "t.slug"])
		.where("a.deleted_at", "is", null)
		.where("a.sealed", "is not", null)
		.orderBy("a.id")
		.execute();
	return alerts.map(({ public_id: owner, name, channel, sealed, slug }) => ({
		text: sealed ?? "",
		owner,
		name: `alert "${name}" of the team ${slug} (${channel})`,
	}));
}

/**
 * Deletes every sealed value. Alerts stay, and report that their secrets have to be entered again each time they have
 * something to deliver.
 */
export async function dropSealedValues(session: Session): Promise<readonly SealedValue[]> {
	const values = await sealedValues(session);
	await session.db.updateTable("alerts").set({ sealed: null }).where("sealed", "is not", null).execute();
	return values;
}
