/** Checkly's status pages, as constructs describe them: cards of services, to which checks open incidents. */

import { slugOf } from "../../../domain/slug.ts";
import { Fields, listOf, nameOr, objectOf } from "../fields.ts";
import type { Draft } from "../imported.ts";
import { PAGE_FIELDS } from "./fields.ts";

type Members = Readonly<Record<string, unknown>>;

/** @param keysByService the monitors whose checks open incidents of a service */
export function addPage(draft: Draft, values: Members, keysByService: ReadonlyMap<string, readonly string[]>): void {
	const name = nameOr(typeof values["name"] === "string" ? values["name"] : null, "Status page");
	const fields = new Fields(draft, `status page "${name}"`, values);
	fields.get("name");
	const [domain, theme] = [fields.text("customDomain"), (fields.text("defaultTheme") ?? "").toLowerCase()];
	if (domain !== null)
		fields.note(
			"customDomain",
			`${domain} leads to the page once it is proven.`,
			"Set the TXT record that the page shows.",
		);
	const key = draft.key("statusPages", fields.text("url") ?? name);
	const sections = listOf(fields.get("cards"))
		.map(objectOf)
		.map((card) => ({
			name: nameOr(typeof card["name"] === "string" ? card["name"] : null, "Services"),
			components: listOf(card["services"])
				.map(objectOf)
				.map((service) => componentOf(fields, service, keysByService)),
		}));
	draft.add("statusPages", {
		key,
		name,
		slug: slugOf(fields.text("url") ?? name).slice(0, 63) || key,
		isPublished: true,
		...(domain !== null && { domain }),
		...((theme === "light" || theme === "dark") && { theme: { scheme: theme } }),
		sections,
	});
	fields.done(PAGE_FIELDS);
}

function componentOf(fields: Fields, service: Members, keysByService: ReadonlyMap<string, readonly string[]>) {
	const name = nameOr(typeof service["name"] === "string" ? service["name"] : null, "Service");
	const monitorIds = keysByService.get(String(service["id"]));
	if (monitorIds === undefined) {
		const why = `No check that is carried opens incidents of ${name}: it shows incidents alone.`;
		fields.note("cards", why, "Give it monitors, or remove it.");
	}
	return { name, ...(monitorIds !== undefined && { monitorIds }) };
}
