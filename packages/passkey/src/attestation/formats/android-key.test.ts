import { beforeAll, describe, expect, test } from "vitest";
import type { Bytes } from "../../testing/bytes.ts";
import { cborMap } from "../../testing/encode-cbor.ts";
import { es256Key, rs256Key } from "../../testing/keys/credential-key.ts";
import type { AttestationPolicyOptions } from "../policy.ts";
import { attested, bent, outcomeOf, spkiOf } from "../testing/attest.ts";
import { type Authority, COMMON_NAME, extension, makeAuthority, makeCertificate } from "../testing/certificates.ts";
import { context, enumerated, integer, octets, sequence, set } from "../testing/der.ts";

let root: Authority;
beforeAll(async () => {
	root = await makeAuthority();
});

/** Members of an authorization list, as Android's schema numbers them. */
const SIGN = context(1, set(integer(2)));
const GENERATED = context(702, integer(0));
const ALL_APPLICATIONS = context(600, Uint8Array.of(5, 0));
/** What real lists hold beside: algorithm, key size, no authentication required. */
const OTHERS = [context(2, integer(3)), context(3, integer(1, 0)), context(503, Uint8Array.of(5, 0))];

interface Changes {
	readonly tee?: readonly Bytes[];
	readonly software?: readonly Bytes[];
	readonly challenge?: (hash: Bytes) => Bytes;
	readonly description?: (sound: Bytes) => Bytes | undefined;
	readonly signature?: (sound: Bytes) => Bytes;
	readonly algorithm?: number;
	/** Certifies and signs with this key instead of the credential's. */
	readonly by?: ReturnType<typeof es256Key>;
	readonly key?: ReturnType<typeof es256Key>;
	readonly x5c?: readonly Bytes[];
}

async function android(changes: Changes = {}, options: Partial<AttestationPolicyOptions> = {}) {
	const { tee = [SIGN, ...OTHERS, GENERATED], software = [], challenge = same, description = same } = changes;
	const registration = await attested(
		"android-key",
		async ({ signed, clientDataHash, key }) => {
			const sound = sequence(
				integer(1, 0x2c),
				enumerated(1),
				integer(1, 0x2c),
				enumerated(1),
				octets(challenge(clientDataHash)),
				octets(new Uint8Array()),
				sequence(...software),
				sequence(...tee),
			);
			const value = description(sound);
			const signer = changes.by ?? key;
			const certificate = await makeCertificate({
				spki: spkiOf(signer),
				subject: [[COMMON_NAME, "Android Keystore Key"]],
				issuerName: root.name,
				issuer: root.signer,
				basicConstraints: null,
				extensions: value ? [extension("1.3.6.1.4.1.11129.2.1.17", value, false)] : [],
			});
			return cborMap(
				["alg", changes.algorithm ?? key.algorithm],
				["sig", (changes.signature ?? same)(await signer.sign(signed))],
				["x5c", [...(changes.x5c ?? [certificate])]],
			);
		},
		changes.key,
	);
	return outcomeOf(registration, { trustAnchors: [root.certificate], ...options });
}

function same<T>(value: T): T {
	return value;
}

describe("an android-key statement", () => {
	test("leads to the trust anchor", async () => {
		expect(await android()).toBe("basic");
	});

	test("of an RSA key leads there as well", async () => {
		expect(await android({ key: rs256Key(2n ** 1_279n - 1n, 2n ** 2_203n - 1n) })).toBe("basic");
	});

	test("of a key that software guards is accepted where the policy takes the union of the lists", async () => {
		const inSoftware = { tee: [], software: [SIGN, GENERATED] };
		expect(await android(inSoftware)).toBe("authorization-list");
		expect(await android(inSoftware, { androidKeyLists: "union" })).toBe("basic");
	});

	test.each<[string, Changes, string]>([
		["a signature bent", { signature: bent }, "signature"],
		["an unknown algorithm", { algorithm: -47 }, "algorithm"],
		["a certificate for another key", { by: es256Key(7n) }, "public-key"],
		["another challenge", { challenge: bent }, "nonce"],
		["no description of the key", { description: () => undefined }, "certificate"],
		["a description cut short", { description: (sound) => sound.slice(0, -1) }, "certificate"],
		["a list that is no list", { tee: [integer(1)] }, "certificate"],
		["all applications in the secure list", { tee: [SIGN, ALL_APPLICATIONS, GENERATED] }, "authorization-list"],
		["all applications in the other list", { software: [ALL_APPLICATIONS] }, "authorization-list"],
		["an imported key", { tee: [SIGN, context(702, integer(2))] }, "authorization-list"],
		["no origin", { tee: [SIGN] }, "authorization-list"],
		["another purpose", { tee: [context(1, set(integer(0))), GENERATED] }, "authorization-list"],
		["a further purpose", { tee: [context(1, set(integer(2), integer(3))), GENERATED] }, "authorization-list"],
		["no purpose", { tee: [GENERATED] }, "authorization-list"],
		["no certificate", { x5c: [] }, "statement"],
	])("is refused with %s", async (_what, changes, reason) => {
		expect(await android(changes)).toBe(reason);
	});
});
