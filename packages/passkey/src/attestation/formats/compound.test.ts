import { beforeAll, describe, expect, test } from "vitest";
import { decodeBase64url, encodeBase64url } from "../../base64url.ts";
import { type CborMap, type CborValue, decodeCbor } from "../../server/responses/cbor.ts";
import { CHALLENGE, RP_ID } from "../../server/testing/respond.ts";
import { RelyingParty } from "../../server.ts";
import { cborMap, encodeCbor } from "../../testing/encode-cbor.ts";
import type { RegistrationResponseJSON } from "../../webauthn-json.ts";
import type { AttestationPolicyOptions } from "../policy.ts";
import { outcomeOf } from "../testing/attest.ts";
import { type Authority, makeAuthority } from "../testing/certificates.ts";
import { makeRegistration } from "../testing/conformance.ts";

let root: Authority;
let alone: RegistrationResponseJSON[];
beforeAll(async () => {
	root = await makeAuthority("Root");
	alone = await Promise.all(["packed by P-256", "apple", "tpm"].map((name) => makeRegistration(name, root)));
});

function objectOf({ response }: RegistrationResponseJSON): CborMap {
	return decodeCbor(decodeBase64url(response.attestationObject) ?? new Uint8Array()) as CborMap;
}

/** `{ fmt, attStmt }` of a registration that came alone. */
function part(index: number): CborMap {
	const object = objectOf(alone[index] as RegistrationResponseJSON);
	return cborMap(["fmt", object.get("fmt") ?? ""], ["attStmt", object.get("attStmt") ?? ""]);
}

/** All of them speak of one credential in one ceremony, so their statements can stand together. */
function compound(statement: CborValue): RegistrationResponseJSON {
	const [first] = alone as [RegistrationResponseJSON];
	const authData = objectOf(first).get("authData") ?? "";
	const object = encodeCbor(cborMap(["fmt", "compound"], ["attStmt", statement], ["authData", authData]));
	return { ...first, response: { ...first.response, attestationObject: encodeBase64url(object) } };
}

const outcome = (statement: CborValue, options: Partial<AttestationPolicyOptions> = {}) =>
	outcomeOf(compound(statement), { trustAnchors: [root.certificate], ...options });

const none = () => cborMap(["fmt", "none"], ["attStmt", cborMap()]);

describe("a compound statement", () => {
	test("is accepted when all in it are, with the type and the path of the first that has one", async () => {
		expect(await outcome([part(0), part(1)])).toBe("basic-or-attca");
		expect(await outcome([part(1), part(2), part(0)])).toBe("anonca");
		expect(await outcome([none(), part(2)], { acceptUnattested: ["none"] })).toBe("attca");
	});

	test.each<[string, () => CborValue, string]>([
		["one statement", () => [part(0)], "statement"],
		["no statement", () => [], "statement"],
		["five statements", () => [0, 1, 2, 0, 1].map(part), "statement"],
		["a compound statement in it", () => [part(0), cborMap(["fmt", "compound"], ["attStmt", cborMap()])], "statement"],
		["a statement that is none", () => [part(0), 1], "statement"],
		["a statement without a format", () => [part(0), cborMap(["attStmt", cborMap()])], "statement"],
		["a statement of a format that nobody knows", () => [part(0), part(1).set("fmt", "other")], "format"],
		["a statement that is empty", () => [part(0), part(1).set("attStmt", cborMap())], "statement"],
		["a statement that proves nothing", () => [part(0), none()], "unattested"],
		["a map in the list's place", () => part(0), "statement"],
	])("is refused with %s", async (_what, statement, reason) => {
		expect(await outcome(statement())).toBe(reason);
	});

	test("is refused when one in it leads elsewhere", async () => {
		const stranger = await makeAuthority("Stranger");
		const object = objectOf(await makeRegistration("apple", stranger));
		const other = cborMap(["fmt", "apple"], ["attStmt", object.get("attStmt") ?? ""]);
		expect(await outcome([part(0), other])).toBe("untrusted");
	});

	test("is refused where the policy does not name it, or one of the formats in it", async () => {
		expect(await outcome([part(0), part(1)], { formats: ["packed", "apple"] })).toBe("format");
		expect(await outcome([part(0), part(1)], { formats: ["compound", "packed"] })).toBe("format");
	});

	test("is refused without a policy like every other that carries certificates", async () => {
		const relyingParty = new RelyingParty({ id: RP_ID, name: "Example" });
		const refused = await relyingParty.verifyRegistration(compound([none(), none()]), { challenge: CHALLENGE });
		expect(refused).toMatchObject({ error: { name: "AttestationError" } });
	});
});
