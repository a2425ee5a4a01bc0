import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { USUAL_COMPONENT, USUAL_PAGE } from "../../domain/status-pages/page-settings.ts";
import { componentsOf } from "../../domain/status-pages/status-page.ts";
import { approveIncident } from "../../services/incidents/approve.ts";
import { createIncident } from "../../services/incidents/create.ts";
import { postUpdate } from "../../services/incidents/post-update.ts";
import { writePostmortem } from "../../services/incidents/write-postmortem.ts";
import { createStatusPage } from "../../services/status-pages/create.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import type { Database } from "../database/tx.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aTeam } from "../testing/fixtures.ts";
import {
	firstIncidentAt,
	incidentMarks,
	incidentsBetween,
	presentIncidents,
	publicIncident,
} from "./public-incidents.ts";

const NOW = Date.parse("2026-05-01T12:00:00Z");

async function aPage(database: Database, team: number, names: readonly string[]) {
	const components = names.map((name) => ({ ...USUAL_COMPONENT, name, monitorIds: [] }));
	const sections = [{ name: "", components }];
	const input = { ...USUAL_PAGE, name: "Public", slug: randomUUID(), isPublished: true, sections };
	const page = await onTheCommandLine(database, team, createStatusPage, input, { now: NOW });
	return { page, of: { id: page.id, teamId: team }, ids: componentsOf(page).map(({ publicId }) => publicId) };
}

const wanted = {
	title: "Orders fail",
	impact: null,
	components: [],
	isBackdated: false,
	isDraft: false,
	notifySubscribers: true,
	updates: [{ body: "We look.", status: "investigating" as const }],
};

onEachEngine("incidents for readers", (name) => {
	test("no reader gets a draft, by whichever way, until it is approved", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const { page, of, ids } = await aPage(database, team, ["Checkout"]);
		const components = ids.map((componentId) => ({ componentId, state: "degraded" as const }));
		const input = { ...wanted, components, isDraft: true };
		const draft = await onTheCommandLine(database, team, createIncident, input, { now: NOW });
		const day = { from: NOW - 1, to: NOW + 1 };
		const seen = async () => [
			(await presentIncidents(database, of, NOW)).open.length,
			(await incidentsBetween(database, of, day)).length,
			(await publicIncident(database, of, draft.publicId)) === null ? 0 : 1,
			(await incidentMarks(database, of, NOW - 1)).length,
			(await firstIncidentAt(database, of)) === null ? 0 : 1,
		];
		expect([page.isPublished, await seen()]).toEqual([true, [0, 0, 0, 0, 0]]);
		const approval = { id: draft.publicId, notifySubscribers: false };
		await onTheCommandLine(database, team, approveIncident, approval, { now: NOW });
		expect(await seen()).toEqual([1, 1, 1, 1, 1]);
	});

	test("a page names its own components, and shows a published postmortem while the incident is resolved", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const [own, other] = [await aPage(database, team, ["Checkout"]), await aPage(database, team, ["Secret"])];
		const components = [...own.ids, ...other.ids].map((componentId) => ({ componentId, state: "degraded" as const }));
		const made = await onTheCommandLine(database, team, createIncident, { ...wanted, components }, { now: NOW });
		const shown = () => publicIncident(database, own.of, made.publicId);
		expect((await shown())?.components).toEqual([{ id: own.ids[0], name: "Checkout", state: "degraded" }]);

		const post = (status: "resolved" | "identified") => {
			const update = { body: "News", status, notifySubscribers: true };
			const input = { incidentId: made.publicId, update };
			return onTheCommandLine(database, team, postUpdate, input, { now: NOW });
		};
		const write = (isPublished: boolean) => {
			const input = { incidentId: made.publicId, body: "A disk.", isPublished, notifySubscribers: true };
			return onTheCommandLine(database, team, writePostmortem, input, { now: NOW });
		};
		await post("resolved");
		await write(false);
		expect((await shown())?.postmortem).toBeNull();
		await write(true);
		expect((await shown())?.postmortem).toEqual({ body: "A disk.", publishedAt: NOW });
		await post("identified");
		expect((await shown())?.postmortem).toBeNull();
	});
});
