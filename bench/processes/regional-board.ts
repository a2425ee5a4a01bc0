/** What the database has of locations that fail alone, and what the board shows of them: as texts to compare. */

import { sql } from "kysely";
import type { Database } from "../../packages/server/src/storage/database/tx.ts";

export async function storedRegional({ db }: Database): Promise<string> {
	const { rows } = await sql<{ id: string; location: string | null; since: number }>`
		select m.public_id as id, l.name as location, f.since from regional_failures as f
		join monitors as m on m.id = f.monitor_id left join locations as l on l.id = f.location`.execute(db);
	return inOrder(rows.map(({ id, location, since }) => `${id} ${location} ${new Date(since).toISOString()}`));
}

export async function shownRegional(ask: (method: string, path: string) => Promise<Response>): Promise<string> {
	const answer = await ask("GET", "/api/v1/board").catch(() => null);
	if (!answer?.ok) return "no answer";
	const { data } = (await answer.json()) as {
		data: { regional: { id: string; location: string | null; since: string }[] };
	};
	return inOrder(data.regional.map(({ id, location, since }) => `${id} ${location} ${since}`));
}

function inOrder(lines: readonly string[]): string {
	return lines.toSorted().join("\n");
}
