/** A cursor that its own list did not write is refused, whatever was done to it and whosever it was. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { minuteOf } from "../../domain/checks/check.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { findMonitor } from "../../storage/monitors/monitors.ts";
import { anOutcome } from "../../storage/testing/fixtures.ts";
import { fuzz, timeoutOf } from "../../testing/fuzz.ts";
import { documentedRoutes, ROUTES } from "../app.ts";
import { filled, hasIds, realPath } from "../testing/paths.ts";
import { NOON, type Service, startService } from "../testing/service.ts";

const BOX = { seconds: 1 };

interface List {
	readonly key: string;
	readonly path: string;
	/** Of its second page. */
	readonly cursor: string;
}

const LISTS = documentedRoutes(ROUTES).filter(
	({ method, endpoint: { spec } }) => method === "GET" && spec.query?.shape["cursor"] && spec.errorStyle !== "problem",
);

/** A team's lists that have a second page, each of one item. */
async function listsOf(service: Service, slug: string): Promise<List[]> {
	const { team, key } = await service.newTeam(slug);
	const { id } = await service.newMonitor({}, key);
	const monitor = await findMonitor(service.database, team.id, id, NOON);
	const outcomes = [0, 1].map((minute) => anOutcome(monitor?.id ?? 0, minuteOf(NOON) + minute));
	await recordChecks(service.database, outcomes, NOON);
	for (const value of ["a", "b"]) {
		await service.ask("POST", `/api/v1/monitors/${id}/content-checks`, { key, body: { type: "contains", value } });
	}
	const lists: List[] = [];
	for (const { path } of LISTS) {
		// A creator of resources stands under the path of one.
		if (!hasIds(path) && path !== "/api/v1/audit-events")
			for (let count = 0; count < 2; count++) await realPath(service, `${path}/:id`, key);
		const real = path.startsWith("/api/v1/monitors/:id") ? filled(path, id) : await realPath(service, path, key);
		const { json } = await service.ask("GET", `${real}?perPage=1`, { key });
		const cursor = json.meta?.pagination?.next;
		if (cursor) lists.push({ key, path: real, cursor });
	}
	return lists;
}

const change = fc.oneof(
	fc.constant((cursor: string) => cursor),
	fc.tuple(fc.nat(), fc.nat(63)).map(([at, by]) => (cursor: string) => {
		const place = at % cursor.length;
		const other = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[by];
		return cursor.slice(0, place) + other + cursor.slice(place + 1);
	}),
	fc.nat().map((at) => (cursor: string) => cursor.slice(0, 1 + (at % cursor.length))),
	fc.nat().map((at) => (cursor: string) => cursor.slice(at % cursor.length)),
	fc.string({ unit: "binary", minLength: 1, maxLength: 5 }).map((end) => (cursor: string) => cursor + end),
	fc.constant((cursor: string) => cursor + cursor),
	fc.constant((cursor: string) => Buffer.from(cursor, "base64url").toString("base64")),
);

test("is refused by every other list, and once it is changed", { timeout: timeoutOf(BOX) }, async () => {
	await using service = await startService("sqlite");
	const own = await listsOf(service, "own");
	const others = await listsOf(service, "others");
	expect(own.length).toBeGreaterThan(8);
	const all = [...own, ...others];
	const property = fc.asyncProperty(
		fc.constantFrom(...own),
		fc.constantFrom(...all),
		change,
		async (list, from, changed) => {
			const cursor = changed(from.cursor);
			const { status, json } = await service.ask(
				"GET",
				`${list.path}?cursor=${encodeURIComponent(cursor.toWellFormed())}`,
				{
					key: list.key,
				},
			);
			const expected = cursor === list.cursor ? [200, undefined] : [400, "BAD_REQUEST"];
			// The path and the cursor tell what went wrong.
			expect([list.path, cursor, status, json.error?.code]).toEqual([list.path, cursor, ...expected]);
		},
	);
	await fuzz(property, BOX);
	for (const { path, cursor, key } of own) {
		expect([path, (await service.ask("GET", `${path}?cursor=${cursor}`, { key })).status]).toEqual([path, 200]);
	}
});
