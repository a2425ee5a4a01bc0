import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minuteOf, startOfMinute } from "../../domain/checks/check.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { createContentChecks } from "../../storage/monitors/content-checks.ts";
import { deleteMonitors, findMonitor } from "../../storage/monitors/monitors.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { anOutcome } from "../../storage/testing/fixtures.ts";
import { documentedRoutes, ROUTES } from "../app.ts";
import { realPath } from "../testing/paths.ts";
import { type Answer, NOON, type Service, startService } from "../testing/service.ts";

/** Asks for `path` and then for what its pages call next (or prev), to the end. */
async function walk(
	service: Service,
	{ path, key, relation }: { path: string; key: string; relation: "next" | "prev" },
): Promise<Answer[]> {
	const answers = [await service.ask("GET", path, { key })];
	for (;;) {
		const cursor = answers.at(-1)?.json.meta.pagination[relation];
		if (!cursor) return answers;
		const url = new URL(path, "http://localhost");
		url.searchParams.set("cursor", cursor);
		answers.push(await service.ask("GET", url.pathname + url.search, { key }));
	}
}

/** Records an answered check of each minute. */
async function recordResults({ database, team }: Service, publicId: string, minutes: readonly number[]): Promise<void> {
	const monitor = await findMonitor(database, team.id, publicId, NOON);
	await recordChecks(
		database,
		minutes.map((minute) => anOutcome(monitor?.id ?? 0, minute)),
		NOON,
	);
}

const idsOf = (answer: Answer): string[] =>
	(Object.values(answer.json.data)[0] as { id: string }[]).map(({ id }) => id);

