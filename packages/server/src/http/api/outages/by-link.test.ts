import { expect, test } from "vitest";
import { recordChecks } from "../../../storage/commit/record-checks.ts";
import { secretBox } from "../../../storage/database/secret-box.ts";
import { findMonitor } from "../../../storage/monitors/monitors.ts";
import { linkToken } from "../../../storage/on-call/acknowledgement-links.ts";
import { openOutages, outagesOfCause } from "../../../storage/on-call/handled-causes.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { anOutcome, upObservation } from "../../../storage/testing/fixtures.ts";
import { failOnce } from "../../testing/paths.ts";
import { type Service, startService } from "../../testing/service.ts";

const PREVIEW = "/api/v1/acknowledge/preview";
const ACT = "/api/v1/acknowledge";
const MINUTE = 60_000;

/** A monitor that is down, and the token of the link in a mail about it. */
async function aLink(service: Service): Promise<{ id: string; token: string }> {
	const { id } = await service.newMonitor({ name: "Shop" });
	await newAlert(service);
	await failOnce(service, service.key, id);
	return { id, token: await tokenOf(service) };
}

async function newAlert(service: Service): Promise<void> {
	const channel = { type: "email", to: ["on-call@example.com"] };
	await service.ask("POST", "/api/v1/alerts", { body: { name: "On call", channel } });
}

/** The token of the link of the last alert and cause. */
async function tokenOf({ database }: Service): Promise<string> {
	const row = (table: "alerts" | "causes") =>
		database.db.selectFrom(table).select(["id", "public_id"]).orderBy("id", "desc").executeTakeFirstOrThrow();
	const [alert, cause] = [await row("alerts"), await row("causes")];
	const token = await linkToken(database, secretBox(new Uint8Array(32).fill(1)), {
		...{ alertId: alert.id, alertPublicId: alert.public_id, channel: "email" },
		...{ causeId: cause.id, causePublicId: cause.public_id },
	});
	return token ?? "";
}

/** A browser without a session. */
const asking =
	(service: Service) =>
	async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
		service.ask("POST", path, { key: null, body, headers: { "sec-fetch-site": "same-origin", ...headers } });

