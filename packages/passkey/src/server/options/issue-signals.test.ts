import { expect, test } from "vitest";
import { RelyingParty } from "../relying-party.ts";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example", formerIds: ["example.org"] });
const user = { id: "account-1", name: "ada" };

test("an unknown credential is named by its id and the relying party", () => {
	expect(relyingParty.signalUnknownCredential({ id: "AAAA" })).toStrictEqual({
		rpId: "example.com",
		credentialId: "AAAA",
	});
});

test("accepted credentials are those given, of the user handle that registration stored", () => {
	const passkeys = ["AAAA", { id: "BBBB", transports: ["usb"] }];
	expect(relyingParty.signalAllAcceptedCredentials({ user, passkeys })).toStrictEqual({
		rpId: "example.com",
		userId: relyingParty.register({ user }).options.user.id,
		allAcceptedCredentialIds: ["AAAA", "BBBB"],
	});
	const bytes = { id: Uint8Array.of(0xff, 0xfe, 0) };
	expect(relyingParty.signalAllAcceptedCredentials({ user: bytes, passkeys: [] })).toMatchObject({
		userId: "__4A",
		allAcceptedCredentialIds: [],
	});
});

test("current details fall back to the name", () => {
	const details = { rpId: "example.com", userId: "YWNjb3VudC0x", name: "ada" };
	expect(relyingParty.signalCurrentUserDetails({ user })).toStrictEqual({ ...details, displayName: "ada" });
	const named = { ...user, displayName: "Ada" };
	expect(relyingParty.signalCurrentUserDetails({ user: named })).toStrictEqual({ ...details, displayName: "Ada" });
});

test("details without a name are refused: the browser would refuse them with an error that names no member", () => {
	const nameless = { id: "account-1" } as typeof user;
	expect(() => relyingParty.signalCurrentUserDetails({ user: nameless })).toThrow(TypeError);
});

test("a former relying party id can be named, and no other", () => {
	const rpId = "example.org";
	expect(relyingParty.signalUnknownCredential({ id: "AAAA", rpId }).rpId).toBe(rpId);
	expect(relyingParty.signalAllAcceptedCredentials({ user, passkeys: [], rpId }).rpId).toBe(rpId);
	expect(relyingParty.signalCurrentUserDetails({ user, rpId }).rpId).toBe(rpId);
	expect(() => relyingParty.signalUnknownCredential({ id: "AAAA", rpId: "example.net" })).toThrow(RangeError);
});

test.each([null, undefined, "AAAA", {}, [null], [{ id: 7 }]])(
	"a value that is not an array of passkeys is refused: as an empty list it would hide every passkey",
	(passkeys) => {
		expect(() => relyingParty.signalAllAcceptedCredentials({ user, passkeys: passkeys as never })).toThrow(TypeError);
	},
);

test("an id that is not a string, or a user id that fits in no user handle, is refused", () => {
	expect(() => relyingParty.signalUnknownCredential({ id: undefined as never })).toThrow(TypeError);
	expect(() => relyingParty.signalUnknownCredential({ id: "" })).toThrow(RangeError);
	expect(() => relyingParty.signalCurrentUserDetails({ user: { id: "", name: "ada" } })).toThrow(RangeError);
});
