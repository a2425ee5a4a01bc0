import { createHash } from "node:crypto";
import { isFailure } from "@lapwing/result";
import { beforeAll, describe, expect, test } from "vitest";
import { uuid } from "../../server/responses/uuid.ts";
import { AAGUID, CREDENTIAL_ID } from "../../server/testing/respond.ts";
import { type Bytes, concatenate } from "../../testing/bytes.ts";
import { cborMap } from "../../testing/encode-cbor.ts";
import { attested, bent, coordinatesOf, outcomeOf, trustOf } from "../testing/attest.ts";
import { type Authority, makeAuthority, makeCertificate, makeSigner, type Signer } from "../testing/certificates.ts";
import { type BlobChanges, metadataBlob, PAYLOAD } from "../testing/metadata-blobs.ts";
import type { Metadata } from "./metadata.ts";
import { type VerifyMetadataBlobOptions, verifyMetadataBlob } from "./metadata-blob.ts";

let fido: Authority;
let vendor: Authority;
beforeAll(async () => {
	fido = await makeAuthority("FIDO's root", { kind: "RSA" });
	vendor = await makeAuthority("Vendor");
});

const NOW = () => new Date("2026-11-21");

async function verify(changes: BlobChanges = {}, options: Partial<VerifyMetadataBlobOptions> = {}) {
	const blob = await metadataBlob(fido, changes);
	return verifyMetadataBlob(blob, { trustAnchors: [fido.certificate], now: NOW, ...options });
}

async function metadataOf(...entries: unknown[]): Promise<Metadata> {
	const result = await verify({ payload: { ...PAYLOAD, entries } });
	if (isFailure(result)) throw result.error;
	return result.data;
}