onEachEngine("every list", (name) => {
	test("has each item once, newest first, paged forward and back, also for items of equal age", async () => {
		await using service = await startService(name);
		let teams = 0;
		const given = fc.record({
			// Few distinct ages, so that many are equal.
			ages: fc.array(fc.nat(3), { maxLength: 12 }),
			perPage: fc.integer({ min: 1, max: 5 }),
		});
		await fc.assert(
			fc.asyncProperty(given, async ({ ages, perPage }) => {
				const { key } = await service.newTeam(`team-${teams++}`);
				const made: { id: string; age: number; order: number }[] = [];
				for (const [order, age] of ages.entries()) {
					service.clock.now = NOON - age;
					made.push({ id: (await service.newMonitor({}, key)).id, age, order });
				}
				const newestFirst = made
					.sort((one, other) => one.age - other.age || other.order - one.order)
					.map(({ id }) => id);

				const path = `/api/v1/monitors?perPage=${perPage}`;
				const forward = await walk(service, { path, key, relation: "next" });
				expect(forward.flatMap(idsOf)).toEqual(newestFirst);
				expect(forward.map(({ json }) => json.meta.pagination.total)).toEqual(forward.map(() => made.length));

				const last = forward.at(-2)?.json.meta.pagination.next;
				if (!last) return;
				const back = await walk(service, { path: `${path}&cursor=${last}`, key, relation: "prev" });
				expect(back.reverse().flatMap(idsOf)).toEqual(newestFirst);
			}),
			{ numRuns: 20 },
		);
	});

	test("skips no remaining item when items are deleted between two pages", async () => {
		await using service = await startService(name);
		let teams = 0;
		const given = fc.record({
			perPage: fc.integer({ min: 1, max: 3 }),
			/** What vanishes after each page. */
			deletions: fc.array(fc.array(fc.nat(9), { maxLength: 3 }), { minLength: 1, maxLength: 4 }),
			relation: fc.constantFrom("next" as const, "prev" as const),
		});
		await fc.assert(
			fc.asyncProperty(given, async ({ perPage, deletions, relation }) => {
				const { team, key } = await service.newTeam(`team-${teams++}`);
				const ids: string[] = [];
				for (let count = 0; count < 10; count++) ids.unshift((await service.newMonitor({}, key)).id);
				const gone = new Set<string>();
				const base = `/api/v1/monitors?perPage=${perPage}`;
				let path = base;
				if (relation === "prev") {
					const pages = await walk(service, { path: base, key, relation: "next" });
					path = `${base}&cursor=${pages.at(-2)?.json.meta.pagination.next}`;
				}
				const seen: string[] = [];
				for (let page = 0; page < 30; page++) {
					const answer = await service.ask("GET", path, { key });
					seen.push(...idsOf(answer));
					for (const index of deletions[page] ?? []) {
						const monitor = await findMonitor(service.database, team.id, ids[index] ?? "", service.clock.now);
						if (monitor) await deleteMonitors(service.database, [monitor.id], service.clock.now);
						gone.add(ids[index] ?? "");
					}
					const cursor = answer.json.meta.pagination[relation];
					if (!cursor) break;
					path = `${base}&cursor=${cursor}`;
				}
				expect(new Set(seen).size).toBe(seen.length);
				expect(ids.filter((id) => !gone.has(id) && !seen.includes(id))).toEqual([]);
			}),
			{ numRuns: 15 },
		);
	});

	test("links back from a page that is empty because of deletes", async () => {
		await using service = await startService(name);
		const ids: string[] = [];
		for (let count = 0; count < 4; count++) ids.unshift((await service.newMonitor()).id);
		const first = await service.ask("GET", "/api/v1/monitors?perPage=2");
		for (const id of ids.slice(2)) await service.ask("DELETE", `/api/v1/monitors/${id}`);
		const next = `/api/v1/monitors?perPage=2&cursor=${first.json.meta.pagination.next}`;
		const empty = await service.ask("GET", next);
		expect([idsOf(empty), empty.json.meta.pagination.next, empty.json.meta.pagination.total]).toEqual([[], null, 2]);
		const back = await service.ask("GET", `/api/v1/monitors?perPage=2&cursor=${empty.json.meta.pagination.prev}`);
		expect([idsOf(back), back.json.meta.pagination.next, back.json.meta.pagination.prev]).toEqual([
			ids.slice(0, 2),
			null,
			null,
		]);
	});

	test("of results is ordered by scheduled minute, each once, in both directions", async () => {
		await using service = await startService(name);
		const noon = minuteOf(NOON);
		service.clock.now = startOfMinute(noon - 3000);
		const { id } = await service.newMonitor();
		// With a gap of more than a day in it.
		const minutes = [noon - 3000, noon - 2999, noon - 3, noon - 1, noon];
		await recordResults(service, id, minutes);
		const path = `/api/v1/monitors/${id}/results?perPage=2`;
		const forward = await walk(service, { path, key: service.key, relation: "next" });
		const newestFirst = forward.flatMap(idsOf);
		expect(newestFirst.map((each) => Number(each.split(":")[1]))).toEqual(minutes.toReversed());
		expect(newestFirst[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}:\d+$/);
		const last = forward.at(-2)?.json.meta.pagination.next;
		const back = await walk(service, { path: `${path}&cursor=${last}`, key: service.key, relation: "prev" });
		expect(back.reverse().flatMap(idsOf)).toEqual(newestFirst);
		expect(forward[0]?.json.meta.pagination).not.toHaveProperty("total");
		expect(forward[0]?.json.data.results[0]).toEqual({
			id: newestFirst[0],
			responseStatus: 200,
			responseTimeMs: 80,
			createdAt: startOfMinute(noon) + 20_030,
			completedAt: startOfMinute(noon) + 20_110,
			verdict: "up",
			reason: null,
			phase: null,
			message: null,
			attempts: 1,
			location: null,
			machine: null,
			locations: null,
			dnsMs: null,
			connectMs: 10,
			tlsMs: null,
			firstByteMs: 60,
			transferMs: 10,
		});
	});

	test("of content checks is newest first and has a total", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor();
		const monitor = await findMonitor(service.database, service.team.id, id, NOON);
		const made: string[] = [];
		for (const value of ["a", "b", "c"]) {
			const check = { type: "contains", value, caseSensitive: false } as const;
			const [stored] = await createContentChecks(service.database, [{ monitorId: monitor?.id ?? 0, check }], NOON);
			if (stored) made.unshift(stored.publicId);
		}
		const path = `/api/v1/monitors/${id}/content-checks?perPage=2`;
		const pages = await walk(service, { path, key: service.key, relation: "next" });
		expect(pages.flatMap(idsOf)).toEqual(made);
		expect(pages[0]?.json.meta.pagination.total).toBe(3);
	});
});

