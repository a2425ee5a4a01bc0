import { expect, test } from "vitest";
import { openOutagesState } from "../board/changed-monitors.ts";
import type { Tx } from "../database/tx.ts";
import { freshDatabase } from "../testing/engines.ts";
import { openOutages } from "./handled-causes.ts";

test("SQLite finds the outages that last without reading those that are over", async () => {
	await using database = await freshDatabase("sqlite");
	const asked: string[] = [];
	const explained = {
		...database,
		db: database.db.withPlugin({
			transformQuery: ({ node }) =>
				node.kind === "RawNode"
					? { ...node, sqlFragments: [`explain query plan ${node.sqlFragments[0]}`, ...node.sqlFragments.slice(1)] }
					: node,
			transformResult: async ({ result }) => {
				asked.push(result.rows.map(({ detail }) => String(detail)).join("\n"));
				return { ...result, rows: [] };
			},
		}),
	} as Tx;
	await openOutages(explained, 1, 1_000);
	await openOutagesState(explained, 1);
	expect(asked).toHaveLength(2);
	for (const plan of asked) expect(plan).toContain("outages_open_of_team");
});
