import { AsnConvert } from "@peculiar/asn1-schema";
import {
	GeneralName,
	GeneralSubtree,
	GeneralSubtrees,
	KeyUsageFlags,
	NameConstraints,
	Version,
} from "@peculiar/asn1-x509";
import { beforeAll, describe, expect, test } from "vitest";
import type { Bytes } from "../../testing/bytes.ts";
import { bent } from "../testing/attest.ts";
import {
	type Authority,
	type CertificateParts,
	COMMON_NAME,
	directoryName,
	dnsName,
	extension,
	makeAuthority,
	makeCertificate,
	makeSigner,
} from "../testing/certificates.ts";
import { parseCertificate } from "./certificate.ts";
import { type PathTerms, pathToAnchor } from "./certificate-path.ts";

let root: Authority;
let intermediate: Authority;
beforeAll(async () => {
	root = await makeAuthority("Root");
	intermediate = await makeAuthority("Intermediate", { issuer: root });
});

async function leafOf(authority: Authority, changes: Partial<CertificateParts> = {}): Promise<Bytes> {
	const { spki } = await makeSigner();
	const subject = [[COMMON_NAME, "Leaf"]] as const;
	return makeCertificate({ spki, subject, issuerName: authority.name, issuer: authority.signer, ...changes });
}

/** The path's length, or the refusal. */
async function follow(chain: readonly Bytes[], anchors: readonly Bytes[], terms: Partial<PathTerms> = {}) {
	const parsed = (ders: readonly Bytes[]) =>
		ders.map((der) => parseCertificate(der)).filter((each) => each !== undefined);
	expect(parsed(chain)).toHaveLength(chain.length);
	const path = await pathToAnchor(parsed(chain), {
		anchors: parsed(anchors),
		now: Date.parse("2026-11-21"),
		allowSha1: false,
		...terms,
	});
	return typeof path === "string" ? path : path.length;
}

