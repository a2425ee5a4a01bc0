import { Client } from "@lapwing/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Service, startService } from "../../../http/testing/service.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { sound } from "../sound.ts";
import { type ApiServer, serveApi } from "../testing/api-server.ts";
import { convertStatuspage } from "./convert.ts";
import { importIncidents } from "./import-incidents.ts";
import { readStatuspage } from "./read.ts";

const NOW = Date.UTC(2025, 5, 15, 12);

/** In the names and forms of the published API. */
const PAGE = {
	id: "p1",
	name: "Acme",
	subdomain: "acme",
	domain: "status.acme.example",
	headline: "Hello",
	page_description: "What we run",
	hidden_from_search: false,
	viewers_must_be_team_members: false,
	time_zone: "Europe/Berlin",
	url: "https://acme.example",
	css_greens: "#0f0",
	hero_cover: { updated_at: null, size: null, url: "" },
	allow_page_subscribers: true,
	created_at: "2020-01-01T00:00:00.000Z",
};
const GROUPS = [{ id: "g1", page_id: "p1", name: "API", components: ["c2"], position: 1 }];
const COMPONENTS = [
	{ id: "g1", page_id: "p1", name: "API", group: true, group_id: null, position: 1, status: "operational" },
	{
		id: "c2",
		page_id: "p1",
		name: "Orders",
		group_id: "g1",
		position: 2,
		showcase: true,
		status: "operational",
		description: "Buy",
	},
	{
		id: "c1",
		page_id: "p1",
		name: "Website",
		group_id: null,
		position: 1,
		showcase: false,
		only_show_if_degraded: true,
	},
];
const update = (status: string, body: string, at: string, affected: object[] = []) => ({
	...{ id: at, status, body, display_at: at, created_at: at, affected_components: affected },
});
const SOLVED = {
	id: "i1",
	name: "Orders fail",
	status: "postmortem",
	impact: "major",
	impact_override: null,
	created_at: "2025-05-01T10:00:00.000Z",
	started_at: "2025-05-01T10:00:00.000Z",
	resolved_at: "2025-05-01T12:00:00.000Z",
	components: [{ id: "c2", name: "Orders", status: "operational" }],
	postmortem_body: "A disk was full.",
	postmortem_published_at: "2025-05-03T00:00:00.000Z",
	incident_updates: [
		update("postmortem", "A disk was full.", "2025-05-03T00:00:00.000Z"),
		update("resolved", "It works again.", "2025-05-01T12:00:00.000Z", [
			{ code: "c2", name: "API - Orders", old_status: "major_outage", new_status: "operational" },
		]),
		update("identified", "  ", "2025-05-01T11:00:00.000Z"),
		update("investigating", "We look.", "2025-05-01T10:00:00.000Z", [
			{ code: "c2", name: "API - Orders", old_status: "operational", new_status: "major_outage" },
		]),
	],
};
const OPEN = {
	id: "i2",
	name: "Slow",
	status: "monitoring",
	impact: "minor",
	created_at: "2025-06-14T10:00:00.000Z",
	resolved_at: null,
	incident_updates: [update("monitoring", "We watch.", "2025-06-14T10:30:00.000Z")],
};
const MAINTENANCE = {
	id: "i3",
	name: "Move",
	status: "scheduled",
	impact: "maintenance",
	scheduled_for: "2025-06-20T10:00:00.000Z",
	scheduled_until: "2025-06-20T12:00:00.000Z",
	incident_updates: [update("scheduled", "We move.", "2025-06-10T10:00:00.000Z")],
};
const OVER = {
	...MAINTENANCE,
	id: "i4",
	scheduled_for: "2025-01-01T00:00:00Z",
	scheduled_until: "2025-01-01T01:00:00Z",
};

