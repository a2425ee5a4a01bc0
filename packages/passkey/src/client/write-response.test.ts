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

test("a credential without toJSON is written member by member", () => {
	expect(writeRegistration(attested({}))).toStrictEqual(registration);
	expect(writeAuthentication(asserted({}))).toStrictEqual(authentication);
});

test("the credential's own toJSON is preferred when it works", () => {
	const ownRegistration = { ...registration, isNative: true };
	const ownAuthentication = { ...authentication, isNative: true };
	expect(writeRegistration(attested({ toJSON: () => ownRegistration }))).toStrictEqual(ownRegistration);
	expect(writeAuthentication(asserted({ toJSON: () => ownAuthentication }))).toStrictEqual(ownAuthentication);
});

test("a toJSON whose user handle is null or left out works", () => {
	for (const userHandle of [null, undefined]) {
		const own = { ...authentication, response: { ...authentication.response, userHandle } };
		expect(writeAuthentication(asserted({ toJSON: () => own }))).toStrictEqual(own);
	}
});

const lies: [string, unknown][] = [
	["undefined", undefined],
	["an empty object", {}],
	["a promise", Promise.resolve(registration)],
	["another id for the raw id", { ...registration, rawId: base64urlOf("another") }],
	["a type of its own", { ...registration, type: "passkey" }],
	["no extension results", { ...registration, clientExtensionResults: undefined }],
	["null for the response", { ...registration, response: null }],
	["buffers", { ...registration, response: { ...attestedCredential().response, ...assertedCredential().response } }],
	["padded base64", { ...registration, id: "YQ==", rawId: "YQ==" }],
	["half a response", { ...registration, response: { clientDataJSON: registration.response.clientDataJSON } }],
];

test.each(lies)("a toJSON that answers %s is not relied on", (_what, answer) => {
	expect(writeRegistration(attested({ toJSON: () => answer }))).toStrictEqual(registration);
	expect(writeAuthentication(asserted({ toJSON: () => answer }))).toStrictEqual(authentication);
});

test.each([
	["null for transports", { transports: null }],
	["one text for transports", { transports: "internal" }],
	["transports that are no texts", { transports: [1] }],
])("a toJSON that answers %s is not relied on for a registration", (_what, changes) => {
	const own = { ...registration, response: { ...registration.response, ...changes } };
	expect(writeRegistration(attested({ toJSON: () => own }))).toStrictEqual(registration);
});

test("a toJSON that answers an attachment that is not a string is not relied on", () => {
	const own = { authenticatorAttachment: 1 };
	expect(writeRegistration(attested({ toJSON: () => ({ ...registration, ...own }) }))).toStrictEqual(registration);
	expect(writeAuthentication(asserted({ toJSON: () => ({ ...authentication, ...own }) }))).toStrictEqual(
		authentication,
	);
});

test("a toJSON that leaves transports and attachment out works", () => {
	const { transports: _, ...response } = registration.response;
	const own = { ...registration, response, authenticatorAttachment: null };
	expect(writeRegistration(attested({ toJSON: () => own }))).toStrictEqual(own);
});

test("a toJSON that throws is not relied on", () => {
	const toJSON = () => {
		throw new TypeError("Illegal invocation");
	};
	expect(writeRegistration(attested({ toJSON }))).toStrictEqual(registration);
	expect(writeAuthentication(asserted({ toJSON }))).toStrictEqual(authentication);
});

test("what only the standard promises may be missing", () => {
	const { clientDataJSON, attestationObject } = attestedCredential().response;
	const bare = {
		response: { clientDataJSON, attestationObject },
		getClientExtensionResults: undefined,
		authenticatorAttachment: undefined,
	};
	expect(writeRegistration(attested(bare))).toStrictEqual({
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

describe.each([
	["without toJSON", {}, {}],
	["with toJSON", { toJSON: () => registration }, { toJSON: () => authentication }],
])("what extensions answered, %s,", (_how, ofRegistration, ofAuthentication) => {
	const results = {
		credProps: { rk: true },
		largeBlob: { blob: bufferOf("blob") },
		prf: { enabled: true, results: { first: bufferOf("secret"), second: bufferOf("other secret") } },
	};
	const getClientExtensionResults = () => results;
	const write = (sendsPrf?: boolean) => [
		writeRegistration(attested({ getClientExtensionResults, ...ofRegistration }), sendsPrf),
		writeAuthentication(asserted({ getClientExtensionResults, ...ofAuthentication }), sendsPrf),
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

test("what a toJSON says of extensions counts where nothing else does, and without the results of prf", () => {
	const clientExtensionResults = { prf: { results: { first: base64urlOf("secret") } }, credProps: { rk: false } };
	for (const getClientExtensionResults of [undefined, () => JSON.parse("{")]) {
		const toJSON = () => ({ ...authentication, clientExtensionResults });
		const response = writeAuthentication(asserted({ getClientExtensionResults, toJSON }));
		expect(response.clientExtensionResults).toStrictEqual({ prf: {}, credProps: { rk: false } });
	}
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