describe("a metadata blob", () => {
	test.each([
		["RSA", "RS256"],
		["P-256", "ES256"],
		["P-384", "ES384"],
	] as const)("by a key of kind %s is taken", async (kind, algorithm) => {
		const result = await verify({ kind, algorithm });
		expect(result).toMatchObject({ status: "success", data: { number: 15, nextUpdate: "2026-12-01", size: 0 } });
	});

	test("is taken through an intermediate, with white space around it", async () => {
		const intermediate = await makeAuthority("Intermediate", { issuer: fido });
		const blob = await metadataBlob(intermediate, { others: [intermediate.certificate] });
		const options = { trustAnchors: [fido.certificate], now: NOW };
		expect((await verifyMetadataBlob(`\n${blob}\n`, options)).status).toBe("success");
	});

	const without = (member: string) => ({ payload: { ...PAYLOAD, [member]: undefined } });

	test.each<[string, BlobChanges, string]>([
		["a signature bent", { signature: bent }, "signature"],
		[
			"a signature twice as long",
			{ kind: "P-256", algorithm: "ES256", signature: (raw) => concatenate(raw, raw) },
			"signature",
		],
		["an algorithm of another kind of key", { algorithm: "ES256" }, "algorithm"],
		["no algorithm", { algorithm: "none" }, "algorithm"],
		["a shared secret's algorithm", { algorithm: "HS256" }, "algorithm"],
		["another signer's name", { dns: "example.com" }, "signer"],
		["a name below the signer's", { dns: "mds.fidoalliance.org.example.com" }, "signer"],
		["an expired certificate", { notAfter: new Date("2026-11-20") }, "expired"],
		["no chain", { header: ({ x5c: _, ...others }) => others }, "malformed"],
		["an empty chain", { header: (sound) => ({ ...sound, x5c: [] }) }, "malformed"],
		["a chain of anything", { header: (sound) => ({ ...sound, x5c: [1] }) }, "malformed"],
		["a header that is no object", { header: () => null as unknown as Record<string, unknown> }, "malformed"],
		["a payload that is no object", { payload: 1 }, "malformed"],
		["no number", without("no"), "malformed"],
		["no day of the next update", without("nextUpdate"), "malformed"],
		["no entries", without("entries"), "malformed"],
		["an entry that is none", { payload: { ...PAYLOAD, entries: [null] } }, "malformed"],
		["a day that the calendar has not", { payload: { ...PAYLOAD, nextUpdate: "2026-02-30" } }, "malformed"],
		["a negative number", { payload: { ...PAYLOAD, no: -1 } }, "malformed"],
		[
			"an extension that must be understood",
			{ header: (sound) => ({ ...sound, crit: ["b64"], b64: false }) },
			"malformed",
		],
		["an empty list of such extensions", { header: (sound) => ({ ...sound, crit: [] }) }, "malformed"],
	])("is refused with %s", async (_what, changes, reason) => {
		expect(await verify(changes)).toMatchObject({ error: { name: "MetadataError", reason } });
	});

	test.each(["", ".", "..", "a.b.c", "e30.e30.e30", "x".repeat(100), 1, undefined])("is none: %j", async (blob) => {
		const result = await verifyMetadataBlob(blob as string, { trustAnchors: [fido.certificate] });
		expect(result).toMatchObject({ error: { reason: "malformed" } });
	});

	test("is refused when it leads to no anchor", async () => {
		expect(await verify({}, { trustAnchors: [vendor.certificate] })).toMatchObject({ error: { reason: "untrusted" } });
	});

	test("is refused when its certificate is revoked", async () => {
		expect(await verify({}, { isRevoked: () => true })).toMatchObject({ error: { reason: "revoked" } });
	});

	test("is refused when the host has a newer one, or the same", async () => {
		expect(await verify({}, { newerThan: 16 })).toMatchObject({ error: { reason: "not-newer" } });
		expect(await verify({}, { newerThan: 15 })).toMatchObject({ error: { reason: "not-newer" } });
		expect((await verify({}, { newerThan: 14 })).status).toBe("success");
	});

	test.each([null, -1, 1.5, Number.NaN, "14"])("is not compared with the number %j", async (newerThan) => {
		await expect(verify({}, { newerThan: newerThan as number })).rejects.toThrow(RangeError);
	});

	test.each<[string, () => string]>([
		["20 MB of dots", () => ".".repeat(20_000_000)],
		["a header of 20 MB", () => `${"A".repeat(20_000_000)}.AAAA.AAAA`],
		["a header of 55 MB of zeros", () => `${btoa(`{"x5c":[${"0,".repeat(20_000_000)}0]}`)}.AAAA.AAAA`],
		["a signature of 20 MB", () => `e30.AAAA.${"A".repeat(20_000_000)}`],
		["a payload of 20 MB behind an empty header", () => `e30.${"A".repeat(20_000_000)}.AAAA`],
	])("of %s is refused at once and takes no memory", async (_what, make) => {
		const blob = make();
		const options = { trustAnchors: [fido.certificate] };
		const [cpu, heap] = [process.cpuUsage(), process.memoryUsage.rss()];
		expect(await verifyMetadataBlob(blob, options)).toMatchObject({ error: { reason: "malformed" } });
		// The copies of a text of 73 MB would be more; the bound leaves room for whatever runs beside.
		expect(process.memoryUsage.rss() - heap).toBeLessThan(64 * 1024 * 1024);
		expect(process.cpuUsage(cpu).user / 1_000).toBeLessThan(500);
	});

	test("of another service is taken under that service's name", async () => {
		expect((await verify({ dns: "mds.example.com" }, { signer: "mds.example.com" })).status).toBe("success");
	});

	test("needs an anchor", async () => {
		await expect(verifyMetadataBlob("", { trustAnchors: [] })).rejects.toThrow(RangeError);
	});
});

const MODEL = uuid(AAGUID);
const base64 = (bytes: Bytes) => Buffer.from(bytes).toString("base64");

