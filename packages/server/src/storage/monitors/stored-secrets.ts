/** The secrets of stored monitors, for settings that are not those of a check. */

import { sql } from "kysely";
import { keepingSecrets, type Secrets } from "../../domain/monitors/secrets.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import type { TypeSettings } from "../../domain/monitors/types.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { Tx } from "../database/tx.ts";
import { decryptSecrets } from "./stored-settings.ts";

/** `wanted`, with the secrets that it leaves null taken from `stored`: those that an update would keep. */
export async function withStoredSecrets(
	{ db }: Tx,
	wanted: TypeSettings,
	stored: Monitor,
	box: SecretBox,
): Promise<TypeSettings> {
	const row = await db
		.selectFrom("monitors")
		.select(["public_id", "encrypted"])
		.where("id", "=", stored.id)
		.where("team_id", "=", stored.teamId)
		.executeTakeFirst();
	return row === undefined ? wanted : keepingSecrets(wanted, stored.settings, decryptSecrets(row, box));
}

/** The secrets of those of these monitors of a team that have some, by public id. */
export async function secretsOf(
	{ db, dialect }: Tx,
	teamId: number,
	publicIds: readonly string[],
	box: SecretBox,
): Promise<ReadonlyMap<string, Secrets>> {
	const wanted = dialect.rows(
		{ id: "text" },
		publicIds.map((id) => ({ id })),
	);
	const { rows } = await sql<{ public_id: string; encrypted: string }>`
		select public_id, encrypted from monitors where public_id in (select id from ${wanted} as r)
			and team_id = ${teamId} and deleted_at is null and encrypted is not null`.execute(db);
	return new Map(rows.map((row) => [row.public_id, decryptSecrets(row, box)]));
}
