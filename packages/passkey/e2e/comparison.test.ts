/**
 * Runs SimpleWebAuthn where the comparison in the README says that it can't: one check for each "no" in its column. A
 * release of theirs that learns something makes its check fail, and the table is mended.
 */

import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { AsnConvert } from "@peculiar/asn1-schema";
import { CRLDistributionPoints, DistributionPoint, DistributionPointName, GeneralName } from "@peculiar/asn1-x509";
import * as browser from "@simplewebauthn/browser";
import * as theirs from "@simplewebauthn/server";
import * as helpers from "@simplewebauthn/server/helpers";
import { build } from "esbuild";
import { afterEach, describe, expect, test, vi } from "vitest";
import { attested, coordinatesOf, spkiOf } from "../src/attestation/testing/attest.ts";
import {
	type Authority,
	type CertificateParts,
	extension,
	makeAuthority,
	makeCertificate,
	makeSigner,
	pem,
	type SignerKind,
} from "../src/attestation/testing/certificates.ts";
import { context, enumerated, integer, octets, sequence, set } from "../src/attestation/testing/der.ts";
import { metadataBlob, PAYLOAD } from "../src/attestation/testing/metadata-blobs.ts";
import { decodeBase64url, encodeBase64url } from "../src/base64url.ts";
import {
	AAGUID,
	CHALLENGE,
	CREDENTIAL_ID,
	KEY,
	ORIGIN,
	RP_ID,
	registrationWith,
} from "../src/server/testing/respond.ts";
import { type Bytes, concatenate, sha256 } from "../src/testing/bytes.ts";
import { cborMap, encodeCbor } from "../src/testing/encode-cbor.ts";
import { writeAuthenticatorData } from "../src/testing/write-authenticator-data.ts";

type TheirRegistration = Parameters<typeof theirs.verifyRegistrationResponse>[0]["response"];
type TheirSignIn = Parameters<typeof theirs.verifyAuthenticationResponse>[0]["response"];

/** Whether SimpleWebAuthn accepts the registration; what it throws counts as a refusal. */
async function accepts(response: unknown): Promise<boolean> {
	try {
		const { verified } = await registerThere(response);
		return verified;
	} catch {
		return false;
	}
}

function registerThere(response: unknown, expectedChallenge = CHALLENGE) {
	return theirs.verifyRegistrationResponse({
		response: response as TheirRegistration,
		expectedChallenge,
		expectedOrigin: ORIGIN,
		expectedRPID: RP_ID,
		supportedAlgorithmIDs: [-7, -257, -8],
		requireUserVerification: false,
	});
}

/** Whether SimpleWebAuthn verifies a sign-in by that key; `key` signs with `digest`. */
async function verifiesSignIn(publicKey: Bytes, key: KeyObject, digest: "sha256" | null): Promise<boolean> {
	const clientData = { type: "webauthn.get", challenge: CHALLENGE, origin: ORIGIN };
	const clientDataJSON = new TextEncoder().encode(JSON.stringify(clientData));
	const data = await writeAuthenticatorData({
		rpId: RP_ID,
		userPresent: true,
		userVerified: true,
		backupEligible: false,
		backedUp: false,
		counter: 2,
	});
	const signature = sign(digest, concatenate(data, await sha256(clientDataJSON)), key);
	const id = encodeBase64url(CREDENTIAL_ID);
	const response = {
		id,
		rawId: id,
		type: "public-key",
		clientExtensionResults: {},
		response: {
			clientDataJSON: encodeBase64url(clientDataJSON),
			authenticatorData: encodeBase64url(data),
			signature: signature.toString("base64url"),
		},
	};
	try {
		const { verified } = await theirs.verifyAuthenticationResponse({
			response: response as TheirSignIn,
			expectedChallenge: CHALLENGE,
			expectedOrigin: ORIGIN,
			expectedRPID: RP_ID,
			credential: { id, publicKey, counter: 1 },
		});
		return verified;
	} catch {
		return false;
	}
}

const withoutAttestation = (changes: Parameters<typeof registrationWith>[0] = {}) =>
	registrationWith({ format: "none", statement: () => cborMap(), ...changes });

