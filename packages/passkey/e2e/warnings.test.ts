/** What a page in development reads in the console of Chromium, on this machine and nowhere else. */

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "./harness/chromium.ts";
import { connectBrowser } from "./harness/connect-browser.ts";
import { startHttpsSite } from "./harness/https-site.ts";
import { VirtualAuthenticator } from "./harness/virtual-authenticator.ts";
import { Visitor } from "./harness/visitor.ts";

const INPUT = '<input autocomplete="username webauthn">';
const SHADOW = `<p></p><script>document.querySelector("p").attachShadow({ mode: "open" }).innerHTML = '${INPUT}';</script>`;

/** Serves what stands in the address. */
const answer: RequestListener = (request, response) => {
	response.setHeader("Content-Type", "text/html");
	response.end(
		`<!doctype html><title>A page</title>${new URL(request.url ?? "", "http://localhost").searchParams.get("body")}`,
	);
};
const server = createServer(answer);
let browser: Browser;
let port = 0;
beforeAll(async () => {
	browser = await connectBrowser();
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
	await browser.close();
	server.close();
	server.closeAllConnections();
});

const pageOf = (body: string, host = `http://localhost:${port}`) => `${host}/?body=${encodeURIComponent(body)}`;

/** The warnings of `ceremony` in the page at `url`, or in the frame that it holds. */
async function warningsOf(url: string, ceremony: (rpId: string) => unknown, rpId: string, from = browser) {
	const context = await from.newContext();
	const page: Page = await context.newPage();
	const warnings: string[] = [];
	page.on("console", (message) => {
		if (message.type() === "warning" && message.text().startsWith("@lapwing")) warnings.push(message.text());
	});
	const visitor = new Visitor(page, await VirtualAuthenticator.plugInto(page));
	await page.goto(url);
	const frame: Frame = page.frames().at(-1) ?? page.mainFrame();
	await visitor.openDevelopmentDoor(frame);
	await frame.evaluate(ceremony as (rpId: string) => unknown, rpId);
	await context.close();
	return warnings;
}

/** Lasts longer than a page may take to show its input. */
const autofill = async (rpId: string) => {
	const options = { challenge: "YWJj", rpId };
	const ended = AbortSignal.timeout(1_500);
	await door.Passkey.autofill(async () => new Response(JSON.stringify(options)), { signal: ended });
	await door.autofill(options, { signal: AbortSignal.timeout(100) });
};
const authenticate = async (rpId: string) => {
	await door.authenticate({ challenge: "YWJj", rpId }, { signal: AbortSignal.timeout(100) });
	await door.Passkey.authenticate({ challenge: "YWJj", rpId }, { signal: AbortSignal.timeout(100) });
};
const register = (rpId: string) =>
	door.Passkey.register({
		rp: { id: rpId, name: "Example" },
		user: { id: "YQ", name: "ada", displayName: "Ada" },
		challenge: "YWJj",
		pubKeyCredParams: [{ type: "public-key", alg: -7 }],
	});

const NO_INPUT =
	'@lapwing/passkey: no input of this page has autocomplete="username webauthn", so that no menu offers the passkeys of autofill';

test.each([
	["has no such input", '<input autocomplete="username">', [NO_INPUT]],
	["has one", INPUT, []],
	["has one in a shadow tree", SHADOW, []],
])("an autofill in a page that %s", async (_what, body, expected) => {
	expect(await warningsOf(pageOf(body), autofill, "localhost")).toStrictEqual(expected);
});

test.each([
	["authenticate", authenticate],
	["register", register],
	["autofill", autofill],
])("an id that is not the page's, in %s, once", async (_what, ceremony) => {
	expect(await warningsOf(pageOf(INPUT), ceremony, "example.com")).toStrictEqual([
		'@lapwing/passkey: the relying party id "example.com" does not fit this page, which is on localhost: use "localhost" here',
	]);
});

test("a page at an address", async () => {
	expect(await warningsOf(pageOf(INPUT, `http://127.0.0.1:${port}`), authenticate, "localhost")).toStrictEqual([
		"@lapwing/passkey: browsers have no passkeys at an address such as 127.0.0.1: open the page at http://localhost",
	]);
});

test.each([
	["authenticate", "publickey-credentials-get", authenticate],
	["register", "publickey-credentials-create", register],
] as const)("a frame without permission to %s", async (_what, feature, ceremony) => {
	// The two hosts are two origins.
	const inner = pageOf(INPUT, `http://app.localhost:${port}`).replaceAll('"', "&quot;");
	expect(await warningsOf(pageOf(`<iframe src="${inner}"></iframe>`), ceremony, "localhost")).toStrictEqual([
		`@lapwing/passkey: the permissions policy denies ${feature}: the page around must give this frame allow="${feature}"`,
	]);
	const allowed = pageOf(`<iframe src="${inner}" allow="${feature}"></iframe>`);
	expect(await warningsOf(allowed, ceremony, "localhost")).toStrictEqual([]);
});

test("a page on the internet says nothing", async () => {
	await using site = await startHttpsSite(["shop.example"], answer);
	await using elsewhere = await launchChromium({ examplePort: site.port });
	const url = pageOf("", "https://shop.example");
	expect(await warningsOf(url, autofill, "other.example", elsewhere)).toStrictEqual([]);
});
