import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHost } from "../example/start-host.ts";
import { INSECURE_HOST } from "./harness/chromium.ts";
import { connectBrowser } from "./harness/connect-browser.ts";
import { Visitor } from "./harness/visitor.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

/** What the page reports as supported, and how each ceremony ends with valid options. */
async function findings(visitor: Visitor) {
	await visitor.openDoor();
	return visitor.page.evaluate(async () => {
		const { Passkey } = door;
		const request = await (await fetch("/passkey/challenge", { method: "POST" })).json();
		const creation = {
			rp: { id: "localhost", name: "Example" },
			user: { id: "YQ", name: "ada", displayName: "Ada" },
			challenge: request.challenge,
			pubKeyCredParams: [{ type: "public-key" as const, alg: -7 }],
			authenticatorSelection: { residentKey: "required" as const },
		};
		const endings: string[] = [];
		for (const start of [
			() => Passkey.register(creation),
			() => Passkey.authenticate(request),
			() => Passkey.autofill(request),
		]) {
			const result = await start();
			endings.push(result.status === "success" ? "success" : result.error.name);
		}
		return {
			isSupported: Passkey.isSupported(),
			isAutofillSupported: await Passkey.isAutofillSupported(),
			isPlatformSupported: await Passkey.isPlatformSupported(),
			endings,
		};
	});
}

test("a page over plain http that is not on localhost is unsupported", async () => {
	await using host = await startHost();
	await using visitor = await Visitor.arrive(browser, host, `http://${INSECURE_HOST}:${host.port}/`);
	await visitor.sees("Passkeys are not available on this page");
	expect(await findings(visitor)).toStrictEqual({
		isSupported: false,
		isAutofillSupported: false,
		isPlatformSupported: false,
		endings: ["UnsupportedError", "UnsupportedError", "UnsupportedError"],
	});
});

test("a page on localhost supports everything that this browser and device do", async () => {
	await using host = await startHost();
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");
	expect(await findings(visitor)).toStrictEqual({
		isSupported: true,
		isAutofillSupported: true,
		isPlatformSupported: true,
		endings: ["success", "success", "success"],
	});
});
