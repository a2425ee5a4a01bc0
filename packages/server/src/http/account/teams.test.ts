import { afterAll, beforeAll, expect, test } from "vitest";
import { ROLES } from "../../domain/access/roles.ts";
import { addMember } from "../../storage/access/members.ts";
import { type EngineName, onEachEngine } from "../../storage/testing/engines.ts";
import { aMember } from "../testing/people.ts";
import { type Service, startService } from "../testing/service.ts";

onEachEngine("leaving a team", (engine: EngineName) => {
	let service: Service;
	beforeAll(async () => {
		service = await startService(engine);
		await aMember(service, "owner");
	});
	afterAll(() => service[Symbol.asyncDispose]());

	test.for(ROLES)("is for every role: %s", async (role) => {
		const ada = await aMember(service, role);
		expect((await ada.ask("GET", "/api/v1/monitors")).status).toBe(200);
		const left = await ada.ask("DELETE", "/api/v1/account/teams/acme");
		expect([left.status, left.text]).toEqual([204, ""]);
		expect((await ada.ask("GET", "/api/v1/monitors")).status).toBe(404);
		expect((await ada.ask("GET", "/api/v1/session")).json.data.teams).toEqual([]);
		expect((await ada.ask("DELETE", "/api/v1/account/teams/acme")).status).toBe(404);
	});

	test("is an event of the team and of the account", async () => {
		const ada = await aMember(service, "editor");
		await ada.ask("DELETE", "/api/v1/account/teams/acme");
		const { json } = await service.ask("GET", "/api/v1/audit-events?perPage=1");
		expect(json.data.auditEvents).toMatchObject([
			{
				actor: { id: ada.user.publicId },
				action: "leave",
				objectType: "team",
				objectName: "acme",
				changes: [{ field: "role", before: "editor", after: null }],
			},
		]);
		const own = await ada.ask("GET", "/api/v1/account/events");
		expect(own.json.data.events).toMatchObject([{ action: "team.leave", detail: "acme" }]);
	});

	test("is refused to the last owner, and changes nothing", async () => {
		const { team } = await service.newTeam(`lonely-${engine}`);
		const owner = await aMember(service, "owner", team);
		const path = `/api/v1/account/teams/${team.slug}`;
		const refused = await owner.ask("DELETE", path);
		expect([refused.status, refused.json.error.code]).toEqual([409, "LAST_OWNER"]);
		expect((await owner.ask("GET", "/api/v1/session")).json.data.teams).toMatchObject([{ slug: team.slug }]);
		expect((await owner.ask("GET", "/api/v1/account/events")).json.data.events).toEqual([]);
		await aMember(service, "owner", team);
		expect((await owner.ask("DELETE", path)).status).toBe(204);
	});

	test("leaves the other teams of the person, and the other members of the team", async () => {
		const { team } = await service.newTeam(`other-${engine}`);
		const [ada, eve] = [await aMember(service, "viewer"), await aMember(service, "viewer")];
		await addMember(service.database, { teamId: team.id, user: ada.user, role: "admin" }, service.clock.now);
		expect((await ada.ask("DELETE", "/api/v1/account/teams/acme")).status).toBe(204);
		const { json } = await ada.ask("GET", "/api/v1/session");
		expect(json.data.teams).toMatchObject([{ slug: team.slug, role: "admin" }]);
		expect((await eve.ask("GET", "/api/v1/monitors")).status).toBe(200);
	});

	test("is 404 for a team of others, and for what is no slug", async () => {
		await service.newTeam(`foreign-${engine}`);
		const ada = await aMember(service, "viewer");
		for (const slug of [`foreign-${engine}`, "nobody", "ACME", "acme%00", "%00", "a".repeat(64)]) {
			expect([slug, (await ada.ask("DELETE", `/api/v1/account/teams/${slug}`)).status]).toEqual([slug, 404]);
		}
		expect((await ada.ask("GET", "/api/v1/monitors")).status).toBe(200);
	});

	test("is not for keys, nor for pages of another site", async () => {
		const ada = await aMember(service, "viewer");
		const path = "/api/v1/account/teams/acme";
		expect((await ada.ask("DELETE", path, { key: service.key })).status).toBe(401);
		const strange = await ada.ask("DELETE", path, { headers: { "sec-fetch-site": "cross-site" } });
		expect([strange.status, strange.json.error.code]).toEqual([403, "CROSS_ORIGIN"]);
	});
});
