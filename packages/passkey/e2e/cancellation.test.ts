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

/** At a page of the host that starts no ceremony by itself, with the client entry point loaded. */
async function atQuietPage(host: Awaited<ReturnType<typeof startHost>>): Promise<Visitor> {
	const visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");
	await visitor.authenticator.setPresence(false);
	await visitor.openDoor();
	return visitor;
}

test("cancel closes the prompt without a message, and the next prompt opens", async () => {
	await using host = await startHost();
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");
	await visitor.leave();

	await visitor.click("Sign in with a passkey");
	await visitor.page.waitForFunction(() => globalThis.signInsBegun === 2);
	await visitor.click("Cancel");
	await visitor.page.waitForFunction(() => globalThis.signInsBegun === 3);
	expect(await visitor.page.locator("#status").textContent()).toBe("Signed out.");

	await visitor.comeBack();
	await visitor.click("Sign in with a passkey");
	await visitor.sees("Signed in as ada");
});

test("an explicit sign-in takes over from the autofill that waits", async () => {
	await using host = await startHost();
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");
	await visitor.leave();

	const verifications: string[] = [];
	visitor.page.on("request", (request) => {
		if (request.url().endsWith("/passkey/verify")) verifications.push(request.url());
	});
	await visitor.comeBack();
	await visitor.click("Sign in with a passkey");
	await visitor.sees("Signed in as ada");
	expect(verifications).toHaveLength(1);
});

test("a prompt cancels an autofill of the same page, and succeeds", async () => {
	await using host = await startHost();
	await using visitor = await atQuietPage(host);
	const handle = await visitor.page.evaluateHandle(async () => {
		const options = await (await fetch("/passkey/challenge", { method: "POST" })).json();
		return { options, autofill: door.Passkey.autofill(options) };
	});
	await visitor.waitsInMenu();
	await visitor.comeBack();
	const outcomes = await handle.evaluate(async ({ options, autofill }) => {
		const prompt = door.Passkey.authenticate(options);
		return (await Promise.all([autofill, prompt])).map((each) =>
			each.status === "success" ? "success" : each.error.name,
		);
	});
	expect(outcomes).toStrictEqual(["CancelledError", "success"]);
});

test("a signal aborts an open prompt, with any reason", async () => {
	await using host = await startHost();
	await using visitor = await atQuietPage(host);
	const outcomes = await visitor.page.evaluate(async () => {
		const options = await (await fetch("/passkey/challenge", { method: "POST" })).json();
		const names: string[] = [];
		for (const reason of [
			undefined,
			null,
			"left the page",
			new RangeError("host"),
			new DOMException("", "DataError"),
		]) {
			const controller = new AbortController();
			const pending = door.Passkey.authenticate(options, { signal: controller.signal });
			controller.abort(reason);
			const result = await pending;
			names.push(result.status === "success" ? "success" : result.error.constructor.name);
		}
		return names;
	});
	expect(outcomes).toStrictEqual(Array(5).fill("CancelledError"));
});

test("a signal aborts a registration and a waiting autofill", async () => {
	await using host = await startHost();
	await using visitor = await atQuietPage(host);
	const outcomes = await visitor.page.evaluate(async () => {
		const names: string[] = [];
		const post = async (path: string) => (await fetch(path, { method: "POST" })).json();
		const creation = { ...(await post("/passkey/register/challenge")), excludeCredentials: [] };
		const request = await post("/passkey/challenge");
		for (const start of [
			(signal: AbortSignal) => door.Passkey.register(creation, { signal }),
			(signal: AbortSignal) => door.Passkey.autofill(request, { signal }),
		]) {
			const controller = new AbortController();
			const pending = start(controller.signal);
			controller.abort();
			const result = await pending;
			names.push(result.status === "success" ? "success" : result.error.name);
		}
		return names;
	});
	expect(outcomes).toStrictEqual(["CancelledError", "CancelledError"]);
});

test("a prompt for the wrong relying party is a CeremonyError with the browser's error as cause", async () => {
	await using host = await startHost();
	await using visitor = await atQuietPage(host);
	const outcome = await visitor.page.evaluate(async () => {
		const options = await (await fetch("/passkey/challenge", { method: "POST" })).json();
		const result = await door.Passkey.authenticate({ ...options, rpId: "example.com" });
		return result.status === "success" ? [] : [result.error.name, (result.error.cause as Error).name];
	});
	expect(outcome).toStrictEqual(["CeremonyError", "SecurityError"]);
});
