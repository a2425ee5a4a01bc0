/**
 * The settings of a type as a row holds them: validated JSON in one column, not a table a type. They are only read and
 * written whole, never searched; what lists search and sort by is the `target` column beside them. Secrets are
 * encrypted in a column of their own, bound to the monitor's public id, and put back for a check alone.
 */

import type { MonitorType } from "../../domain/monitors/monitor.ts";
import { NO_SECRETS, type Secrets, withoutSecrets, withSecrets } from "../../domain/monitors/secrets.ts";
import { isCheckedType, rowOf, type TypeSettings, targetOf } from "../../domain/monitors/types.ts";
import type { SecretBox } from "../database/secret-box.ts";

/** The columns of validated settings of the monitor called `name`, and the secrets that were in them. */
export function writeSettings(typeSettings: TypeSettings, name: string) {
	const { shown, secrets } = withoutSecrets(typeSettings);
	const { type, ...settings } = shown;
	return { columns: { type, target: targetOf(shown, name), settings: JSON.stringify(settings) }, secrets };
}

/**
 * The settings of a row, with null for each secret; a field that is newer than the row has its default. Throws for a
 * type that this version has no probe for, which only a newer version writes.
 */
export function readSettings(row: { readonly type: MonitorType; readonly settings: string }): TypeSettings {
	if (!isCheckedType(row.type)) throw new Error(`This version can't check monitors of type ${row.type}`);
	return { type: row.type, ...rowOf(row.type).defaults, ...JSON.parse(row.settings) } as TypeSettings;
}

interface EncryptedRow {
	readonly public_id: string;
	readonly sealed: string | null;
}

/** The settings with their secrets, for a check; with null for those that can't be opened any more. */
export function openSettings(
	row: EncryptedRow & { readonly type: MonitorType; readonly settings: string },
	box: SecretBox | null,
): TypeSettings {
	const settings = readSettings(row);
	return row.sealed === null ? settings : withSecrets(settings, decryptSecrets(row, box));
}

/** None when they were encrypted under another key. */
export function decryptSecrets({ public_id, sealed }: EncryptedRow, box: SecretBox | null): Secrets {
	const decrypted = sealed === null ? null : (box?.decrypt(sealed, public_id) ?? null);
	return decrypted === null ? NO_SECRETS : (JSON.parse(decrypted) as Secrets);
}

/** Null when there are none. Throws without a box, which only a bug can cause. */
export function encryptSecrets(secrets: Secrets, publicId: string, box: SecretBox | null): string | null {
	if (Object.keys(secrets).length === 0) return null;
	if (box === null) throw new Error("A monitor with secrets needs a key to encrypt them");
	return box.encrypt(JSON.stringify(secrets), publicId);
}
