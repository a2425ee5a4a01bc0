/**
 * What a team makes around its monitors: alerts, maintenance windows, incidents and a status page. Made and removed by
 * the same services as those of people; recognized by their names.
 */

import { type Result, unwrap } from "@lapwing/result";
import { commandLine, type TeamActor } from "../../domain/access/actor.ts";
import type { Team } from "../../domain/access/team.ts";
import { USUAL_RULES } from "../../domain/alerts/alert-rules.ts";
import { DAY_MS, HOUR_MS } from "../../domain/durations.ts";
import { UNANNOUNCED } from "../../domain/maintenance/announced.ts";
import { USUAL_COMPONENT, USUAL_PAGE } from "../../domain/status-pages/page-settings.ts";
import { componentsOf } from "../../domain/status-pages/status-page.ts";
import { createAlert } from "../../services/alerts/create.ts";
import { deleteAlert } from "../../services/alerts/delete.ts";
import { inTransaction } from "../../services/change.ts";
import { createIncident } from "../../services/incidents/create.ts";
import { deleteIncident } from "../../services/incidents/delete.ts";
import { createMaintenanceWindow } from "../../services/maintenance-windows/create.ts";
import { deleteMaintenanceWindow } from "../../services/maintenance-windows/delete.ts";
import { createStatusPage } from "../../services/status-pages/create.ts";
import { deleteStatusPage } from "../../services/status-pages/delete.ts";
import type { WantedSection } from "../../services/status-pages/wanted-page.ts";
import { idsByName, type NamedTable } from "../../storage/access/ids-by-name.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";

/** What the status page shows: sections with the names of their components. */
const SECTIONS: readonly (readonly [string, readonly string[]])[] = [
	["Shop", ["Website", "Search", "Checkout"]],
	["Platform", ["API", "Mail", "Accounts"]],
];
const MONITORS_A_COMPONENT = 2;
const SHOWN = 12;

const NAMES = {
	alerts: ["On call (demo)", "Web team (demo)"],
	windows: ["Weekly database upgrade (demo)", "Move to the new network (demo)"],
	incidents: ["Orders were slow (demo)", "Mail is delayed (demo)"],
	pages: ["Public services (demo)"],
} as const;

interface StoryOptions {
	readonly team: Team;
	/** `mon_…`, in their order; at least one. */
	readonly monitorIds: readonly string[];
	/** Of the demo's target, which takes webhooks. */
	readonly port: number;
	readonly box: SecretBox;
	readonly now: number;
}

/** Makes all of it in one transaction. */
export async function makeStory(database: Tx, options: StoryOptions): Promise<void> {
	const { team, monitorIds, port, box: secretBox, now } = options;
	const actor = commandLine(team);
	const ago = (ms: number) => new Date(now - ms).toISOString();
	const some = monitorIds.slice(0, SHOWN);
	const rules = { ...USUAL_RULES, isEnabled: true };
	const hook = (name: string) => ({ type: "webhook" as const, url: `http://127.0.0.1:${port}/hooks/${name}` });
	// From tomorrow on: the history had no maintenance.
	const local = ago(-DAY_MS).slice(0, 10);
	await inTransaction(database, async (tx) => {
		const onCall = { ...rules, name: NAMES.alerts[0], channel: hook("on-call"), monitorIds: null };
		unwrap(await createAlert(tx, actor, { ...onCall, events: ["down", "up"] }, { now, secretBox }));
		const web = { ...rules, name: NAMES.alerts[1], channel: hook("web-team"), monitorIds: some, failureThreshold: 3 };
		unwrap(await createAlert(tx, actor, { ...web, events: ["down", "degraded", "up"] }, { now, secretBox }));

		const recurrence = { rrule: "FREQ=WEEKLY", startsAt: `${local}T02:00`, timeZone: "UTC", durationMinutes: 60 };
		const weekly = {
			...UNANNOUNCED,
			name: NAMES.windows[0],
			monitorIds: null,
			startsAt: null,
			endsAt: null,
			recurrence,
		};
		unwrap(await createMaintenanceWindow(tx, actor, weekly, { now }));
		const [startsAt, endsAt] = [ago(-2 * DAY_MS), ago(-2 * DAY_MS - 2 * HOUR_MS)];
		const planned = {
			name: NAMES.windows[1],
			monitorIds: some,
			startsAt,
			endsAt,
			recurrence: null,
			...UNANNOUNCED,
		};
		unwrap(await createMaintenanceWindow(tx, actor, planned, { now }));

		const page = unwrap(
			await createStatusPage(
				tx,
				actor,
				{
					...USUAL_PAGE,
					name: NAMES.pages[0],
					slug: `${team.slug}-public`,
					isPublished: true,
					sections: sectionsWith(some),
				},
				{ now },
			),
		);
		const named = (name: string) =>
			componentsOf(page)
				.filter((component) => component.name === name)
				.map(({ publicId: componentId }) => ({ componentId, state: "degraded" as const }));
		const usual = { statusPageIds: [page.publicId], isDraft: false, notifySubscribers: false };
		unwrap(
			await createIncident(
				tx,
				actor,
				{
					title: NAMES.incidents[0],
					impact: "major",
					components: named("Checkout"),
					...usual,
					isBackdated: true,
					startedAt: ago(27 * HOUR_MS),
					updates: [
						{
							status: "investigating",
							at: ago(27 * HOUR_MS),
							body: "Orders take up to **ten seconds**. We look into it.",
						},
						{
							status: "identified",
							at: ago(26.5 * HOUR_MS),
							body: "A query without an index, since the last release.",
						},
						{
							status: "resolved",
							at: ago(26 * HOUR_MS),
							body: "The index is there, and orders are as fast as before.",
						},
					],
				},
				{ now },
			),
		);
		const open = await createIncident(
			tx,
			actor,
			{
				title: NAMES.incidents[1],
				impact: null,
				components: named("Mail"),
				...usual,
				isBackdated: false,
				updates: [
					{
						status: "monitoring",
						at: ago(HOUR_MS / 2),
						body: "Mail leaves again; the queue will be empty in an hour.",
					},
				],
			},
			{ now },
		);
		return open;
	}).then(unwrap);
}

/** The sections, each component with the next of the monitors. */
function sectionsWith(monitorIds: readonly string[]): WantedSection[] {
	const left = [...monitorIds];
	return SECTIONS.map(([name, components]) => ({
		name,
		components: components.map((each) => ({
			...USUAL_COMPONENT,
			name: each,
			monitorIds: left.splice(0, MONITORS_A_COMPONENT),
		})),
	}));
}

/** Deletes what {@link makeStory} made. */
export async function removeStory(database: Tx, team: Team, now: number): Promise<void> {
	const actor = commandLine(team);
	const tables: readonly [NamedTable, readonly string[], Deletion][] = [
		["incidents", NAMES.incidents, deleteIncident],
		["maintenance_windows", NAMES.windows, deleteMaintenanceWindow],
		["status_pages", NAMES.pages, deleteStatusPage],
		["alerts", NAMES.alerts, deleteAlert],
	];
	await database.transaction(async (tx) => {
		for (const [table, names, deletion] of tables) {
			for (const id of await idsByName(tx, team.id, table, names)) unwrap(await deletion(tx, actor, { id }, { now }));
		}
	});
}

type Deletion = (
	tx: Tx,
	actor: TeamActor,
	input: { readonly id: string },
	deps: { readonly now: number },
) => Promise<Result<unknown, Error>>;
