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

test("a passkey is registered for the signed-in account", async () => {
	await using host = await startHost();
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");

	const [credential] = await visitor.authenticator.credentials();
	const account = host.accounts.named("ada");
	expect(host.accounts.passkeysOf(account.id)).toMatchObject([
		{
			id: Buffer.from(credential?.credentialId ?? "", "base64").toString("base64url"),
			algorithm: -7,
			transports: ["internal"],
			userVerified: true,
			attestation: "none",
		},
	]);
	expect(credential?.isResidentCredential).toBe(true);
	expect(Buffer.from(credential?.userHandle ?? "", "base64").toString()).toBe(account.id);
});

test("a person signs in without naming an account, and the counter is recorded", async () => {
	await using host = await startHost();
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");
	const before = host.accounts.passkeysOf(host.accounts.named("ada").id)[0]?.counter ?? 0;
	await visitor.leave();
	await visitor.comeBack();
	await visitor.click("Sign in with a passkey");
	await visitor.sees("Signed in as ada");
	expect(host.accounts.passkeysOf(host.accounts.named("ada").id)[0]?.counter).toBeGreaterThan(before);
});

test("a passkey picked from the input's menu signs in", async () => {
	await using host = await startHost();
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");
	await visitor.leave();
	// Chromium's virtual authenticator picks when the autofill starts or never, so the person reloads the page.
	await visitor.comeBack();
	await visitor.page.reload();
	await visitor.sees("Signed in as ada");
});

test("a passkey is the second factor after a name", async () => {
	await using host = await startHost();
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");
	await visitor.leave();
	await visitor.enterName("ada");
	await visitor.sees("Confirm with your passkey");
	expect((await visitor.page.request.get(`${host.origin}/account`)).status()).toBe(401);

	await visitor.comeBack();
	const challenge = visitor.answerTo("/second-factor/challenge");
	await visitor.click("Confirm with your passkey");
	expect(await (await challenge).json()).toMatchObject({
		userVerification: "required",
		allowCredentials: [{ type: "public-key", transports: ["internal"] }],
	});
	await visitor.sees("Signed in as ada");
});

test("the same authenticator is not enrolled twice", async () => {
	await using host = await startHost();
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");
	await visitor.click("Add a passkey");
	await visitor.sees("AlreadyRegisteredError");
	expect(await visitor.authenticator.credentials()).toHaveLength(1);
});

test("a browser without JSON conversions of its own registers and signs in", async () => {
	await using host = await startHost();
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.page.addInitScript(() => {
		Object.assign(PublicKeyCredential, {
			parseCreationOptionsFromJSON: undefined,
			parseRequestOptionsFromJSON: undefined,
		});
		Object.assign(PublicKeyCredential.prototype, { toJSON: undefined });
	});
	await visitor.page.reload();
	await visitor.enroll("ada");
	await visitor.leave();
	await visitor.comeBack();
	await visitor.click("Sign in with a passkey");
	await visitor.sees("Signed in as ada");
});