describe("paging", () => {
	test("refuses cursors of other lists, monitors and teams, and invalid ones, with BAD_REQUEST", async () => {
		await using service = await startService("sqlite");
		const other = await service.newTeam("other");
		const ids: string[] = [];
		for (let count = 0; count < 2; count++) {
			ids.push((await service.newMonitor()).id);
			await service.newMonitor({}, other.key);
			await recordResults(service, ids[count] ?? "", [minuteOf(NOON), minuteOf(NOON) + 1]);
		}
		const [one, two] = ids;
		const next = async (path: string, key = service.key) =>
			(await service.ask("GET", `${path}?perPage=1`, { key })).json.meta.pagination.next as string;
		const ofMonitors = await next("/api/v1/monitors");
		const ofOne = await next(`/api/v1/monitors/${one}/results`);
		const ofOther = await next("/api/v1/monitors", other.key);
		expect([ofMonitors, ofOne, ofOther]).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
		const refused: [path: string, cursor: string][] = [
			["/api/v1/monitors", ofOther],
			["/api/v1/monitors", ofOne],
			[`/api/v1/monitors/${two}/results`, ofOne],
			[`/api/v1/monitors/${one}/results`, ofMonitors],
			[`/api/v1/monitors/${one}/content-checks`, ofOne],
			["/api/v1/monitors", `${ofMonitors}A`],
			["/api/v1/monitors", "not-a-cursor"],
			["/api/v1/monitors", "%00"],
		];
		for (const [path, cursor] of refused) {
			const { status, json } = await service.ask("GET", `${path}?cursor=${cursor}`);
			expect([path, cursor, status, json.error.code]).toEqual([path, cursor, 400, "BAD_REQUEST"]);
		}
		expect((await service.ask("GET", `/api/v1/monitors?cursor=${ofMonitors}`)).status).toBe(200);
	});

	test("accepts perPage from 1 to 200, uses 50 when it is blank, and refuses others with the list's code", async () => {
		await using service = await startService("sqlite");
		const { id } = await service.newMonitor();
		const lists = {
			"/api/v1/monitors": "BAD_REQUEST",
			[`/api/v1/monitors/${id}/content-checks`]: "BAD_REQUEST",
			[`/api/v1/monitors/${id}/results`]: "VALIDATION_ERROR",
		};
		for (const [path, code] of Object.entries(lists)) {
			for (const [perPage, meant] of Object.entries({ 1: 1, 200: 200, "": 50, "%20": 50 })) {
				const { status, json } = await service.ask("GET", `${path}?perPage=${perPage}`);
				expect([perPage, status, json.meta.pagination.perPage]).toEqual([perPage, 200, meant]);
			}
			for (const perPage of [
				"0",
				"-1",
				"201",
				"1000",
				"1.5",
				"1e2",
				"abc",
				"%2B5",
				"+5",
				"05",
				"0x10",
				"5&perPage=5",
				"%00",
			]) {
				const { status, json } = await service.ask("GET", `${path}?perPage=${perPage}`);
				expect([perPage, status, json.error?.code, json.error?.details[0].path]).toEqual([
					perPage,
					400,
					code,
					"perPage",
				]);
			}
		}
	});

	test("refuses every parameter that is wrong or unknown with one code, whichever it is", async () => {
		await using service = await startService("sqlite");
		const refused: string[] = [];
		for (const { method, path, endpoint } of documentedRoutes(ROUTES)) {
			const names = Object.keys(endpoint.spec.query?.shape ?? {});
			if (method !== "GET" || !names.includes("cursor") || path.includes("/reports/uptime-daily")) continue;
			const real = await realPath(service, path, service.key);
			const isResults = path === "/api/v1/monitors/:id/results";
			for (const name of [...names, "perPag"]) {
				const { status, json } = await service.ask("GET", `${real}?${name}=${"!".repeat(1_001)}`);
				const code = isResults && name !== "cursor" ? "VALIDATION_ERROR" : "BAD_REQUEST";
				expect([path, name, status, json.error?.code]).toEqual([path, name, 400, code]);
				refused.push(`${path} ${name}`);
			}
		}
		expect(refused).toContain("/api/v1/monitors view");
		expect(refused).toContain("/api/v1/audit-events q");
	});

	test("links to the next and previous page with all other parameters, at the request's origin or PUBLIC_URL", async () => {
		for (const [publicUrl, origin] of [
			[null, "http://localhost"],
			["https://status.example", "https://status.example"],
		] as const) {
			await using service = await startService("sqlite", { publicUrl });
			for (let count = 0; count < 3; count++) await service.newMonitor();
			const first = await service.ask("GET", "/api/v1/monitors?perPage=1&view=full");
			const { next } = first.json.meta.pagination;
			expect(first.headers.get("link")).toBe(
				`<${origin}/api/v1/monitors?perPage=1&view=full&cursor=${next}>; rel="next"`,
			);
			const second = await service.ask("GET", `/api/v1/monitors?perPage=1&cursor=${next}`);
			const { prev, next: third } = second.json.meta.pagination;
			expect(second.headers.get("link")).toBe(
				`<${origin}/api/v1/monitors?perPage=1&cursor=${prev}>; rel="prev", <${origin}/api/v1/monitors?perPage=1&cursor=${third}>; rel="next"`,
			);
		}
		await using alone = await startService("sqlite");
		expect((await alone.ask("GET", "/api/v1/monitors")).headers.get("link")).toBeNull();
	});
});
