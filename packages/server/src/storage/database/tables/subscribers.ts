/** Tables of the subscribers of status pages: who they are, the news to send, and the messages that wait. */

import { bigint, flag, identity, smallint, table, text } from "./table.ts";

export const SUBSCRIBER_TABLES = {
	subscribers: table(
		{
			id: identity,
			/** `sub_…` */
			public_id: text.unique(),
			status_page_id: bigint.references("status_pages", "cascade"),
			/** Index in SUBSCRIBER_CHANNELS. */
			channel: smallint,
			/** A mail address as it was written, or a URL. */
			address: text,
			/** By which addresses are compared: unique in its page and channel. */
			address_key: text,
			/** The key that signs a webhook's messages (../secret-box.ts); null for mail. */
			encrypted: text.orNull(),
			/** 1: news of every component; 0: those of subscriber_components. */
			all_components: flag,
			/** Null: nobody said yet that they mean it. */
			confirmed_at: bigint.orNull(),
			/** When the last mail with a link was enqueued; null for webhooks. */
			link_enqueued_at: bigint.orNull(),
			/** When that mail is sent, or tried again; null once it was sent or given up. */
			link_due_at: bigint.orNull(),
			link_attempts: smallint.default(0),
			/** Messages refused in a row. */
			refusals: smallint.default(0),
			/** Since when it is sent nothing more, because of them; null: it is. */
			stopped_at: bigint.orNull(),
			created_at: bigint,
		},
		{
			unique: "status_page_id, channel, address_key",
			indexes: {
				subscribers_newest: "(status_page_id, created_at desc, id desc)",
				// By which news are fanned out.
				subscribers_active: "(status_page_id, id) where confirmed_at is not null and stopped_at is null",
				subscribers_unconfirmed: "(created_at) where confirmed_at is null",
				subscriber_links_due: "(link_due_at) where link_due_at is not null",
			},
		},
	),

	subscriber_components: table(
		{
			subscriber_id: bigint.references("subscribers", "cascade"),
			component_id: bigint.references("components", "cascade"),
		},
		{ key: "subscriber_id, component_id", indexes: { subscribers_of_component: "(component_id)" } },
	),

	/** News of a page that are to be sent: written in the transaction of what they are about. */
	page_news: table(
		{
			id: identity,
			/** `nws_…` */
			public_id: text.unique(),
			status_page_id: bigint.references("status_pages", "cascade"),
			/** What it tells of: what is deleted is not sent any more. Null: of maintenance. */
			incident_id: bigint.references("incidents", "cascade").orNull(),
			/** Null: of no update. */
			update_id: bigint.references("incident_updates", "cascade").orNull(),
			/** JSON of News. */
			news: text,
			/** JSON list of the keys of the components that it is about; empty: of the page as a whole. */
			component_ids: text,
			/** Subscribers up to this key have their messages; null: all have. */
			fanned_out_to: bigint.orNull(),
			created_at: bigint,
		},
		{
			indexes: {
				page_news_to_fan_out: "(id) where fanned_out_to is not null",
				page_news_of_page: "(status_page_id)",
				page_news_of_incident: "(incident_id)",
				page_news_of_update: "(update_id)",
			},
		},
	),

	/** Messages that wait for their sending: a row for each subscriber and piece of news. Sent ones are deleted. */
	subscriber_messages: table(
		{
			news_id: bigint.references("page_news", "cascade"),
			subscriber_id: bigint.references("subscribers", "cascade"),
			/** Index in SUBSCRIBER_CHANNELS. */
			channel: smallint,
			/** Sendings that failed. */
			attempts: smallint,
			/** When it is sent, or tried again. */
			due_at: bigint,
			/** The end of the lease of whoever is sending it; in the past: nobody is. */
			leased_until: bigint.default(0),
			/** Who holds it, as of alerts. */
			held_by: bigint.orNull(),
		},
		{
			key: "news_id, subscriber_id",
			indexes: {
				subscriber_messages_due: "(channel, news_id, due_at)",
				messages_of_subscriber: "(subscriber_id)",
			},
		},
	),
};
