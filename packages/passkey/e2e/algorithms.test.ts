/** The algorithms that Chromium's own authenticator makes keys for, ML-DSA among them. */

import { ES384, ES512, ML_DSA_44, ML_DSA_65, ML_DSA_87, PS256 } from "@lapwing/passkey/algorithms";
import { RelyingParty, type RelyingPartyOptions } from "@lapwing/passkey/server";
import { unwrap } from "@lapwing/result";
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

const user = { id: "account-1", name: "ada" };

async function registerAndSignIn(algorithms: RelyingPartyOptions["algorithms"]) {
	await using host = await startHost({ warn: () => undefined });
	await using visitor = await Visitor.arrive(browser, host);
	await visitor.openDoor();
	const relyingParty = new RelyingParty({ id: "localhost", name: "Example", origin: host.origin, algorithms });
	const registration = relyingParty.register({ user });
	const created = await visitor.page.evaluate((options) => door.Passkey.register(options), registration.options);
	const passkey = unwrap(await relyingParty.verifyRegistration(unwrap(created), { challenge: registration.challenge }));
	const { challenge, options } = relyingParty.authenticate({ allow: [passkey] });
	const asserted = await visitor.page.evaluate((options) => door.Passkey.authenticate(options), options);
	const signedIn = await relyingParty.verifyAuthentication(unwrap(asserted), { challenge, passkey });
	return { algorithm: passkey.algorithm, id: unwrap(signedIn).id };
}

test.each([
	["ES256", -7, -7],
	["RS256", -257, -257],
	["EdDSA", -8, -8],
	["ML-DSA-44", ML_DSA_44, -48],
	["ML-DSA-65", ML_DSA_65, -49],
	["ML-DSA-87", ML_DSA_87, -50],
] as const)("a passkey by %s registers and signs in", async (_name, algorithm, number) => {
	expect(await registerAndSignIn([algorithm])).toMatchObject({ algorithm: number });
});

test("the first offered algorithm that the authenticator supports is taken", async () => {
	const algorithms = [ES512, ES384, PS256, ML_DSA_65, -7];
	expect(await registerAndSignIn(algorithms)).toMatchObject({ algorithm: -49 });
});
