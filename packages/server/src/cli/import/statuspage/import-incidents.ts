/**
 * `lapwing import statuspage-incidents`: after `apply`, the incidents of pages that came from Statuspage. Those that
 * are over are recorded as backdated; nobody is notified of any. One of the same page with the same title and begin is
 * there already; it may still lack its postmortem, which is written after it.
 */

import type { Client } from "@lapwing/client";
import { apiCommand, connect, dataOf } from "../../api/connection.ts";
import { print, printAside } from "../../command.ts";
import { progressBar } from "../../terminal/progress-bar.ts";
import { nameOr } from "../fields.ts";
import { Draft } from "../imported.ts";
import { lineOf } from "../write-import.ts";
import { isScheduled, slugOfPage } from "./convert.ts";
import { incidentOf, type WrittenIncident } from "./incidents.ts";
import { API, KEY_HELP, readStatuspage, type StatuspagePage } from "./read.ts";

interface OurPage {
	readonly id: string;
	readonly components: readonly { readonly id: string; readonly name: string; readonly section: string }[];
}

export function statuspageIncidents() {
	return apiCommand(
		"statuspage-incidents",
		"After apply: the incidents of pages from Statuspage, without telling anyone. Safe to repeat.",
	)
		.option("--url <url>", "the API of Statuspage", API)
		.addHelpText("after", KEY_HELP)
		.action(async ({ url }: { url: string }) => {
			await importIncidents(connect(), await readStatuspage(url));
		});
}

export async function importIncidents(
	client: Client,
	pages: readonly StatuspagePage[],
): Promise<{ readonly added: number }> {
	const known = new Map<string, string>();
	for await (const { id, title, startedAt, statusPageIds } of client.list("/api/v1/incidents")) {
		for (const page of statusPageIds) known.set(nameOn(page, { title, startedAt }), id);
	}
	const ours = new Map<string, OurPage>();
	for await (const { id, slug } of client.list("/api/v1/status-pages")) {
		const { sections } = dataOf(await client.get("/api/v1/status-pages/{id}", { path: { id } }));
		const components = sections.flatMap((section) =>
			section.components.map((each) => ({ id: each.id, name: each.name, section: section.name })),
		);
		ours.set(slug, { id, components });
	}
	const draft = new Draft("STATUSPAGE");
	const bar = progressBar(
		"incidents",
		pages.reduce((sum, { incidents }) => sum + incidents.length, 0),
	);
	let [added, read, maintenance] = [0, 0, 0];
	for (const each of pages) {
		const { page, incidents } = each;
		const here = ours.get(slugOfPage(page));
		if (here === undefined) {
			const why = `There is no status page with the slug ${slugOfPage(page)}.`;
			draft.note(`page "${String(page["name"])}"`, "", why, "Apply the files first.");
			read += incidents.length;
			continue;
		}
		// The oldest first, as they came about.
		for (const values of incidents.toReversed()) {
			read += 1;
			bar.update(read);
			if (isScheduled(values)) {
				maintenance += 1;
				continue;
			}
			const incident = incidentOf(draft, values);
			const name = nameOn(here.id, incident);
			const before = known.get(name);
			const id = before ?? (await write(client, incident, here.id, affectedOf(draft, incident, each, here)));
			await writePostmortem(client, id, incident);
			if (before !== undefined) continue;
			known.set(name, id);
			added += 1;
		}
	}
	bar.finish();
	for (const note of draft.imported().notes) print(lineOf(note));
	printAside(
		`Added ${added} incidents. ${maintenance} maintenances are not incidents here; those to come are in the file.`,
	);
	return { added };
}

function nameOn(page: string, { title, startedAt }: Pick<WrittenIncident, "title" | "startedAt">): string {
	return `${page} ${Date.parse(startedAt)} ${title}`;
}

/** Components of ours by their names and sections: two groups may have one of the same name. */
function affectedOf(draft: Draft, { title, components }: WrittenIncident, theirs: StatuspagePage, here: OurPage) {
	const found = components.flatMap(({ id, name, state }) => {
		const own = theirs.components.find((each) => each["id"] === id);
		const group = theirs.groups.find((each) => own !== undefined && each["id"] === own["group_id"]);
		const isOfName = (each: unknown) =>
			own !== undefined && nameOr(String(each), "") === nameOr(String(own["name"]), "");
		const named = here.components.filter((each) => isOfName(each.name));
		const isAmbiguous = named.length > 1 || theirs.components.filter((each) => isOfName(each["name"])).length > 1;
		const within = named.filter(({ section }) => section === String(group?.["name"] ?? ""));
		const [only, ...others] = isAmbiguous ? within : named;
		if (only !== undefined && others.length === 0) return [[only.id, { componentId: only.id, state }] as const];
		const why = `${JSON.stringify(name)} is not one component of the page.`;
		draft.note(`incident "${title}"`, "components", why, "Name the component by hand.");
		return [];
	});
	// The API takes each once.
	return [...new Map(found).values()];
}

async function write(
	client: Client,
	{ postmortem: _, components: __, resolvedAt, ...incident }: WrittenIncident,
	page: string,
	affected: ReturnType<typeof affectedOf>,
): Promise<string> {
	const body = {
		...incident,
		updates: [...incident.updates],
		components: affected,
		statusPageIds: [page],
		isBackdated: resolvedAt !== null,
		notifySubscribers: false,
		...(resolvedAt !== null && { resolvedAt, status: "resolved" as const }),
	};
	return dataOf(await client.post("/api/v1/incidents", { body })).id;
}

/** Unless the incident has one: somebody may have changed it. */
async function writePostmortem(client: Client, id: string, { postmortem, resolvedAt }: WrittenIncident): Promise<void> {
	if (postmortem === null) return;
	const present = dataOf(await client.get("/api/v1/incidents/{id}", { path: { id } }));
	if (present.postmortem !== null) return;
	const isPublished = postmortem.isPublished && resolvedAt !== null;
	dataOf(
		await client.put("/api/v1/incidents/{id}/postmortem", {
			path: { id },
			body: { body: postmortem.body, isPublished, notifySubscribers: false },
		}),
	);
}