const SUBJECT = [
	["2.5.4.6", "DE"],
	["2.5.4.10", "Lapwing"],
	["2.5.4.11", "Authenticator Attestation"],
	["2.5.4.3", "Lapwing authenticator"],
] as const;

/** A registration with a `packed` statement by a certificate of `root`. */
async function packed(root: Authority, kind: SignerKind, algorithm: number, parts: Partial<CertificateParts> = {}) {
	const signer = await makeSigner(kind);
	const certificate = await makeCertificate({
		spki: signer.spki,
		subject: SUBJECT,
		issuerName: root.name,
		issuer: root.signer,
		...parts,
	});
	return attested("packed", async ({ signed }) =>
		cborMap(["alg", algorithm], ["sig", await signer.sign(signed)], ["x5c", [certificate]]),
	);
}

function trust(identifier: "android-key" | "mds" | "packed", root: Authority): void {
	theirs.SettingsService.setRootCertificates({ identifier, certificates: [pem(root.certificate)] });
}

/** A service of metadata on this machine, and SimpleWebAuthn's MetadataService fed by it. */
async function serveMetadata(entries: unknown[]): Promise<void> {
	const root = await makeAuthority("FIDO's root", { kind: "RSA" });
	trust("mds", root);
	// A number of its own each time: theirs refuses one that it has seen.
	const blob = await metadataBlob(root, { payload: { ...PAYLOAD, nextUpdate: "2999-01-01", entries } });
	const server = createServer((_request, response) => response.end(blob));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	await theirs.MetadataService.initialize({ mdsServers: [`http://127.0.0.1:${port}`], verificationMode: "permissive" });
	server.close();
	server.closeAllConnections();
}

const MODEL = helpers.convertAAGUIDToString(AAGUID);
const ENTRY = { aaguid: MODEL, metadataStatement: { description: "Ours" }, statusReports: [] as unknown[] };

/** How theirs hands an extension's input to the browser, and what of its outputs it lets out. */
async function registerInPage(extensions: Record<string, unknown>, outputs: Record<string, unknown>) {
	const seen: Record<string, unknown>[] = [];
	const credential = {
		id: "AQID",
		rawId: Uint8Array.of(1, 2, 3).buffer,
		type: "public-key",
		response: { attestationObject: new ArrayBuffer(1), clientDataJSON: new ArrayBuffer(1) },
		getClientExtensionResults: () => outputs,
	};
	vi.stubGlobal("PublicKeyCredential", class {});
	vi.stubGlobal("window", globalThis);
	vi.stubGlobal("navigator", {
		credentials: {
			async create({ publicKey }: { publicKey: { extensions: Record<string, unknown> } }) {
				seen.push(publicKey.extensions);
				return credential;
			},
		},
	});
	const optionsJSON = {
		rp: { id: RP_ID, name: "Example" },
		user: { id: "AQID", name: "ada", displayName: "ada" },
		challenge: CHALLENGE,
		pubKeyCredParams: [],
		extensions,
	};
	const response = await browser.startRegistration({
		optionsJSON: optionsJSON as Parameters<typeof browser.startRegistration>[0]["optionsJSON"],
	});
	return { input: seen[0] ?? {}, outputs: response.clientExtensionResults as Record<string, unknown> };
}

const EXPORTS = [theirs, browser, helpers].flatMap((each) => Object.keys(each));
const exportsNone = (pattern: RegExp) => !EXPORTS.some((name) => pattern.test(name));

