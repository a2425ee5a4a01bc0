/**
 * The stored channel of an alert: open fields as JSON, secret ones encrypted. Secrets are returned for delivery only.
 */

import type { OpenChannel } from "../../domain/alerts/channels.ts";
import {
	CHANNEL_TYPES,
	type ChannelSettings,
	type ChannelType,
	type FieldValues,
	fieldsOf,
} from "../../domain/alerts/channels.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { AlertTable } from "../database/tables/alerts.ts";
import type { Tx } from "../database/tx.ts";

/**
 * The encrypted value. The previous secrets stay valid until `previousUntil`, so that a receiver can be changed
 * meanwhile.
 */
export interface ChannelSecrets {
	readonly current: FieldValues;
	readonly previous: FieldValues | null;
	readonly previousUntil: number;
}

export type ChannelColumns = Pick<AlertTable, "channel" | "settings" | "encrypted">;
export type ChannelRow = ChannelColumns & Pick<AlertTable, "public_id">;

/** The error message for an owner whose channel can't be opened. */
export const UNREADABLE_SECRETS = "The channel's secrets can't be read any more. Enter them again.";

/**
 * Null when the secrets were encrypted under another key or dropped with it: the installation's secret was lost or
 * changed.
 */
export function openChannel(box: SecretBox, row: ChannelRow, now: number): OpenChannel | null {
	const type = channelTypeOf(row.channel);
	const open = JSON.parse(row.settings) as FieldValues;
	const secrets = decryptChannel(box, row);
	if (secrets === null || lacksSecrets(type, secrets)) return null;
	const settings = (values: FieldValues) => ({ type, ...open, ...values }) as unknown as ChannelSettings;
	return {
		settings: settings(secrets.current),
		previous: secrets.previous !== null && now < secrets.previousUntil ? settings(secrets.previous) : null,
	};
}

/** The channel of an alert with its secrets, or why there is none. */
export async function channelOf(
	tx: Tx,
	box: SecretBox,
	id: number,
	now: number,
): Promise<OpenChannel | "gone" | "unreadable"> {
	const row = await channelRow(tx, id);
	return row ? (openChannel(box, row, now) ?? "unreadable") : "gone";
}

/** The stored channel of an alert; null when it was deleted. */
export async function channelRow({ db }: Tx, id: number): Promise<ChannelRow | null> {
	const row = await db
		.selectFrom("alerts")
		.select(["public_id", "channel", "settings", "encrypted"])
		.where("id", "=", id)
		.where("deleted_at", "is", null)
		.executeTakeFirst();
	return row ?? null;
}

/** By route (./escalation/routes.ts), "" for the alert's own channel; null where they can't be read any more. */
export type ChannelSecretsByRoute = readonly (readonly [route: string, FieldValues | null])[];

/** The secrets of the team's alerts and of their steps' channels, by the public id of the alert. */
export async function channelSecretsOfTeam(
	{ db }: Tx,
	teamId: number,
	box: SecretBox,
): Promise<ReadonlyMap<string, ChannelSecretsByRoute>> {
	const rows = await db
		.selectFrom("alerts as a")
		.leftJoin("alerts as of", "of.id", "a.escalates")
		.select(["a.public_id", "a.encrypted", "a.route", "of.public_id as alert"])
		.where("a.team_id", "=", teamId)
		.where("a.deleted_at", "is", null)
		.where("a.encrypted", "is not", null)
		.orderBy("a.id")
		.execute();
	const byAlert = Map.groupBy(rows, ({ alert, public_id }) => alert ?? public_id);
	const opened = (row: (typeof rows)[number]) => decryptChannel(box, row)?.current ?? null;
	return new Map([...byAlert].map(([id, own]) => [id, own.map((row) => [row.route ?? "", opened(row)] as const)]));
}

function lacksSecrets(type: ChannelType, { current }: ChannelSecrets): boolean {
	return fieldsOf(type, true).some(([name, { optional }]) => optional !== true && (current[name] ?? null) === null);
}

/** Null when the secrets were encrypted under another key. */
export function decryptChannel(
	box: SecretBox,
	row: Pick<AlertTable, "public_id" | "encrypted">,
): ChannelSecrets | null {
	if (row.encrypted === null) return { current: {}, previous: null, previousUntil: 0 };
	const decrypted = box.decrypt(row.encrypted, row.public_id);
	return decrypted === null ? null : (JSON.parse(decrypted) as ChannelSecrets);
}

export function channelTypeOf(word: string): ChannelType {
	const type = CHANNEL_TYPES.find((known) => known === word);
	if (type === undefined) throw new Error(`No channel ${word}`);
	return type;
}
