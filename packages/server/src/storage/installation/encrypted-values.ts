/**
 * Everything in the database that is encrypted with the installation's secret. Code that encrypts something new adds it
 * here, so that a start with another secret can list what is lost.
 */

import type { Tx } from "../database/tx.ts";
import { ownerOfReportKey } from "../jobs/report-keys.ts";

interface EncryptedValue {
	readonly text: string;
	/** What it was encrypted for (../database/secret-box.ts). */
	readonly owner: string;
	/** For people: whose value it is. */
	readonly name: string;
}

export async function encryptedValues(tx: Tx): Promise<EncryptedValue[]> {
	return [...(await ofAlerts(tx)), ...(await ofPeople(tx)), ...(await ofMonitors(tx)), ...(await ofJobs(tx))];
}

async function ofAlerts({ db }: Tx): Promise<EncryptedValue[]> {
	const alerts = await db
		.selectFrom("alerts as a")
		.innerJoin("teams as t", "t.id", "a.team_id")
		.leftJoin("alerts as e", "e.id", "a.escalates")
		.select((of) => [
			"a.public_id",
			"a.channel",
			"a.encrypted",
			"t.slug",
			of.fn.coalesce("e.name", "a.name").as("name"),
		])
		.where("a.deleted_at", "is", null)
		.where("a.encrypted", "is not", null)
		.orderBy("a.id")
		.execute();
	return alerts.map(({ public_id: owner, name, channel, encrypted, slug }) => ({
		text: encrypted ?? "",
		owner,
		name: `alert "${name}" of the team ${slug} (${channel})`,
	}));
}

async function ofPeople({ db }: Tx): Promise<EncryptedValue[]> {
	const channels = await db
		.selectFrom("user_channels as c")
		.innerJoin("users as u", "u.id", "c.user_id")
		.select(["c.public_id", "c.channel", "c.encrypted", "u.email"])
		.where("c.encrypted", "is not", null)
		.orderBy("c.id")
		.execute();
	return channels.map(({ public_id: owner, channel, encrypted, email }) => ({
		text: encrypted ?? "",
		owner,
		name: `channel of ${email} while on call (${channel})`,
	}));
}

async function ofMonitors({ db }: Tx): Promise<EncryptedValue[]> {
	const monitors = await db
		.selectFrom("monitors as m")
		.innerJoin("teams as t", "t.id", "m.team_id")
		.select(["m.public_id", "m.name", "m.encrypted", "t.slug"])
		.where("m.deleted_at", "is", null)
		.where("m.encrypted", "is not", null)
		.where("m.encrypted", "!=", DROPPED)
		.orderBy("m.id")
		.execute();
	return monitors.map(({ public_id: owner, name, encrypted, slug }) => ({
		text: encrypted ?? "",
		owner,
		name: `monitor "${name}" of the team ${slug} (secrets of its requests)`,
	}));
}

async function ofJobs({ db }: Tx): Promise<EncryptedValue[]> {
	const jobs = await db
		.selectFrom("jobs as j")
		.innerJoin("monitors as m", "m.id", "j.monitor_id")
		.innerJoin("teams as t", "t.id", "m.team_id")
		.select(["j.key_hash", "j.encrypted_key", "m.name", "t.slug"])
		.where("m.deleted_at", "is", null)
		.where("j.encrypted_key", "!=", DROPPED)
		.orderBy("m.id")
		.execute();
	return jobs.map(({ key_hash, encrypted_key, name, slug }) => ({
		text: encrypted_key,
		owner: ownerOfReportKey(key_hash),
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
	await db.updateTable("alerts").set({ encrypted: null }).where("encrypted", "is not", null).execute();
	await db.updateTable("user_channels").set({ encrypted: null }).where("encrypted", "is not", null).execute();
	await db.updateTable("monitors").set({ encrypted: DROPPED }).where("encrypted", "is not", null).execute();
	await db.updateTable("jobs").set({ encrypted_key: DROPPED }).execute();
	return values;
}
