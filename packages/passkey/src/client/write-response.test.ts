import { describe, expect, test } from "vitest";
import { assertedCredential, attestedCredential, base64urlOf, bufferOf } from "./testing/credentials.ts";
import { extensionResults, writeAuthentication, writeRegistration } from "./write-response.ts";

const id = base64urlOf("credential");

const registration = {
	id,
	rawId: id,
	type: "public-key",
	response: {
		clientDataJSON: base64urlOf("client data"),
		attestationObject: base64urlOf("attestation"),
		transports: ["internal"],
	},
	authenticatorAttachment: "platform",
	clientExtensionResults: {},
};
const authentication = {
	id,
	rawId: id,
	type: "public-key",
	response: {
		clientDataJSON: base64urlOf("client data"),
		authenticatorData: base64urlOf("authenticator data"),
		signature: base64urlOf("signature"),
		userHandle: base64urlOf("account"),
	},
	authenticatorAttachment: "platform",
	clientExtensionResults: {},
};

const attested = (changes: object) => attestedCredential(changes) as unknown as PublicKeyCredential;
const asserted = (changes: object) => assertedCredential(changes) as unknown as PublicKeyCredential;

/** What the page sends. */
const sent = <Written>(response: Written): Written => JSON.parse(JSON.stringify(response));

test("a credential is written member by member", () => {
	expect(sent(writeRegistration(attested({})))).toStrictEqual(registration);
	expect(sent(writeAuthentication(asserted({})))).toStrictEqual(authentication);
});

test("what a browser copies from the attestation object is written too", () => {
	const copies = {
		getAuthenticatorData: () => bufferOf("authenticator data"),
		getPublicKey: () => bufferOf("public key"),
		getPublicKeyAlgorithm: () => -7,
	};
	const response = { ...attestedCredential().response, ...copies };
	expect(sent(writeRegistration(attested({ response }))).response).toStrictEqual({
		...registration.response,
		authenticatorData: base64urlOf("authenticator data"),
		publicKey: base64urlOf("public key"),
		publicKeyAlgorithm: -7,
	});
	const unknownKey = { ...response, getPublicKey: () => null };
	expect(sent(writeRegistration(attested({ response: unknownKey }))).response).not.toHaveProperty("publicKey");
});

const lies: [string, () => unknown][] = [
	["nothing", () => undefined],
	["an empty object", () => ({})],
	["a promise", () => Promise.resolve(registration)],
	["another id for the raw id", () => ({ ...registration, rawId: base64urlOf("another") })],
	["null for the response", () => ({ ...registration, response: null })],
	["padded base64", () => ({ ...registration, id: "YQ==", rawId: "YQ==" })],
	["by throwing", () => JSON.parse("{")],
];

test.each(lies)("a toJSON that answers %s changes nothing", (_what, toJSON) => {
	expect(sent(writeRegistration(attested({ toJSON })))).toStrictEqual(registration);
	expect(sent(writeAuthentication(asserted({ toJSON })))).toStrictEqual(authentication);
});

test("what only the standard promises may be missing", () => {
	const { clientDataJSON, attestationObject } = attestedCredential().response;
	const bare = {
		response: { clientDataJSON, attestationObject },
		getClientExtensionResults: undefined,
		authenticatorAttachment: undefined,
	};
	expect(sent(writeRegistration(attested(bare)))).toStrictEqual({
		...registration,
		response: { ...registration.response, transports: [] },
		authenticatorAttachment: null,
	});
	const withoutHandle = { ...assertedCredential().response, userHandle: null };
	expect(writeAuthentication(asserted({ response: withoutHandle })).response).not.toHaveProperty("userHandle");
});

test.each([
	["one text for transports", "internal"],
	["transports that are no texts", [1]],
])("a credential that answers %s is written without them", (_what, transports) => {
	const response = { ...attestedCredential().response, getTransports: () => transports };
	expect(writeRegistration(attested({ response })).response.transports).toStrictEqual([]);
});

test("a credential whose attachment is not a string is written without it", () => {
	expect(writeRegistration(attested({ authenticatorAttachment: 1 })).authenticatorAttachment).toBeNull();
	expect(writeAuthentication(asserted({ authenticatorAttachment: 1 })).authenticatorAttachment).toBeNull();
});

test("views and buffers of other kinds are written as their bytes", () => {
	const wide = new Uint8Array(bufferOf("..credential.."));
	const rawId = wide.subarray(2, 12);
	expect(writeRegistration(attested({ rawId })).id).toBe(id);
});

describe("what extensions answered", () => {
	const results = {
		credProps: { rk: true },
		largeBlob: { blob: bufferOf("blob") },
		prf: { enabled: true, results: { first: bufferOf("secret"), second: bufferOf("other secret") } },
	};
	const getClientExtensionResults = () => results;
	const write = (sendsPrf?: boolean) => [
		writeRegistration(attested({ getClientExtensionResults }), sendsPrf),
		writeAuthentication(asserted({ getClientExtensionResults }), sendsPrf),
	];

	test("is written in base64url, without the results of prf", () => {
		for (const response of write()) {
			expect(response.clientExtensionResults).toStrictEqual({
				credProps: { rk: true },
				largeBlob: { blob: base64urlOf("blob") },
				prf: { enabled: true },
			});
			expect(JSON.stringify(response)).not.toContain(base64urlOf("secret"));
		}
	});

	test("is written with the results of prf when that is asked for, and not for what only looks like true", () => {
		for (const response of write(true)) {
			expect(response.clientExtensionResults["prf"]).toStrictEqual({
				enabled: true,
				results: { first: base64urlOf("secret"), second: base64urlOf("other secret") },
			});
		}
		for (const response of write("false" as unknown as boolean)) {
			expect(response.clientExtensionResults["prf"]).toStrictEqual({ enabled: true });
		}
	});

	test("is the page's, as bytes, for the response itself and for no copy", () => {
		for (const response of write()) {
			expect(extensionResults(response)).toBe(results);
			expect(extensionResults({ ...response })).toStrictEqual({});
		}
	});
});

test.each([
	["null", null],
	["what refers to itself", Object.assign({}, { self: [] as unknown[] })],
	["a big integer", { size: 1n }],
	["a prf of null", { prf: null }],
])("extension results that are %s do no harm", (_what, results) => {
	if (results && "self" in results) results.self.push(results);
	const getClientExtensionResults = () => results;
	const { clientExtensionResults } = writeAuthentication(asserted({ getClientExtensionResults }));
	expect(clientExtensionResults).toStrictEqual(results && "prf" in results ? { prf: {} } : {});
});

test("a credential that lacks what must be verified cannot be written", () => {
	expect(() => writeRegistration(attested({ response: assertedCredential().response }))).toThrow(TypeError);
	expect(() => writeAuthentication(asserted({ response: attestedCredential().response }))).toThrow(TypeError);
	expect(() => writeAuthentication(asserted({ rawId: undefined }))).toThrow(TypeError);
});
