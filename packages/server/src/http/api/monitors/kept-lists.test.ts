import fc from "fast-check";
import { expect, test } from "vitest";
import { minuteOf } from "../../../domain/checks/check.ts";
import { DAY_MS } from "../../../domain/durations.ts";
import { MONITOR_SORTS } from "../../../domain/monitors/filter.ts";
import { MONITOR_TYPES, STATUSES } from "../../../domain/monitors/monitor.ts";
import { isProbedType, rowOf } from "../../../domain/monitors/types.ts";
import { createKey, revokeKey } from "../../../storage/access/api-keys.ts";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { anOutcome, downObservation, missedObservation, upObservation } from "../../../storage/testing/fixtures.ts";
import { type Answer, NOON, type Service, startService } from "../../testing/service.ts";

const MONITORS = "/api/v1/monitors";
const HTTPS = "https://example.com/";

/** An answer as text, without the id that is another one for each request. */
const textOf = ({ status, text, headers }: Answer) =>
	`${status} ${headers.get("link")} ${text.replace(/"requestId":"[^"]*"/, "")}`;
const withCertificate = (expiresAt: number) => ({
	...upObservation,
	certificate: { expiresAt, issuer: "Example CA", fingerprint: "ab" },
});

/** A change of what lists show: of a monitor, of its checks, or of the time. */
type Step = (service: Service, key: string, teamId: number) => Promise<unknown>;

const monitorAt = async (service: Service, teamId: number, place: number) => {
	const monitors = await service.database.db
		.selectFrom("monitors")
		.select(["id", "public_id", "type"])
		.where("team_id", "=", teamId)
		.where("deleted_at", "is", null)
		.execute();
	return monitors[place % Math.max(1, monitors.length)];
};

const created: fc.Arbitrary<Step> = fc
	.record({ type: fc.constantFrom("http" as const, ...MONITOR_TYPES), name: fc.constantFrom("a", "ü", '😀"\\') })
	.map(({ type, name }) => (service, key) => {
		const url = type === "http" ? { url: HTTPS } : {};
		return service.ask("POST", MONITORS, { key, body: { ...rowOf(type).example, ...url, name, type } });
	});
const changes = [{ enabled: false }, { enabled: true }, { tags: ["x"] }, { name: "b" }, { sslExpiryWarningDays: 3 }];
const updated: fc.Arbitrary<Step> = fc
	.record({ place: fc.nat({ max: 5 }), body: fc.constantFrom(...changes) })
	.map(({ place, body }) => async (service, key, teamId) => {
		const monitor = await monitorAt(service, teamId, place);
		return monitor && service.ask("PUT", `${MONITORS}/${monitor.public_id}`, { key, body });
	});
const deleted: fc.Arbitrary<Step> = fc.nat({ max: 5 }).map((place) => async (service, key, teamId) => {
	const monitor = await monitorAt(service, teamId, place);
	return monitor && service.ask("DELETE", `${MONITORS}/${monitor.public_id}`, { key });
});
const checked: fc.Arbitrary<Step> = fc
	.record({ place: fc.nat({ max: 5 }), seen: fc.constantFrom("up", "expiring soon", "down", "missed") })
	.map(({ place, seen }) => async (service, _key, teamId) => {
		const monitor = await monitorAt(service, teamId, place);
		if (!monitor || !isProbedType(monitor.type)) return;
		const { now } = service.clock;
		const certified = withCertificate(now + (seen === "up" ? 40 : 4) * DAY_MS);
		const observation = seen === "down" ? downObservation : seen === "missed" ? missedObservation : certified;
		service.clock.now += 60_000;
		await recordChecks(service.database, [anOutcome(monitor.id, minuteOf(now), observation, { url: HTTPS })], now);
	});
const waited: fc.Arbitrary<Step> = fc.constantFrom(1, 60_000, DAY_MS, 30 * DAY_MS).map((ms) => async (service) => {
	service.clock.now += ms;
});

const query = fc
	.record(
		{
			view: fc.constant("full"),
			sort: fc.constantFrom(...MONITOR_SORTS),
			type: fc.constantFrom(...MONITOR_TYPES),
			status: fc.constantFrom(...STATUSES),
			tag: fc.constant("x"),
			q: fc.constantFrom("a", "b"),
			enabled: fc.constantFrom("true", "false"),
			perPage: fc.constantFrom("1", "2", "50"),
		},
		{ requiredKeys: [] },
	)
	.map((query) => `${MONITORS}?${new URLSearchParams(query)}`);

