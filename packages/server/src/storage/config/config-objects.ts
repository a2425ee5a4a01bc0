/** Which objects of a team files own. */

import type { ConfigKind } from "../../domain/config/config.ts";
import type { Tx } from "../database/tx.ts";

export interface OwnedObject {
	readonly project: string;
	readonly kind: ConfigKind;
	readonly key: string;
	/** `mon_…` */
	readonly objectId: string;
	readonly bodyDigest: string;
	/** Empty: no secret was given. */
	readonly secretsDigest: string;
	readonly seenDigest: string;
}

/** All that the team's projects own, also what does not exist any more. */
export async function ownedObjects({ db }: Tx, teamId: number): Promise<OwnedObject[]> {
	const rows = await db
		.selectFrom("config_objects")
		.select(["project", "kind", "key", "object_id", "body_digest", "secrets_digest", "seen_digest"])
		.where("team_id", "=", teamId)
		.orderBy("project")
		.orderBy("kind")
		.orderBy("key")
		.execute();
	return rows.map((row) => ({
		project: row.project,
		kind: row.kind as ConfigKind,
		key: row.key,
		objectId: row.object_id,
		bodyDigest: row.body_digest,
		secretsDigest: row.secrets_digest,
		seenDigest: row.seen_digest,
	}));
}

/** The id of what a project keeps under a key; null when it keeps nothing there. It may not exist any more. */
export async function ownedId(
	{ db }: Tx,
	teamId: number,
	{ project, kind, key }: Pick<OwnedObject, "project" | "kind" | "key">,
): Promise<string | null> {
	const row = await db
		.selectFrom("config_objects")
		.select("object_id")
		.where("team_id", "=", teamId)
		.where("project", "=", project)
		.where("kind", "=", kind)
		.where("key", "=", key)
		.executeTakeFirst();
	return row?.object_id ?? null;
}

export async function saveOwned({ db }: Tx, teamId: number, owned: OwnedObject, now: number): Promise<void> {
	const digests = {
		object_id: owned.objectId,
		body_digest: owned.bodyDigest,
		secrets_digest: owned.secretsDigest,
		seen_digest: owned.seenDigest,
	};
	const { project, kind, key } = owned;
	await db
		.insertInto("config_objects")
		.values({ team_id: teamId, project, kind, key, ...digests, created_at: now })
		.onConflict((on) => on.columns(["team_id", "project", "kind", "key"]).doUpdateSet(digests))
		.execute();
}

export async function deleteOwned(
	{ db }: Tx,
	teamId: number,
	{ project, kind, key }: Pick<OwnedObject, "project" | "kind" | "key">,
): Promise<void> {
	await db
		.deleteFrom("config_objects")
		.where("team_id", "=", teamId)
		.where("project", "=", project)
		.where("kind", "=", kind)
		.where("key", "=", key)
		.execute();
}
