import { expect, test } from "vitest";
import { MAX_WINDOWS_PER_TEAM } from "../../../domain/maintenance/window.ts";
import { findWindow, updateWindow } from "../../../storage/maintenance/maintenance-windows.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { untilSomeoneWaits } from "../../../storage/testing/lock-waits.ts";
import { NOON, startService } from "../../testing/service.ts";

const PATH = "/api/v1/maintenance-windows";
const iso = (at: number) => new Date(at).toISOString();
const HOUR = 3_600_000;
const once = { name: "Upgrade", startsAt: iso(NOON), endsAt: iso(NOON + HOUR) };
const nightly = { rrule: "FREQ=DAILY", startsAt: "2025-01-01T13:30", timeZone: "Europe/Berlin", durationMinutes: 60 };

onEachEngine("maintenance windows", (name) => {
	test("are created, read, changed from once to recurring and back, and deleted", async () => {
		await using service = await startService(name);
		const { id: monitor } = await service.newMonitor();
		const made = await service.ask("POST", PATH, { body: { ...once, monitorIds: [monitor] } });
		expect(made.status).toBe(201);
		const { id } = made.json.data;
		const path = `${PATH}/${id}`;
		const told = {
			name: "Upgrade",
			monitorIds: [monitor],
			startsAt: once.startsAt,
			endsAt: once.endsAt,
			recurrence: null,
		};
		expect(made.json.data).toMatchObject({ ...told, activeUntil: once.endsAt });
		expect((await service.ask("GET", path)).json.data).toEqual(made.json.data);

		service.clock.now += 1_000;
		const recurring = await service.ask("PUT", path, { body: { recurrence: nightly, monitorIds: null } });
		expect(recurring.json.data).toMatchObject({
			name: "Upgrade",
			monitorIds: null,
			startsAt: null,
			endsAt: null,
			recurrence: nightly,
			// 13:30 in Berlin is 11:30 UTC in June.
			activeUntil: iso(NOON + HOUR / 2),
			updatedAt: iso(NOON + 1_000),
		});
		const back = await service.ask("PUT", path, { body: { startsAt: once.startsAt, endsAt: once.endsAt } });
		expect(back.json.data).toMatchObject({ ...told, monitorIds: null });
		expect((await service.ask("GET", PATH)).json.data.maintenanceWindows).toEqual([back.json.data]);
		expect((await service.ask("DELETE", path)).status).toBe(204);
		expect((await service.ask("GET", path)).status).toBe(404);
	});

	test("are ended early: a single one for good, a recurring one until its next occurrence, none when nothing is in progress", async () => {
		await using service = await startService(name);
		const make = async (body: object) => (await service.ask("POST", PATH, { body })).json.data.id as string;
		const [single, recurring] = [await make(once), await make({ name: "Nightly", recurrence: nightly })];
		service.clock.now = NOON + 60_000;
		for (const id of [single, recurring, single, recurring]) {
			const ended = await service.ask("POST", `${PATH}/${id}/end`);
			expect([ended.status, ended.json.data.activeUntil]).toEqual([200, null]);
			service.clock.now += 1_000;
		}
		expect((await service.ask("GET", `${PATH}/${single}`)).json.data.endsAt).toBe(iso(NOON + 60_000));
		// A change of the name leaves what was ended ended.
		await service.ask("PUT", `${PATH}/${recurring}`, { body: { name: "Every night" } });
		expect((await service.ask("GET", `${PATH}/${recurring}`)).json.data.activeUntil).toBeNull();
		service.clock.now = NOON + 86_400_000;
		expect((await service.ask("GET", `${PATH}/${recurring}`)).json.data.activeUntil).toBe(
			iso(NOON + 86_400_000 + HOUR / 2),
		);
	});

	test("end with every occurrence that is in progress where they overlap", async () => {
		await using service = await startService(name);
		const body = { name: "Long", recurrence: { ...nightly, durationMinutes: 3 * 1_440 } };
		const { id } = (await service.ask("POST", PATH, { body })).json.data;
		const ended = await service.ask("POST", `${PATH}/${id}/end`);
		expect([ended.status, ended.json.data.activeUntil]).toEqual([200, null]);
		service.clock.now += 1_000;
		expect((await service.ask("GET", `${PATH}/${id}`)).json.data.activeUntil).toBeNull();
	});

	test("keep both of two concurrent changes of their schedule, the second of which waits for the first", async () => {
		await using service = await startService(name);
		const { id } = (await service.ask("POST", PATH, { body: once })).json.data;
		const [startsAt, endsAt] = [NOON - HOUR, NOON + 2 * HOUR];
		const second = await service.database.transaction(async (tx) => {
			const window = await findWindow(tx, service.team.id, id);
			if (!window) throw new Error("No window");
			await updateWindow(tx, window, { schedule: { kind: "once", startsAt, endsAt: NOON + HOUR } }, NOON);
			const answer = service.ask("PUT", `${PATH}/${id}`, { body: { endsAt: iso(endsAt) } });
			// On SQLite a transaction waits for its turn before it begins.
			if (name === "postgresql") await untilSomeoneWaits(tx);
			return { answer };
		});
		expect((await second.answer).json.data).toMatchObject({ startsAt: iso(startsAt), endsAt: iso(endsAt) });
	});

	test("have another updatedAt after each change, also within a millisecond and behind a clock that was set back", async () => {
		await using service = await startService(name);
		const made = (await service.ask("POST", PATH, { body: { ...once, recurrence: null } })).json.data;
		const path = `${PATH}/${made.id}`;
		const seen = [made.updatedAt];
		const change = async (verb: "PUT" | "POST", to: string, body: object) =>
			seen.push((await service.ask(verb, to, { body })).json.data.updatedAt);
		await change("PUT", path, { name: "a" });
		await change("PUT", path, { endsAt: iso(NOON + 2 * HOUR) });
		await change("POST", `${path}/end`, {});
		service.clock.now -= 60_000;
		await change("PUT", path, { name: "b" });
		service.clock.now += HOUR;
		await change("PUT", path, { name: "c" });
		expect(seen).toEqual([0, 1, 2, 3, 4, HOUR - 60_000].map((ms) => iso(NOON + ms)));
	});

	test("that were ended within their first minute can still be renamed", async () => {
		await using service = await startService(name);
		const { id } = (await service.ask("POST", PATH, { body: once })).json.data;
		service.clock.now = NOON + 10_000;
		await service.ask("POST", `${PATH}/${id}/end`);
		const renamed = await service.ask("PUT", `${PATH}/${id}`, { body: { name: "Called off" } });
		expect([renamed.status, renamed.json.data?.name, renamed.json.data?.endsAt]).toEqual([
			200,
			"Called off",
			iso(NOON + 10_000),
		]);
		expect((await service.ask("PUT", `${PATH}/${id}`, { body: { endsAt: iso(NOON + 20_000) } })).status).toBe(400);
	});

	test("are refused with a pointer when invalid", async () => {
		await using service = await startService(name);
		const { key } = await service.newTeam("foreign");
		const { id: theirs } = await service.newMonitor({}, key);
		const where = async (body: object) => {
			const { status, json } = await service.ask("POST", PATH, { body });
			return `${status} ${json.error?.details?.[0]?.path}`;
		};
		expect(await where({ ...once, endsAt: once.startsAt })).toBe("400 /endsAt");
		expect(await where({ ...once, endsAt: iso(NOON + 400 * 86_400_000) })).toBe("400 /endsAt");
		expect(await where({ name: "x" })).toBe("400 /startsAt");
		expect(await where({ ...once, endsAt: null })).toBe("400 /endsAt");
		expect(await where({ ...once, startsAt: "tomorrow" })).toBe("400 /startsAt");
		expect(await where({ ...once, recurrence: nightly })).toBe("400 /recurrence");
		expect(await where({ name: "x", recurrence: { ...nightly, rrule: "FREQ=SECONDLY" } })).toBe(
			"400 /recurrence/rrule",
		);
		expect(await where({ name: "x", recurrence: { ...nightly, timeZone: "Mars" } })).toBe("400 /recurrence/timeZone");
		expect(await where({ name: "x", recurrence: { ...nightly, durationMinutes: 1e9 } })).toBe(
			"400 /recurrence/durationMinutes",
		);
		expect(await where({ ...once, monitorIds: [theirs] })).toBe("400 /monitorIds/0");
	});

	test("have a limit per team, also for concurrent requests", async () => {
		await using service = await startService(name);
		const statuses = [];
		for (let index = 0; index < MAX_WINDOWS_PER_TEAM - 1; index += 1) {
			statuses.push((await service.ask("POST", PATH, { body: once })).status);
		}
		expect(new Set(statuses)).toEqual(new Set([201]));
		const last = await Promise.all([1, 2, 3].map(() => service.ask("POST", PATH, { body: once })));
		expect(last.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
	});

	test("drop deleted monitors, and cover none when all were deleted", async () => {
		await using service = await startService(name);
		const { id: monitor } = await service.newMonitor();
		const { json } = await service.ask("POST", PATH, { body: { ...once, monitorIds: [monitor] } });
		await service.ask("DELETE", `/api/v1/monitors/${monitor}`);
		expect((await service.ask("GET", `${PATH}/${json.data.id}`)).json.data.monitorIds).toEqual([]);
	});
});
