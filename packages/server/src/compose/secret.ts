/** The installation's secret, which must be the one that the database's encrypted values belong to. */

import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { knownSecret, loadSecret, secretFile } from "../secret.ts";
import type { Database } from "../storage/database/tx.ts";
import { dropEncryptedValues, encryptedValues } from "../storage/installation/encrypted-values.ts";
import {
	claimSecret,
	fingerprintOf,
	replaceSecret,
	storedFingerprint,
} from "../storage/installation/secret-fingerprint.ts";

/** The service must not start: with this secret it could deliver nothing. The message says what to do. */
export class ForeignSecret extends Error {
	override readonly name = "ForeignSecret";
}

/** Encrypted values that a message names; a longer list helps nobody. */
const MOST_NAMED = 10;

/** @param options.acceptNew another secret than the database's is taken, and what the old one encrypted is deleted */
export async function secretFor(
	database: Database,
	config: Pick<Config, "secret" | "databaseUrl">,
	options: { readonly acceptNew: boolean; readonly log: Logger },
): Promise<Uint8Array> {
	const isClaimed = (await storedFingerprint(database)) !== null;
	// Asked after the database: a rival that has claimed it has written its file before. A new secret is not made for a
	// database that has one, so that the file's place stays free for the right one.
	const known = knownSecret(config);
	if (known === null && isClaimed && !options.acceptNew) throw await foreign(database, config, null);
	const secret = known ?? loadSecret(config);
	if (await claimSecret(database, secret)) return secret;
	if (!options.acceptNew) throw await foreign(database, config, secret);
	const dropped = await database.transaction(async (tx) => {
		await replaceSecret(tx, secret);
		return dropEncryptedValues(tx);
	});
	options.log.warn(
		{ dropped: dropped.map(({ name }) => name) },
		"A new secret was accepted; what the old one had encrypted is deleted and has to be entered again",
	);
	return secret;
}

/** Why a service would not start with this configuration's secret; null when it would. Changes nothing. */
export async function secretProblem(
	database: Database,
	config: Pick<Config, "secret" | "databaseUrl">,
): Promise<string | null> {
	const fingerprint = await storedFingerprint(database);
	const secret = knownSecret(config);
	if (fingerprint === null || (secret !== null && fingerprintOf(secret) === fingerprint)) return null;
	return (await foreign(database, config, secret)).message;
}

async function foreign(
	database: Database,
	config: Pick<Config, "secret" | "databaseUrl">,
	secret: Uint8Array | null,
): Promise<ForeignSecret> {
	const place = config.secret === null ? secretFile(config) : "LAPWING_SECRET";
	const found = secret === null ? `there is none in ${place}` : `the one in ${place} is another`;
	const names = (await encryptedValues(database)).map(({ name }) => name);
	const shown = [
		...names.slice(0, MOST_NAMED),
		...(names.length > MOST_NAMED ? [`${names.length - MOST_NAMED} more`] : []),
	];
	const cost = names.length === 0 ? "nothing is lost by it" : `it deletes the secrets of: ${shown.join("; ")}`;
	return new ForeignSecret(
		`This database belongs to another secret: ${found}. Put the secret that was backed up with the database into ` +
			`${secretFile(config)}, or set LAPWING_SECRET to what it was. If it is lost, start once with ` +
			`\`lapwing serve --accept-new-secret\`: ${cost}.`,
	);
}