onEachEngine("a list that is kept", (name) => {
	test("answers after any changes what a service answers that was started just now", async () => {
		await using service = await startService(name);
		let teams = 0;
		const steps = fc.array(fc.oneof(created, created, updated, deleted, checked, checked, waited), { maxLength: 10 });
		await fc.assert(
			fc.asyncProperty(steps, fc.array(query, { minLength: 1, maxLength: 2 }), async (steps, queries) => {
				teams += 1;
				const { team, key } = await service.newTeam(`team-${teams}`);
				for (const step of steps) {
					await step(service, key, team.id);
					const first = await monitorAt(service, team.id, 0);
					const results = first ? [`${MONITORS}/${first.public_id}/results`] : [];
					for (const path of [...queries, ...results]) {
						const kept = await service.ask("GET", path, { key });
						const next = kept.json.meta.pagination.next;
						const anew = textOf(await service.askAnew("GET", path, { key }));
						expect([textOf(kept), textOf(await service.ask("GET", path, { key }))]).toEqual([anew, anew]);
						// Members in their order, without spaces: as JSON.stringify writes them.
						expect(kept.text).toBe(JSON.stringify(kept.json));
						if (next === null) continue;
						const nextPath = `${path}${path.includes("?") ? "&" : "?"}cursor=${next}`;
						const nextAnew = textOf(await service.askAnew("GET", nextPath, { key }));
						expect(textOf(await service.ask("GET", nextPath, { key }))).toBe(nextAnew);
					}
				}
			}),
			{ numRuns: 12 },
		);
	});

	test("shows at the instant at which a certificate begins to expire, and at which it has expired, that it does", async () => {
		await using service = await startService(name);
		const monitor = await service.newMonitor({ url: HTTPS, sslExpiryWarningDays: 7 });
		const { id = 0 } = (await monitorAt(service, service.team.id, 0)) ?? {};
		const expiresAt = NOON + 10 * DAY_MS;
		const outcome = anOutcome(id, minuteOf(NOON), withCertificate(expiresAt), { url: HTTPS });
		await recordChecks(service.database, [outcome], NOON);
		const statuses: string[] = [];
		for (const at of [NOON, expiresAt - 7 * DAY_MS - 1, expiresAt - 7 * DAY_MS, expiresAt - 1, expiresAt]) {
			service.clock.now = at;
			// The time of a key's last use is recorded with the first request: the second one finds a kept page.
			await service.ask("GET", MONITORS);
			const { json } = await service.ask("GET", MONITORS);
			expect(json.data.monitors[0].id).toBe(monitor.id);
			statuses.push(json.data.monitors[0].sslStatus);
		}
		expect(statuses).toEqual(["valid", "valid", "expiring", "expiring", "expired"]);
	});

	test("is refused to a key that lacks the scope, that was revoked, or whose monitor was deleted", async () => {
		await using service = await startService(name);
		const { id } = await service.newMonitor({ url: HTTPS });
		const paths = [MONITORS, `${MONITORS}/${id}/results`];
		const teamId = service.team.id;
		const other = await createKey(service.database, { teamId, name: "other", scopes: ["monitors:read"] }, NOON);
		const scopeless = await createKey(service.database, { teamId, name: "less", scopes: ["alerts:read"] }, NOON);
		const statuses = (key: string) =>
			Promise.all(paths.map(async (path) => (await service.ask("GET", path, { key })).status));
		// The first requests of a key record its use, which ends all pages.
		expect(await statuses(scopeless.plaintext)).toEqual([403, 403]);
		for (const key of [other.plaintext, service.key]) await statuses(key);
		expect(await statuses(other.plaintext)).toEqual([200, 200]);
		expect(await statuses(scopeless.plaintext)).toEqual([403, 403]);
		await revokeKey(service.database, other.key.publicId, NOON);
		expect(await statuses(other.plaintext)).toEqual([401, 401]);
		expect(await statuses(service.key)).toEqual([200, 200]);
		expect((await service.ask("DELETE", `${MONITORS}/${id}`)).status).toBe(204);
		expect(await statuses(service.key)).toEqual([200, 404]);
	});

	test("belongs to its team, and to the host under which it was asked for", async () => {
		await using service = await startService(name);
		await service.newMonitor({ type: "cron", name: "job", every: 3600, url: undefined });
		const other = await service.newTeam("other");
		await service.ask("GET", MONITORS);
		expect((await service.ask("GET", MONITORS, { key: other.key })).json.data.monitors).toEqual([]);
		const urls = ["http://one.example", "http://two.example"].map(async (origin) => {
			const { json } = await service.ask("GET", `${origin}${MONITORS}`);
			return json.data.monitors[0].pingUrl.slice(0, origin.length);
		});
		expect(await Promise.all(urls)).toEqual(["http://one.example", "http://two.example"]);
	});
});
