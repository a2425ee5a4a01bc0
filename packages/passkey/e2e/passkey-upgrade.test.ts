import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningHost, startHost } from "../example/start-host.ts";
import { connectBrowser } from "./harness/connect-browser.ts";
import { VirtualAuthenticator } from "./harness/virtual-authenticator.ts";
import { Visitor } from "./harness/visitor.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

/** Signed in by name, in place of a password, at a page with the client entry point loaded. */
async function signedIn(host: RunningHost): Promise<Visitor> {
	const visitor = await Visitor.arrive(browser, host);
	await visitor.enterName("ada");
	await visitor.sees("passkeys: 0");
	await visitor.openDoor();
	return visitor;
}

/** Runs a conditional registration in the page, and sends the response to `path`. */
function upgrade(visitor: Visitor, path = "/passkey/upgrade") {
	return visitor.page.evaluate(async (path) => {
		const options = await (await fetch(`${path}/challenge`, { method: "POST" })).json();
		const result = await door.Passkey.register(options, { mediation: "conditional" });
		if (result.status === "failure") return [result.error.name, (result.error.cause as Error | undefined)?.name];
		return (await fetch(`${path}/verify`, { method: "POST", body: JSON.stringify(result.data) })).status;
	}, path);
}

test("the capabilities are those that Chromium reports, including conditional create", async () => {
	await using host = await startHost();
	await using visitor = await signedIn(host);
	const [ours, own] = await visitor.page.evaluate(async () => {
		const browser = PublicKeyCredential as unknown as { getClientCapabilities(): Promise<object> };
		return [await door.Passkey.getClientCapabilities(), await browser.getClientCapabilities()];
	});
	expect(ours).toStrictEqual(own);
	expect(ours).toMatchObject({ conditionalCreate: true, conditionalGet: true, signalUnknownCredential: true });
});

test("without a recent password sign-in Chromium refuses without a prompt, and the result is cancelled", async () => {
	await using host = await startHost();
	await using visitor = await signedIn(host);
	// A second page with Chromium's real behaviour: it has filled in no password for this site.
	const page = await visitor.page.context().newPage();
	await VirtualAuthenticator.plugInto(page, { showsPrompts: true });
	await page.goto(host.origin);
	const other = new Visitor(page, visitor.authenticator);
	await other.openDoor();
	expect(await upgrade(other)).toStrictEqual(["CancelledError", "NotAllowedError"]);
	expect(host.accounts.passkeysOf(host.accounts.named("ada").id)).toStrictEqual([]);
});

test("a prompt cancels a pending conditional registration, and succeeds", async () => {
	await using host = await startHost();
	await using visitor = await signedIn(host);
	// Chromium gives conditional registrations only to its password manager, so the virtual authenticator never answers.
	const outcomes = await visitor.page.evaluate(async () => {
		const options = await (await fetch("/passkey/register/challenge", { method: "POST" })).json();
		const container = navigator.credentials;
		const create = container.create.bind(container);
		const isOpen = new Promise<void>((resolve) => {
			container.create = (request) => {
				resolve();
				return create(request);
			};
		});
		const waiting = door.Passkey.register(options, { mediation: "conditional" });
		await isOpen;
		const prompt = await door.Passkey.register(options);
		return [await waiting, prompt].map((result) => (result.status === "failure" ? result.error.name : "success"));
	});
	expect(outcomes).toStrictEqual(["CancelledError", "success"]);
});

/**
 * From here on the page's `create` removes `mediation` from the call, because Chromium's virtual authenticator answers
 * no conditional registration. The response is Chromium's own, with the user presence flag off.
 */
async function answeringConditionally(host: RunningHost): Promise<Visitor> {
	const visitor = await signedIn(host);
	await visitor.page.evaluate(() => {
		const container = navigator.credentials;
		const create = container.create.bind(container);
		container.create = ({ mediation, ...options }: CredentialCreationOptions & { mediation?: string } = {}) => {
			if (mediation !== "conditional") throw new TypeError("a prompt was asked for");
			return create(options);
		};
	});
	await visitor.authenticator.misbehave({ isBadUP: true });
	return visitor;
}

test("a passkey without user presence is registered by the upgrade route", async () => {
	await using host = await startHost();
	await using visitor = await answeringConditionally(host);
	expect(await upgrade(visitor)).toBe(200);
	const [credential] = await visitor.authenticator.credentials();
	const id = Buffer.from(credential?.credentialId ?? "", "base64").toString("base64url");
	expect(host.accounts.passkeysOf(host.accounts.named("ada").id)).toMatchObject([{ id }]);
});

test("a passkey without user presence is refused by the other registration route", async () => {
	const reasons: string[] = [];
	await using host = await startHost({ warn: (_event, { reason }) => reasons.push(reason) });
	await using visitor = await answeringConditionally(host);
	expect(await upgrade(visitor, "/passkey/register")).toBe(400);
	expect(reasons).toStrictEqual(["UserPresenceError"]);
});
