/** `mediation: "immediate"` in Chromium: a prompt where the device holds a passkey, and an answer at once where not. */

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

/** How an immediate sign-in ends in the page. */
function signIn(visitor: Visitor) {
	return visitor.page.evaluate(async () => {
		const options = await (await fetch("/passkey/challenge", { method: "POST" })).json();
		const capabilities = await door.getClientCapabilities();
		const result = await door.authenticate(options, { mediation: "immediate" });
		return {
			isReported: capabilities.immediateGet,
			outcome: result.status === "success" ? "success" : result.error.name,
			uiModes: globalThis.uiModes,
		};
	});
}

test("a device with a passkey signs in, and one without is cancelled instead of asked for another device", async () => {
	await using host = await startHost();
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.page.evaluate(() => {
		globalThis.uiModes = [];
		const get = navigator.credentials.get.bind(navigator.credentials);
		navigator.credentials.get = (options) => {
			globalThis.uiModes.push((options as { uiMode?: string }).uiMode);
			return get(options);
		};
	});
	await visitor.openDoor();
	const cancelled = { isReported: true, outcome: "CancelledError" };
	expect(await signIn(visitor)).toMatchObject(cancelled);
	await visitor.enroll("ada");
	const { uiModes, ...found } = await signIn(visitor);
	expect(found).toStrictEqual({ isReported: true, outcome: "success" });
	expect(uiModes.filter((each) => each !== undefined)).toStrictEqual(["immediate", "immediate"]);
});

test("an immediate sign-in whose options have a list of passkeys is cancelled, though the device holds one", async () => {
	await using host = await startHost();
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");
	await visitor.openDoor();
	const id = host.accounts.passkeysOf(host.accounts.named("ada").id)[0]?.id ?? "";
	const outcome = await visitor.page.evaluate(async (id) => {
		const options = await (await fetch("/passkey/challenge", { method: "POST" })).json();
		const allowCredentials = [{ type: "public-key", id }];
		const result = await door.Passkey.authenticate({ ...options, allowCredentials }, { mediation: "immediate" });
		return result.status === "failure" && [result.error.name, (result.error.cause as Error).message];
	}, id);
	expect(outcome).toStrictEqual(["CancelledError", expect.stringContaining("allowCredentials")]);
});

declare global {
	var uiModes: (string | undefined)[];
}
