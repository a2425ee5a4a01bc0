import type { Browser, Response } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHost } from "../example/start-host.ts";
import { connectBrowser } from "./harness/connect-browser.ts";
import { Visitor } from "./harness/visitor.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

/** A host that records its warnings, with one account that has a passkey and is signed out. */
async function enrolled() {
	const warnings: { event: string; reason: string }[] = [];
	const host = await startHost({ warn: (event, { reason }) => warnings.push({ event, reason }) });
	const visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");
	return {
		host,
		visitor,
		warnings,
		passkey: () => host.accounts.passkeysOf(host.accounts.named("ada").id)[0],
		[Symbol.asyncDispose]: async () => {
			await visitor[Symbol.asyncDispose]();
			await host[Symbol.asyncDispose]();
		},
	};
}

/** Everything in an answer that a stranger can see, except the date. */
async function seen(answer: Response) {
	const { date: _date, "set-cookie": _cookie, ...headers } = await answer.allHeaders();
	return { status: answer.status(), headers, body: await answer.text() };
}

const refusal = { status: 400, body: '{"error":"rejected"}' };

test.each([
	["a bogus signature", { isBogusSignature: true }, "SignatureError"],
	["missing user presence", { isBadUP: true }, "UserPresenceError"],
])("a sign-in with %s is refused", async (_what, how, reason) => {
	await using scene = await enrolled();
	const { visitor, warnings } = scene;
	await visitor.leave();
	await visitor.authenticator.misbehave(how);
	await visitor.comeBack();
	const answer = visitor.answerTo("/passkey/verify");
	await visitor.click("Sign in with a passkey");
	expect(await seen(await answer)).toMatchObject(refusal);
	expect(warnings[0]).toStrictEqual({ event: "passkey.rejected", reason });
	expect((await visitor.page.request.get(`${scene.host.origin}/account`)).status()).toBe(401);
});

test("a second factor with missing user verification is refused", async () => {
	await using scene = await enrolled();
	const { visitor, warnings } = scene;
	await visitor.leave();
	await visitor.enterName("ada");
	await visitor.authenticator.misbehave({ isBadUV: true });
	await visitor.comeBack();
	const answer = visitor.answerTo("/second-factor/verify");
	await visitor.click("Confirm with your passkey");
	expect(await seen(await answer)).toMatchObject(refusal);
	expect(warnings).toStrictEqual([{ event: "passkey.rejected", reason: "UserVerificationError" }]);
});

test("a second factor with a passkey of another account is refused", async () => {
	await using scene = await enrolled();
	const { visitor, warnings } = scene;
	await visitor.leave();
	await visitor.comeBack();
	await visitor.enroll("grace");
	await visitor.leave();
	await visitor.enterName("ada");
	await visitor.sees("Confirm with your passkey");
	await visitor.comeBack();
	await visitor.openDoor();
	const outcome = await visitor.page.evaluate(
		async (id) => {
			const options = await (await fetch("/second-factor/challenge", { method: "POST" })).json();
			const tampered = { ...options, allowCredentials: [{ type: "public-key", id }] };
			const result = await door.Passkey.authenticate(tampered);
			if (result.status === "failure") return result.error.name;
			const body = JSON.stringify(result.data);
			const answer = await fetch("/second-factor/verify", { method: "POST", body });
			return { status: answer.status, body: await answer.text() };
		},
		scene.host.accounts.passkeysOf(scene.host.accounts.named("grace").id)[0]?.id ?? "",
	);
	expect(outcome).toStrictEqual(refusal);
	expect(warnings).toStrictEqual([{ event: "passkey.rejected", reason: "AnotherAccount" }]);
});

test("a registration with missing user verification is refused, and stores nothing", async () => {
	const warnings: unknown[] = [];
	await using host = await startHost({ warn: (event, { reason }) => warnings.push({ event, reason }) });
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.enterName("ada");
	await visitor.authenticator.misbehave({ isBadUV: true });
	const answer = visitor.answerTo("/passkey/register/verify");
	await visitor.click("Add a passkey");
	expect(await seen(await answer)).toMatchObject(refusal);
	expect(warnings).toStrictEqual([{ event: "passkey.registration_rejected", reason: "UserVerificationError" }]);
	expect(host.accounts.passkeysOf(host.accounts.named("ada").id)).toHaveLength(0);
});