let server: ApiServer | undefined;
beforeEach(() => {
	vi.spyOn(process.stderr, "write").mockReturnValue(true);
	vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(async () => {
	vi.restoreAllMocks();
	await server?.close();
});

async function read(page: object = PAGE, incidents: readonly object[] = [MAINTENANCE, OPEN, OVER, SOLVED]) {
	const lists: Readonly<Record<string, readonly object[]>> = {
		"/v1/pages": [page],
		"/v1/pages/p1/component-groups": GROUPS,
		"/v1/pages/p1/components": COMPONENTS,
		"/v1/pages/p1/incidents": incidents,
	};
	server = await serveApi(({ path, query, headers }) => {
		if (headers.authorization !== "OAuth secret") return { status: 401, body: { error: "Could not authenticate" } };
		const size = Number(query.get("per_page") ?? query.get("limit") ?? 1_000);
		const start = (Number(query.get("page") ?? 1) - 1) * size;
		return { body: lists[path]?.slice(start, start + size) ?? {} };
	});
	return readStatuspage(`${server.url}/v1`, { STATUSPAGE_API_KEY: "secret" });
}

test("a page keeps its components in their groups, and maintenance that is to come", async () => {
	const found = convertStatuspage(await read(), NOW);
	expect(sound(found).notes).toEqual(found.notes);
	expect(found.document).toEqual({
		statusPages: [
			{
				key: "acme",
				name: "Acme",
				slug: "acme",
				isPublished: true,
				allowsIndexing: true,
				headline: "Hello\n\nWhat we run",
				domain: "status.acme.example",
				timeZone: "Europe/Berlin",
				sections: [
					{ name: "", components: [{ name: "Website", showsUptime: false }] },
					{ name: "API", components: [{ name: "Orders", description: "Buy" }] },
				],
			},
		],
		maintenance: [
			{
				key: "move",
				name: "Move",
				monitorIds: [],
				startsAt: "2025-06-20T10:00:00.000Z",
				endsAt: "2025-06-20T12:00:00.000Z",
				statusPageIds: ["acme"],
				publicTitle: "Move",
				publicText: "We move.",
			},
		],
	});
	expect(found.notes.map(({ what, field }) => `${what} ${field}`)).toEqual([
		'status page "Acme" domain',
		'status page "Acme" css_…',
		'component "Website" only_show_if_degraded',
		'status page "Acme" url',
		'maintenance "Move" components',
	]);
});

test.each([
	[{ viewers_must_be_team_members: true }, { access: "members", allowsIndexing: false }],
	[{ ip_restrictions: "192.0.2.0/24" }, { isPublished: false }],
])("a page of %o is not open to everyone here either", async (change, members) => {
	const found = convertStatuspage(await read({ ...PAGE, ...change }), NOW);
	expect(sound(found).notes).toEqual(found.notes);
	expect(found.document.statusPages?.[0]).toMatchObject(members);
});

function clientOf(service: Service): Client {
	return new Client({
		baseUrl: "http://lapwing.test",
		key: service.key,
		fetch: async (request) => {
			const { method, url, headers } = request as Request;
			const text = await (request as Request).text();
			return service.app.request(url, { method, headers, ...(text !== "" && { body: text }) });
		},
	});
}

onEachEngine("incidents of Statuspage", (name) => {
	test("come after the page, backdated when they are over, once; nobody is notified", async () => {
		await using service: Service = await startService(name);
		const many = Array.from({ length: 120 }, (_, index) => {
			const at = new Date(Date.UTC(2024, 0, 1 + index)).toISOString();
			const said = [update("resolved", "Over.", at)];
			return {
				id: at,
				name: `Old ${index}`,
				status: "resolved",
				impact: "none",
				started_at: at,
				resolved_at: at,
				incident_updates: said,
			};
		});
		const pages = await read(PAGE, [MAINTENANCE, OPEN, OVER, SOLVED, ...many.toReversed()]);
		const { document } = convertStatuspage(pages, NOW);
		await service.ask("PUT", "/api/v1/config", { body: { statusPages: document.statusPages } });
		const client = clientOf(service);
		expect(await importIncidents(client, pages)).toEqual({ added: 122 });
		expect(await importIncidents(client, pages)).toEqual({ added: 0 });
		const { incidents } = (await service.ask("GET", "/api/v1/incidents?perPage=200")).json.data;
		expect(incidents).toHaveLength(122);
		const of = async (title: string) => {
			const { id } = incidents.find((each: { title: string }) => each.title === title);
			return (await service.ask("GET", `/api/v1/incidents/${id}`)).json.data;
		};
		expect(await of("Orders fail")).toMatchObject({
			status: "resolved",
			impact: "major",
			isBackdated: true,
			startedAt: "2025-05-01T10:00:00.000Z",
			resolvedAt: "2025-05-01T12:00:00.000Z",
			components: [{ name: "Orders", state: "major_outage" }],
			postmortem: { body: "A disk was full." },
		});
		expect(await of("Slow")).toMatchObject({ status: "monitoring", isBackdated: false, resolvedAt: null });
		const written = vi.mocked(process.stdout.write).mock.calls.join("");
		expect(written).toContain('incident "Orders fail", incident_updates: Updates without words are left out: 1.');
		const queued = await service.database.db
			.selectFrom("announcements")
			.selectAll()
			.execute()
			.catch(() => []);
		expect(queued).toEqual([]);
	});

	test("have their postmortems after an import that died before it, and are those of their own page", async () => {
		await using service: Service = await startService(name);
		const [acme] = await read(PAGE, [SOLVED]);
		if (acme === undefined) throw new Error("The page is read");
		const pages = [acme, { ...acme, page: { ...acme.page, name: "Other", subdomain: "other" } }];
		for (const [place, { document }] of pages.map((page) => convertStatuspage([page], NOW)).entries()) {
			const statusPages = document.statusPages?.map(({ domain: _, ...page }) => page);
			const { status } = await service.ask("PUT", "/api/v1/config", { body: { project: `p${place}`, statusPages } });
			expect(status).toBe(200);
		}
		const clientThat = (refuses: (request: Request) => boolean) =>
			new Client({
				baseUrl: "http://lapwing.test",
				key: service.key,
				fetch: async (request) => {
					const { method, url, headers } = request as Request;
					if (refuses(request as Request)) throw new Error("killed");
					const text = await (request as Request).text();
					return service.app.request(url, { method, headers, ...(text !== "" && { body: text }) });
				},
			});
		const dying = clientThat(({ url }) => url.endsWith("/postmortem"));
		await expect(importIncidents(dying, pages)).rejects.toThrow();
		expect(
			await importIncidents(
				clientThat(() => false),
				pages,
			),
		).toEqual({ added: 1 });
		const { incidents } = (await service.ask("GET", "/api/v1/incidents")).json.data;
		const bodies = await Promise.all(
			incidents.map(async ({ id }: { id: string }) => {
				return (await service.ask("GET", `/api/v1/incidents/${id}`)).json.data.postmortem?.body;
			}),
		);
		expect(bodies).toEqual(["A disk was full.", "A disk was full."]);
	});

	test("affect the component of their group where two have one name, and list what is added or can't be found", async () => {
		await using service: Service = await startService(name);
		const affected = [{ code: "c3", name: "Web - Orders", old_status: "operational", new_status: "partial_outage" }];
		const gone = { code: "c9", name: "Gone", old_status: "operational", new_status: "major_outage" };
		const incident = {
			...SOLVED,
			components: [{ id: "c3", name: "Orders", status: "operational" }],
			incident_updates: [update("investigating", "We look.", "2025-05-01T10:00:00.000Z", [...affected, gone])],
		};
		const [acme] = await read(PAGE, [incident]);
		if (acme === undefined) throw new Error("The page is read");
		const page = {
			...acme,
			groups: [...acme.groups, { id: "g2", page_id: "p1", name: "Web", components: ["c3"], position: 2 }],
			components: [...acme.components, { id: "c3", page_id: "p1", name: "Orders", group_id: "g2", position: 3 }],
		};
		const { document } = convertStatuspage([page], NOW);
		await service.ask("PUT", "/api/v1/config", { body: { statusPages: document.statusPages } });
		expect(await importIncidents(clientOf(service), [page])).toEqual({ added: 1 });
		const [{ id: ours }] = (await service.ask("GET", "/api/v1/status-pages")).json.data.statusPages;
		const { sections } = (await service.ask("GET", `/api/v1/status-pages/${ours}`)).json.data;
		const web = sections.find((each: { name: string }) => each.name === "Web");
		const [{ id }] = (await service.ask("GET", "/api/v1/incidents")).json.data.incidents;
		expect((await service.ask("GET", `/api/v1/incidents/${id}`)).json.data.components).toMatchObject([
			{ componentId: web.components[0].id, name: "Orders", state: "partial_outage" },
		]);
		const written = vi.mocked(process.stdout.write).mock.calls.join("");
		expect(written).toContain('incident "Orders fail", incident_updates: "Resolved." is added');
		expect(written).toContain('incident "Orders fail", components: "Gone" is not one component of the page.');
	});

	test("of a page that was not applied are listed", async () => {
		await using service: Service = await startService(name);
		const client = new Client({
			baseUrl: "http://lapwing.test",
			key: service.key,
			fetch: async (request) =>
				service.app.request((request as Request).url, { headers: (request as Request).headers }),
		});
		expect(await importIncidents(client, await read())).toEqual({ added: 0 });
		expect(vi.mocked(process.stdout.write).mock.calls.join("")).toContain("no status page with the slug acme");
	});
});
