/** Pages of Statuspage as files: components in their groups, and maintenance that is not over. */

import { isTimeZone } from "../../../domain/local-time.ts";
import { slugOf } from "../../../domain/slug.ts";
import { Fields, listOf, nameOr, objectOf } from "../fields.ts";
import { Draft, type Imported } from "../imported.ts";
import { COMPONENT_FIELDS, GROUP_FIELDS, INCIDENT_FIELDS, PAGE_FIELDS } from "./fields.ts";
import type { StatuspagePage, Values } from "./read.ts";

const LOGOS = ["favicon_logo", "transactional_logo", "hero_cover", "email_logo", "twitter_logo"];

/** @param now epoch milliseconds: maintenance that is over is not carried */
export function convertStatuspage(pages: readonly StatuspagePage[], now: number): Imported {
	const draft = new Draft("STATUSPAGE");
	for (const each of pages) addPage(draft, each, now);
	return draft.imported();
}

/** The slug by which a page is found here again. */
export function slugOfPage(page: Values): string {
	return (
		slugOf(String(page["subdomain"] || page["name"] || "status"))
			.slice(0, 63)
			.replace(/-+$/, "") || "status"
	);
}

function addPage(draft: Draft, { page, groups, components, incidents }: StatuspagePage, now: number): void {
	const name = nameOr(typeof page["name"] === "string" ? page["name"] : null, "Status");
	const fields = new Fields(draft, `status page "${name}"`, page);
	for (const field of ["name", "subdomain"]) fields.get(field);
	const [domain, zone] = [fields.text("domain"), fields.text("time_zone")];
	const headline = [fields.text("headline"), fields.text("page_description")]
		.filter((text) => text !== null)
		.join("\n\n");
	if (domain !== null)
		fields.note("domain", `${domain} leads to the page once it is proven.`, "Set the TXT record that the page shows.");
	const isZone = zone !== null && isTimeZone(zone);
	if (zone !== null && !isZone) fields.note("time_zone", `${zone} is no time zone of the IANA.`, "Set timeZone.");
	const isRestricted = fields.text("ip_restrictions") !== null;
	if (isRestricted) {
		const why = "Not everyone could read it: the page is not published.";
		fields.note("ip_restrictions", why, PAGE_FIELDS["ip_restrictions"]?.instead ?? "");
	}
	const isHidden = fields.flag("hidden_from_search");
	const isInternal = fields.flag("viewers_must_be_team_members");
	noteLook(fields, page);
	const slug = slugOfPage(page);
	const key = draft.key("statusPages", slug);
	draft.add("statusPages", {
		key,
		name,
		slug,
		isPublished: !isRestricted,
		allowsIndexing: !isHidden && !isInternal,
		...(isInternal && { access: "members" }),
		...(headline !== "" && { headline }),
		...(domain !== null && { domain }),
		...(isZone && { timeZone: zone }),
		sections: sectionsOf(draft, groups, components),
	});
	fields.done(PAGE_FIELDS);
	addMaintenance(draft, incidents, key, now);
}

function noteLook(fields: Fields, page: Values): void {
	const colours = Object.keys(page).filter((name) => name.startsWith("css_") && fields.text(name) !== null);
	if (colours.length > 0) fields.note("css_…", "Its colours are not carried.", PAGE_FIELDS["css_*"]?.instead ?? "");
	for (const name of LOGOS) {
		const value = fields.get(name);
		const url = typeof value === "string" ? value : objectOf(value)["url"];
		if (typeof url === "string" && url !== "")
			fields.note(name, "It is not carried.", PAGE_FIELDS[name]?.instead ?? "");
	}
}

function sectionsOf(draft: Draft, groups: readonly Values[], components: readonly Values[]) {
	const known = byPosition(groups).map((group) => {
		const fields = new Fields(draft, `group "${String(group["name"])}"`, group);
		for (const name of ["id", "name", "position"]) fields.get(name);
		fields.done(GROUP_FIELDS);
		return { id: String(group["id"]), name: String(group["name"] ?? "") };
	});
	const ids = new Set(known.map(({ id }) => id));
	// A group is among the components, too.
	const own = byPosition(components).filter(({ group, id }) => group !== true && !ids.has(String(id)));
	const idOf = ({ group_id: id }: Values) => (ids.has(String(id)) ? String(id) : "");
	return [{ id: "", name: "" }, ...known]
		.map(({ id, name }) => ({
			name,
			components: own.filter((each) => idOf(each) === id).map((each) => componentOf(draft, each)),
		}))
		.filter((section) => section.components.length > 0);
}

function componentOf(draft: Draft, values: Values) {
	const name = nameOr(typeof values["name"] === "string" ? values["name"] : null, "Component");
	const fields = new Fields(draft, `component "${name}"`, values);
	for (const field of ["name", "group", "group_id", "position"]) fields.get(field);
	const description = fields.text("description");
	const hasUptime = fields.get("showcase") !== false;
	fields.done(COMPONENT_FIELDS);
	return { name, ...(description !== null && { description }), ...(!hasUptime && { showsUptime: false }) };
}

/** Those that are scheduled and not over, as windows that the page shows; they hold no alerts. */
function addMaintenance(draft: Draft, incidents: readonly Values[], page: string, now: number): void {
	const scheduled = incidents.filter(
		(incident) => isScheduled(incident) && Date.parse(String(incident["scheduled_until"])) > now,
	);
	for (const incident of scheduled) {
		const name = nameOr(typeof incident["name"] === "string" ? incident["name"] : null, "Maintenance");
		const fields = new Fields(draft, `maintenance "${name}"`, incident);
		for (const field of Object.keys(INCIDENT_FIELDS)) fields.get(field);
		const [latest] = listOf(incident["incident_updates"]).map(objectOf);
		fields.note("components", "It holds no alerts, and names no components.", "Put the monitors into monitorIds.");
		draft.add("maintenance", {
			key: draft.key("maintenance", name),
			name,
			monitorIds: [],
			startsAt: new Date(String(incident["scheduled_for"])).toISOString(),
			endsAt: new Date(String(incident["scheduled_until"])).toISOString(),
			statusPageIds: [page],
			publicTitle: name,
			publicText: String(latest?.["body"] || name),
		});
		fields.done(INCIDENT_FIELDS);
	}
}

/** Whether it is a maintenance. */
export function isScheduled(incident: Values): boolean {
	return typeof incident["scheduled_for"] === "string" && typeof incident["scheduled_until"] === "string";
}

function byPosition(values: readonly Values[]): readonly Values[] {
	return values.toSorted((a, b) => Number(a["position"] ?? 0) - Number(b["position"] ?? 0));
}