describe("a certificate path", () => {
	test("ends at the anchor that issued its last certificate", async () => {
		expect(await follow([await leafOf(root)], [root.certificate])).toBe(2);
		expect(await follow([await leafOf(intermediate), intermediate.certificate], [root.certificate])).toBe(3);
	});

	test("ends at the first certificate that is an anchor, whatever follows", async () => {
		const leaf = await leafOf(intermediate);
		expect(await follow([leaf, intermediate.certificate, root.certificate], [root.certificate])).toBe(3);
		expect(await follow([leaf, intermediate.certificate], [intermediate.certificate])).toBe(2);
		expect(await follow([leaf], [leaf])).toBe(1);
		expect(await follow([leaf, bent(root.certificate)], [leaf])).toBe(1);
	});

	test("is found among anchors of one name", async () => {
		const other = await makeAuthority("Root");
		expect(await follow([await leafOf(root)], [other.certificate, root.certificate])).toBe(2);
	});

	test("may end at an expired anchor, which is trusted until the host removes it", async () => {
		const expired = await makeAuthority("Old root", { notAfter: new Date("2025-01-01") });
		expect(await follow([await leafOf(expired)], [expired.certificate])).toBe(2);
	});

	test("may end at an anchor of version 1, which no certificate in between may be", async () => {
		const old = await makeAuthority("Old root", { version: Version.v1 });
		expect(await follow([await leafOf(old)], [old.certificate])).toBe(2);
		const between = await makeAuthority("Old between", { version: Version.v1, issuer: root });
		expect(await follow([await leafOf(between), between.certificate], [root.certificate])).toBe("untrusted");
	});

	test("is refused when it leads to no anchor", async () => {
		const stranger = await makeAuthority("Stranger");
		expect(await follow([await leafOf(stranger)], [root.certificate])).toBe("untrusted");
		expect(await follow([await leafOf(stranger), stranger.certificate], [root.certificate])).toBe("untrusted");
	});

	test("is refused when the issuer has the anchor's name and another key", async () => {
		const impostor = await makeAuthority("Root");
		expect(await follow([await leafOf(impostor)], [root.certificate])).toBe("untrusted");
	});

	test("is refused when a signature is changed", async () => {
		expect(await follow([bent(await leafOf(root))], [root.certificate])).toBe("untrusted");
	});

	test("is refused when its certificates are in another order", async () => {
		const leaf = await leafOf(intermediate);
		const second = await makeAuthority("Second", { issuer: intermediate });
		const chain = [await leafOf(second), intermediate.certificate, second.certificate];
		expect(await follow(chain, [root.certificate])).toBe("untrusted");
		expect(await follow([intermediate.certificate, leaf], [leaf])).toBe("untrusted");
	});

	test("is refused through a certificate that is not an authority", async () => {
		const noAuthority = await makeAuthority("Leaf as issuer", { issuer: root, basicConstraints: { cA: false } });
		expect(await follow([await leafOf(noAuthority), noAuthority.certificate], [root.certificate])).toBe("untrusted");
		const unsaid = await makeAuthority("Says nothing", { issuer: root, basicConstraints: null });
		expect(await follow([await leafOf(unsaid), unsaid.certificate], [root.certificate])).toBe("untrusted");
		expect(await follow([await leafOf(noAuthority)], [noAuthority.certificate])).toBe("untrusted");
	});

	test("is refused through an authority that may not sign certificates", async () => {
		const changes = { issuer: root, keyUsage: KeyUsageFlags.digitalSignature };
		const mute = await makeAuthority("May not sign", changes);
		expect(await follow([await leafOf(mute), mute.certificate], [root.certificate])).toBe("untrusted");
	});

	test("is refused when it is longer than an authority allows", async () => {
		const narrow = await makeAuthority("Narrow", { basicConstraints: { cA: true, pathLenConstraint: 0 } });
		const below = await makeAuthority("Below", { issuer: narrow });
		expect(await follow([await leafOf(narrow)], [narrow.certificate])).toBe(2);
		expect(await follow([await leafOf(below), below.certificate], [narrow.certificate])).toBe("untrusted");
	});

	test.each([
		["not valid yet", { notBefore: new Date("2026-11-22") }],
		["not valid any more", { notAfter: new Date("2026-11-20") }],
	])("is refused when a certificate is %s", async (_what, changes) => {
		expect(await follow([await leafOf(root, changes)], [root.certificate])).toBe("expired");
		const between = await makeAuthority("Between", { issuer: root, ...changes });
		expect(await follow([await leafOf(between), between.certificate], [root.certificate])).toBe("expired");
		const leaf = await leafOf(root, changes);
		expect(await follow([leaf], [leaf])).toBe("expired");
	});

	test("is valid at the first and at the last moment", async () => {
		const moment = new Date("2026-11-21");
		expect(await follow([await leafOf(root, { notBefore: moment })], [root.certificate])).toBe(2);
		expect(await follow([await leafOf(root, { notAfter: moment })], [root.certificate])).toBe(2);
	});

	test("is refused with an unknown critical extension", async () => {
		const policyConstraints = extension("2.5.29.36", Uint8Array.of(0x30, 0));
		expect(await follow([await leafOf(root, { extensions: [policyConstraints] })], [root.certificate])).toBe(
			"certificate",
		);
		const between = await makeAuthority("Constrained", { issuer: root, extensions: [policyConstraints] });
		const chain = [await leafOf(between), between.certificate];
		expect(await follow(chain, [root.certificate])).toBe("certificate");
		// Known to the first certificate's format, not to those above it.
		expect(await follow(chain, [root.certificate], { known: ["2.5.29.36"] })).toBe("certificate");
	});

	test("is accepted with extensions that the format has read, that are not critical, or that name a policy", async () => {
		const [own, uncritical, policies] = [
			extension("1.2.3", Uint8Array.of(5, 0)),
			extension("1.2.4", Uint8Array.of(5, 0), false),
			extension("2.5.29.32", Uint8Array.of(0x30, 0)),
		];
		const leaf = await leafOf(root, { extensions: [own, uncritical, policies] });
		expect(await follow([leaf], [root.certificate], { known: ["1.2.3"] })).toBe(2);
		expect(await follow([leaf], [root.certificate])).toBe("certificate");
	});

	test("is refused by SHA-1 unless that is allowed", async () => {
		const old = await makeAuthority("SHA-1", { kind: "RSA-SHA-1" });
		const leaf = await leafOf(old);
		expect(await follow([leaf], [old.certificate])).toBe("untrusted");
		expect(await follow([leaf], [old.certificate], { allowSha1: true })).toBe(2);
	});

	test("is refused when any of its certificates is revoked, and the anchor is not asked for", async () => {
		const leaf = await leafOf(intermediate, { serialNumber: Uint8Array.of(0, 0xab, 0xcd) });
		const asked: string[] = [];
		const revokes = (serial: string) => async (certificate: { serialNumber: string }) => {
			asked.push(certificate.serialNumber);
			return certificate.serialNumber === serial;
		};
		const chain = [leaf, intermediate.certificate];
		expect(await follow(chain, [root.certificate], { isRevoked: revokes("none") })).toBe(3);
		expect(asked).toStrictEqual(["abcd", "2a"]);
		expect(await follow(chain, [root.certificate], { isRevoked: revokes("abcd") })).toBe("revoked");
		expect(await follow(chain, [root.certificate], { isRevoked: revokes("2a") })).toBe("revoked");
	});

	test("asks about revocation only once the chain leads to an anchor", async () => {
		const asked: string[] = [];
		const isRevoked = ({ serialNumber }: { serialNumber: string }) => {
			asked.push(serialNumber);
			return true;
		};
		const stranger = await makeAuthority("Stranger");
		const chain = [await leafOf(stranger), stranger.certificate];
		expect(await follow(chain, [root.certificate], { isRevoked })).toBe("untrusted");
		// An anchor is trusted until the host removes it, as a certificate of its own too.
		const leaf = await leafOf(root);
		expect(await follow([leaf], [leaf], { isRevoked })).toBe(1);
		expect(asked).toStrictEqual([]);
	});
});

