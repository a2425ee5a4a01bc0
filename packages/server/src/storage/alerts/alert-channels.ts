/** The stored channel of an alert: open fields as JSON, secret ones sealed. Secrets are returned for delivery only. */

import type { Unacceptable, WantedChannel } from "../../domain/alerts/alert.ts";
import type { OpenChannel } from "../../domain/alerts/channels.ts";
import {
	CHANNEL_TYPES,
	type ChannelSettings,
	type ChannelType,
	type FieldValues,
	fieldsOf,
	SECRET_OVERLAP_MS,
} from "../../domain/alerts/channels.ts";
import type { SecretBox } from "../database/sealed-secrets.ts";
import type { Session } from "../database/session.ts";
import type { AlertTable } from "../database/tables/alerts.ts";

/**
 * The sealed value. The previous secrets stay valid until `previousUntil`, so that a receiver can be changed meanwhile.
 */
interface Sealed {
	readonly current: FieldValues;
	readonly previous: FieldValues | null;
	readonly previousUntil: number;
}

type ChannelRow = Pick<AlertTable, "public_id" | "channel" | "settings" | "sealed">;

/** The error message for an owner whose channel can't be opened. */
export const UNREADABLE_SECRETS = "The channel's secrets can't be read any more. Enter them again.";

/**
 * Null when the secrets were sealed under another key or dropped with it: the installation's secret was lost or
 * changed.
 */
export function openChannel(box: SecretBox, row: ChannelRow, now: number): OpenChannel | null {
	const type = channelTypeOf(row.channel);
	const open = JSON.parse(row.settings) as FieldValues;
	const sealed = unseal(box, row);
	if (sealed === null || lacksSecrets(type, sealed)) return null;
	const settings = (secrets: FieldValues) => ({ type, ...open, ...secrets }) as unknown as ChannelSettings;
	return {
		settings: settings(sealed.current),
		previous: sealed.previous !== null && now < sealed.previousUntil ? settings(sealed.previous) : null,
	};
}

/** The channel of an alert with its secrets, or why there is none. */
export async function channelOf(
	session: Session,
	box: SecretBox,
	id: number,
	now: number,
): Promise<OpenChannel | "gone" | "unreadable"> {
	const row = await channelRow(session, id);
	return row ? (openChannel(box, row, now) ?? "unreadable") : "gone";
}

function channelRow(session: Session, id: number): Promise<ChannelRow | undefined> {
	return session.db
		.selectFrom("alerts")
		.select(["public_id", "channel", "settings", "sealed"])
		.where("id", "=", id)
		.where("deleted_at", "is", null)
		.executeTakeFirst();
}

/**
 * The channel that an alert would have after a change, for a test; nothing is stored. Without `alertId` the alert would
 * be a new one.
 */
export async function channelBeforeSave(
	session: Session,
	box: SecretBox,
	{ alertId, ...wanted }: WantedChannel & { readonly alertId: number | null },
	now: number,
): Promise<OpenChannel | Unacceptable> {
	const before = alertId === null ? null : await channelRow(session, alertId);
	const owner = before?.public_id ?? "";
	const columns = sealChannel(box, owner, wanted, before ?? null, now);
	if ("message" in columns) return columns;
	const channel = openChannel(box, { public_id: owner, ...columns }, now);
	if (channel === null) throw new Error("A channel can't be opened that was sealed just now");
	return channel;
}

/** The columns of a channel. Secrets that are not given stay, unless the channel's url changed. */
export function sealChannel(
	box: SecretBox,
	owner: string,
	wanted: WantedChannel,
	before: ChannelRow | null,
	now: number,
): Omit<ChannelRow, "public_id"> | Unacceptable {
	const { type, fields } = wanted;
	const open = Object.fromEntries(
		fieldsOf(type, false).map(([name, field]) => [name, fields[name] ?? field.fallback ?? null]),
	);
	const stays = before !== null && before.channel === type && sameUrls(type, JSON.parse(before.settings), open);
	const known = stays && before.sealed !== null ? unseal(box, before) : null;
	const current: Record<string, FieldValues[string]> = {};
	for (const [name, field] of fieldsOf(type, true)) {
		const value = fields[name] === undefined ? known?.current[name] : fields[name];
		if (value === undefined && field.optional !== true) {
			const why = before === null ? "" : ", for the channel leads elsewhere";
			return { path: ["channel", name], message: `This secret has to be given${why}.` };
		}
		current[name] = value ?? null;
	}
	const changed = known !== null && JSON.stringify(known.current) !== JSON.stringify(current);
	const sealed: Sealed = {
		current,
		previous: changed ? known.current : (known?.previous ?? null),
		previousUntil: changed ? now + SECRET_OVERLAP_MS : (known?.previousUntil ?? 0),
	};
	const settings = JSON.stringify(open);
	const hasSecrets = fieldsOf(type, true).length > 0;
	return { channel: type, settings, sealed: hasSecrets ? box.seal(JSON.stringify(sealed), owner) : null };
}

/** A write-only secret must not be readable by having it sent to another server. */
function sameUrls(type: ChannelType, before: FieldValues, after: FieldValues): boolean {
	return fieldsOf(type, false).every(([name, field]) => field.form !== "url" || before[name] === after[name]);
}

function lacksSecrets(type: ChannelType, { current }: Sealed): boolean {
	return fieldsOf(type, true).some(([name, { optional }]) => optional !== true && (current[name] ?? null) === null);
}

function unseal(box: SecretBox, row: Pick<AlertTable, "public_id" | "sealed">): Sealed | null {
	if (row.sealed === null) return { current: {}, previous: null, previousUntil: 0 };
	const opened = box.open(row.sealed, row.public_id);
	return opened === null ? null : (JSON.parse(opened) as Sealed);
}

export function channelTypeOf(word: string): ChannelType {
	const type = CHANNEL_TYPES.find((known) => known === word);
	if (type === undefined) throw new Error(`No channel ${word}`);
	return type;
}
