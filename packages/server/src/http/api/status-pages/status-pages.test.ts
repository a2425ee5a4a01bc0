import { expect, test } from "vitest";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { NOON, startService } from "../../testing/service.ts";

const PATH = "/api/v1/status-pages";

type Service = Awaited<ReturnType<typeof startService>>;

/** Sections with one component for each of these lists of monitors. */
function sectionsOf(...components: readonly (readonly string[])[]) {
	return [
		{ name: "All", components: components.map((monitorIds, index) => ({ name: `Part ${index + 1}`, monitorIds })) },
	];
}

async function newPage(service: Service, body: object = {}, key?: string) {
	const { status, json } = await service.ask("POST", PATH, {
		body: { name: "Public", slug: "public", ...body },
		...(key === undefined ? {} : { key }),
	});
	expect([status, json.error]).toEqual([201, undefined]);
	return json.data;
}

onEachEngine("status pages", (name) => {
	test("are created, read, changed and deleted, and drop deleted monitors", async () => {
		await using service = await startService(name);
		const [one, two] = [(await service.newMonitor()).id, (await service.newMonitor()).id];
		const sections = sectionsOf([one, two], [two], []);
		const made = await service.ask("POST", PATH, { body: { name: "Public", slug: "public", sections } });
		expect(made.json.data).toMatchObject({
			name: "Public",
			slug: "public",
			isPublished: false,
			access: "public",
			days: 90,
			sections: [
				{
					name: "All",
					components: [
						{ name: "Part 1", description: "", monitorIds: [one, two], showsUptime: true, showsResponseTime: false },
						{ name: "Part 2", monitorIds: [two] },
						{ name: "Part 3", monitorIds: [] },
					],
				},
			],
			monitorIds: [one, two],
		});
		const path = `${PATH}/${made.json.data.id}`;
		expect(made.headers.get("location")).toBe(path);
		await service.ask("DELETE", `/api/v1/monitors/${one}`);
		const read = (await service.ask("GET", path)).json.data;
		expect([read.monitorIds, read.sections[0].components[0].monitorIds]).toEqual([[two], [two]]);
		const changed = await service.ask("PUT", path, { body: { name: "All", isPublished: true, sections: [] } });
		expect(changed.json.data).toMatchObject({ name: "All", slug: "public", isPublished: true, sections: [] });
		expect(changed.json.data.monitorIds).toEqual([]);
		expect((await service.ask("GET", PATH)).json.data.statusPages).toEqual([changed.json.data]);
		expect((await service.ask("DELETE", path)).status).toBe(204);
		expect((await service.ask("GET", path)).status).toBe(404);
	});

	test("keep components by their ids, in the order that is given, and delete those that are left out", async () => {
		await using service = await startService(name);
		const page = await newPage(service, { sections: sectionsOf([], [], []) });
		const path = `${PATH}/${page.id}`;
		const [one, two, three] = page.sections[0].components;
		const sections = [
			{ name: "", components: [{ ...three, name: "Third" }] },
			{ name: "More", components: [one, { name: "New" }] },
		];
		const { json } = await service.ask("PUT", path, { body: { sections } });
		const [first, second] = json.data.sections;
		expect(first).toEqual({ name: "", components: [{ ...three, name: "Third" }] });
		expect(second).toMatchObject({ name: "More", components: [one, { name: "New" }] });
		expect(second.components[1].id).toMatch(/^cmp_/);
		expect((await service.ask("GET", path)).json.data.sections).toEqual(json.data.sections);

		const other = await newPage(service, { slug: "other", sections: sectionsOf([]) });
		const strange = other.sections[0].components[0];
		for (const components of [[two], [strange], [one, one]]) {
			const refused = await service.ask("PUT", path, { body: { sections: [{ name: "", components }] } });
			const last = components.length - 1;
			expect(refused.json.error.details[0].path).toBe(`/sections/0/components/${last}/id`);
		}
		const unknown = sectionsOf([], ["mon_00000000000000000000000000"]);
		const refused = await service.ask("PUT", path, { body: { sections: unknown } });
		expect(refused.json.error.details[0].path).toBe("/sections/0/components/1/monitorIds/0");
	});

	test("have another updatedAt after each change, also within a millisecond and behind a clock that was set back", async () => {
		await using service = await startService(name);
		const made = (await service.ask("POST", PATH, { body: { name: "Public", slug: "public" } })).json.data;
		const seen = [made.updatedAt];
		for (const [changed, laterMs] of [
			["a", 0],
			["b", 0],
			["c", -60_000],
			["d", 3_600_000],
		] as const) {
			service.clock.now += laterMs;
			const { json } = await service.ask("PUT", `${PATH}/${made.id}`, { body: { name: changed } });
			seen.push(json.data.updatedAt);
		}
		const expected = [0, 1, 2, 3, 3_540_000].map((ms) => new Date(NOON + ms).toISOString());
		expect(seen).toEqual(expected);
	});

	test("have a slug that is unique in the installation, also for concurrent requests", async () => {
		await using service = await startService(name);
		const { key } = await service.newTeam("other");
		const body = { name: "Public", slug: "public" };
		const [a, b] = await Promise.all([{}, { key }].map((who) => service.ask("POST", PATH, { body, ...who })));
		expect([a?.status, b?.status].sort()).toEqual([201, 400]);
		const { json } = await service.ask("POST", PATH, { body: { ...body, slug: "inner" } });
		const taken = await service.ask("PUT", `${PATH}/${json.data.id}`, { body: { slug: "public" } });
		expect([taken.status, taken.json.error.details]).toEqual([
			400,
			[{ path: "/slug", message: "Another status page has this slug, or had it lately." }],
		]);
		for (const slug of ["", "A", "-a", "a-", "a b", "x".repeat(64)]) {
			expect([slug, (await service.ask("POST", PATH, { body: { ...body, slug } })).status]).toEqual([slug, 400]);
		}
	});

	test("keep a changed slug for 90 days, in which the page can have it back", async () => {
		await using service = await startService(name);
		const { key } = await service.newTeam("other");
		const { id } = await newPage(service, { slug: "first" });
		const put = async (slug: string) => (await service.ask("PUT", `${PATH}/${id}`, { body: { slug } })).status;
		expect([await put("second"), await put("first"), await put("second")]).toEqual([200, 200, 200]);
		const create = async (who: object) =>
			(await service.ask("POST", PATH, { body: { name: "Mine", slug: "first" }, ...who })).status;
		service.clock.now += 90 * 86_400_000 - 1;
		expect([await create({}), await create({ key })]).toEqual([400, 400]);
		service.clock.now += 1;
		expect(await create({ key })).toBe(201);
		expect(await put("first")).toBe(400);
	});

	test("leave their slug to their team for 90 days after they are deleted", async () => {
		await using service = await startService(name);
		const { key } = await service.newTeam("other");
		const { id } = await newPage(service);
		await service.ask("DELETE", `${PATH}/${id}`);
		const create = (who: object) => service.ask("POST", PATH, { body: { name: "Mine", slug: "public" }, ...who });
		expect((await create({ key })).status).toBe(400);
		const again = await create({});
		expect(again.status).toBe(201);
		await service.ask("DELETE", `${PATH}/${again.json.data.id}`);
		service.clock.now += 90 * 86_400_000;
		expect((await create({ key })).status).toBe(201);
	});

	test("refuse values that no page can have", async () => {
		await using service = await startService(name);
		const cases: readonly [object, string][] = [
			[{ access: "friends" }, "/access"],
			[{ locale: "xx" }, "/locale"],
			[{ timeZone: "Mars/Olympus" }, "/timeZone"],
			[{ days: 31 }, "/days"],
			[{ autoIncidentAfterMinutes: 0 }, "/autoIncidentAfterMinutes"],
			[{ headline: "x".repeat(5_001) }, "/headline"],
			[{ monitorIds: [] }, "/monitorIds"],
			[
				{ sections: [{ name: "All", components: Array.from({ length: 101 }, () => ({ name: "x" })) }] },
				"/sections/0/components",
			],
			[
				{
					sections: Array.from({ length: 2 }, () => ({
						name: "",
						components: Array.from({ length: 51 }, () => ({ name: "x" })),
					})),
				},
				"/sections",
			],
		];
		for (const [body, path] of cases) {
			const { status, json } = await service.ask("POST", PATH, { body: { name: "Public", slug: "public", ...body } });
			expect([status, json.error?.details?.[0]?.path]).toEqual([400, path]);
		}
	});
});
