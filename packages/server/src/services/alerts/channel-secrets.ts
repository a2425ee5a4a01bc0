/** The channel that an alert's owner wants, as it is stored: open fields as JSON, secret ones encrypted. */

import { randomBytes } from "node:crypto";
import { isFailure, type Result, success } from "@lapwing/result";
import {
	type ChannelBody,
	type ChannelType,
	type FieldValues,
	fieldsOf,
	type OpenChannel,
	SECRET_OVERLAP_MS,
} from "../../domain/alerts/channels.ts";
import { invalid, type Problem } from "../../domain/problem.ts";
import {
	type ChannelColumns,
	type ChannelRow,
	type ChannelSecrets,
	channelRow,
	decryptChannel,
	openChannel,
} from "../../storage/alerts/alert-channels.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";

const GENERATED_KEY_BYTES = 32;

/** The values of the fields that a new channel left to us. */
export function generatedFields({ type, ...given }: ChannelBody): Readonly<Record<string, string>> {
	const missing = fieldsOf(type).filter(([name, { generated }]) => generated && given[name] === undefined);
	return Object.fromEntries(
		missing.map(([name]) => [name, `whsec_${randomBytes(GENERATED_KEY_BYTES).toString("base64")}`]),
	);
}

/**
 * The columns of a channel. Secrets that are not given stay, unless the channel's url changed.
 * @param owner public id of the alert, to which the secrets are bound
 * @param before the channel that it replaces; null for a new alert
 */
export function encryptChannel(
	box: SecretBox,
	owner: string,
	{ type, ...fields }: ChannelBody,
	before: ChannelRow | null,
	now: number,
): Result<ChannelColumns, Problem<"invalid">> {
	const open = Object.fromEntries(
		fieldsOf(type, false).map(([name, field]) => [name, fields[name] ?? field.fallback ?? null]),
	);
	const stays = before !== null && before.channel === type && sameUrls(type, JSON.parse(before.settings), open);
	const known = stays && before.encrypted !== null ? decryptChannel(box, before) : null;
	const keeps = known !== null && sameSecretUrls(type, known.current, fields);
	const current: Record<string, FieldValues[string]> = {};
	for (const [name, field] of fieldsOf(type, true)) {
		const value = fields[name] === undefined && keeps ? known.current[name] : fields[name];
		if (value === undefined && field.optional !== true) {
			const why = before === null ? "" : ", for the channel leads elsewhere";
			return invalid(`/channel/${name}`, `This secret has to be given${why}.`);
		}
		current[name] = value ?? null;
	}
	const changed = known !== null && JSON.stringify(known.current) !== JSON.stringify(current);
	const secrets: ChannelSecrets = {
		current,
		previous: changed ? known.current : (known?.previous ?? null),
		previousUntil: changed ? now + SECRET_OVERLAP_MS : (known?.previousUntil ?? 0),
	};
	const settings = JSON.stringify(open);
	const hasSecrets = fieldsOf(type, true).length > 0;
	return success({
		channel: type,
		settings,
		encrypted: hasSecrets ? box.encrypt(JSON.stringify(secrets), owner) : null,
	});
}

/** Whether a secret is given with the channel, which may lead elsewhere by it. */
export function givesSecret({ type, ...fields }: ChannelBody): boolean {
	return fieldsOf(type, true).some(([name]) => fields[name] !== undefined);
}

/** A write-only secret must not be readable by having it sent to another server. */
function sameUrls(type: ChannelType, before: FieldValues, after: FieldValues): boolean {
	return fieldsOf(type, false).every(([name, field]) => field.form !== "url" || before[name] === after[name]);
}

/** The same of an address that is a secret itself: other secrets stay only where it is not given anew. */
function sameSecretUrls(type: ChannelType, before: FieldValues, given: FieldValues): boolean {
	return fieldsOf(type, true).every(
		([name, { form }]) => form !== "url" || given[name] === undefined || given[name] === before[name],
	);
}

/**
 * The channel that an alert would have after a change, for a test; nothing is stored. Without `alertId` the alert would
 * be a new one.
 */
export async function channelBeforeSave(
	tx: Tx,
	box: SecretBox,
	{ alertId, channel }: { readonly alertId: number | null; readonly channel: ChannelBody },
	now: number,
): Promise<Result<OpenChannel, Problem<"invalid">>> {
	const before = alertId === null ? null : await channelRow(tx, alertId);
	const owner = before?.public_id ?? "";
	const wanted = before === null ? { ...channel, ...generatedFields(channel) } : channel;
	const columns = encryptChannel(box, owner, wanted, before, now);
	if (isFailure(columns)) return columns;
	const opened = openChannel(box, { public_id: owner, ...columns.data }, now);
	if (opened === null) throw new Error("A channel can't be opened that was encrypted just now");
	return success(opened);
}