/** By the row's name: whether SimpleWebAuthn can't. */
const CHECKS: Readonly<Record<string, () => Promise<boolean> | boolean>> = {
	"server half under 10 KB, minified and gzipped": async () => {
		const { outputFiles } = await build({
			stdin: {
				contents: 'export * from "@simplewebauthn/server"',
				resolveDir: fileURLToPath(new URL("..", import.meta.url)),
			},
			bundle: true,
			minify: true,
			write: false,
			format: "esm",
			platform: "neutral",
			mainFields: ["module", "main"],
			external: ["node:*"],
			logLevel: "error",
		});
		return gzipSync(outputFiles.map((each) => each.text).join("")).length > 10_000;
	},
	"one runtime dependency or none": async () => {
		const manifest = new URL("../../../node_modules/@simplewebauthn/server/package.json", import.meta.url);
		return Object.keys(JSON.parse(await readFile(manifest, "utf8")).dependencies).length > 1;
	},
	"failures as values": () =>
		registerThere({}).then(
			() => false,
			() => true,
		),
	"a class or code for each refusal": async () => {
		const refusals = await Promise.all(
			[
				withoutAttestation({ clientData: { origin: "https://x.example" } }),
				withoutAttestation({ clientData: { challenge: "AA" } }),
			].map(async (response) => registerThere(await response).catch((error: unknown) => error)),
		);
		return refusals.every((each) => (each as Error).constructor === Error && !("code" in (each as Error)));
	},
	// Measured by bench/verify.ts, which fails below the ratio: a test beside others is no place to measure speed.
	"verifies a sign-in at twice SimpleWebAuthn's speed": async () =>
		/SIMPLE_WEBAUTHN_BAR = 2\b/.test(await readFile(new URL("../bench/verify.ts", import.meta.url), "utf8")),
	"software authenticator for your tests": () => exportsNone(/software|virtual|fakeAuthenticator|mock/i),
	"converts other libraries' rows": () => exportsNone(/migrat|convert.*(row|passkey)|^from/i),
	"keeps the pending ceremony as session data": async () =>
		!(await registerThere(await withoutAttestation(), undefined as unknown as string).then(
			({ verified }) => verified,
			() => false,
		)) || exportsNone(/session/i),
	"refuses every cross-origin frame unless you say otherwise": async () =>
		accepts(await withoutAttestation({ clientData: { crossOrigin: true } })),
	"refuses a new key that lies on no curve": async () => {
		const [, x = new Uint8Array(), y = new Uint8Array()] = coordinatesOf(KEY.publicKey);
		const offCurve = encodeCbor(cborMap([1, 2], [3, -7], [-1, 1], [-2, x], [-3, y.map((byte) => byte ^ 1)]));
		return accepts(await withoutAttestation({ attested: { publicKey: offCurve } }));
	},
	"refuses a new RSA key below 2,048 bits": async () => {
		const { n = "", e = "" } = generateKeyPairSync("rsa", { modulusLength: 1_024 }).publicKey.export({ format: "jwk" });
		const bytes = (text: string) => decodeBase64url(text) ?? new Uint8Array();
		const weak = encodeCbor(cborMap([1, 3], [3, -257], [-1, bytes(n)], [-2, bytes(e)]));
		return accepts(await withoutAttestation({ attested: { publicKey: weak } }));
	},
	"refuses a credential id of more than 1,023 bytes": async () =>
		accepts(await withoutAttestation({ attested: { id: new Uint8Array(1_024).fill(7) } })),
	"one base64url spelling of each value": async () => {
		const sound = await withoutAttestation();
		const { attestationObject } = sound.response;
		const unpadded = decodeBase64url(attestationObject) ?? new Uint8Array();
		const padded = Buffer.from(unpadded).toString("base64");
		const response = { ...sound, response: { ...sound.response, attestationObject: padded } };
		return padded !== attestationObject && accepts(response);
	},
	"refuses bytes behind the attestation object": async () => {
		const attestationBytes = (sound: Bytes) => concatenate(sound, Uint8Array.of(0));
		return accepts(await withoutAttestation({ attestationBytes }));
	},
	ES256K: async () => {
		const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "secp256k1" });
		const { x = "", y = "" } = publicKey.export({ format: "jwk" });
		const bytes = (text: string) => decodeBase64url(text) ?? new Uint8Array();
		const key = encodeCbor(cborMap([1, 2], [3, -47], [-1, 8], [-2, bytes(x)], [-3, bytes(y)]));
		return !(await verifiesSignIn(key, privateKey, "sha256"));
	},
	Ed448: async () => {
		const { publicKey, privateKey } = generateKeyPairSync("ed448");
		const { x = "" } = publicKey.export({ format: "jwk" });
		const key = encodeCbor(cborMap([1, 1], [3, -53], [-1, 7], [-2, decodeBase64url(x) ?? new Uint8Array()]));
		return !(await verifiesSignIn(key, privateKey, null));
	},
	"an Android key's origin and purpose": async () => {
		const root = await makeAuthority();
		trust("android-key", root);
		const response = await attested("android-key", async ({ signed, clientDataHash, key }) => {
			const level = [integer(1, 0x2c), enumerated(1), integer(1, 0x2c), enumerated(1)];
			// Imported (2) instead of generated, and for encryption (0) instead of signing.
			const lists = [sequence(), sequence(context(1, set(integer(0))), context(702, integer(2)))];
			const description = sequence(...level, octets(clientDataHash), octets(new Uint8Array()), ...lists);
			const certificate = await makeCertificate({
				spki: spkiOf(key),
				subject: SUBJECT,
				issuerName: root.name,
				issuer: root.signer,
				extensions: [extension("1.3.6.1.4.1.11129.2.1.17", description, false)],
			});
			const signature = await key.sign(signed);
			return cborMap(["alg", -7], ["sig", signature], ["x5c", [certificate, root.certificate]]);
		});
		return accepts(response);
	},
	"`compound`": async () => {
		const refusal = await registerThere(await registrationWith({ format: "compound" })).catch((error: Error) => error);
		return refusal instanceof Error && refusal.message.includes("Unsupported Attestation Format");
	},
	"can refuse registrations that prove no model": async () => {
		await theirs.MetadataService.initialize({ mdsServers: [], statements: [], verificationMode: "strict" });
		return accepts(await withoutAttestation());
	},
	"refuses a chain when there is no anchor to trust": async () =>
		accepts(await packed(await makeAuthority("Nobody's root"), "P-256", -7)),
	"SHA-1 in statements only if you allow it": async () =>
		accepts(await packed(await makeAuthority(), "RSA-SHA-1", -65535)),
	"opens no connection of its own": async () => {
		let visits = 0;
		const server = createServer((_request, response) => {
			visits += 1;
			response.end();
		});
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.crl`;
		const fullName = [new GeneralName({ uniformResourceIdentifier: uri })];
		const point = new DistributionPoint({ distributionPoint: new DistributionPointName({ fullName }) });
		const lists = extension("2.5.29.31", AsnConvert.serialize(new CRLDistributionPoints([point])), false);
		const root = await makeAuthority();
		trust("packed", root);
		await accepts(await packed(root, "P-256", -7, { extensions: [lists] }));
		server.close();
		server.closeAllConnections();
		return visits > 0;
	},
	"checks for whom the blob's certificate was issued": async () => {
		const root = await makeAuthority("A root of many websites", { kind: "RSA" });
		trust("mds", root);
		const { payload } = await helpersOrServer().verifyMDSBlob(await metadataBlob(root, { dns: "attacker.example" }));
		return payload.no === PAYLOAD.no;
	},
	"refuses a model that is `REVOKED`": async () => {
		await serveMetadata([{ ...ENTRY, statusReports: [{ status: "REVOKED", effectiveDate: "2020-01-01" }] }]);
		return (await theirs.MetadataService.getStatement(MODEL)) !== undefined;
	},
	"dates of status reports": async () => {
		const over = { status: "USER_VERIFICATION_BYPASS", effectiveDate: "2020-01-01", sunsetDate: "2021-01-01" };
		await serveMetadata([{ ...ENTRY, statusReports: [over] }]);
		return theirs.MetadataService.getStatement(MODEL).then(
			() => false,
			() => true,
		);
	},
	"finds a U2F model by its attestation key": async () => {
		const signer = await makeSigner();
		const bits = signer.spki.subarray(-65);
		const identifier = Buffer.from(await crypto.subtle.digest("SHA-1", bits)).toString("hex");
		const statusReports = [{ status: "ATTESTATION_KEY_COMPROMISE" }];
		await serveMetadata([
			{ ...ENTRY, aaguid: undefined, attestationCertificateKeyIdentifiers: [identifier], statusReports },
		]);
		const root = await makeAuthority();
		const parts = { spki: signer.spki, subject: SUBJECT, issuerName: root.name, issuer: root.signer };
		const certificate = await makeCertificate(parts);
		const response = await attested(
			"fido-u2f",
			async ({ rpIdHash, clientDataHash, key }) => {
				const [, x = new Uint8Array(), y = new Uint8Array()] = coordinatesOf(key.publicKey);
				const zero = Uint8Array.of(0);
				const message = concatenate(zero, rpIdHash, clientDataHash, CREDENTIAL_ID, Uint8Array.of(4), x, y);
				return cborMap(["x5c", [certificate]], ["sig", await signer.sign(message)]);
			},
			KEY,
			new Uint8Array(16),
		);
		return accepts(response);
	},
	"`prf`, `largeBlob` through JSON": async () => {
		const { input } = await registerInPage({ prf: { eval: { first: "AQID" } } }, {});
		return (input["prf"] as { eval: { first: unknown } }).eval.first === "AQID";
	},
	"PRF outputs stay in the page unless asked for": async () => {
		const { outputs } = await registerInPage({}, { prf: { results: { first: Uint8Array.of(1).buffer } } });
		return (outputs["prf"] as { results?: unknown }).results !== undefined;
	},
	"`credBlob`": async () => {
		const { input } = await registerInPage({ credBlob: "AQID" }, {});
		return input["credBlob"] === "AQID";
	},
	"the document of related origins": () => exportsNone(/related|well.?known/i),
};

function helpersOrServer(): { verifyMDSBlob(blob: string): Promise<{ payload: { no: number } }> } {
	return { ...theirs, ...helpers } as unknown as ReturnType<typeof helpersOrServer>;
}

interface Row {
	readonly name: string;
	readonly cells: readonly string[];
}

async function rowsOfReadme(): Promise<Row[]> {
	const text = await readFile(new URL("../README.md", import.meta.url), "utf8");
	const section = text.slice(text.indexOf("\n## Comparison\n"), text.indexOf("\n**Speed**"));
	return [...section.matchAll(/^\| ([^|\s].*?) \|(.*)\|$/gm)].map(([, name = "", cells = ""]) => ({
		name,
		cells: cells.split("|").map((each) => each.trim()),
	}));
}

const rows = await rowsOfReadme();
const denied = rows.filter(({ cells }) => cells[1] === "no").map(({ name }) => name);

/** What the checks set in their singletons. */
afterEach(async () => {
	vi.unstubAllGlobals();
	theirs.SettingsService.setRootCertificates({ identifier: "packed", certificates: [] });
	await theirs.MetadataService.initialize({ mdsServers: [], statements: [], verificationMode: "permissive" });
});

describe("the comparison in the README", () => {
	test("has a check for every row that says SimpleWebAuthn lacks a feature, and no other", () => {
		expect(Object.keys(CHECKS).toSorted()).toStrictEqual(denied.toSorted());
		expect(rows.length).toBeGreaterThan(50);
	});

	test("says of each library in each row whether it can, and where go-webauthn was read", () => {
		for (const { name, cells } of rows) {
			if (name.startsWith("**")) continue;
			expect([name, cells.length, cells.slice(0, 3).every((cell) => cell !== "")]).toStrictEqual([name, 4, true]);
		}
	});

	test("is with the versions that are installed", async () => {
		const text = await readFile(new URL("../README.md", import.meta.url), "utf8");
		const manifest = new URL("../../../node_modules/@simplewebauthn/server/package.json", import.meta.url);
		expect(text).toContain(
			`[SimpleWebAuthn](https://simplewebauthn.dev) ${JSON.parse(await readFile(manifest, "utf8")).version}`,
		);
	});

	test.each(denied)("is right that SimpleWebAuthn can't: %s", async (name) => {
		expect(await CHECKS[name]?.()).toBe(true);
	});
});

describe("the preconditions of the checks", () => {
	test("SimpleWebAuthn accepts the valid registration that the checks modify", async () => {
		expect(await accepts(await withoutAttestation())).toBe(true);
		expect(await accepts(await registrationWith())).toBe(true);
	});

	test("SimpleWebAuthn verifies a sign-in that is made as theirs with ES256", async () => {
		const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
		const { x = "", y = "" } = publicKey.export({ format: "jwk" });
		const bytes = (text: string) => decodeBase64url(text) ?? new Uint8Array();
		const key = encodeCbor(cborMap([1, 2], [3, -7], [-1, 1], [-2, bytes(x)], [-3, bytes(y)]));
		expect(await verifiesSignIn(key, privateKey, "sha256")).toBe(true);
	});
});
