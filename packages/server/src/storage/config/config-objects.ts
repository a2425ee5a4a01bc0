/** Which objects of a team files own. */

import { sql } from "kysely";
import type { ConfigKind } from "../../domain/config/config.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { Tx } from "../database/tx.ts";

export interface OwnedObject {
	readonly project: string;
	readonly kind: ConfigKind;
	readonly key: string;
	/** `mon_…` */
	readonly objectId: string;
	readonly bodyDigest: string;
	/** Of the secrets that were given, by their names. */
	readonly secretDigests: Readonly<Record<string, string>>;
	readonly seenDigest: string;
	readonly heldDigest: string;
}

/** All that the team's projects own, or one of them, also what does not exist any more. */
export async function ownedObjects({ db }: Tx, teamId: number, project?: string): Promise<OwnedObject[]> {
	const rows = await db
		.selectFrom("config_objects")
		.select(["project", "kind", "key", "object_id", "body_digest", "secret_digests", "seen_digest", "held_digest"])
		.where("team_id", "=", teamId)
		.$if(project !== undefined, (of) => of.where("project", "=", project ?? ""))
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
		secretDigests: JSON.parse(row.secret_digests),
		seenDigest: row.seen_digest,
		heldDigest: row.held_digest,
	}));
}

/** Which of these objects files own. */
export async function ownedAmong(
	{ db, dialect }: Tx,
	teamId: number,
	ids: readonly string[],
): Promise<readonly Pick<OwnedObject, "project" | "kind" | "key" | "objectId">[]> {
	const wanted = dialect.rows(
		{ id: "text" },
		ids.map((id) => ({ id })),
	);
	const { rows } = await sql<Pick<OwnedObject, "project" | "kind" | "key" | "objectId">>`
		select project, kind, key, object_id as "objectId" from config_objects
		where team_id = ${teamId} and object_id in (select id from ${wanted} as r) order by project, key`.execute(db);
	return rows;
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

export async function saveOwned(
	{ db, dialect }: Tx,
	teamId: number,
	owned: readonly OwnedObject[],
	now: number,
): Promise<void> {
	if (owned.length === 0) return;
	const rows = owned.map(({ project, kind, key, objectId, bodyDigest, secretDigests, seenDigest, heldDigest }) => ({
		...{ team_id: teamId, project, kind, key, object_id: objectId, created_at: now },
		...{ body_digest: bodyDigest, secret_digests: JSON.stringify(secretDigests) },
		...{ seen_digest: seenDigest, held_digest: heldDigest },
	}));
	const names = sql.join(Object.keys(COLUMNS).map((name) => sql.ref(name)));
	// "where true": SQLite reads "on" as that of a join without it.
	await sql`
		insert into config_objects (${names}) select ${names} from ${dialect.rows(COLUMNS, rows)} as r where true
		on conflict (team_id, project, kind, key) do update set object_id = excluded.object_id,
			body_digest = excluded.body_digest, secret_digests = excluded.secret_digests,
			seen_digest = excluded.seen_digest, held_digest = excluded.held_digest`.execute(db);
}

const COLUMNS = typesOf(
	"config_objects",
	["team_id", "project", "kind", "key", "object_id"],
	["created_at", "body_digest", "secret_digests", "seen_digest", "held_digest"],
);

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