function entry(changes: Record<string, unknown> = {}) {
	return {
		aaguid: MODEL,
		metadataStatement: {
			description: "Lapwing authenticator",
			attestationTypes: ["basic_full"],
			attestationRootCertificates: [base64(vendor.certificate)],
		},
		statusReports: [{ status: "FIDO_CERTIFIED_L1", effectiveDate: "2024-01-01" }],
		timeOfLastStatusChange: "2024-01-01",
		...changes,
	};
}

const otherMaker = () => ({
	description: "Somebody's security key",
	attestationTypes: ["basic_full"],
	attestationRootCertificates: [base64(fido.certificate)],
});

let attestationSigner: Signer;
let attestationCertificate: Bytes;
beforeAll(async () => {
	attestationSigner = await makeSigner();
	attestationCertificate = await makeCertificate({
		spki: attestationSigner.spki,
		subject: [
			["2.5.4.6", "DE"],
			["2.5.4.10", "Lapwing"],
			["2.5.4.11", "Authenticator Attestation"],
			["2.5.4.3", "Lapwing authenticator"],
		],
		issuerName: vendor.name,
		issuer: vendor.signer,
	});
});

const packed = () =>
	attested("packed", async ({ signed }) =>
		cborMap(["alg", -7], ["sig", await attestationSigner.sign(signed)], ["x5c", [attestationCertificate]]),
	);

const u2f = () =>
	attested("fido-u2f", async ({ rpIdHash, clientDataHash, key }) => {
		const [, x = new Uint8Array(), y = new Uint8Array()] = coordinatesOf(key.publicKey);
		const zero = Uint8Array.of(0);
		const message = concatenate(zero, rpIdHash, clientDataHash, CREDENTIAL_ID, Uint8Array.of(4), x, y);
		return cborMap(["x5c", [attestationCertificate]], ["sig", await attestationSigner.sign(message)]);
	});

