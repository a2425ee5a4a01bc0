import { expect, test } from "vitest";
import { SCOPES } from "../../domain/access/scopes.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aMember, aVisitor, type SignedIn } from "../testing/people.ts";
import { type Service, startService } from "../testing/service.ts";

const secretIn = (link: string) => link.split("#")[1] ?? "";

async function invitedBy(ask: Service["ask"], email: string): Promise<string> {
	const { status, json } = await ask("POST", "/api/v1/invitations", { body: { email, role: "admin" } });
	expect(status).toBe(201);
	return secretIn(json.data.link);
}

async function keyOf(ask: Service["ask"], name: string): Promise<string> {
	const body = { name, scopes: SCOPES.filter((scope) => scope !== "team:write") };
	const { status, json } = await ask("POST", "/api/v1/keys", { body });
	expect(status).toBe(201);
	return json.data.secret;
}

/** An admin who has prepared ways back: two invitations of other addresses of theirs, a key, and a key by that key. */
async function aStage(name: "sqlite" | "postgresql") {
	const service = await startService(name);
	const [owner, admin] = [await aMember(service, "owner"), await aMember(service, "admin")];
	const key = await keyOf(admin.ask, "of the admin");
	const byKey: Service["ask"] = (method, path, asking) => service.ask(method, path, { ...asking, key });
	const further = await keyOf(byKey, "of the key");
	const secrets = [await invitedBy(admin.ask, "one@example.com"), await invitedBy(byKey, "two@example.com")];
	const works = async (secret: string) => (await service.ask("GET", "/api/v1/monitors", { key: secret })).status;
	return { service, owner, admin, secrets, keys: [key, further], works };
}

async function remove(owner: SignedIn, removed: SignedIn, query = "") {
	const { json } = await owner.ask("GET", "/api/v1/members");
	const { id } = json.data.members.find(({ user }: { user: { id: string } }) => user.id === removed.user.publicId);
	return owner.ask("DELETE", `/api/v1/members/${id}${query}`);
}

onEachEngine("a removed member", (name) => {
	test("comes back neither by an invitation nor by a key that they made", async () => {
		const stage = await aStage(name);
		await using service = stage.service;
		const { owner, admin, secrets, keys, works } = stage;
		expect(await Promise.all(keys.map(works))).toEqual([200, 200]);
		expect((await remove(owner, admin)).status).toBe(204);
		for (const secret of secrets) {
			const { status } = await aVisitor(service).ask("POST", "/api/v1/sign-in/link", { body: { secret, name: "Eve" } });
			expect(status).toBe(404);
		}
		expect(await Promise.all(keys.map(works))).toEqual([401, 401]);
		const { json } = await owner.ask("GET", "/api/v1/audit-events?perPage=5");
		const events = json.data.auditEvents.map((event: { action: string; objectType: string; objectName: string }) => [
			event.action,
			event.objectType,
			event.objectName,
		]);
		expect(events).toEqual(
			expect.arrayContaining([
				["remove", "member", "admin"],
				["revoke", "key", "of the admin"],
				["revoke", "key", "of the key"],
				["delete", "invitation", "one@example.com"],
				["delete", "invitation", "two@example.com"],
			]),
		);
	});

	test("leaves the keys that others need where the owner says so, and they show who made them", async () => {
		const stage = await aStage(name);
		await using _ = stage.service;
		const { owner, admin, keys, works } = stage;
		const madeBy = async () => {
			const { json } = await owner.ask("GET", "/api/v1/keys");
			return json.data.keys.map((key: { name: string; createdBy: object | null }) => [key.name, key.createdBy]);
		};
		const maker = { id: admin.user.publicId, name: "admin", isMember: true };
		expect(await madeBy()).toEqual([
			["of the key", maker],
			["of the admin", maker],
			["all", null],
		]);
		expect((await remove(owner, admin, "?keys=keep")).status).toBe(204);
		expect(await Promise.all(keys.map(works))).toEqual([200, 200]);
		expect((await madeBy())[0]).toEqual(["of the key", { ...maker, isMember: false }]);
		expect((await remove(owner, owner, "?keys=all")).status).toBe(400);
	});

	test("who left has invited nobody any more", async () => {
		const stage = await aStage(name);
		await using service = stage.service;
		const { admin, secrets } = stage;
		expect((await admin.ask("DELETE", "/api/v1/account/teams/acme")).status).toBe(204);
		const body = { secret: secrets[0], name: "Eve" };
		expect((await aVisitor(service).ask("POST", "/api/v1/sign-in/link", { body })).status).toBe(404);
	});
});
