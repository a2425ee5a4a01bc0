/**
 * Turns what incidents and maintenance hand on (../incidents/announcements.ts) into news of each page that shows it, in
 * the transaction that takes it.
 */

import { sql } from "kysely";
import type { Announcement } from "../../domain/incidents/announcement.ts";
import { INCIDENT_STATUSES } from "../../domain/incidents/incident.ts";
import { spansOf } from "../../domain/maintenance/maintenance.ts";
import type { MaintenanceWindow } from "../../domain/maintenance/window.ts";
import type { News, NewsKind } from "../../domain/subscribers/news.ts";
import { labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { deleteAnnouncements, oldestAnnouncements } from "../incidents/announcements.ts";
import { findIncident } from "../incidents/incidents.ts";
import { findWindow } from "../maintenance/maintenance-windows.ts";
import { componentsInMaintenance } from "../status-pages/public-maintenance.ts";
import { enqueueNews } from "./news.ts";

/** Announcements of one transaction. Each becomes a row for each page that shows it. */
const AT_A_TIME = 20;

/** Takes the oldest announcements. Returns false when there was none. */
export async function takeAnnouncements(database: Tx, now: number): Promise<boolean> {
	return database.transaction(async (tx) => {
		const oldest = await oldestAnnouncements(tx, AT_A_TIME);
		if (oldest.length === 0) return false;
		// Of two processes that read the same ones, the second finds them deleted.
		const taken = new Set(
			await deleteAnnouncements(
				tx,
				oldest.map(({ id }) => id),
			),
		);
		for (const { id, teamId, what } of oldest) {
			if (!taken.has(id)) continue;
			if (what.kind === "maintenance") await tellOfMaintenance(tx, teamId, what, now);
			else await tellOfIncident(tx, teamId, what, now);
		}
		return true;
	});
}

const KINDS = { incident: "incident_opened", update: "incident_updated", postmortem: "postmortem" } as const;

async function tellOfIncident(
	tx: Tx,
	teamId: number,
	what: Exclude<Announcement, { kind: "maintenance" }>,
	now: number,
): Promise<void> {
	const { incidentId } = what;
	const named = await tx.db.selectFrom("incidents").select("public_id").where("id", "=", incidentId).executeTakeFirst();
	const incident = named && (await findIncident(tx, teamId, named.public_id));
	if (!incident) return;
	const said = await saidOf(tx, what, now);
	const news = {
		kind: KINDS[what.kind],
		about: incident.publicId,
		title: incident.title,
		body: said.body,
		status: said.status ?? incident.status,
		impact: incident.impact,
		at: said.at,
		startsAt: null,
		endsAt: null,
	} satisfies Omit<News, "components">;
	for (const page of await pagesOf(tx, incidentId)) {
		const shown = incident.components.filter(({ statusPagePublicId }) => statusPagePublicId === page.public_id);
		const keys = await keysOf(
			tx,
			page.id,
			shown.flatMap(({ componentPublicId: id }) => (id === null ? [] : [id])),
		);
		const components = shown.map(({ componentPublicId, name, state }) => ({
			id: componentPublicId ?? "",
			name,
			state,
		}));
		const updateId = "updateId" in what ? what.updateId : null;
		const wanted = { statusPageId: page.id, incidentId, updateId, components: keys, news: { ...news, components } };
		await enqueueNews(tx, wanted, now);
	}
}

const STEPS = {
	scheduled: "maintenance_announced",
	in_progress: "maintenance_started",
	completed: "maintenance_completed",
} as const;

async function tellOfMaintenance(
	tx: Tx,
	teamId: number,
	{ windowId, startsAt, step }: Extract<Announcement, { kind: "maintenance" }>,
	now: number,
): Promise<void> {
	const named = await tx.db
		.selectFrom("maintenance_windows")
		.select("public_id")
		.where("id", "=", windowId)
		.executeTakeFirst();
	const window = named && (await findWindow(tx, teamId, named.public_id));
	if (!window) return;
	const { statusPageIds } = window.announcement;
	await enqueueMaintenanceNews(tx, window, { kind: STEPS[step], startsAt, statusPageIds }, now);
}

interface OccurrenceNews {
	readonly kind: Extract<NewsKind, `maintenance_${string}`>;
	/** Of the occurrence, epoch milliseconds. */
	readonly startsAt: number;
	/** Keys of the pages whose subscribers are notified, those that are published. */
	readonly statusPageIds: readonly number[];
}

/** Enqueues news of one occurrence of a window, with nothing in them but what the pages say of it. */
export async function enqueueMaintenanceNews(
	tx: Tx,
	window: MaintenanceWindow,
	{ kind, startsAt, statusPageIds }: OccurrenceNews,
	now: number,
): Promise<void> {
	const { publicTitle: title, publicText } = window.announcement;
	if (title === null || statusPageIds.length === 0) return;
	const spans = spansOf(window.schedule, startsAt, startsAt + 1);
	const news = {
		kind,
		about: window.publicId,
		title,
		body: publicText,
		status: null,
		impact: null,
		at: now,
		startsAt,
		endsAt: spans.find((span) => span.startsAt === startsAt)?.endsAt ?? null,
	} satisfies Omit<News, "components">;
	const pages = await tx.db
		.selectFrom("status_pages")
		.select("id")
		.where("id", "in", [...statusPageIds])
		.where("is_published", "=", 1)
		.orderBy("id")
		.execute();
	for (const { id: statusPageId } of pages) {
		const covered = await componentsInMaintenance(tx, statusPageId, window);
		const ids = covered.flatMap(({ id }) => (id === null ? [] : [id]));
		// What is being worked on needs no state beside it.
		const components = covered.map(({ id, name }) => ({ id: id ?? "", name, state: null }));
		const keys = await keysOf(tx, statusPageId, ids);
		const about = { statusPageId, incidentId: null, updateId: null, components: keys };
		await enqueueNews(tx, { ...about, news: { ...news, components } }, now);
	}
}

/** The text of an announcement; a status of null is that of the incident. */
async function saidOf({ db }: Tx, what: Exclude<Announcement, { kind: "maintenance" }>, now: number) {
	if (what.kind === "postmortem") {
		const postmortem = await db
			.selectFrom("incident_postmortems")
			.select(["body", "published_at"])
			.where("incident_id", "=", what.incidentId)
			.executeTakeFirst();
		return { body: postmortem?.body ?? "", status: null, at: postmortem?.published_at ?? now };
	}
	const update =
		what.updateId === null
			? undefined
			: await db
					.selectFrom("incident_updates")
					.select(["body", "status", "posted_at"])
					.where("id", "=", what.updateId)
					.executeTakeFirst();
	if (update === undefined) return { body: "", status: null, at: now };
	return { body: update.body, status: labelOf(INCIDENT_STATUSES, update.status), at: update.posted_at };
}

async function pagesOf({ db }: Tx, incidentId: number) {
	return db
		.selectFrom("incident_status_pages as of")
		.innerJoin("status_pages as page", "page.id", "of.status_page_id")
		.select(["page.id", "page.public_id"])
		.where("of.incident_id", "=", incidentId)
		.where("page.is_published", "=", 1)
		.execute();
}

async function keysOf(tx: Tx, statusPageId: number, publicIds: readonly string[]): Promise<number[]> {
	if (publicIds.length === 0) return [];
	const wanted = tx.dialect.rows(
		{ public_id: "text" },
		publicIds.map((public_id) => ({ public_id })),
	);
	const { rows } = await sql<{ id: number }>`
		select id from components
		where status_page_id = ${statusPageId} and public_id in (select public_id from ${wanted} as r)`.execute(tx.db);
	return rows.map(({ id }) => id);
}
