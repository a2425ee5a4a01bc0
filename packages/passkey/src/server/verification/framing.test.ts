import { isFailure } from "@lapwing/result";
import { expect, test } from "vitest";
import type { RelyingPartyOptions } from "../options/relying-party-options.ts";
import { RelyingParty } from "../relying-party.ts";
import { authenticationWith, CHALLENGE, registrationWith, STORED_PASSKEY } from "../testing/respond.ts";

const TOP = "https://partner.example";

/** How both ceremonies end with that client data: what each reports of the page, or the name of its refusal. */
async function outcomes(allowFramed: RelyingPartyOptions["allowFramed"], clientData: object): Promise<unknown[]> {
	const relyingParty = new RelyingParty({ id: "example.com", name: "Example", allowFramed });
	const changes = { clientData: { ...clientData } };
	const results = [
		await relyingParty.verifyRegistration(await registrationWith(changes), { challenge: CHALLENGE }),
		await relyingParty.verifyAuthentication(await authenticationWith(changes), {
			challenge: CHALLENGE,
			passkey: STORED_PASSKEY,
		}),
	];
	return results.map((result) => {
		if (result.status === "failure") return result.error.name;
		const { origin, crossOrigin, topOrigin } = result.data;
		return { origin, crossOrigin, topOrigin };
	});
}

const twice = (outcome: unknown) => [outcome, outcome];
const origin = "https://example.com";

test.each<[what: string, clientData: object, reported: object]>([
	["a page of its own", { crossOrigin: false }, { origin, crossOrigin: false, topOrigin: null }],
	["an older browser", { crossOrigin: undefined }, { origin, crossOrigin: null, topOrigin: null }],
	["a frame in an allowed page", { crossOrigin: true, topOrigin: TOP }, { origin, crossOrigin: true, topOrigin: TOP }],
	["a topOrigin alone", { crossOrigin: undefined, topOrigin: TOP }, { origin, crossOrigin: null, topOrigin: TOP }],
])("with a list of top origins, %s is accepted, and reported as received", async (_what, clientData, reported) => {
	expect(await outcomes({ topOrigins: ["https://other.example", TOP] }, clientData)).toStrictEqual(twice(reported));
});

test.each<[what: string, clientData: object]>([
	["a frame in another page", { crossOrigin: true, topOrigin: "https://evil.example" }],
	["a frame in a page whose origin only starts the same", { crossOrigin: true, topOrigin: `${TOP}.evil.example` }],
	["a frame of a browser that does not send topOrigin", { crossOrigin: true }],
	["an empty topOrigin", { crossOrigin: true, topOrigin: "" }],
	["a frame in a page of the relying party that is not listed", { crossOrigin: true, topOrigin: origin }],
])("with a list of top origins, %s is refused", async (_what, clientData) => {
	expect(await outcomes({ topOrigins: [TOP] }, clientData)).toStrictEqual(twice("CrossOriginError"));
});

test("with true, any frame is accepted and reported", async () => {
	const anywhere = { crossOrigin: true, topOrigin: "https://anywhere.example" };
	expect(await outcomes(true, anywhere)).toStrictEqual(twice({ origin, ...anywhere }));
	expect(await outcomes(true, { crossOrigin: true })).toStrictEqual(
		twice({ origin, crossOrigin: true, topOrigin: null }),
	);
});

test("the list is copied: changing it later allows no other origin", async () => {
	const topOrigins = [TOP];
	const relyingParty = new RelyingParty({ id: "example.com", name: "Example", allowFramed: { topOrigins } });
	topOrigins.push("https://late.example");
	const response = await registrationWith({ clientData: { crossOrigin: true, topOrigin: "https://late.example" } });
	const result = await relyingParty.verifyRegistration(response, { challenge: CHALLENGE });
	expect(isFailure(result) && result.error.name).toBe("CrossOriginError");
});
