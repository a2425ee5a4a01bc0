/** Status pages of Better Stack, with their sections and resources. */

import { isTimeZone } from "../../../domain/local-time.ts";
import { slugOf } from "../../../domain/slug.ts";
import { Fields, nameOr } from "../fields.ts";
import type { Draft } from "../imported.ts";
import { PAGE_FIELDS, RESOURCE_FIELDS, SECTION_FIELDS } from "./fields.ts";
import type { BetterStackInput, Item, Keys } from "./input.ts";

type Page = BetterStackInput["pages"][number];

export function addPages(draft: Draft, { page, sections, resources }: Page, keys: Keys): void {
	const values = page.attributes;
	const name = nameOr(
		typeof values["company_name"] === "string" ? values["company_name"] : null,
		`Status page ${page.id}`,
	);
	const fields = new Fields(draft, `status page "${name}"`, values);
	fields.get("company_name");
	const [domain, zone, theme] = [fields.text("custom_domain"), fields.text("timezone"), fields.text("theme")];
	const headline = fields.text("announcement");
	const isPublished = fields.flag("published") && isOpen(fields);
	if (domain !== null)
		fields.note(
			"custom_domain",
			`${domain} leads to the page once it is proven.`,
			"Set the TXT record that the page shows.",
		);
	const isZone = zone !== null && isTimeZone(zone);
	if (zone !== null && !isZone) fields.note("timezone", `${zone} is no time zone of the IANA.`, "Set timeZone.");
	const isHidden = fields.flag("hide_from_search_engines");
	const key = draft.key("statusPages", fields.text("subdomain") ?? name);
	draft.add("statusPages", {
		key,
		name,
		slug: slugOf(fields.text("subdomain") ?? name).slice(0, 63) || key,
		isPublished,
		allowsIndexing: !isHidden,
		...(headline !== null && { headline }),
		...(domain !== null && { domain }),
		...(isZone && { timeZone: zone }),
		...((theme === "light" || theme === "dark") && { theme: { scheme: theme } }),
		sections: sectionsOf(draft, sections, resources, keys),
	});
	fields.done(PAGE_FIELDS);
}

/** Whether everyone could read it. */
function isOpen(fields: Fields): boolean {
	const closed = ["password_enabled", "require_sso", "ip_allowlist"].filter((name) => {
		const value = fields.get(name);
		return value === true || (Array.isArray(value) && value.length > 0);
	});
	for (const name of closed)
		fields.note(
			name,
			"Not everyone could read it: the page is not published.",
			PAGE_FIELDS[name]?.instead ?? "Set access: password and a password, then isPublished.",
		);
	return closed.length === 0;
}

function sectionsOf(draft: Draft, sections: readonly Item[], resources: readonly Item[], keys: Keys) {
	const bySection = Map.groupBy(byPosition(resources), ({ attributes }) =>
		String(attributes["status_page_section_id"]),
	);
	const known = byPosition(sections).map(({ id, attributes }) => {
		const fields = new Fields(draft, `section "${String(attributes["name"] ?? "")}"`, attributes);
		for (const name of ["name", "position"]) fields.get(name);
		fields.done(SECTION_FIELDS);
		return { id, name: String(attributes["name"] ?? "") };
	});
	const ids = new Set(known.map(({ id }) => id));
	const rest = [...bySection].filter(([id]) => !ids.has(id)).flatMap(([, of]) => of);
	const all = rest.length === 0 ? known : [{ id: "", name: "" }, ...known];
	return all.map(({ id, name }) => ({
		name,
		components: (id === "" ? rest : (bySection.get(id) ?? [])).map((resource) => componentOf(draft, resource, keys)),
	}));
}

function componentOf(draft: Draft, { attributes }: Item, keys: Keys) {
	const name = nameOr(typeof attributes["public_name"] === "string" ? attributes["public_name"] : null, "Component");
	const fields = new Fields(draft, `component "${name}"`, attributes);
	for (const field of ["public_name", "status_page_section_id", "position"]) fields.get(field);
	const type = fields.text("resource_type") ?? "";
	const monitorIds = keys.get(`${type}:${fields.text("resource_id")}`);
	if (monitorIds === undefined && type !== "ManuallyTrackedItem")
		fields.note(
			"resource_type",
			`Its ${type || "resource"} was not carried: it shows incidents alone.`,
			"Give it monitors, or remove it.",
		);
	const [description, widget] = [fields.text("explanation"), fields.text("widget_type")];
	const hasHistory = fields.get("history") !== false;
	fields.done(RESOURCE_FIELDS);
	return {
		name,
		...(description !== null && { description }),
		...(monitorIds !== undefined && { monitorIds }),
		...((!hasHistory || widget === "plain") && { showsUptime: false }),
		...(widget === "response_times" && { showsResponseTime: true }),
	};
}

function byPosition(items: readonly Item[]): readonly Item[] {
	return items.toSorted((a, b) => Number(a.attributes["position"] ?? 0) - Number(b.attributes["position"] ?? 0));
}
