/** Status pages of Uptime Kuma. */

import { slugOf } from "../../../domain/slug.ts";
import { UsageError } from "../../usage-error.ts";
import { Fields, type FieldTable, nameOr } from "../fields.ts";
import type { Draft } from "../imported.ts";
import { idOf, type Kuma, type Row } from "./kuma.ts";
import type { Converted } from "./monitors.ts";

/** The columns of `status_page`. */
export const STATUS_PAGE_FIELDS: FieldTable = {
	id: { becomes: "Finds what names it" },
	slug: { becomes: "`slug`, in lower case; listed when it changes" },
	title: { becomes: "`name`" },
	description: { becomes: "`headline`" },
	icon: { becomes: "Listed", usual: ["/icon.svg"], instead: "Upload a logo to the page." },
	theme: { becomes: "`theme.scheme`" },
	published: { becomes: "`isPublished`" },
	search_engine_index: { becomes: "`allowsIndexing`" },
	show_tags: { becomes: "Listed: pages show no tags" },
	password: { becomes: "Listed: Kuma never asked for it", instead: "Set access: password, and a password." },
	created_date: { becomes: "—", isOwn: true },
	modified_date: { becomes: "—", isOwn: true },
	footer_text: { becomes: "`footer`" },
	custom_css: { becomes: "Listed", instead: "Write theme.css anew: the page has other elements." },
	show_powered_by: { becomes: "—", isOwn: true },
	google_analytics_tag_id: { becomes: "Listed: pages load nothing of others" },
	analytics_id: { becomes: "Listed: pages load nothing of others" },
	analytics_script_url: { becomes: "Listed: pages load nothing of others" },
	analytics_type: { becomes: "Listed: pages load nothing of others" },
	show_certificate_expiry: { becomes: "Listed: pages show no certificates" },
	auto_refresh_interval: { becomes: "—: pages refresh by themselves", isOwn: true },
	show_only_last_heartbeat: { becomes: "Listed", instead: "Set showsUptime: false." },
	rss_title: { becomes: "Listed: the feed has the page's name" },
};
export const GROUP_FIELDS: FieldTable = {
	id: { becomes: "Finds what names it" },
	name: { becomes: "`sections[].name`" },
	created_date: { becomes: "—", isOwn: true },
	public: { becomes: "Left out and listed where it is off: its monitors were not shown", usual: [1] },
	active: { becomes: "Left out and listed where it is off: its monitors were not shown", usual: [1] },
	weight: { becomes: "The order of the sections" },
	status_page_id: { becomes: "The page" },
};
export const MONITOR_GROUP_FIELDS: FieldTable = {
	id: { becomes: "The order of components of the same weight" },
	monitor_id: { becomes: "`components[].monitorIds`; of a group the monitors below it" },
	group_id: { becomes: "The section" },
	weight: { becomes: "The order of the components" },
	send_url: { becomes: "Listed: pages show no targets", instead: "Name the address in the component's description." },
	custom_url: { becomes: "Listed with `send_url`", of: [] },
};

/** Of all pages: a component that is a group names each monitor below it. */
const MAX_NAMED = 100_000;

