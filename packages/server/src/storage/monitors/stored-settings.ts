/**
 * The settings of a monitor as its row holds them. A column each have those that statements search by, change alone or
 * read for every check; the others, and those of the type, are JSON in one column: validated before they are written,
 * only read and written whole, and with their default where the row is older than the setting. Secrets are encrypted
 * in a column of their own, bound to the monitor's public id, and put back for a check alone.
 */

import {
	COMMON_DEFAULTS,
	type CommonSettings,
	commonSettingsOf,
	IMPORTANCES,
} from "../../domain/monitors/common-settings.ts";
import { NO_SECRETS, type Secrets, withoutSecrets, withSecrets } from "../../domain/monitors/secrets.ts";
import type { MonitorSettings } from "../../domain/monitors/settings.ts";
import { isMonitorType, TYPE_DEFAULTS, type TypeSettings, targetOf } from "../../domain/monitors/types.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import type { Row } from "../database/schema.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { MonitorTable } from "../database/tables/monitors.ts";

/** What settings are read from. */
export const SETTING_COLUMNS = [
	"type",
	"settings",
	"name",
	"tags",
	"importance",
	"interval_seconds",
	"timeout_seconds",
	"ssl_monitoring_enabled",
	"ssl_expiry_warning_days",
] as const satisfies readonly (keyof MonitorTable)[];
export type SettingsRow = Pick<Row<"monitors">, (typeof SETTING_COLUMNS)[number]>;

/** The column `settings`. */
interface StoredJson {
	/** Common settings without a column. */
	readonly common?: Partial<CommonSettings>;
	readonly [ofType: string]: unknown;
}

/** The columns of validated settings, and the secrets that were in them. */
export function writeSettings(monitor: MonitorSettings) {
	const { shown, secrets } = withoutSecrets(monitor.settings);
	const { type, ...ofType } = shown;
	const {
		name,
		tags,
		importance,
		intervalSeconds,
		timeoutSeconds,
		sslMonitoringEnabled,
		sslExpiryWarningDays,
		...common
	} = commonSettingsOf(monitor);
	const columns: SettingsRow & Pick<MonitorTable, "target"> = {
		type,
		settings: JSON.stringify({ ...ofType, common } satisfies StoredJson),
		name,
		target: targetOf(shown, name),
		tags: JSON.stringify(tags),
		importance: codeOf(IMPORTANCES, importance),
		interval_seconds: intervalSeconds,
		timeout_seconds: timeoutSeconds,
		ssl_monitoring_enabled: sslMonitoringEnabled ? 1 : 0,
		ssl_expiry_warning_days: sslExpiryWarningDays,
	};
	return { columns, secrets };
}

/** The column `settings` of a monitor that depends no longer on those of `publicIds`. */
export function settingsWithout(settings: string, publicIds: readonly string[]): string {
	const stored = JSON.parse(settings) as StoredJson;
	const dependsOn = (stored.common?.dependsOn ?? []).filter((id) => !publicIds.includes(id));
	return JSON.stringify({ ...stored, common: { ...stored.common, dependsOn } } satisfies StoredJson);
}

/**
 * The settings of a row, with null for each secret. Throws for a type that this version has no probe for, which only a
 * newer version writes.
 */
export function readSettings(row: SettingsRow): MonitorSettings {
	const { type } = row;
	if (!isMonitorType(type)) throw new Error(`This version can't check monitors of type ${type}`);
	const { common, ...ofType } = JSON.parse(row.settings) as StoredJson;
	return {
		...COMMON_DEFAULTS,
		...common,
		name: row.name,
		tags: JSON.parse(row.tags) as string[],
		settings: { type, ...TYPE_DEFAULTS[type], ...ofType } as TypeSettings,
		importance: labelOf(IMPORTANCES, row.importance),
		intervalSeconds: row.interval_seconds,
		timeoutSeconds: row.timeout_seconds,
		sslMonitoringEnabled: row.ssl_monitoring_enabled === 1,
		sslExpiryWarningDays: row.ssl_expiry_warning_days,
	};
}

interface EncryptedRow {
	readonly public_id: string;
	readonly encrypted: string | null;
}

/** With the secrets in their places, for a check; with null for those that can't be opened any more. */
export function openSettings(row: SettingsRow & EncryptedRow, box: SecretBox | null): MonitorSettings {
	const monitor = readSettings(row);
	if (row.encrypted === null) return monitor;
	return { ...monitor, settings: withSecrets(monitor.settings, decryptSecrets(row, box)) };
}

/** None when they were encrypted under another key. */
export function decryptSecrets({ public_id, encrypted }: EncryptedRow, box: SecretBox | null): Secrets {
	const decrypted = encrypted === null ? null : (box?.decrypt(encrypted, public_id) ?? null);
	return decrypted === null ? NO_SECRETS : (JSON.parse(decrypted) as Secrets);
}

/** Null when there are none. Throws without a box, which only a bug can cause. */
export function encryptSecrets(secrets: Secrets, publicId: string, box: SecretBox | null): string | null {
	if (Object.keys(secrets).length === 0) return null;
	if (box === null) throw new Error("A monitor with secrets needs a key to encrypt them");
	return box.encrypt(JSON.stringify(secrets), publicId);
}
