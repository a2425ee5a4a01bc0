import type { Result } from "@lapwing/result";
import { expect, test } from "vitest";
import { RelyingParty } from "../relying-party.ts";
import { authenticationWith, CHALLENGE, registrationWith, STORED_PASSKEY } from "../testing/respond.ts";
import type { ChallengeCheck } from "./ceremony.ts";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });

/** Both ceremonies with `challenge`, one after the other. */
async function outcomes(challenge: ChallengeCheck, clientData: object = {}): Promise<string[]> {
	const results = [
		await relyingParty.verifyRegistration(await registrationWith({ clientData: { ...clientData } }), { challenge }),
		await relyingParty.verifyAuthentication(await authenticationWith({ clientData: { ...clientData } }), {
			challenge,
			passkey: STORED_PASSKEY,
		}),
	];
	return results.map((result) => (result.status === "failure" ? result.error.name : "success"));
}

test.each<[what: string, answer: ChallengeCheck, outcome: string]>([
	["true", () => true, "success"],
	["false", () => false, "ChallengeMismatchError"],
	["a promise of true", async () => true, "success"],
	["a promise of false", async () => false, "ChallengeMismatchError"],
])("a callback that answers %s decides on the challenge", async (_what, answer, outcome) => {
	expect(await outcomes(answer)).toStrictEqual([outcome, outcome]);
});

test("the callback is given the challenge of the response, once a ceremony", async () => {
	const seen: string[] = [];
	await outcomes((challenge) => seen.push(challenge) > 0);
	expect(seen).toStrictEqual([CHALLENGE, CHALLENGE]);
});

test("a set of issued challenges lets each be used once", async () => {
	const issued = new Set([CHALLENGE]);
	expect(await outcomes((challenge) => issued.delete(challenge))).toStrictEqual(["success", "ChallengeMismatchError"]);
});

test.each([1, "yes", { changes: 0 }, null, undefined, [CHALLENGE]])(
	"a callback that answers %s is a TypeError, never a match",
	async (answer) => {
		await expect(outcomes(() => answer as never)).rejects.toThrow(TypeError);
		await expect(outcomes(async () => answer as never)).rejects.toThrow(TypeError);
	},
);

test("an error of the callback reaches the host", async () => {
	const down = new Error("the database is down");
	await expect(outcomes(() => Promise.reject(down))).rejects.toBe(down);
});

test.each(["", "A".repeat(1_025), "A".repeat(40_000)])(
	"an empty or very long challenge is refused without calling the callback",
	async (challenge) => {
		let calls = 0;
		const count = () => ++calls > 0;
		expect(await outcomes(count, { challenge })).toStrictEqual(["ChallengeMismatchError", "ChallengeMismatchError"]);
		expect(calls).toBe(0);
	},
);

test("a response without client data takes no challenge", async () => {
	let calls = 0;
	const challenge = () => ++calls > 0;
	await relyingParty.verifyRegistration({}, { challenge });
	await relyingParty.verifyAuthentication({}, { challenge, passkey: STORED_PASSKEY });
	expect(calls).toBe(0);
});

const authentication = (passkey: typeof STORED_PASSKEY | (() => null)) => async (challenge: ChallengeCheck) =>
	relyingParty.verifyAuthentication(await authenticationWith(), { challenge, passkey });
const registration = (how: Parameters<typeof registrationWith>[0]) => async (challenge: ChallengeCheck) =>
	relyingParty.verifyRegistration(await registrationWith(how), { challenge });

test.each<[what: string, attempt: (challenge: ChallengeCheck) => Promise<Result<object, Error>>, refusal: string]>([
	["a passkey that nobody knows", authentication(() => null), "CredentialMismatchError"],
	["another passkey", authentication({ ...STORED_PASSKEY, id: "AAAA" }), "CredentialMismatchError"],
	["an unreadable attestation", registration({ response: { attestationObject: "AA" } }), "MalformedResponseError"],
	["the wrong type", registration({ clientData: { type: "webauthn.get" } }), "MalformedResponseError"],
	["another origin", registration({ clientData: { origin: "https://evil.example" } }), "OriginMismatchError"],
])("an attempt with %s uses its challenge up, and is refused for what it is", async (_what, attempt, refusal) => {
	const issued = new Set([CHALLENGE, "of another tab"]);
	const result = await attempt((challenge) => issued.delete(challenge));
	expect(result.status === "failure" && result.error.name).toBe(refusal);
	expect([...issued]).toStrictEqual(["of another tab"]);
	const again = await attempt((challenge) => issued.delete(challenge));
	expect(again.status).toBe("failure");
});