/** The keys of the pages by Kuma's id. */
export function convertStatusPages(draft: Draft, kuma: Kuma, monitors: Converted): ReadonlyMap<number, string> {
	const keys = new Map<number, string>();
	const named = kuma.monitor_group.reduce(
		(sum, { monitor_id: id }) => sum + (monitors.keys.get(idOf(id))?.length ?? 0),
		0,
	);
	if (named > MAX_NAMED) {
		const why = `The components of its status pages name ${named} monitors; at most ${MAX_NAMED} are carried.`;
		throw new UsageError(`${why} Leave groups out of the pages, and import again.`);
	}
	const links = Map.groupBy(kuma.monitor_group, (link) => idOf(link["group_id"]));
	for (const row of kuma.status_page) {
		const id = idOf(row["id"]);
		const name = nameOr(typeof row["title"] === "string" ? row["title"] : null, `Status page ${id}`);
		const fields = new Fields(draft, `status page "${name}"`, row);
		for (const field of ["id", "title"]) fields.get(field);
		const key = draft.key("statusPages", String(row["slug"] ?? name));
		keys.set(id, key);
		const theme = fields.text("theme") ?? "auto";
		const [headline, footer] = [fields.text("description"), fields.text("footer_text")];
		draft.add("statusPages", {
			key,
			name,
			slug: slugFor(fields, name),
			isPublished: fields.flag("published"),
			allowsIndexing: fields.flag("search_engine_index"),
			...(headline !== null && { headline }),
			...(footer !== null && { footer }),
			...(theme !== "auto" && { theme: { scheme: theme } }),
			...domainOf(fields, kuma, id),
			sections: sectionsOf(draft, { kuma, monitors, links }, id),
		});
		fields.done(STATUS_PAGE_FIELDS);
	}
	for (const { title } of kuma.incident) {
		draft.note(
			`incident "${String(title)}"`,
			"",
			"Incidents are no part of files.",
			"Write it anew: POST /api/v1/incidents.",
		);
	}
	return keys;
}

function slugFor(fields: Fields, name: string): string {
	const given = fields.text("slug") ?? "";
	const slug =
		slugOf(given || name)
			.slice(0, 63)
			.replace(/-+$/, "") || "status";
	if (slug !== given) fields.note("slug", `"${given}" is "${slug}": slugs have 1–63 of a-z, 0-9 and hyphens.`, "");
	return slug;
}

function domainOf(fields: Fields, kuma: Kuma, page: number): { readonly domain?: string } {
	const [first, ...others] = kuma.status_page_cname
		.filter((each) => idOf(each["status_page_id"]) === page)
		.map(({ domain }) => String(domain));
	if (others.length > 0)
		fields.note("domain", `A page has one domain, ${first}; ${others.join(", ")} are left out.`, "");
	if (first === undefined) return {};
	fields.note("domain", `${first} leads to the page once it is proven.`, "Set the TXT record that the page shows.");
	return { domain: first };
}

interface Shown {
	readonly kuma: Kuma;
	readonly monitors: Converted;
	/** By group. */
	readonly links: ReadonlyMap<number, readonly Row[]>;
}

function sectionsOf(draft: Draft, { kuma, monitors, links }: Shown, page: number) {
	return byWeight(kuma.group.filter((group) => idOf(group["status_page_id"]) === page)).flatMap((group) => {
		const fields = new Fields(draft, `group "${String(group["name"])}"`, group);
		for (const field of ["id", "name", "weight", "status_page_id"]) fields.get(field);
		// 1 is usual and need not be listed; off is, and then nothing of the group was shown.
		const isShown = fields.flag("public") && fields.flag("active");
		if (!isShown) {
			fields.note("public, active", "Its monitors were not shown, and are not.", "");
			return [];
		}
		fields.done(GROUP_FIELDS);
		const own = byWeight(links.get(idOf(group["id"])) ?? []);
		return [
			{ name: String(group["name"] ?? ""), components: own.flatMap((link) => componentOf(draft, monitors, link)) },
		];
	});
}

function componentOf(draft: Draft, monitors: Converted, link: Row) {
	const monitor = idOf(link["monitor_id"]);
	const name = monitors.names.get(monitor) ?? `Monitor ${monitor}`;
	const monitorIds = monitors.keys.get(monitor);
	const fields = new Fields(draft, `component "${name}"`, link);
	for (const field of ["id", "monitor_id", "group_id", "weight"]) fields.get(field);
	if (monitorIds === undefined) {
		fields.note(
			"monitor_id",
			"Its monitor was not carried: the component shows incidents alone.",
			"Give it monitors, or remove it.",
		);
	}
	fields.done(MONITOR_GROUP_FIELDS);
	return [{ name, ...(monitorIds !== undefined && { monitorIds: [...monitorIds] }) }];
}

function byWeight(rows: readonly Row[]): readonly Row[] {
	return rows.toSorted((a, b) => Number(a["weight"] ?? 0) - Number(b["weight"] ?? 0) || idOf(a["id"]) - idOf(b["id"]));
}
