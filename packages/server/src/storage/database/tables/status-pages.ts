/** Tables of status pages: their addresses, sections and components, and the days of components. */

import { bigint, bytes, flag, identity, integer, type RowOf, smallint, table, text } from "./table.ts";

export const STATUS_PAGE_TABLES = {
	status_pages: table(
		{
			id: identity,
			/** `sp_…` */
			public_id: text.unique(),
			team_id: bigint.references("teams"),
			name: text,
			/** Claimed in status_page_slugs. */
			slug: text.unique(),
			is_published: flag,
			/** Index in PAGE_ACCESS. */
			access: smallint,
			/** Of its readers, as ../../../identity/argon2-passwords.ts writes it; null: none was set. */
			password_hash: text.orNull(),
			/** Null: no incident is opened by an outage. */
			auto_incident_after_minutes: integer.orNull(),
			/** JSON of the other PageSettings: only read and written whole. */
			settings: text,
			created_at: bigint,
			updated_at: bigint,
		},
		{ indexes: { status_pages_newest: "(team_id, created_at desc, id desc)" } },
	),

	/** Every slug that leads to a page, or did: unique in the installation. */
	status_page_slugs: table(
		{
			slug: text.key(),
			team_id: bigint.references("teams"),
			/** Null: the page is deleted. */
			status_page_id: bigint.references("status_pages", "set null").orNull(),
			/** Null: it is the slug of the page. Otherwise the page had it, and others can have it from then on. */
			reserved_until: bigint.orNull(),
		},
		{ indexes: { slugs_of_team: "(team_id)", slugs_of_status_page: "(status_page_id)" } },
	),

	/** Logos and icons. */
	status_page_images: table(
		{
			status_page_id: bigint.references("status_pages", "cascade"),
			/** Index in IMAGE_KINDS. */
			kind: smallint,
			type: text,
			/** Pixels. */
			width: integer,
			height: integer,
			/** Of its address: begins the SHA-256 of its bytes, base64url. */
			hash: text,
			bytes,
		},
		{ key: "status_page_id, kind" },
	),

	/** The domain of a page, and what is known of its proof (../../../domain/status-pages/page-domain.ts). */
	status_page_domains: table(
		{
			status_page_id: bigint.key().references("status_pages", "cascade"),
			/** Lower case, punycode. */
			domain: text,
			/** What the TXT record has after `lapwing-page=`. */
			proof: text,
			/** Since when it leads to the page; null: it does not. */
			proven_at: bigint.orNull(),
			/** Whether it ever led to the page: then nothing else of this service is shown under it. */
			was_proven: flag,
			/** An operator allowed it. */
			is_allowed: flag,
			missing_since: bigint.orNull(),
			given_at: bigint,
			checked_at: bigint.orNull(),
			/** Null: it is not checked. */
			next_check_at: bigint.orNull(),
			/** One of DOMAIN_PROBLEMS. */
			problem: text.orNull(),
		},
		{
			indexes: {
				status_page_domains_proven: "unique (domain) where proven_at is not null",
				status_page_domains_due: "(next_check_at) where next_check_at is not null",
				status_page_domains_name: "(domain)",
			},
		},
	),

	status_page_sections: table(
		{
			status_page_id: bigint.references("status_pages", "cascade"),
			/** Its place on the page, from 0. */
			position: smallint,
			/** Empty: its components stand without a heading. */
			name: text,
		},
		{ key: "status_page_id, position" },
	),

	components: table(
		{
			id: identity,
			/** `cmp_…` */
			public_id: text.unique(),
			status_page_id: bigint.references("status_pages", "cascade"),
			/** Position of its section. */
			section: smallint,
			/** Its place in the section, from 0. */
			position: smallint,
			name: text,
			/** Empty: none. */
			description: text,
			shows_uptime: flag,
			shows_response_time: flag,
			created_at: bigint,
		},
		{ indexes: { components_of_status_page: "(status_page_id, section, position)" } },
	),

	component_monitors: table(
		{
			component_id: bigint.references("components", "cascade"),
			monitor_id: bigint.references("monitors", "cascade"),
			/** Of the component. */
			status_page_id: bigint.references("status_pages", "cascade"),
			/** Checks of earlier minutes are not the component's. */
			from_minute: integer,
		},
		{
			key: "component_id, monitor_id",
			indexes: {
				components_of_monitor: "(monitor_id)",
				component_monitors_of_status_page: "(status_page_id, monitor_id)",
			},
		},
	),

	/** Monitors that a component had, for as long as checks of that time can be folded. */
	former_component_monitors: table(
		{
			component_id: bigint.references("components", "cascade"),
			monitor_id: bigint.references("monitors", "cascade"),
			from_minute: integer,
			/** Excluded. */
			until_minute: integer,
		},
		{
			key: "component_id, monitor_id, from_minute",
			indexes: {
				former_components_of_monitor: "(monitor_id)",
				former_component_monitors_until: "(until_minute)",
			},
		},
	),

	/** Days of before a component was made, whose checks are still to be folded into it; the newest first. */
	component_fills: table(
		{
			component_id: bigint.references("components", "cascade"),
			monitor_id: bigint.references("monitors", "cascade"),
			next_day: integer,
		},
		{
			key: "component_id, monitor_id",
			indexes: {
				component_fills_next: "(next_day desc, component_id, monitor_id)",
				component_fills_of_monitor: "(monitor_id)",
			},
		},
	),

	/** The minutes of a component's day. Without its monitors, so that they outlive those. */
	component_days: table(
		{
			component_id: bigint,
			/** Whole UTC days since the epoch. */
			day: integer,
			/** Minutes by the worst of its monitors. */
			up: smallint,
			degraded: smallint,
			down: smallint,
			/** As ../../../domain/status-pages/day-minutes.ts writes them. */
			minutes: bytes,
		},
		{ key: "component_id, day" },
	),

	/**
	 * Raised with every change of a page, in its transaction. A single row. Processes that keep pages in memory learn
	 * from it that one may be closed.
	 */
	status_page_version: table({ id: smallint.key(), version: bigint }, { firstRow: "1, 0" }),

	/** Deleted components whose days are still to be pruned. */
	deleted_components: table({ component_id: bigint.key() }),
};

export type StatusPageTable = RowOf<typeof STATUS_PAGE_TABLES.status_pages>;