onEachEngine("acknowledging by link", (name) => {
	test("shows what fails without doing anything, acknowledges at a click, and then shows who has it", async () => {
		await using service = await startService(name);
		const { token } = await aLink(service);
		const ask = asking(service);
		const page = { state: "open", channel: "email", monitors: ["Shop"], more: 0, consequences: 0 };
		const previews = [await ask(PREVIEW, { token }), await ask(PREVIEW, { token })];
		for (const { status, json } of previews)
			expect([status, json.data]).toEqual([
				200,
				expect.objectContaining({ ...page, acknowledgement: null, snooze: null }),
			]);
		expect(previews[0]?.headers.getSetCookie()).toEqual([]);
		const put = await ask(ACT, { token, snoozeMinutes: 30 });
		expect(put.json.data).toMatchObject({ state: "open", snooze: { by: { kind: "link", channel: "email" } } });
		const done = await ask(ACT, { token });
		const by = { kind: "link", name: null, channel: "email" };
		expect(done.json.data).toMatchObject({ state: "used", monitors: ["Shop"], acknowledgement: { by } });
		const [outage] = (await service.ask("GET", "/api/v1/outages")).json.data.outages;
		expect(outage.acknowledgement.by).toEqual(by);
		expect((await ask(ACT, { token })).status).toBe(400);
		expect((await ask(PREVIEW, { token })).json.data.state).toBe("used");
	});

	test("names what the others depend on first, also when that failed last", async () => {
		await using service = await startService(name);
		const router = await service.newMonitor({ name: "Router" });
		const shop = await service.newMonitor({ name: "Store", dependsOn: [router.id] });
		await newAlert(service);
		await failOnce(service, service.key, shop.id);
		service.clock.now += MINUTE;
		await failOnce(service, service.key, router.id);
		const { database, team } = service;
		const [{ causeId = 0 } = {}] = await openOutages(database, team.id, 1);
		const { id: alertId } = await database.db.selectFrom("alerts").select("id").executeTakeFirstOrThrow();
		const names = (await outagesOfCause(database, { causeId, alertId }, 9)).map(({ monitor }) => monitor.name);
		expect(names).toEqual(["Router", "Store"]);
	});

	test("counts what depends on another one that fails, as the message does", async () => {
		await using service = await startService(name);
		const router = await service.newMonitor({ name: "Router" });
		await newAlert(service);
		await failOnce(service, service.key, router.id);
		for (const behind of ["Store", "Till"]) {
			const { id } = await service.newMonitor({ name: behind, dependsOn: [router.id] });
			await failOnce(service, service.key, id);
		}
		const { json } = await asking(service)(PREVIEW, { token: await tokenOf(service) });
		expect(json.data).toMatchObject({ state: "open", monitors: ["Router"], more: 0, consequences: 2 });
	});

	test("names no monitor that the alert does not cover", async () => {
		await using service = await startService(name);
		const { id, token } = await aLink(service);
		const secret = await service.newMonitor({ name: "Secret" });
		const { data } = (await service.ask("GET", "/api/v1/alerts")).json;
		const alert = `/api/v1/alerts/${data.alerts[0].id}`;
		expect(await service.ask("PUT", alert, { body: { monitorIds: [id] } })).toMatchObject({ status: 200 });
		await failOnce(service, service.key, secret.id);
		const { outages } = (await service.ask("GET", "/api/v1/outages")).json.data;
		expect(new Set(outages.map(({ causeId }: { causeId: string }) => causeId)).size).toBe(1);
		const { json } = await asking(service)(PREVIEW, { token });
		expect(json.data).toMatchObject({ state: "open", monitors: ["Shop"], more: 0 });
	});

	test("does nothing by GET or HEAD, nor from a page of another site", async () => {
		await using service = await startService(name);
		const { token } = await aLink(service);
		for (const method of ["GET", "HEAD"] as const) {
			for (const path of [ACT, PREVIEW, `${ACT}?token=${token}`, `/acknowledge?token=${token}`]) {
				expect((await service.ask(method, path, { key: null })).status, path).toBeGreaterThanOrEqual(400);
			}
		}
		const foreign = await asking(service)(ACT, { token }, { "sec-fetch-site": "cross-site" });
		expect(foreign.status).toBe(403);
		const [outage] = (await service.ask("GET", "/api/v1/outages")).json.data.outages;
		expect(outage.acknowledgement).toBeNull();
	});

	test("is over with the recovery, and then says no more than that", async () => {
		await using service = await startService(name);
		const { id, token } = await aLink(service);
		const monitor = await findMonitor(service.database, service.team.id, id, service.clock.now);
		service.clock.now += MINUTE;
		const up = anOutcome(monitor?.id ?? 0, service.clock.now / MINUTE, upObservation);
		await recordChecks(service.database, [up], service.clock.now);
		const ask = asking(service);
		const over = { state: "over", team: null, since: null, monitors: [], acknowledgement: null };
		expect((await ask(PREVIEW, { token })).json.data).toMatchObject(over);
		expect((await ask(ACT, { token })).status).toBe(400);
		expect((await ask(ACT, { token, snoozeMinutes: 30 })).status).toBe(400);
	});

	test("knows no other token, and limits how often one network asks", async () => {
		await using service = await startService(name);
		const ask = asking(service);
		const statuses: number[] = [];
		for (let count = 0; count < 61; count += 1) statuses.push((await ask(PREVIEW, { token: `no-${count}` })).status);
		expect([...new Set(statuses.slice(0, 60)), statuses.at(-1)]).toEqual([404, 429]);
	});

	test("leaves no token in the log", async () => {
		await using service = await startService(name);
		const { token } = await aLink(service);
		const ask = asking(service);
		await ask(PREVIEW, { token });
		await ask(ACT, { token });
		expect(service.logLines.length).toBeGreaterThan(0);
		expect(service.logLines.join("\n")).not.toContain(token);
	});
});