describe("a policy with metadata", () => {
	test("trusts the certificates of the model's entry, and returns the type and the entry", async () => {
		const metadata = await metadataOf(entry());
		expect(await outcomeOf(await packed(), { metadata })).toBe("basic");
		expect(metadata.entry(MODEL.toUpperCase())?.metadataStatement?.description).toBe("Lapwing authenticator");
		expect(metadata.entry("00000000-0000-0000-0000-000000000000")).toBeUndefined();
	});

	test("trusts an entry that names the attestation certificate itself", async () => {
		const metadataStatement = { attestationRootCertificates: [base64(attestationCertificate)] };
		const metadata = await metadataOf(entry({ metadataStatement }));
		expect(await outcomeOf(await packed(), { metadata })).toBe("basic-or-attca");
	});

	test("refuses a model that has no entry, or whose entry names other certificates", async () => {
		const other = entry({ aaguid: "11111111-1111-1111-1111-111111111111" });
		expect(await outcomeOf(await packed(), { metadata: await metadataOf(other) })).toBe("untrusted");
		const metadataStatement = { attestationRootCertificates: [base64(fido.certificate), "AAAA", 1] };
		expect(await outcomeOf(await packed(), { metadata: await metadataOf(entry({ metadataStatement })) })).toBe(
			"untrusted",
		);
	});

	test("takes a model without an entry by the host's own anchors", async () => {
		const options = { metadata: await metadataOf(), trustAnchors: [vendor.certificate] };
		expect(await outcomeOf(await packed(), options)).toBe("basic-or-attca");
	});

	test.each([
		["REVOKED", {}, "status"],
		["USER_KEY_REMOTE_COMPROMISE", {}, "status"],
		["USER_KEY_PHYSICAL_COMPROMISE", {}, "status"],
		["ATTESTATION_KEY_COMPROMISE", {}, "status"],
		["USER_VERIFICATION_BYPASS", {}, "status"],
		["REVOKED", { effectiveDate: "2026-11-21" }, "status"],
		["REVOKED", { effectiveDate: "2026-11-22" }, "basic"],
		["REVOKED", { effectiveDate: "2026-01-01", sunsetDate: "2026-11-21" }, "basic"],
		["REVOKED", { effectiveDate: "2026-01-01", sunsetDate: "2026-11-22" }, "status"],
		["UPDATE_AVAILABLE", {}, "basic"],
		["REVOKED", { effectiveDate: null }, "status"],
		["REVOKED", { effectiveDate: 20_270_101 }, "status"],
		["REVOKED", { effectiveDate: "2027-02-30" }, "status"],
		["REVOKED", { effectiveDate: "2026-01-01", sunsetDate: "" }, "status"],
		["REVOKED", { effectiveDate: "2026-01-01", sunsetDate: null }, "status"],
		["FIDO_CERTIFIED", { effectiveDate: "soon" }, "status"],
		[null, {}, "status"],
	])("with the status %s and the dates %j answers %s", async (status, dates, outcome) => {
		const metadata = await metadataOf(entry({ statusReports: [{ status, ...dates }] }));
		expect(await outcomeOf(await packed(), { metadata, now: NOW })).toBe(outcome);
	});

	test.each([[undefined], [null], ["none"], [[null]], [[1]]])(
		"refuses a model whose reports are %j",
		async (reports) => {
			const metadata = await metadataOf(entry({ statusReports: reports }));
			expect(await outcomeOf(await packed(), { metadata })).toBe("status");
		},
	);

	test("refuses a model with two entries, whichever comes last", async () => {
		const revoked = entry({ statusReports: [{ status: "REVOKED" }] });
		for (const entries of [
			[entry(), revoked],
			[revoked, entry()],
			[entry(), { ...entry(), aaguid: MODEL.toUpperCase() }],
		]) {
			expect(await outcomeOf(await packed(), { metadata: await metadataOf(...entries) })).toBe("status");
		}
	});

	test("proves a model by the roots of its own entry, and says so", async () => {
		const metadata = await metadataOf(entry());
		const trust = await trustOf(await packed(), { metadata, trustAnchors: [vendor.certificate] });
		expect(trust).toMatchObject({ type: "basic", modelProven: true, metadata: { aaguid: MODEL } });
		expect(trust).not.toHaveProperty("unproven");
	});

	test.each<[string, () => Promise<Metadata | undefined>, string]>([
		["of another maker's model", () => metadataOf(entry({ metadataStatement: otherMaker() })), "own-anchor"],
		["of no model in the metadata", () => metadataOf(), "no-entry"],
		["without metadata", async () => undefined, "no-metadata"],
	])("does not take what the host's anchors prove for a model: %s", async (_what, metadata, unproven) => {
		const latest = await metadata();
		const trust = await trustOf(await packed(), { metadata: () => latest, trustAnchors: [vendor.certificate] });
		expect(trust).toMatchObject({ type: "basic-or-attca", modelProven: false, unproven });
		expect(trust).not.toHaveProperty("metadata");
	});

	test("identifies a U2F model by its attestation key, not by the AAGUID that U2F does not sign", async () => {
		const bits = Buffer.from(attestationSigner.spki).subarray(-65);
		const identifier = createHash("sha1").update(bits).digest("hex");
		const byKey = { ...entry({ attestationCertificateKeyIdentifiers: [identifier] }), aaguid: undefined };
		expect(await outcomeOf(await u2f(), { metadata: await metadataOf(byKey) })).toBe("basic");
		expect(await outcomeOf(await u2f(), { metadata: await metadataOf(entry()) })).toBe("untrusted");
	});

	test("asks for the latest metadata at each registration", async () => {
		let latest: Metadata | undefined;
		const options = { metadata: () => latest };
		expect(await outcomeOf(await packed(), options)).toBe("untrusted");
		latest = await metadataOf(entry());
		expect(await outcomeOf(await packed(), options)).toBe("basic");
	});
});
