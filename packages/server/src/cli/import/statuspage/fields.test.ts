import { expect, test } from "vitest";
import { Draft } from "../imported.ts";
import { among, expectTable, type Values } from "../testing/expect-table.ts";
import { convertStatuspage } from "./convert.ts";
import { COMPONENT_FIELDS, GROUP_FIELDS, INCIDENT_FIELDS, PAGE_FIELDS } from "./fields.ts";
import { incidentOf } from "./incidents.ts";

const PAGE: Values = { id: "p1", name: "Acme", subdomain: "acme", time_zone: "UTC", hidden_from_search: false };
const GROUP: Values = { id: "g1", page_id: "p1", name: "API", components: ["c1"], position: 1 };
const COMPONENT: Values = { id: "c1", page_id: "p1", name: "Orders", group_id: "g1", position: 1, showcase: true };

interface Account {
	readonly page?: Values;
	readonly group?: Values;
	readonly component?: Values;
}
const convert = ({ page, group, component }: Account) =>
	convertStatuspage(
		[
			{
				page: { ...PAGE, ...page },
				groups: [
					{ ...GROUP, ...group },
					{ ...GROUP, id: "g2", name: "Web", position: 2 },
				],
				components: [
					{ ...COMPONENT, ...component },
					{ ...COMPONENT, id: "c2", name: "Search", position: 2 },
					{ ...COMPONENT, id: "c3", name: "Shop", group_id: "g2" },
				],
				incidents: [],
			},
		],
		0,
	);

test("pages, groups and components become what their tables say", () => {
	const logo = { url: "https://example.com/l.png" };
	expectTable(PAGE_FIELDS, (page) => convert({ page }), {
		...{ name: "Other", subdomain: "other", domain: "s.example.com", headline: "Hello", page_description: "Ours" },
		...{ hidden_from_search: true, viewers_must_be_team_members: true, ip_restrictions: "192.0.2.1" },
		...{
			time_zone: "Europe/Berlin",
			url: "https://a.example",
			support_url: "https://a.example",
			twitter_username: "a",
		},
		...{ notifications_from_email: "a@example.com", notifications_email_footer: "Bye" },
		...{ favicon_logo: logo, transactional_logo: logo, hero_cover: logo, email_logo: logo, twitter_logo: logo },
	});
	expect(convert({ page: { css_greens: "#0f0", css_reds: "#f00" } }).notes.map(({ field }) => field)).toEqual([
		"css_…",
	]);
	expectTable(GROUP_FIELDS, (group) => convert({ group }), {
		...{ id: "g3", name: "Other", description: "Ours", position: 3 },
	});
	expectTable(COMPONENT_FIELDS, (component) => convert({ component }), {
		...{ name: "Other", description: "Ours", group: true, group_id: "g2", position: 3, showcase: false },
		...{ only_show_if_degraded: true, automation_email: "a@example.com" },
	});
});

const UPDATE = { status: "resolved", body: "Done.", created_at: "2025-05-01T12:00:00.000Z", affected_components: [] };
const INCIDENT: Values = {
	...{ id: "i1", name: "Slow", status: "resolved", impact: "minor", created_at: "2025-05-01T10:00:00.000Z" },
	...{ resolved_at: "2025-05-01T12:00:00.000Z", incident_updates: [UPDATE], components: [] },
};

test("incidents become what their table says", () => {
	const { page_id: _, scheduled_for: __, scheduled_until: ___, ...fields } = INCIDENT_FIELDS;
	const written = (change: Values) => {
		const draft = new Draft("STATUSPAGE");
		const incident = incidentOf(draft, { ...INCIDENT, ...change });
		return { ...draft.imported(), document: { monitors: [{ key: "i1", ...incident }] } };
	};
	expectTable(fields, written, {
		...{ name: "Other", impact: "major", impact_override: "critical", started_at: "2025-05-01T09:00:00.000Z" },
		...{ created_at: "2025-05-01T08:00:00.000Z", resolved_at: "2025-05-01T13:00:00.000Z" },
		status: among({ resolved_at: null, incident_updates: [] }, "investigating"),
		components: [{ id: "c1", name: "Orders" }],
		incident_updates: [{ ...UPDATE, body: "It works." }],
		postmortem_body: "A disk was full.",
		postmortem_published_at: among({ postmortem_body: "A disk was full." }, "2025-05-03T00:00:00.000Z"),
	});
});
