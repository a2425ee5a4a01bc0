/** A credential of FIDO U2F, from before WebAuthn, in Chromium. */

import { generateKeyPairSync } from "node:crypto";
import { RelyingParty } from "@lapwing/passkey/server";
import { isFailure, unwrap } from "@lapwing/result";
import { expect, test } from "vitest";
import { cborMap, encodeCbor } from "../src/testing/encode-cbor.ts";
import { launchChromium } from "./harness/chromium.ts";
import { startHttpsSite } from "./harness/https-site.ts";
import { VirtualAuthenticator } from "./harness/virtual-authenticator.ts";
import { Visitor } from "./harness/visitor.ts";

const DOMAIN = "login.example";
const APPID = `https://${DOMAIN}/u2f`;
const relyingParty = new RelyingParty({ id: DOMAIN, name: "Example", userVerification: "discouraged" });
const user = { id: "account-1", name: "ada" };

/** A person with a security key that was registered for the AppID, at the site; and what the account stores of it. */
async function arrive() {
	const resources = new AsyncDisposableStack();
	const site = resources.use(
		await startHttpsSite([DOMAIN], (_request, response) => {
			response.setHeader("Content-Type", "text/html");
			response.end("<!doctype html><title>A site</title>");
		}),
	);
	const browser = await launchChromium({ examplePort: site.port });
	resources.defer(() => browser.close());
	const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
	const authenticator = await VirtualAuthenticator.plugU2fInto(page);
	await page.goto(`https://${DOMAIN}/`);
	await new Visitor(page, authenticator).openDoor();

	const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const id = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
	await authenticator.addCredential(APPID, id, privateKey.export({ format: "der", type: "pkcs8" }));
	const { x = "", y = "" } = publicKey.export({ format: "jwk" });
	const coordinate = (text: string) => Uint8Array.from(Buffer.from(text, "base64url"));
	const coseKey = encodeCbor(cborMap([1, 2], [3, -7], [-1, 1], [-2, coordinate(x)], [-3, coordinate(y)]));
	const passkey = {
		id: id.toString("base64url"),
		publicKey: Buffer.from(coseKey).toString("base64url"),
		counter: 0,
	};
	return { page, passkey, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test("a U2F credential signs in with the appid extension, and verifies with the same AppID", async () => {
	await using scene = await arrive();
	const { page, passkey } = scene;
	const { challenge, options } = relyingParty.authenticate({ allow: [passkey.id], extensions: { appid: APPID } });
	const response = unwrap(await page.evaluate((options) => door.Passkey.authenticate(options), options));
	const result = await relyingParty.verifyAuthentication(response, { challenge, passkey, appid: APPID });
	expect(unwrap(result)).toMatchObject({ rpId: APPID, clientExtensionResults: { appid: true } });
	const unnamed = await relyingParty.verifyAuthentication(response, { challenge, passkey });
	expect(isFailure(unnamed) && unnamed.error.name).toBe("RelyingPartyMismatchError");
});

test("a U2F security key is not registered again with appidExclude, and is without it", async () => {
	await using scene = await arrive();
	const { page, passkey } = scene;
	const register = async (extensions?: { appidExclude: string }) => {
		const { options } = relyingParty.register({
			user,
			exclude: [passkey.id],
			residentKey: "discouraged",
			extensions,
		});
		return page.evaluate(async (options) => {
			const result = await door.Passkey.register(options);
			return result.status === "failure" ? result.error.name : result.status;
		}, options);
	};
	expect(await register({ appidExclude: APPID })).toBe("AlreadyRegisteredError");
	expect(await register()).toBe("success");
});
