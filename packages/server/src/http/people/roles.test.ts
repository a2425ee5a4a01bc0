import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROLES, type Role, scopesOf } from "../../domain/access/roles.ts";
import { addMember } from "../../storage/access/members.ts";
import { documentedRoutes, ROUTES } from "../app.ts";
import { filled, hasIds, realPath } from "../testing/paths.ts";
import { aMember, aUser, type SignedIn, signedInAs } from "../testing/people.ts";
import { type Service, startService } from "../testing/service.ts";

let service: Service;
let foreign: string;
const members = new Map<Role, SignedIn>();
beforeAll(async () => {
	service = await startService("sqlite");
	foreign = (await service.newTeam("other")).key;
	for (const role of ROLES) members.set(role, await aMember(service, role));
});
afterAll(() => service[Symbol.asyncDispose]());

function member(role: Role): SignedIn {
	const found = members.get(role);
	if (!found) throw new Error(`No ${role}`);
	return found;
}

const routes = documentedRoutes(ROUTES);
const unknownId = "mon_01jgezt6z8e7kb3mq4f2ys0nd5";
/** Endpoints that change nothing. */
const CHANGES_NOTHING = new Set([
	"previewAlert",
	"previewStatusPage",
	"replayAlert",
	"testAlert",
	"testUnsavedAlert",
	"tryMonitor",
]);

describe.each(routes)("$method $path", ({ method, path, scope, endpoint }) => {
	test.for(ROLES)("is for a %s when the role has its scope", async (role) => {
		const { status, json } = await member(role).ask(method, filled(path, unknownId));
		if (!scopesOf(role).includes(scope)) {
			expect([status, json.error?.code ?? json.type]).toEqual([403, json.error ? "FORBIDDEN" : "forbidden"]);
		} else expect([401, 403]).not.toContain(status);
	});

	test("requires the team's slug, and answers 404 to people outside the team", async () => {
		const owner = member("owner");
		const ask = (team: string) => owner.ask(method, filled(path, unknownId), { headers: { "lapwing-team": team } });
		for (const team of ["other", "nobody", "", "acme%00", "ACME"])
			expect([team, (await ask(team)).status]).toEqual([team, 404]);
		const bare = await service.ask(method, filled(path, unknownId), {
			key: null,
			headers: { cookie: `lapwing_session=${owner.cookies.get("lapwing_session")}`, "sec-fetch-site": "same-origin" },
		});
		expect(bare.status).toBe(400);
	});

	test("refuses a change that a page of another site sends", async () => {
		const isChange = method !== "GET";
		const from = (headers: Record<string, string>) =>
			member("owner").ask(method, filled(path, unknownId), { headers: { "sec-fetch-site": "", ...headers } });
		for (const site of ["cross-site", "same-site", "none"]) {
			const { status, json } = await from({ "sec-fetch-site": site });
			expect(status === 403).toBe(isChange);
			if (isChange) expect(json.error.code).toBe("CROSS_ORIGIN");
		}
	});

	test("changes something by a service, or nothing at all", () => {
		const isChange = endpoint.spec.service !== undefined;
		expect(isChange).toBe(method !== "GET" && !CHANGES_NOTHING.has(endpoint.spec.operationId));
	});
});

test.each(routes.filter(({ path }) => hasIds(path)))("$method $path finds nothing of another team", async (route) => {
	const { status } = await member("owner").ask(route.method, await realPath(service, route.path, foreign));
	expect(status).toBe(404);
});

