/**
 * Certificates made on the fly: an authority of our own, and every way in which a server's certificate can be wrong.
 */

import { DAY_MS } from "../../domain/durations.ts";
import "reflect-metadata"; // @peculiar/x509 does not load without it
import { webcrypto } from "node:crypto";
import { isIP } from "node:net";
import {
	BasicConstraintsExtension,
	KeyUsageFlags,
	KeyUsagesExtension,
	PemConverter,
	SubjectAlternativeNameExtension,
	type X509Certificate,
	X509CertificateGenerator,
} from "@peculiar/x509";

/** What a server shows and signs with. */
export interface Identity {
	/** PEM: the server's certificate, then those above it that it sends. */
	readonly chain: string;
	/** PEM. */
	readonly key: string;
}

interface LeafOptions {
	/** Host names and addresses; default localhost, 127.0.0.1 and ::1. None at all: no such extension. */
	readonly names?: readonly string[];
	/** Days from now; default -1. */
	readonly validFromDays?: number;
	/** Days from now; default 90. */
	readonly validToDays?: number;
	/** Default "ec" (P-256); "rsa" has 2,048 bits. */
	readonly keyType?: "ec" | "rsa";
	/** Of the subject; default "A Server". */
	readonly commonName?: string;
}

export interface Authority {
	/** PEM, to be trusted. */
	readonly certificate: string;
	issue(options?: LeafOptions): Promise<Identity>;
	/** An authority below this one; what it issues sends its certificate along unless `hidden`. */
	intermediate(options?: { readonly hidden?: boolean }): Promise<Authority>;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const RSA = {
	name: "RSASSA-PKCS1-v1_5",
	hash: "SHA-256",
	modulusLength: 2_048,
	publicExponent: new Uint8Array([1, 0, 1]),
};

/** `name` is an RFC 4514 string. */
export async function createAuthority(name = "CN=Lapwing Test Root, O=Lapwing Tests"): Promise<Authority> {
	const keys = await generateKeys();
	const certificate = await X509CertificateGenerator.createSelfSigned({
		name,
		keys,
		signingAlgorithm: ALGORITHM,
		...validity({ validFromDays: -2, validToDays: 1_000 }),
		extensions: authorityExtensions(),
	});
	return authority(certificate, keys, "");
}

export async function selfSigned(options: LeafOptions = {}): Promise<Identity> {
	const keys = await generateKeys();
	const certificate = await X509CertificateGenerator.createSelfSigned({
		name: "CN=Self, O=Nobody",
		keys,
		signingAlgorithm: ALGORITHM,
		...validity(options),
		extensions: [alternativeNames(options)],
	});
	return { chain: certificate.toString("pem"), key: await privateKeyPem(keys) };
}

function authority(own: X509Certificate, keys: webcrypto.CryptoKeyPair, sentAlong: string): Authority {
	const sign = (subject: string, publicKey: webcrypto.CryptoKey, options: LeafOptions, extensions: object[]) =>
		X509CertificateGenerator.create({
			subject,
			issuer: own.subject,
			publicKey,
			signingKey: keys.privateKey,
			signingAlgorithm: ALGORITHM,
			...validity(options),
			extensions: extensions as BasicConstraintsExtension[],
		});
	return {
		certificate: own.toString("pem"),
		async issue(options = {}) {
			const leafKeys = await generateKeys(options.keyType);
			const subject = `CN=${options.commonName ?? "A Server"}`;
			const extensions = options.names?.length === 0 ? [] : [alternativeNames(options)];
			const leaf = await sign(subject, leafKeys.publicKey, options, extensions);
			return { chain: `${leaf.toString("pem")}\n${sentAlong}`, key: await privateKeyPem(leafKeys) };
		},
		async intermediate({ hidden = false } = {}) {
			const lowerKeys = await generateKeys();
			const lower = await sign("CN=Lapwing Test Intermediate", lowerKeys.publicKey, {}, authorityExtensions());
			return authority(lower, lowerKeys, hidden ? sentAlong : `${lower.toString("pem")}\n${sentAlong}`);
		},
	};
}

function generateKeys(keyType: LeafOptions["keyType"] = "ec"): Promise<webcrypto.CryptoKeyPair> {
	return webcrypto.subtle.generateKey(keyType === "rsa" ? RSA : ALGORITHM, true, [
		"sign",
		"verify",
	]) as Promise<webcrypto.CryptoKeyPair>;
}

async function privateKeyPem(keys: webcrypto.CryptoKeyPair): Promise<string> {
	return PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY");
}

function validity({ validFromDays = -1, validToDays = 90 }: LeafOptions) {
	const now = Date.now();
	return { notBefore: new Date(now + validFromDays * DAY_MS), notAfter: new Date(now + validToDays * DAY_MS) };
}

function authorityExtensions() {
	return [
		new BasicConstraintsExtension(true, undefined, true),
		new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
	];
}

function alternativeNames({ names = ["localhost", "127.0.0.1", "::1"] }: LeafOptions) {
	return new SubjectAlternativeNameExtension(
		names.map((value) => ({ type: isIP(value) === 0 ? ("dns" as const) : ("ip" as const), value })),
	);
}