test("an assertion opens one session; its replay finds no challenge", async () => {
	await using scene = await enrolled();
	const { visitor, warnings } = scene;
	await visitor.leave();
	const sent = visitor.page.waitForRequest((request) => request.url().endsWith("/passkey/verify"));
	await visitor.comeBack();
	await visitor.click("Sign in with a passkey");
	const assertion = (await sent).postDataJSON();
	await visitor.sees("Signed in as ada");

	const replay = await visitor.page.request.post(`${scene.host.origin}/passkey/verify`, { data: assertion });
	expect({ status: replay.status(), body: await replay.text() }).toStrictEqual(refusal);
	expect(warnings).toStrictEqual([{ event: "passkey.rejected", reason: "NoChallenge" }]);
});

test("an old assertion under a new challenge is refused", async () => {
	await using scene = await enrolled();
	const { visitor, warnings } = scene;
	await visitor.leave();
	const sent = visitor.page.waitForRequest((request) => request.url().endsWith("/passkey/verify"));
	await visitor.comeBack();
	await visitor.click("Sign in with a passkey");
	const assertion = (await sent).postDataJSON();
	await visitor.sees("Signed in as ada");

	await visitor.page.request.post(`${scene.host.origin}/passkey/challenge`);
	const replay = await visitor.page.request.post(`${scene.host.origin}/passkey/verify`, { data: assertion });
	expect({ status: replay.status(), body: await replay.text() }).toStrictEqual(refusal);
	expect(warnings).toStrictEqual([{ event: "passkey.rejected", reason: "NoChallenge" }]);
});

test("a counter that goes back is refused, and the recorded one stays", async () => {
	await using scene = await enrolled();
	const { visitor, warnings, host } = scene;
	const passkey = scene.passkey();
	if (!passkey) throw new Error("ada has no passkey");
	// As after sign-ins with a copy of this authenticator.
	const ahead = { counter: passkey.counter + 1_000, backedUp: passkey.backedUp };
	expect(host.accounts.recordSignIn(passkey.id, ahead)).toBe(true);
	// Of two sign-ins with one counter that were verified at the same time, one is recorded.
	expect(host.accounts.recordSignIn(passkey.id, ahead)).toBe(false);
	await visitor.leave();
	await visitor.comeBack();
	const answer = visitor.answerTo("/passkey/verify");
	await visitor.click("Sign in with a passkey");
	expect(await seen(await answer)).toMatchObject(refusal);
	expect(warnings[0]).toStrictEqual({ event: "passkey.rejected", reason: "CounterError" });
	expect(scene.passkey()?.counter).toBe(passkey.counter + 1_000);
});

test("every refusal has the same answer", async () => {
	await using scene = await enrolled();
	const { visitor, warnings, host } = scene;
	await visitor.leave();
	const answers: unknown[] = [];
	for (const how of [{ isBogusSignature: true }, { isBogusSignature: false, isBadUP: true }]) {
		await visitor.authenticator.misbehave(how);
		await visitor.comeBack();
		const answer = visitor.answerTo("/passkey/verify");
		await visitor.click("Sign in with a passkey");
		answers.push(await seen(await answer));
		// The page begins an autofill after a refusal, and here again.
		await visitor.authenticator.setPresence(false);
		await visitor.page.reload();
		await visitor.waitsInMenu();
	}
	for (const body of ["{}", "[]", "null", "", "{", `{"id":"unknown"}`, "x".repeat(100_000)]) {
		await visitor.page.request.post(`${host.origin}/passkey/challenge`);
		const answer = visitor.answerTo("/passkey/verify");
		await visitor.page.evaluate((sent) => fetch("/passkey/verify", { method: "POST", body: sent }), body);
		answers.push(await seen(await answer));
	}
	expect(answers).toStrictEqual(Array(answers.length).fill(answers[0]));
	expect(answers[0]).toMatchObject(refusal);
	expect(new Set(warnings.map((each) => each.reason))).toContain("SignatureError");
	expect(new Set(warnings.map((each) => each.reason))).toContain("UserPresenceError");
});
