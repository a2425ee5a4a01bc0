/** Public ids and slugs of a takeout where it is imported: as they were, or new ones where these are taken. */

import { sql } from "kysely";
import { newPublicId } from "../database/public-ids.ts";
import type { Tx } from "../database/tx.ts";

/** Where ids of a prefix are unique. Others, such as those of reports, stay as they are. */
const TABLE_OF = {
	mon: "monitors",
	chk: "content_checks",
	loc: "locations",
	sp: "status_pages",
	cmp: "components",
	mw: "maintenance_windows",
	inc: "incidents",
	upd: "incident_updates",
	itp: "incident_templates",
	cau: "causes",
	out: "outages",
	sch: "schedules",
	alt: "alerts",
	evt: "alert_events",
} as const;
const PUBLIC_ID = /\b([a-z]{2,4})_[0-9a-z]{26}\b/g;
const SLUG_LENGTH = 63;

export class FreeIds {
	readonly #tx: Tx;
	readonly #ids = new Map<string, string>();
	readonly #slugs = new Map<string, string>();

	constructor(tx: Tx) {
		this.#tx = tx;
	}

	/** The text with the ids that its objects have here. It may name objects that are imported after it. */
	async in(text: string): Promise<string> {
		const found = [...text.matchAll(PUBLIC_ID)];
		for (const [id, prefix] of found) {
			if (this.#ids.has(id) || prefix === undefined || !Object.hasOwn(TABLE_OF, prefix)) continue;
			this.#ids.set(id, await this.#free(id, prefix as keyof typeof TABLE_OF));
		}
		return found.length === 0 ? text : text.replaceAll(PUBLIC_ID, (id) => this.#ids.get(id) ?? id);
	}

	async #free(id: string, prefix: keyof typeof TABLE_OF): Promise<string> {
		const table = sql.table(TABLE_OF[prefix]);
		const { rows } = await sql`select 1 from ${table} where public_id = ${id} limit 1`.execute(this.#tx.db);
		return rows.length === 0 ? id : newPublicId(prefix);
	}

	async slug(slug: string): Promise<string> {
		const known = this.#slugs.get(slug);
		if (known !== undefined) return known;
		let free = slug;
		for (let number = 2; await this.#isTaken(free); number += 1) {
			free = `${slug.slice(0, SLUG_LENGTH - 1 - String(number).length)}-${number}`;
		}
		this.#slugs.set(slug, free);
		return free;
	}

	async #isTaken(slug: string): Promise<boolean> {
		// Given to another one, and perhaps not stored yet.
		if ([...this.#slugs.values()].includes(slug)) return true;
		const query = this.#tx.db.selectFrom("status_page_slugs").select("slug").where("slug", "=", slug);
		return (await query.executeTakeFirst()) !== undefined;
	}
}
