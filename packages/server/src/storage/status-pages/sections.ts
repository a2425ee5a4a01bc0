/** The sections of status pages, with their components and the monitors of each. */

import { sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import { dayOf } from "../../domain/figures/roll-up.ts";
import type { ComponentSettings } from "../../domain/status-pages/page-settings.ts";
import type { Component, Section } from "../../domain/status-pages/status-page.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Tx } from "../database/tx.ts";
import { renameInIncidents } from "../incidents/links.ts";
import { chooseAllWhereNoneIsLeft } from "../subscribers/chosen-components.ts";

export interface NewComponent extends ComponentSettings {
	/** Key of the component that is to be so; null: a new one. */
	readonly id: number | null;
	/** Keys in storage. */
	readonly monitors: ReadonlySet<number>;
}

export interface NewSection {
	readonly name: string;
	readonly components: readonly NewComponent[];
}

export async function sectionsOf({ db }: Tx, pageIds: readonly number[]): Promise<Map<number, readonly Section[]>> {
	const [sections, components, monitors] = [
		await db
			.selectFrom("status_page_sections")
			.selectAll()
			.where("status_page_id", "in", pageIds)
			.orderBy("status_page_id")
			.orderBy("position")
			.execute(),
		await db
			.selectFrom("components")
			.selectAll()
			.where("status_page_id", "in", pageIds)
			.orderBy("status_page_id")
			.orderBy("section")
			.orderBy("position")
			.execute(),
		await db
			.selectFrom("component_monitors as of")
			.innerJoin("monitors", "monitors.id", "of.monitor_id")
			.select(["of.component_id", "monitors.public_id"])
			.where("of.status_page_id", "in", pageIds)
			.where("monitors.deleted_at", "is", null)
			.orderBy("of.monitor_id")
			.execute(),
	];
	const monitorsOf = Map.groupBy(monitors, ({ component_id }) => component_id);
	const componentsOf = Map.groupBy(components, ({ status_page_id, section }) => `${status_page_id}:${section}`);
	const sectionsOfPage = Map.groupBy(sections, ({ status_page_id }) => status_page_id);
	return new Map(
		[...sectionsOfPage].map(([pageId, rows]) => [
			pageId,
			rows.map(({ name, position }) => ({
				name,
				components: (componentsOf.get(`${pageId}:${position}`) ?? []).map(
					(row): Component => ({
						id: row.id,
						publicId: row.public_id,
						name: row.name,
						description: row.description,
						showsUptime: row.shows_uptime === 1,
						showsResponseTime: row.shows_response_time === 1,
						monitorIds: (monitorsOf.get(row.id) ?? []).map(({ public_id }) => public_id),
					}),
				),
			})),
		]),
	);
}

/** Makes the sections of a page what is given: components that are left out are deleted, with their days later. */
export async function replaceSections(
	tx: Tx,
	pageId: number,
	sections: readonly NewSection[],
	now: number,
): Promise<void> {
	const kept = sections.flatMap(({ components }) => components.flatMap(({ id }) => (id === null ? [] : [id])));
	const { deleted } = await deleteComponents(tx, pageId, kept);
	if (deleted > 0) await chooseAllWhereNoneIsLeft(tx, pageId);
	await tx.db.deleteFrom("status_page_sections").where("status_page_id", "=", pageId).execute();
	if (sections.length > 0) {
		const rows = sections.map(({ name }, position) => ({ status_page_id: pageId, position, name }));
		await tx.db.insertInto("status_page_sections").values(rows).execute();
	}
	const wanted: WantedMonitor[] = [];
	for (const [section, { components }] of sections.entries()) {
		for (const [position, component] of components.entries()) {
			const componentId = await write(tx, { pageId, section, position, component }, now);
			const isNew = component.id === null;
			for (const monitorId of component.monitors) wanted.push({ componentId, monitorId, isNew });
		}
	}
	await replaceMonitors(tx, pageId, wanted, now);
}

/**
 * Deletes the components of a page but for `kept`; their days are pruned afterwards. Locks all of them, in the order of
 * their keys, as the roll-up does.
 */
export async function deleteComponents(
	tx: Tx,
	pageId: number,
	kept: readonly number[] = [],
): Promise<{ readonly deleted: number }> {
	const { rows } = await sql<{ id: number }>`
		select id from components where status_page_id = ${pageId} order by id${tx.dialect.forUpdate}`.execute(tx.db);
	const gone = rows.filter(({ id }) => !kept.includes(id));
	if (gone.length === 0) return { deleted: 0 };
	await tx.db
		.insertInto("deleted_components")
		.values(gone.map(({ id }) => ({ component_id: id })))
		.execute();
	await tx.db
		.deleteFrom("components")
		.where(
			"id",
			"in",
			gone.map(({ id }) => id),
		)
		.execute();
	return { deleted: gone.length };
}

interface Placed {
	readonly pageId: number;
	readonly section: number;
	readonly position: number;
	readonly component: NewComponent;
}

/** @returns its key */
async function write(tx: Tx, { pageId, section, position, component }: Placed, now: number): Promise<number> {
	const columns = {
		section,
		position,
		name: component.name,
		description: component.description,
		shows_uptime: component.showsUptime ? (1 as const) : (0 as const),
		shows_response_time: component.showsResponseTime ? (1 as const) : (0 as const),
	};
	if (component.id !== null) {
		await tx.db.updateTable("components").set(columns).where("id", "=", component.id).execute();
		await renameInIncidents(tx, component.id, component.name);
		return component.id;
	}
	const { id } = await tx.db
		.insertInto("components")
		.values({ ...columns, public_id: newPublicId("cmp"), status_page_id: pageId, created_at: now })
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

interface WantedMonitor {
	readonly componentId: number;
	readonly monitorId: number;
	/** The component is: it has the history of its monitors. */
	readonly isNew: boolean;
}

/**
 * Makes the monitors of the page's components what is given. A check counts for the components that its monitor had in
 * its minute, so those that end are kept for as long as such checks can be folded; a new component counts those of
 * before, too.
 */
async function replaceMonitors(tx: Tx, pageId: number, wanted: readonly WantedMonitor[], now: number): Promise<void> {
	const minute = minuteOf(now);
	const rows = tx.dialect.rows(
		{ component_id: "integer", monitor_id: "integer", from_minute: "integer" },
		wanted.map(({ componentId, monitorId, isNew }) => ({
			component_id: componentId,
			monitor_id: monitorId,
			from_minute: isNew ? 0 : minute,
		})),
	);
	const unwanted = sql`status_page_id = ${pageId} and not exists (select 1 from ${rows} as r
		where r.component_id = component_monitors.component_id and r.monitor_id = component_monitors.monitor_id)`;
	await sql`
		insert into former_component_monitors (component_id, monitor_id, from_minute, until_minute)
		select component_id, monitor_id, from_minute, ${minute} from component_monitors
		where ${unwanted} and from_minute < ${minute}
		on conflict (component_id, monitor_id, from_minute) do update set until_minute = excluded.until_minute`.execute(
		tx.db,
	);
	await sql`delete from component_monitors where ${unwanted}`.execute(tx.db);
	if (wanted.length === 0) return;
	await sql`
		insert into component_monitors (component_id, monitor_id, status_page_id, from_minute)
		select component_id, monitor_id, cast(${pageId} as bigint), from_minute from ${rows} as r where true
		on conflict (component_id, monitor_id) do nothing`.execute(tx.db);
	await sql`
		insert into component_fills (component_id, monitor_id, next_day)
		select component_id, monitor_id, cast(${dayOf(minute)} as bigint) from ${rows} as r where from_minute = 0
		on conflict (component_id, monitor_id) do nothing`.execute(tx.db);
}
