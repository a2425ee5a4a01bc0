import { isFailure, unwrap } from "@lapwing/result";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RelyingParty } from "../server.ts";
import { type InstalledAuthenticator, installAuthenticator, SoftwareAuthenticator } from "../testing.ts";
import { Passkey } from "./passkey.ts";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });
const user = { id: "account-1", name: "ada" };

let authenticator: InstalledAuthenticator;
beforeEach(() => {
	authenticator = installAuthenticator(new SoftwareAuthenticator());
});
afterEach(() => authenticator.uninstall());

async function register() {
	const { challenge, options } = relyingParty.register({ user });
	return unwrap(await relyingParty.verifyRegistration(unwrap(await Passkey.register(options)), { challenge }));
}

test("options of the server run in the page, and the server accepts the response", async () => {
	const passkey = await register();
	const { challenge, options } = relyingParty.authenticate({ allow: [passkey] });
	const response = unwrap(await Passkey.authenticate(options));
	const result = await relyingParty.verifyAuthentication(response, { challenge, passkey });
	expect(unwrap(result)).toMatchObject({ id: passkey.id, userVerified: true });
});

test("an autofill waits until the person picks", async () => {
	const passkey = await register();
	const { challenge, options } = relyingParty.authenticate();
	let isPending = true;
	const pending = Passkey.autofill(options).finally(() => {
		isPending = false;
	});
	await new Promise(setImmediate);
	expect(isPending).toBe(true);
	authenticator.pickFromAutofill();
	const result = await relyingParty.verifyAuthentication(unwrap(await pending), { challenge, passkey });
	expect(result.status).toBe("success");
});

test("an authenticator that is enrolled already is reported", async () => {
	const passkey = await register();
	const { options } = relyingParty.register({ user, exclude: [passkey] });
	const result = await Passkey.register(options);
	expect(isFailure(result) && result.error.name).toBe("AlreadyRegisteredError");
});

test("a device without a passkey for the site looks like a dismissed prompt", async () => {
	const result = await Passkey.authenticate(relyingParty.authenticate().options);
	expect(isFailure(result) && result.error.name).toBe("CancelledError");
});
