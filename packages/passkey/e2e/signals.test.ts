import { RelyingParty } from "@lapwing/passkey/server";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHost } from "../example/start-host.ts";
import { connectBrowser } from "./harness/connect-browser.ts";
import { Visitor } from "./harness/visitor.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

/** Answers the same JSON as the example host's own would. */
const relyingParty = new RelyingParty({ id: "localhost", name: "Lapwing example", origin: "http://localhost" });

/** Signed in with one passkey, at a page with the client entry point loaded. */
async function enrolled(host: Awaited<ReturnType<typeof startHost>>) {
	const visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");
	await visitor.openDoor();
	const user = host.accounts.named("ada");
	return { visitor, user, passkeys: host.accounts.passkeysOf(user.id) };
}

test("signalUnknownCredential removes the named passkey from the authenticator, and no other", async () => {
	await using host = await startHost();
	const { visitor, passkeys } = await enrolled(host);
	await using _ = visitor;
	const send = (id: string) =>
		visitor.page.evaluate(
			(json) => door.Passkey.signalUnknownCredential(json),
			relyingParty.signalUnknownCredential({ id }),
		);
	expect(await send("AAAA")).toMatchObject({ status: "success" });
	expect(await visitor.authenticator.credentials()).toHaveLength(1);
	expect(await send(passkeys[0]?.id ?? "")).toMatchObject({ status: "success" });
	expect(await visitor.authenticator.credentials()).toHaveLength(0);
});

test("signalAllAcceptedCredentials keeps the listed passkeys and removes the others", async () => {
	await using host = await startHost();
	const { visitor, user, passkeys } = await enrolled(host);
	await using _ = visitor;
	const send = (accepted: { id: string }[]) =>
		visitor.page.evaluate(
			(json) => door.Passkey.signalAllAcceptedCredentials(json),
			relyingParty.signalAllAcceptedCredentials({ user, passkeys: accepted }),
		);
	expect(await send(passkeys)).toMatchObject({ status: "success" });
	expect(await visitor.authenticator.credentials()).toHaveLength(1);
	expect(await send([])).toMatchObject({ status: "success" });
	expect(await visitor.authenticator.credentials()).toHaveLength(0);
});

test("signalCurrentUserDetails changes the names of a passkey", async () => {
	await using host = await startHost();
	const { visitor, user } = await enrolled(host);
	await using _ = visitor;
	const named = { ...user, name: "ada.lovelace", displayName: "Ada Lovelace" };
	const result = await visitor.page.evaluate(
		(json) => door.Passkey.signalCurrentUserDetails(json),
		relyingParty.signalCurrentUserDetails({ user: named }),
	);
	expect(result).toMatchObject({ status: "success" });
	expect(await visitor.authenticator.credentials()).toMatchObject([
		{ userName: "ada.lovelace", userDisplayName: "Ada Lovelace" },
	]);
});

test("a signal for another site, or with an id that is not base64url, is a failure", async () => {
	await using host = await startHost();
	const { visitor } = await enrolled(host);
	await using _ = visitor;
	const outcomes = await visitor.page.evaluate(async () => {
		const signals = [
			{ rpId: "example.com", credentialId: "AAAA" },
			{ rpId: "localhost", credentialId: "A==" },
		];
		const results = await Promise.all(signals.map(door.Passkey.signalUnknownCredential));
		return results.map((each) => each.status === "failure" && [each.error.name, (each.error.cause as Error).name]);
	});
	expect(outcomes).toStrictEqual([
		["CeremonyError", "SecurityError"],
		["InvalidOptionsError", "TypeError"],
	]);
});
