/** What is read of Uptime Kuma, from a database of version 1 or 2 or a backup of version 1. */

export type Row = Readonly<Record<string, unknown>>;

/** Rows by table; of a table that this version does not have, none. */
export interface Kuma {
	readonly monitor: readonly Row[];
	readonly monitor_tag: readonly Row[];
	readonly tag: readonly Row[];
	readonly notification: readonly Row[];
	readonly monitor_notification: readonly Row[];
	readonly proxy: readonly Row[];
	readonly maintenance: readonly Row[];
	readonly monitor_maintenance: readonly Row[];
	readonly maintenance_status_page: readonly Row[];
	readonly status_page: readonly Row[];
	readonly status_page_cname: readonly Row[];
	readonly group: readonly Row[];
	readonly monitor_group: readonly Row[];
	readonly incident: readonly Row[];
	readonly setting: readonly Row[];
}

/** The tables that are read, each with the most rows of it. Beyond them the file is no configuration of ours either. */
export const TABLES: Readonly<Record<keyof Kuma, number>> = {
	monitor: 10_000,
	monitor_tag: 200_000,
	tag: 10_000,
	notification: 10_000,
	monitor_notification: 1_000_000,
	proxy: 1_000,
	maintenance: 1_000,
	monitor_maintenance: 100_000,
	maintenance_status_page: 100_000,
	status_page: 1_000,
	status_page_cname: 1_000,
	group: 10_000,
	monitor_group: 100_000,
	incident: 10_000,
	setting: 1_000,
};

export const TABLE_NAMES = Object.keys(TABLES) as readonly (keyof Kuma)[];

/** A database without a row. */
export const EMPTY_KUMA = Object.fromEntries(TABLE_NAMES.map((name) => [name, []])) as unknown as Kuma;

/** Of a row's id; rows refer to one another by it. */
export function idOf(value: unknown): number {
	return Number(value ?? 0);
}

/** The settings of a type. `isWhole`: false where it can't be checked as it was. */
export interface Settings {
	readonly members: Readonly<Record<string, unknown>>;
	readonly isWhole: boolean;
}
