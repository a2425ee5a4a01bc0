import { isFailure, unwrap } from "@lapwing/result";
import { expect, test } from "vitest";
import { SoftwareAuthenticator } from "../../testing.ts";
import { RelyingParty } from "../relying-party.ts";

const OLD = "example.com";
const NEW = "example.org";
const page = { origin: `https://${NEW}` };
const before = new RelyingParty({ id: OLD, name: "Example" });
const moved = new RelyingParty({ id: NEW, name: "Example", formerIds: [OLD, "older.example"], origin: page.origin });
const user = { id: "account-1", name: "ada" };

/** An authenticator with a passkey that was registered before the move. */
async function registeredBefore() {
	const authenticator = new SoftwareAuthenticator();
	const { challenge, options } = before.register({ user });
	const passkey = unwrap(await before.verifyRegistration(await authenticator.create(options), { challenge }));
	return { authenticator, passkey };
}

test("a passkey from before the move signs in on the new site, and the result names its id", async () => {
	const { authenticator, passkey } = await registeredBefore();
	expect(passkey.rpId).toBe(OLD);
	const { challenge, options } = moved.authenticate({ rpId: passkey.rpId });
	const response = await authenticator.get(options, page);
	const result = await moved.verifyAuthentication(response, { challenge, passkey });
	expect(unwrap(result)).toMatchObject({ rpId: OLD, origin: page.origin });
});

test("a passkey that is registered after the move has the new id, and signs in with it", async () => {
	const authenticator = new SoftwareAuthenticator();
	const registration = moved.register({ user });
	const response = await authenticator.create(registration.options, page);
	const passkey = unwrap(await moved.verifyRegistration(response, { challenge: registration.challenge }));
	const { challenge, options } = moved.authenticate();
	const result = await moved.verifyAuthentication(await authenticator.get(options, page), { challenge, passkey });
	expect([passkey.rpId, unwrap(result).rpId]).toStrictEqual([NEW, NEW]);
});

test("an id that is neither the present one nor a former one is refused", async () => {
	const { authenticator, passkey } = await registeredBefore();
	const { challenge, options } = before.authenticate();
	const strict = new RelyingParty({ id: NEW, name: "Example", formerIds: ["older.example"], origin: page.origin });
	const response = await authenticator.get(options, page);
	const result = await strict.verifyAuthentication(response, { challenge, passkey });
	expect(isFailure(result) && result.error.name).toBe("RelyingPartyMismatchError");
});
