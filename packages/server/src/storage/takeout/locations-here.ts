/**
 * Which location of this installation stands for one of a takeout. Those of the team come with it. Those of the other
 * installation are named by its monitors and results: here the installation's own of the same name takes the place,
 * else the team has one of that name from then on.
 */

import { sql } from "kysely";
import type { Row } from "../database/moving/moved-tables.ts";
import type { Tx } from "../database/tx.ts";

interface Inserting {
	readonly teamId: number;
	/** Writes a row of the team, and returns its key. */
	insert(row: Row): Promise<number>;
	note(note: string): void;
}

export class LocationsHere {
	readonly #tx: Tx;
	readonly #inserting: Inserting;
	/** By their keys in the takeout. */
	readonly #elsewhere = new Map<number, Row>();
	readonly #keys = new Map<number, number>();

	constructor(tx: Tx, inserting: Inserting) {
		this.#tx = tx;
		this.#inserting = inserting;
	}

	/** A row of the takeout's. Those of the installation wait until something names them. */
	async add(key: number, row: Row, isOfTeam: boolean): Promise<void> {
		if (isOfTeam) this.#keys.set(key, await this.#insert(row));
		else this.#elsewhere.set(key, row);
	}

	/** Null: the takeout does not have it. */
	async keyOf(key: number): Promise<number | null> {
		const known = this.#keys.get(key);
		if (known !== undefined) return known;
		const row = this.#elsewhere.get(key);
		if (row === undefined) return null;
		const found = (await this.#ofInstallation(String(row["name"]))) ?? (await this.#insert(row));
		this.#keys.set(key, found);
		return found;
	}

	async #ofInstallation(name: string): Promise<number | null> {
		const query = this.#tx.db.selectFrom("locations").select("id").where("team_id", "is", null);
		const row = await query.where("deleted_at", "is", null).where("name", "=", name).executeTakeFirst();
		return row?.id ?? null;
	}

	async #insert(row: Row): Promise<number> {
		const { teamId, insert, note } = this.#inserting;
		const name = await this.#freeName(String(row["name"]));
		if (row["deleted_at"] === null) {
			note(`location ${name} has no prober yet, and none may connect to private addresses`);
		}
		return insert({ ...row, name, team_id: teamId, allows_private_targets: 0 });
	}

	/** The team may have one of its own beside the installation's of the same name. */
	async #freeName(name: string): Promise<string> {
		for (let number = 1; ; number += 1) {
			const free = number === 1 ? name : `${name}-${number}`;
			const { rows } = await sql`select 1 from locations
				where team_id = ${this.#inserting.teamId} and name = ${free} and deleted_at is null`.execute(this.#tx.db);
			if (rows.length === 0) return free;
		}
	}
}