describe("name constraints", () => {
	const subtree = (base: GeneralName) => new GeneralSubtree({ base });
	const organisation = (text: string) => directoryName([["2.5.4.10", text]]);
	const LEAF = [[COMMON_NAME, "Leaf"]] as const;
	const OURS = [["2.5.4.10", "Ours"], ...LEAF] as const;

	async function followBelow(
		names: { permitted?: readonly GeneralName[]; excluded?: readonly GeneralName[] },
		leaf: Partial<CertificateParts>,
		isCritical: boolean,
	) {
		const constraints = new NameConstraints({
			...(names.permitted && { permittedSubtrees: new GeneralSubtrees(names.permitted.map(subtree)) }),
			...(names.excluded && { excludedSubtrees: new GeneralSubtrees(names.excluded.map(subtree)) }),
		});
		const extensions = [extension("2.5.29.30", AsnConvert.serialize(constraints), isCritical)];
		const narrow = await makeAuthority("Narrow", { issuer: root, extensions });
		const below = await makeAuthority("Below", { issuer: narrow, subject: OURS });
		const named = { ...below, name: OURS };
		return Promise.all([
			follow([await leafOf(narrow, leaf), narrow.certificate], [root.certificate]),
			// Over an authority that is within them itself, and with the narrow one as the anchor.
			follow([await leafOf(named, leaf), below.certificate, narrow.certificate], [root.certificate]),
			follow([await leafOf(narrow, leaf)], [narrow.certificate]),
		]);
	}
	const email = new GeneralName({ rfc822Name: "ada@example.com" });
	const hosts = (...names: string[]) => ({ subject: OURS, alternativeNames: names.map(dnsName) });

	test.each<[string, Parameters<typeof followBelow>[0], Partial<CertificateParts>]>([
		["a host below the permitted one", { permitted: [dnsName("customer.example")] }, hosts("a.b.Customer.Example")],
		["the permitted host itself", { permitted: [dnsName("customer.example")] }, hosts("customer.example")],
		["no host at all", { permitted: [dnsName("customer.example")] }, { subject: OURS }],
		["a host beside the excluded one", { excluded: [dnsName("customer.example")] }, hosts("notcustomer.example")],
		["the permitted organisation, spelled otherwise", { permitted: [organisation(" OURS ")] }, { subject: OURS }],
		["another organisation than the excluded one", { excluded: [organisation("Theirs")] }, { subject: OURS }],
		["no address where addresses are permitted", { permitted: [email] }, { subject: OURS }],
	])("admit %s", async (_what, names, leaf) => {
		for (const isCritical of [false, true]) expect(await followBelow(names, leaf, isCritical)).toStrictEqual([3, 4, 2]);
	});

	test.each<[string, Parameters<typeof followBelow>[0], Partial<CertificateParts>]>([
		["another host", { permitted: [dnsName("customer.example")] }, hosts("mds.fidoalliance.org")],
		["a host that only ends alike", { permitted: [dnsName("customer.example")] }, hosts("notcustomer.example")],
		["one host of two", { permitted: [dnsName("customer.example")] }, hosts("customer.example", "example.org")],
		[
			"the host where those below are permitted",
			{ permitted: [dnsName(".customer.example")] },
			hosts("customer.example"),
		],
		["an excluded host", { excluded: [dnsName("customer.example")] }, hosts("a.customer.example")],
		["a wildcard over an excluded host", { excluded: [dnsName("a.customer.example")] }, hosts("*.customer.example")],
		["another organisation", { permitted: [organisation("Ours")] }, { subject: [["2.5.4.10", "Theirs"]] }],
		["an excluded organisation", { excluded: [organisation("theirs")] }, { subject: [["2.5.4.10", "Theirs"]] }],
		["an address where addresses are permitted", { permitted: [email] }, { subject: OURS, alternativeNames: [email] }],
		[
			"an address in the subject where addresses are excluded",
			{ excluded: [email] },
			{ subject: [...OURS, ["1.2.840.113549.1.9.1", "eve@example.com"]] },
		],
	])("refuse %s", async (_what, names, leaf) => {
		const refused = ["certificate", "certificate", "certificate"];
		for (const isCritical of [false, true]) expect(await followBelow(names, leaf, isCritical)).toStrictEqual(refused);
	});
});

