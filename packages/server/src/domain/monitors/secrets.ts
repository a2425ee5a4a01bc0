/**
 * The secrets of a monitor's settings: what its owner gives once and nobody reads back. Settings are stored and shown
 * with null in the place of each secret; the secrets are encrypted beside them (storage/monitors/stored-settings.ts)
 * and put back only for a check. Where a type has its secrets, its row says (./type.ts).
 */

import type { SecretChange, SettingsProblem } from "./type.ts";
import { rowOf, type TypeSettings } from "./types.ts";

/** Values by their ids within the monitor. */
export type Secrets = Readonly<Record<string, string>>;

export const NO_SECRETS: Secrets = {};

/** The settings as they are shown, and their secrets. */
export function withoutSecrets(settings: TypeSettings): { readonly shown: TypeSettings; readonly secrets: Secrets } {
	const secrets: Record<string, string> = {};
	const shown = mapped(settings, (id, value) => {
		if (value !== null) secrets[id] = value;
		return null;
	});
	return { shown, secrets };
}

/** The settings with the secrets in their places; those that are given already stay. */
export function withSecrets(settings: TypeSettings, secrets: Secrets): TypeSettings {
	return mapped(settings, (id, value) => value ?? (Object.hasOwn(secrets, id) ? (secrets[id] ?? null) : null));
}

/** The secrets that settings of a new monitor, or after an update, lack. */
export function missingSecrets(settings: TypeSettings): readonly SettingsProblem[] {
	const missing: SettingsProblem[] = [];
	mapped(settings, (_id, value, path) => {
		if (value === null) missing.push({ path, message: MISSING });
		return value;
	});
	return missing;
}

const MISSING = "Give this secret: there is none to keep, or the monitor's server is another one now.";

/**
 * The settings after an update, with the secrets that it left null taken from before. None is kept when the settings
 * would send it to a server that did not get it before.
 */
export function keepingSecrets(after: TypeSettings, before: TypeSettings, secrets: Secrets): TypeSettings {
	const { secretOrigins } = rowOf(after.type);
	const known = new Set(secretOrigins?.(before));
	const staysAtHome = secretOrigins?.(after).every((origin) => known.has(origin)) ?? true;
	return withSecrets(after, staysAtHome ? secrets : NO_SECRETS);
}

/** Where the secrets of settings stand, each a JSON Pointer. */
export function secretPaths(settings: TypeSettings): readonly string[] {
	const paths: string[] = [];
	mapped(settings, (_id, value, path) => {
		paths.push(path);
		return value;
	});
	return paths;
}

/** Every secret's value, once, for masking; null for one that could not be read. */
export function secretValues(settings: TypeSettings): readonly (string | null)[] {
	const values = new Set<string | null>();
	mapped(settings, (_id, value) => {
		values.add(value);
		return value;
	});
	return [...values];
}

function mapped(settings: TypeSettings, change: SecretChange): TypeSettings {
	return rowOf(settings.type).mapSecrets?.(settings, change) ?? settings;
}
