import { expect, test } from "vitest";
import { MINUTE_MS } from "../../domain/durations.ts";
import { aMember, type SignedIn } from "../testing/people.ts";
import { startService } from "../testing/service.ts";

const invite = (inviter: Pick<SignedIn, "ask">, email: string) =>
	inviter.ask("POST", "/api/v1/invitations", { body: { email, role: "viewer" } });

test("a team invites one address five times an hour, also after it withdrew the invitation; other teams are not concerned", async () => {
	await using service = await startService("sqlite");
	const { team } = await service.newTeam("other");
	const [ada, eve, other] = [
		await aMember(service, "owner"),
		await aMember(service, "owner"),
		await aMember(service, "owner", team),
	];
	for (const [index, inviter] of [ada, eve, ada, eve, ada].entries()) {
		const { status, headers } = await invite(inviter, index % 2 === 0 ? "grace@example.com" : "Grace@Example.com");
		expect(status).toBe(201);
		expect((await inviter.ask("DELETE", headers.get("location") ?? "")).status).toBe(204);
	}
	service.clock.now += 10 * MINUTE_MS;
	const beyond = await invite(eve, "grace@example.com");
	expect([beyond.status, beyond.json.error.code, beyond.headers.get("retry-after")]).toEqual([
		429,
		"TOO_MANY_REQUESTS",
		"3000",
	]);
	expect((await invite(eve, "alan@example.com")).status).toBe(201);
	expect((await invite(other, "grace@example.com")).status).toBe(201);
	service.clock.now += 50 * MINUTE_MS;
	expect((await invite(eve, "grace@example.com")).status).toBe(201);
});

test("one person invites a hundred times an hour, a team two hundred times", async () => {
	await using service = await startService("sqlite");
	const inviters = [await aMember(service, "owner"), await aMember(service, "owner"), await aMember(service, "owner")];
	const [ada, eve, grace] = inviters as [SignedIn, SignedIn, SignedIn];
	for (const [index, inviter] of [ada, eve].entries()) {
		for (let count = 0; count < 100; count += 1) {
			expect((await invite(inviter, `person-${index}-${count}@example.com`)).status).toBe(201);
		}
	}
	const message = async (inviter: SignedIn) => {
		const { status, json } = await invite(inviter, "one-more@example.com");
		return [status, json.error.message];
	};
	expect(await message(ada)).toEqual([429, "One person or key invites at most 100 times an hour."]);
	expect(await message(grace)).toEqual([429, "A team invites at most 200 times an hour."]);
});