const permittedHosts = (length: number) => {
	const permittedSubtrees = Array.from({ length }, () => new GeneralSubtree({ base: dnsName("a") }));
	const constraints = new NameConstraints({ permittedSubtrees: new GeneralSubtrees(permittedSubtrees) });
	return extension("2.5.29.30", AsnConvert.serialize(constraints));
};

describe("a certificate", () => {
	test.each<[string, Partial<CertificateParts>]>([
		["alternative names", { alternativeNames: Array.from({ length: 2_000 }, () => dnsName("a")) }],
		["attributes of its subject", { subject: Array.from({ length: 500 }, () => [COMMON_NAME, "a"] as const) }],
		[
			"elements, in none of its parts too many",
			{
				alternativeNames: Array.from({ length: 350 }, () => dnsName("a")),
				extendedKeyUsages: Array.from({ length: 350 }, () => "1.2.3"),
				extensions: [permittedHosts(150)],
			},
		],
	])("with thousands of %s is none, and costs no more than its bytes do", async (_what, changes) => {
		const der = await leafOf(root, changes);
		expect(parseCertificate(der)).toBeUndefined();
		const usual = await leafOf(root, {});
		const cost = (parsed: typeof der, turns: number) => {
			const before = process.cpuUsage();
			for (let turn = 0; turn < turns; turn++) parseCertificate(parsed);
			return process.cpuUsage(before).user / turns;
		};
		cost(usual, 50);
		// In turns, and the cheapest of each: a collection of garbage or a busy machine can only add.
		let most = Number.POSITIVE_INFINITY;
		let least = Number.POSITIVE_INFINITY;
		for (let round = 0; round < 8; round++) {
			most = Math.min(most, cost(der, 4));
			least = Math.min(least, cost(usual, 40));
		}
		// Twenty times the bytes: at most 13 times the time. Without a bound of elements it is 29 to 64 times.
		expect(most).toBeLessThan(25 * least);
	});

	test("is none when the signed part names another algorithm than the one outside", async () => {
		expect(parseCertificate(await leafOf(root, { namedAlgorithm: "1.2.840.113549.1.1.11" }))).toBeUndefined();
	});

	test("is none when it holds an extension twice", async () => {
		const twice = [extension("1.2.3", Uint8Array.of(5, 0)), extension("1.2.3", Uint8Array.of(5, 0))];
		expect(parseCertificate(await leafOf(root, { extensions: twice }))).toBeUndefined();
	});

	test("is refused when its bytes are anything else", () => {
		for (const bytes of [new Uint8Array(), Uint8Array.of(0x30, 0), crypto.getRandomValues(new Uint8Array(200))]) {
			expect(parseCertificate(bytes)).toBeUndefined();
		}
	});
});
