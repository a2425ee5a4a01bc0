/** The secrets of a stored monitor, for settings that are checked without being saved. */

import { keepingSecrets } from "../../domain/monitors/secrets.ts";
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
