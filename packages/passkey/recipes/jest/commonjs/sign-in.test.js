/** `@lapwing/passkey/testing` in Jest, in a CommonJS project: Babel translates the library, see package.json. */

const { MemoryChallenges, takeChallenge } = require("@lapwing/passkey/challenges");
const { RelyingParty } = require("@lapwing/passkey/server");
const { SoftwareAuthenticator } = require("@lapwing/passkey/testing");

const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });
const ceremony = { session: "the visitor's", kind: "sign-in" };

async function register(authenticator) {
	const { challenge, options } = relyingParty.register({ user: { id: "account-1", name: "ada" } });
	const result = await relyingParty.verifyRegistration(await authenticator.create(options), { challenge });
	return result.data;
}

test("signs in with a passkey, once for each challenge", async () => {
	const authenticator = new SoftwareAuthenticator();
	const passkey = await register(authenticator);
	const challenges = new MemoryChallenges();
	const issued = relyingParty.authenticate();
	await challenges.put(ceremony, issued.challenge);
	const response = await authenticator.get(issued.options);
	const challenge = await takeChallenge(challenges, ceremony, response);
	const signedIn = await relyingParty.verifyAuthentication(response, { challenge, passkey });
	expect(signedIn).toMatchObject({ status: "success", data: { id: passkey.id } });
	expect(await takeChallenge(challenges, ceremony, response)).toBeUndefined();
});

test("refuses a broken signature", async () => {
	const authenticator = new SoftwareAuthenticator();
	const passkey = await register(authenticator);
	const { challenge, options } = relyingParty.authenticate();
	const response = await authenticator.get(options, { misbehaving: "broken-signature" });
	const refused = await relyingParty.verifyAuthentication(response, { challenge, passkey });
	expect(refused).toMatchObject({ status: "failure", error: { name: "SignatureError" } });
});