describe("a member", () => {
	test("has a changed role at the next request, and none after the removal", async () => {
		const [owner, editor] = [member("owner"), await aMember(service, "editor")];
		const { json } = await owner.ask("GET", "/api/v1/members?perPage=200");
		const { id } = json.data.members.find(({ user }: { user: { id: string } }) => user.id === editor.user.publicId);
		const create = () =>
			editor.ask("POST", "/api/v1/monitors", { body: { name: "Shop", url: "https://example.com/" } });
		expect((await create()).status).toBe(201);
		const changed = await owner.ask("PATCH", `/api/v1/members/${id}`, { body: { role: "viewer" } });
		expect([changed.status, changed.json.data.role]).toEqual([200, "viewer"]);
		expect((await create()).status).toBe(403);
		expect((await owner.ask("DELETE", `/api/v1/members/${id}`)).status).toBe(204);
		expect((await editor.ask("GET", "/api/v1/monitors")).status).toBe(404);
		expect((await editor.ask("GET", "/api/v1/session")).json.data.teams).toEqual([]);
	});

	test("grants, changes and removes no role with scopes that they lack", async () => {
		const admin = member("admin");
		const { json } = await admin.ask("GET", "/api/v1/members?perPage=200");
		const idOf = (role: Role) => json.data.members.find((each: { role: Role }) => each.role === role).id;
		const asked = [
			await admin.ask("PATCH", `/api/v1/members/${idOf("editor")}`, { body: { role: "owner" } }),
			await admin.ask("PATCH", `/api/v1/members/${idOf("owner")}`, { body: { role: "viewer" } }),
			await admin.ask("DELETE", `/api/v1/members/${idOf("owner")}`),
			await admin.ask("POST", "/api/v1/invitations", { body: { email: "eve@example.com", role: "owner" } }),
		];
		expect(asked.map((answer) => [answer.status, answer.json.error.code])).toEqual(asked.map(() => [403, "FORBIDDEN"]));
	});

	test("who is the last owner cannot leave or be demoted", async () => {
		const { team } = await service.newTeam("lonely");
		const owner = await aMember(service, "owner", team);
		const { json } = await owner.ask("GET", "/api/v1/members");
		const path = `/api/v1/members/${json.data.members[0].id}`;
		const refused = [await owner.ask("PATCH", path, { body: { role: "admin" } }), await owner.ask("DELETE", path)];
		expect(refused.map((answer) => [answer.status, answer.json.error.code])).toEqual([
			[409, "LAST_OWNER"],
			[409, "LAST_OWNER"],
		]);
	});

	test("makes keys with the scopes of the role, and no others; a revoked key is refused at once", async () => {
		const admin = member("admin");
		const make = (scopes: string[]) => admin.ask("POST", "/api/v1/keys", { body: { name: "CI", scopes } });
		const refused = await make(["monitors:read", "team:write"]);
		expect([refused.status, refused.json.error.details[0].path]).toEqual([400, "/scopes"]);
		const { json } = await make(["monitors:read"]);
		const { id, secret } = json.data;
		expect((await service.ask("GET", "/api/v1/monitors", { key: secret })).status).toBe(200);
		expect((await admin.ask("DELETE", `/api/v1/keys/${id}`)).status).toBe(204);
		expect((await service.ask("GET", "/api/v1/monitors", { key: secret })).status).toBe(401);
		const listed = await admin.ask("GET", "/api/v1/keys");
		expect(JSON.stringify(listed.json)).not.toContain(secret);
		expect(listed.json.data.keys.map((each: { id: string }) => each.id)).not.toContain(id);
	});

	test("who also sends a key acts as the key", async () => {
		const key = await service.keyWith(["reports:read"]);
		expect((await member("owner").ask("GET", "/api/v1/monitors", { key })).status).toBe(403);
		expect((await member("owner").ask("GET", "/api/v1/monitors", { key: "wrong" })).status).toBe(401);
	});
});

