import { expect, test } from "vitest";
import { MAX_SCHEDULES_PER_TEAM } from "../../../domain/on-call/schedule.ts";
import { endMembership } from "../../../services/members/end-membership.ts";
import { pageOfMembers } from "../../../storage/access/members.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { aMember, type SignedIn } from "../../testing/people.ts";
import { type Service, startService } from "../../testing/service.ts";

const PATH = "/api/v1/schedules";
const idOf = ({ user }: SignedIn) => user.publicId;

/** A rota of two whose turns change on Mondays at 09:00 in Berlin. NOON is a Sunday of the first one's week. */
async function aRota(service: Service) {
	const [ada, bob] = [await aMember(service, "editor"), await aMember(service, "viewer")];
	const layer = { people: [idOf(ada), idOf(bob)], timeZone: "Europe/Berlin", startsOn: "2025-06-09" };
	const made = await service.ask("POST", PATH, { body: { name: "Core", layers: [layer] } });
	expect(made.status).toBe(201);
	return { ada, bob, layer, schedule: made.json.data, path: `${PATH}/${made.json.data.id}` };
}

onEachEngine("schedules", (name) => {
	test("are created with defaults, read, listed, changed and deleted", async () => {
		await using service = await startService(name);
		const { ada, bob, layer, schedule, path } = await aRota(service);
		const defaults = { name: "", turnUnit: "weeks", turnLength: 1, handOverTime: "09:00", weekdays: null, until: null };
		const people = [
			{ id: idOf(ada), name: "editor" },
			{ id: idOf(bob), name: "viewer" },
		];
		expect(schedule).toMatchObject({ name: "Core", layers: [{ ...layer, ...defaults, people }], overrides: [] });
		expect((await service.ask("GET", path)).json.data).toEqual(schedule);
		expect((await service.ask("GET", PATH)).json.data.schedules).toEqual([schedule]);
		const changed = await service.ask("PUT", path, { body: { name: "Day and night" } });
		expect(changed.json.data).toMatchObject({ name: "Day and night", layers: schedule.layers });
		expect((await service.ask("DELETE", path)).status).toBe(204);
		expect((await service.ask("GET", path)).status).toBe(404);
	});

	test("tell who is on call now and next, and the turns of a span", async () => {
		await using service = await startService(name);
		const { ada, bob, path, schedule } = await aRota(service);
		const [first, second] = [
			{ from: "2025-06-09T07:00:00.000Z", to: "2025-06-16T07:00:00.000Z", person: { id: idOf(ada), name: "editor" } },
			{ from: "2025-06-16T07:00:00.000Z", to: "2025-06-23T07:00:00.000Z", person: { id: idOf(bob), name: "viewer" } },
		];
		const onCall = await bob.ask("GET", `${PATH}/on-call`);
		expect(onCall.json.data.onCall).toMatchObject([
			{ schedule: { id: schedule.id, name: "Core" }, now: first, next: second },
		]);
		const turns = await service.ask("GET", `${path}/turns?from=2025-06-10T00:00:00Z&to=2025-06-17T00:00:00Z`);
		expect(turns.json.data.turns).toMatchObject([
			{ ...first, from: "2025-06-10T00:00:00.000Z" },
			{ ...second, to: "2025-06-17T00:00:00.000Z" },
		]);
		for (const span of [
			"from=2025-06-10T00:00:00Z&to=2025-06-10T00:00:00Z",
			"from=2025-06-10T00:00:00Z&to=2025-09-19T00:00:01Z",
		]) {
			expect((await service.ask("GET", `${path}/turns?${span}`)).json.error.code).toBe("VALIDATION_ERROR");
		}
	});

	test("name the next person, and give a calendar one event, where one person has turns by two layers", async () => {
		await using service = await startService(name);
		const { ada, bob, path, schedule } = await aRota(service);
		const [{ people, ...weekly }] = schedule.layers;
		const ids = people.map(({ id }: { id: string }) => id);
		const office = { ...weekly, name: "Office", people: [idOf(ada)], weekdays: ["tuesday"], until: "17:00" };
		await service.ask("PUT", path, { body: { layers: [office, { ...weekly, people: ids }] } });
		const [onCall] = (await service.ask("GET", `${PATH}/on-call`)).json.data.onCall;
		expect(onCall).toMatchObject({ now: { person: { id: idOf(ada) } }, next: { person: { id: idOf(bob) } } });
		expect(onCall.now.to).toBe(onCall.next.from);
		const { url } = (await service.ask("POST", `${path}/calendar`)).json.data;
		const { text: feed } = await service.ask("GET", new URL(url).pathname, { key: null });
		const starts = [...feed.matchAll(/DTSTART:\d{8}T\d{6}Z/g)].map(String);
		expect(starts.filter((start) => start >= "DTSTART:20250609" && start < "DTSTART:20250616T0700")).toEqual([
			"DTSTART:20250609T070000Z",
		]);
	});

	test("have overrides: one person takes a day of another, another one instead, and gives it back", async () => {
		await using service = await startService(name);
		const { ada, bob, path } = await aRota(service);
		const cy = await aMember(service, "admin");
		const day = { date: "2025-06-15", insteadOf: idOf(ada) };
		const nowOnCall = async () => (await service.ask("GET", `${PATH}/on-call`)).json.data.onCall[0].now;
		const made = await service.ask("POST", `${path}/overrides`, { body: { ...day, person: idOf(bob) } });
		expect([made.status, (await nowOnCall()).person.id]).toEqual([201, idOf(bob)]);
		const again = await service.ask("POST", `${path}/overrides`, { body: { ...day, person: idOf(cy) } });
		expect(again.json.data.id).toBe(made.json.data.id);
		expect(await nowOnCall()).toMatchObject({ person: { id: idOf(cy) }, insteadOf: { id: idOf(ada) } });
		expect((await service.ask("DELETE", again.headers.get("location") ?? "")).status).toBe(204);
		expect((await nowOnCall()).person.id).toBe(idOf(ada));

		const refused = async (body: object) =>
			(await service.ask("POST", `${path}/overrides`, { body })).json.error.details[0].path;
		expect(await refused({ ...day, person: idOf(ada) })).toBe("/person");
		expect(await refused({ ...day, insteadOf: idOf(cy), person: idOf(bob) })).toBe("/insteadOf");
		expect(await refused({ ...day, date: "2025-02-30", person: idOf(bob) })).toBe("/date");
		expect(await refused({ ...day, date: "2024-01-01", person: idOf(bob) })).toBe("/date");
	});

	test("leave the turns of someone who left the team to nobody, by name and in their calendar", async () => {
		await using service = await startService(name);
		const { ada, path } = await aRota(service);
		const { url } = (await service.ask("POST", `${path}/calendar`)).json.data;
		const members = await pageOfMembers(service.database, service.team.id, {
			limit: 9,
			direction: "forward",
			from: null,
		});
		const gone = members.find(({ user }) => user.publicId === idOf(ada));
		if (gone === undefined) throw new Error("no member");
		const actor = { who: { kind: "cli", id: null, name: null }, address: null, team: service.team } as const;
		await endMembership(service.database, actor, gone, service.clock.now);
		expect((await service.ask("GET", path)).json.data.layers[0].people[0]).toEqual({ id: idOf(ada), name: null });
		const [{ now }] = (await service.ask("GET", `${PATH}/on-call`)).json.data.onCall;
		expect(now.person).toBeNull();
		expect((await service.ask("GET", new URL(url).pathname, { key: null })).text).toContain(
			"SUMMARY:Nobody is on call",
		);
	});

	test("have a calendar under a secret address, which is shown once, renewed, removed, and masked in the log", async () => {
		await using service = await startService(name);
		const { path } = await aRota(service);
		const make = async () => (await service.ask("POST", `${path}/calendar`)).json.data.url as string;
		const [former, url] = [await make(), await make()];
		const read = (address: string) => service.ask("GET", new URL(address).pathname, { key: null });
		const answer = await read(url);
		expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
			200,
			"text/calendar; charset=utf-8",
			"no-store",
		]);
		expect(answer.text).toContain("DTSTART:20250609T070000Z\r\nDTEND:20250616T070000Z\r\nSUMMARY:editor\r\n");
		expect(answer.text).not.toMatch(/example\.com|usr_/);
		expect((await read(former)).status).toBe(404);
		const { calendarMadeAt } = (await service.ask("GET", path)).json.data;
		expect(calendarMadeAt).toBe(new Date(service.clock.now).toISOString());
		const key = new URL(url).pathname.split("/").at(-1)?.replace(".ics", "") ?? "";
		expect(key).toHaveLength(43);
		expect(service.logLines.join("")).not.toContain(key);
		const rows = await service.database.db.selectFrom("schedules").selectAll().execute();
		expect(JSON.stringify(rows)).not.toContain(key);
		expect((await service.ask("DELETE", `${path}/calendar`)).status).toBe(204);
		expect((await read(url)).status).toBe(404);
	});

	test("name only members of the team, real dates and real time zones", async () => {
		await using service = await startService(name);
		const { layer } = await aRota(service);
		const stranger = "usr_01jgezt6z8e7kb3mq4f2ys0nd5";
		const refused = async (change: object) =>
			(await service.ask("POST", PATH, { body: { name: "X", layers: [{ ...layer, ...change }] } })).json.error
				.details[0].path;
		expect(await refused({ people: [layer.people[0], stranger] })).toBe("/layers/0/people/1");
		expect(await refused({ timeZone: "Mars/Olympus" })).toBe("/layers/0/timeZone");
		expect(await refused({ startsOn: "2025-02-29" })).toBe("/layers/0/startsOn");
		expect(await refused({ until: "09:00" })).toBe("/layers/0/until");
		expect(await refused({ people: [] })).toBe("/layers/0/people");
		expect(await refused({ handOverTime: "24:00" })).toBe("/layers/0/handOverTime");
	});

	test("are few in a team", async () => {
		await using service = await startService(name);
		const { layer } = await aRota(service);
		const body = { name: "X", layers: [layer] };
		for (let made = 1; made < MAX_SCHEDULES_PER_TEAM; made += 1) await service.ask("POST", PATH, { body });
		expect((await service.ask("POST", PATH, { body })).status).toBe(400);
	});
});
