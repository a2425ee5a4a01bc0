/**
 * Everything in the database that is encrypted with the installation's secret. Code that encrypts something new adds it
 * here, so that a start with another secret can list what is lost.
 */

import type { Tx } from "../database/tx.ts";
import { ownerOfPingKey } from "../heartbeats/ping-keys.ts";

export interface EncryptedValue {
	readonly text: string;
	/** What it was encrypted for (../database/secret-box.ts). */
	readonly owner: string;
	/** For people: whose value it is. */
	readonly name: string;
}

export async function encryptedValues(tx: Tx): Promise<EncryptedValue[]> {
	return [...(await ofAlerts(tx)), ...(await ofMonitors(tx)), ...(await ofPingAddresses(tx))];
}

async function ofAlerts({ db }: Tx): Promise<EncryptedValue[]> {
	const alerts = await db
		.selectFrom("alerts as a")
		.innerJoin("teams as t", "t.id", "a.team_id")
		.select(["a.public_id", "a.name", "a.channel", "a.sealed", "t.slug"])
		.where("a.deleted_at", "is", null)
		.where("a.sealed", "is not", null)
		.orderBy("a.id")
		.execute();
	return alerts.map(({ public_id: owner, name, channel, sealed, slug }) => ({
		text: sealed ?? "",
		owner,
		name: `alert "${name}" of the team ${slug} (${channel})`,
	}));
}

async function ofMonitors({ db }: Tx): Promise<EncryptedValue[]> {
	const monitors = await db
		.selectFrom("monitors as m")
		.innerJoin("teams as t", "t.id", "m.team_id")
		.select(["m.public_id", "m.name", "m.sealed", "t.slug"])
		.where("m.deleted_at", "is", null)
		.where("m.sealed", "is not", null)
		.where("m.sealed", "!=", DROPPED)
		.orderBy("m.id")
		.execute();
	return monitors.map(({ public_id: owner, name, sealed, slug }) => ({
		text: sealed ?? "",
		owner,
		name: `monitor "${name}" of the team ${slug} (secrets of its requests)`,
	}));
}

async function ofPingAddresses({ db }: Tx): Promise<EncryptedValue[]> {
	const heartbeats = await db
		.selectFrom("heartbeats as h")
		.innerJoin("monitors as m", "m.id", "h.monitor_id")
		.innerJoin("teams as t", "t.id", "m.team_id")
		.select(["h.key_hash", "h.sealed_key", "m.name", "t.slug"])
		.where("m.deleted_at", "is", null)
		.where("h.sealed_key", "!=", DROPPED)
		.orderBy("m.id")
		.execute();
	return heartbeats.map(({ key_hash, sealed_key, name, slug }) => ({
		text: sealed_key,
		owner: ownerOfPingKey(key_hash),
		name: `monitor "${name}" of the team ${slug} (its ping address, which goes on to work)`,
	}));
}

/** Of a column that is never null. It opens under no key. */
const DROPPED = "";

/**
 * Deletes every encrypted value. Alerts stay, and report that their secrets have to be entered again each time they
 * have something to deliver; checks whose requests have lost secrets are missed, and say so.
 */
export async function dropEncryptedValues(tx: Tx): Promise<readonly EncryptedValue[]> {
	const values = await encryptedValues(tx);
	const { db } = tx;
	await db.updateTable("alerts").set({ sealed: null }).where("sealed", "is not", null).execute();
	await db.updateTable("monitors").set({ sealed: DROPPED }).where("sealed", "is not", null).execute();
	await db.updateTable("heartbeats").set({ sealed_key: DROPPED }).execute();
	return values;
}