describe("audit events", () => {
	test("have actor, action, address and changed fields, with secrets masked", async () => {
		const { team, key } = await service.newTeam("watched");
		const owner = await aMember(service, "owner", team);
		const slack = { type: "slack", url: "https://hooks.slack.com/services/T0/B0/very-secret" };
		const { json } = await owner.ask("POST", "/api/v1/alerts", { body: { name: "On call", channel: slack } });
		const path = `/api/v1/alerts/${json.data.id}`;
		const changed = { ...slack, url: "https://hooks.slack.com/services/T0/B0/other-secret" };
		await owner.ask("PUT", path, { body: { cooldownMinutes: 30, channel: changed } });
		// An update without changes, and a refused one.
		await owner.ask("PUT", path, { body: { name: "" } });
		await service.ask("DELETE", path, { key });
		const { json: log } = await owner.ask("GET", "/api/v1/audit-events");
		expect(JSON.stringify(log)).not.toMatch(/very-secret|other-secret/);
		const events = log.data.auditEvents;
		expect(
			events.map(({ actor, action, objectType, objectName }: Record<string, { kind: string }>) => [
				actor?.kind,
				action,
				objectType,
				objectName,
			]),
		).toEqual([
			["key", "delete", "alert", "On call"],
			["user", "update", "alert", "On call"],
			["user", "create", "alert", "On call"],
		]);
		expect(events[1]).toMatchObject({
			actor: { kind: "user", id: owner.user.publicId, name: "owner" },
			objectId: json.data.id,
			changes: [
				{ field: "cooldownMinutes", before: 10, after: 30 },
				{ field: "channel.url", before: "••••", after: "••••" },
			],
		});
		expect(events[2].changes).toContainEqual({ field: "channel.type", before: null, after: "slack" });
	});

	test("are written in the transaction of the change", async () => {
		const { team } = await service.newTeam("atomic");
		const owner = await aMember(service, "owner", team);
		const page = (slug: string) => owner.ask("POST", "/api/v1/status-pages", { body: { name: "P", slug } });
		expect([(await page("one")).status, (await page("one")).status]).toEqual([201, 400]);
		await service.database.db.schema.alterTable("audit_events").renameTo("audit_events_gone").execute();
		try {
			expect((await page("two")).status).toBe(500);
		} finally {
			await service.database.db.schema.alterTable("audit_events_gone").renameTo("audit_events").execute();
		}
		const { json } = await owner.ask("GET", "/api/v1/status-pages");
		expect(json.data.statusPages.map(({ slug }: { slug: string }) => slug)).toEqual(["one"]);
		expect((await owner.ask("GET", "/api/v1/audit-events")).json.data.auditEvents).toHaveLength(1);
	});

	test("record changes of the team, keys and invitations without their secrets", async () => {
		const { team } = await service.newTeam("named");
		const owner = await aMember(service, "owner", team);
		await owner.ask("PATCH", "/api/v1/team", { body: { name: "Renamed" } });
		const made = await owner.ask("POST", "/api/v1/keys", { body: { name: "CI", scopes: ["monitors:read"] } });
		const body = { email: "eve@example.com", role: "viewer" };
		const invited = await owner.ask("POST", "/api/v1/invitations", { body });
		const { json, text } = await owner.ask("GET", "/api/v1/audit-events");
		expect(text).not.toContain(made.json.data.secret);
		expect(text).not.toContain(invited.json.data.link.split("#")[1]);
		const [invitation, key, renamed] = json.data.auditEvents;
		expect([invitation.objectName, key.objectName]).toEqual(["eve@example.com", "CI"]);
		expect(renamed.changes).toEqual([{ field: "name", before: "named", after: "Renamed" }]);
	});
});

test("a person in two teams sees each with its own role", async () => {
	const { team } = await service.newTeam("second");
	const user = await aUser(service);
	await addMember(service.database, { teamId: service.team.id, user, role: "viewer" }, service.clock.now);
	await addMember(service.database, { teamId: team.id, user, role: "owner" }, service.clock.now);
	const ada = await signedInAs(service, user, team);
	const { json } = await ada.ask("GET", "/api/v1/session");
	expect(json.data.teams.map(({ slug, role }: { slug: string; role: Role }) => [slug, role])).toEqual([
		["acme", "viewer"],
		["second", "owner"],
	]);
	expect((await ada.ask("GET", "/api/v1/keys", { headers: { "lapwing-team": "acme" } })).status).toBe(403);
	expect((await ada.ask("GET", "/api/v1/keys")).status).toBe(200);
});
