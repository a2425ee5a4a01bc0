import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RelyingPartyOptions } from "@lapwing/passkey/server";
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

const PASSKEYS_GRANTED = "publickey-credentials-get *; publickey-credentials-create *";

/** Another origin whose page frames the address in its `inner` parameter, and grants it what `permissions` say. */
async function startFramingSite(permissions: string = PASSKEYS_GRANTED) {
	const server = createServer((request, response) => {
		const inner = new URL(request.url ?? "", "http://localhost").searchParams.get("inner");
		response.setHeader("Content-Type", "text/html");
		response.end(`<!doctype html><title>Frames another</title><iframe src="${inner}" allow="${permissions}"></iframe>`);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
	return {
		origin,
		framing: (inner: string) => `${origin}/?inner=${encodeURIComponent(inner)}`,
		[Symbol.asyncDispose]: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
}

/** Values of `allowFramed`, given the origin of the framing page, and the result of each. */
const POLICIES: readonly [
	outcome: string,
	allowFramed: (topOrigin: string) => RelyingPartyOptions["allowFramed"],
	status: number,
	reasons: string[],
][] = [
	["refused by default", () => false, 400, ["CrossOriginError"]],
	["accepted where the host allows it", () => true, 200, []],
	["accepted where the host lists that origin", (topOrigin) => ({ topOrigins: [topOrigin] }), 200, []],
	[
		"refused where the host lists another",
		() => ({ topOrigins: ["https://other.example"] }),
		400,
		["CrossOriginError"],
	],
];

test.each(POLICIES)("a sign-in inside a frame of another origin is %s", async (_what, allowFramed, status, reasons) => {
	const warnings: string[] = [];
	await using site = await startFramingSite();
	await using host = await startHost({
		allowFramed: allowFramed(site.origin),
		warn: (_event, { reason }) => warnings.push(reason),
	});
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");
	await visitor.leave();

	await visitor.page.goto(site.framing(host.origin));
	const frame = visitor.page.frames().find((each) => each.url().startsWith(host.origin));
	await visitor.waitsInMenu(frame);
	await visitor.comeBack();
	const answer = visitor.answerTo("/passkey/verify");
	await visitor.page.frameLocator("iframe").getByRole("button", { name: "Sign in with a passkey" }).click();
	expect((await answer).status()).toBe(status);
	// Only the first: after a refusal the page starts an autofill, which the authenticator answers at once.
	expect(warnings.slice(0, 1)).toStrictEqual(reasons);
});

test.each(POLICIES)(
	"a registration inside a frame of another origin is %s",
	async (_what, allowFramed, status, reasons) => {
		const warnings: string[] = [];
		await using site = await startFramingSite();
		await using host = await startHost({
			allowFramed: allowFramed(site.origin),
			warn: (_event, { reason }) => warnings.push(reason),
		});
		await using visitor = await Visitor.arrive(browser, host, site.framing(host.origin));
		const frame = visitor.page.frameLocator("iframe");
		await frame.getByLabel("Name").fill("ada");
		await frame.getByRole("button", { name: "Continue with your name" }).click();
		const answer = visitor.answerTo("/passkey/register/verify");
		await frame.getByRole("button", { name: "Add a passkey" }).click();
		expect((await answer).status()).toBe(status);
		expect(warnings).toStrictEqual(reasons);
		for (const passkey of host.accounts.passkeysOf(host.accounts.named("ada").id)) {
			expect(passkey).toMatchObject({ crossOrigin: true, topOrigin: site.origin });
		}
	},
);

test.each([
	["", "publickey-credentials-get", [false, false, false, true, true]],
	["publickey-credentials-create *", "publickey-credentials-get", [false, true, false, true, true]],
	["publickey-credentials-get *", "publickey-credentials-create", [true, false, true, true, false]],
])("a frame that is permitted %j is told that it lacks %s", async (permissions, lacking, expected) => {
	await using host = await startHost({ allowFramed: true });
	await using site = await startFramingSite(permissions);
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.enroll("ada");
	await visitor.leave();
	await visitor.page.goto(site.framing(host.origin));
	const frame = visitor.page.frames().find((each) => each.url().startsWith(host.origin));
	await visitor.openDoor(frame);
	const outcome = await frame?.evaluate(async () => {
		const { Passkey } = door;
		const post = async (path: string) => (await fetch(path, { method: "POST" })).json();
		const prompt = Passkey.authenticate(await post("/passkey/challenge"), { signal: AbortSignal.timeout(500) });
		const creation = {
			rp: { id: "localhost", name: "Example" },
			user: { id: "YQ", name: "ada", displayName: "Ada" },
			challenge: "YWJj",
			pubKeyCredParams: [{ type: "public-key", alg: -7 }],
		};
		const results = [await prompt, await Passkey.register(creation, { signal: AbortSignal.timeout(500) })];
		return {
			seen: [
				Passkey.isSupported(),
				Passkey.isSupported("create"),
				await Passkey.isAutofillSupported(),
				await Passkey.isPlatformSupported(),
			],
			names: results.map((each) => each.status === "failure" && each.error.name),
			messages: results.map((each) => each.status === "failure" && each.error.message),
		};
	});
	expect([...(outcome?.seen ?? []), outcome?.names[0] === "UnsupportedError"]).toStrictEqual(expected);
	expect(outcome?.messages).toContain(`Passkeys are not available here: the frame needs allow="${lacking}"`);
});
