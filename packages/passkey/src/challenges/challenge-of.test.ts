import { expect, test } from "vitest";
import { challengeOf, takeChallenge } from "./challenge-of.ts";
import { MemoryChallenges } from "./memory-challenges.ts";

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const answering = (clientData: unknown) => ({ id: "any", response: { clientDataJSON: encoded(clientData) } });
const ceremony = { session: "session", kind: "sign-in" };

test("the challenge is the one in the client data", () => {
	expect(challengeOf(answering({ type: "webauthn.get", challenge: "abc" }))).toBe("abc");
});

const nothing = [undefined, null, 1, "text", [], {}, { response: null }, { response: { clientDataJSON: 1 } }];
const unreadable = [
	{ response: { clientDataJSON: "not base64url!" } },
	{ response: { clientDataJSON: "AAAA" } },
	{ response: { clientDataJSON: "A".repeat(65_540) } },
	answering(null),
	answering({}),
	answering({ challenge: 1 }),
	answering({ challenge: "x".repeat(1_025) }),
];
test.each([...nothing, ...unreadable].map((each) => [each]))(
	"%j names no challenge, and takes none",
	async (response) => {
		const store = new MemoryChallenges();
		await store.put(ceremony, "abc");
		expect(challengeOf(response)).toBe("");
		expect(await takeChallenge(store, ceremony, response)).toBeUndefined();
		expect(await store.take(ceremony, "abc")).toBe(true);
	},
);

test("an attempt uses its challenge up, and no other", async () => {
	const store = new MemoryChallenges();
	for (const each of ["abc", "def"]) await store.put(ceremony, each);
	const response = answering({ challenge: "abc" });
	expect(await takeChallenge(store, ceremony, response)).toBe("abc");
	expect(await takeChallenge(store, ceremony, response)).toBeUndefined();
	expect(await store.take(ceremony, "def")).toBe(true);
});
