/**
 * What readers of a page get. A few statements, whose cost follows the page: its components, their monitors and days,
 * and its incidents. Names and targets of monitors are not read.
 */

import { sql } from "kysely";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../domain/durations.ts";
import type { MaintenanceWindow } from "../../domain/maintenance/window.ts";
import { type ComponentState, componentState } from "../../domain/status-pages/component-state.ts";
import { themeCss } from "../../domain/status-pages/css/theme-css.ts";
import { pageAddress } from "../../domain/status-pages/page-address.ts";
import {
	dayOfInstant,
	type PublicComponent,
	type PublicIncident,
	type PublicPage,
} from "../../domain/status-pages/public-page.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";
import { windowsOfTeam } from "../maintenance/maintenance-windows.ts";
import { domainLeadingTo } from "./domains.ts";
import { imagesOf } from "./images.ts";
import type { FiguresWanted, PublicFigures } from "./public-figures.ts";
import { incidentMarks, presentIncidents } from "./public-incidents.ts";
import { publicMaintenance } from "./public-maintenance.ts";
import { seenMonitors } from "./seen-monitors.ts";
import { settingsOf } from "./status-pages.ts";

/** The page under this slug has another now. */
interface Moved {
	readonly movedTo: string;
}

interface Reading {
	readonly now: number;
	/** Of the page that was found; read before, or kept from an earlier time. */
	figures(page: FiguresWanted): Promise<PublicFigures>;
}

/** The published page under a slug; null: there is none. */
export async function readPublicPage(tx: Tx, slug: string, reading: Reading): Promise<PublicPage | Moved | null> {
	const row = await publishedPage(tx, slug, reading.now);
	if (row === null) return null;
	return row.slug === slug ? completePage(tx, row, reading) : { movedTo: row.slug };
}

/** The row of a published page, also by a slug that it had. */
export async function publishedPage({ db }: Tx, slug: string, now: number): Promise<Row<"status_pages"> | null> {
	const { rows } = await sql<Row<"status_pages">>`
		select p.* from status_page_slugs s join status_pages p on p.id = s.status_page_id
		where s.slug = ${slug} and p.team_id = s.team_id and p.is_published = 1
			and (s.reserved_until is null or s.reserved_until > ${now})`.execute(db);
	return rows[0] ?? null;
}

async function completePage(
	tx: Tx,
	row: Row<"status_pages">,
	{ now, figures: figuresOf }: Reading,
): Promise<PublicPage> {
	const { name, slug, access, theme, days: barDays, showsUptime, allowsIndexing, ...settings } = settingsOf(row);
	const page = { id: row.id, teamId: row.team_id };
	const figures = await figuresOf({ ...page, barDays, showsUptime });
	const sections = await tx.db
		.selectFrom("status_page_sections")
		.select(["position", "name"])
		.where("status_page_id", "=", row.id)
		.orderBy("position")
		.execute();
	const components = await tx.db
		.selectFrom("components")
		.selectAll()
		.where("status_page_id", "=", row.id)
		.orderBy("section")
		.orderBy("position")
		.execute();
	const windows = await windowsOfTeam(tx, row.team_id);
	const isAnnounced = ({ announcement }: MaintenanceWindow) => announcement.statusPageIds.includes(row.id);
	const announced = windows.filter(isAnnounced);
	const unannounced = windows.filter((window) => !isAnnounced(window));
	const monitors = await seenMonitors(tx, row.id, { announced, unannounced }, now);
	const { open, past } = await presentIncidents(tx, page, now);
	const images = await imagesOf(tx, [row.id]);
	const domain = await domainLeadingTo(tx, row.id);
	const written = statesIn(open);
	const bySection = Map.groupBy(components, ({ section }) => section);
	return {
		id: row.public_id,
		slug,
		name,
		access,
		door:
			access === "public"
				? null
				: { passwordHash: access === "password" ? row.password_hash : null, teamId: row.team_id },
		locale: settings.locale,
		timeZone: settings.timeZone,
		barDays,
		allowsIndexing: allowsIndexing && access === "public",
		headline: settings.headline,
		footer: settings.footer,
		theme: {
			scheme: theme.scheme,
			logo: images.get(`${row.id} logo`)?.hash ?? null,
			icon: images.get(`${row.id} icon`)?.hash ?? null,
			css: await themeCss(theme),
		},
		address: domain === null ? null : pageAddress(slug, domain, ""),
		takesSubscribers: false,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
		sections: sections.map(({ name, position }) => ({
			name,
			components: (bySection.get(position) ?? []).map((component): PublicComponent => {
				const { id, public_id, name, description, shows_uptime, created_at } = component;
				const { state, source } = componentState(monitors.get(id) ?? [], written.get(public_id) ?? []);
				const days = shows_uptime === 1 ? (figures.days.get(id) ?? []) : [];
				const responseTimeMs = figures.responseTimes.get(id) ?? null;
				return {
					id: public_id,
					name,
					description,
					state,
					because: source,
					days,
					responseTimeMs,
					createdAt: created_at,
				};
			}),
		})),
		open,
		maintenance: await publicMaintenance(tx, row.id, announced, now),
		past,
		marks: await incidentMarks(tx, page, (dayOfInstant(now) - barDays + 1) * DAY_MS),
		generatedAt: now,
		trueAt: await trueAt(tx, row, now),
	};
}

/** What incidents say of components, by `cmp_…`. */
function statesIn(incidents: readonly PublicIncident[]): ReadonlyMap<string, readonly ComponentState[]> {
	const named = incidents.flatMap(({ components }) =>
		components.flatMap(({ id, state }) => (id === null ? [] : [{ id, state }])),
	);
	return new Map([...Map.groupBy(named, ({ id }) => id)].map(([id, states]) => [id, states.map(({ state }) => state)]));
}

/**
 * Until when all is known: a monitor that was not checked for two intervals tells how things were at its last check.
 * Paused and pending ones tell nothing about the time.
 */
async function trueAt({ db }: Tx, { id, team_id }: Row<"status_pages">, now: number): Promise<number> {
	const { rows } = await sql<{ at: number | null }>`
		select min(s.last_checked_at) as at
		from component_monitors as of join monitors m on m.id = of.monitor_id join monitor_states s on s.monitor_id = m.id
		where of.status_page_id = ${id} and m.team_id = ${team_id} and m.deleted_at is null and m.enabled_at is not null
			and s.last_checked_at + ${sql.lit(2 * SECOND_MS)} * m.interval_seconds < ${now - MINUTE_MS}`.execute(db);
	return Math.min(now, rows[0]?.at ?? now);
}
