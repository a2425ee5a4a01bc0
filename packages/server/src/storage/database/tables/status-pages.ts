/** Tables of status pages. */

import { bigint, identity, table, text } from "./table.ts";

export const STATUS_PAGE_TABLES = {
	status_pages: table(
		{
			id: identity,
			/** `sp_…` */
			public_id: text.unique(),
			team_id: bigint.references("teams"),
			name: text,
			/** Unique in its team. */
			slug: text,
			created_at: bigint,
			updated_at: bigint,
		},
		{ unique: "team_id, slug", indexes: { status_pages_newest: "(team_id, created_at desc, id desc)" } },
	),

	status_page_monitors: table(
		{
			status_page_id: bigint.references("status_pages", "cascade"),
			monitor_id: bigint.references("monitors", "cascade"),
		},
		{ key: "status_page_id, monitor_id", indexes: { status_pages_of_monitor: "(monitor_id)" } },
	),
};
