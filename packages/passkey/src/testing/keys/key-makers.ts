/** The algorithms that the software authenticator can make keys for, and how. */

import { bigIntegerFrom } from "../../server/keys/big-integer.ts";
import type { Entropy } from "../entropy.ts";
import { type CredentialKey, edDsaKey, es256Key, es384Key, es512Key, ps256Key, rs256Key } from "./credential-key.ts";
import { mlDsaKey } from "./ml-dsa-key.ts";
import { P256, P384, P521, type SigningCurve } from "./nist-curves.ts";
import { makePrime } from "./rsa-prime.ts";

type KeyMaker = (entropy: Entropy) => Promise<CredentialKey>;

/** By COSE number; ML-DSA works only where the runtime has it. */
export const KEY_MAKERS: ReadonlyMap<number, KeyMaker> = new Map<number, KeyMaker>([
	[-7, async (entropy) => es256Key(await scalarOf(P256, entropy))],
	[-257, async (entropy) => rs256Key(await makePrime(entropy), await makePrime(entropy))],
	[-8, async (entropy) => edDsaKey(await entropy(32))],
	[-35, async (entropy) => es384Key(await scalarOf(P384, entropy))],
	[-36, async (entropy) => es512Key(await scalarOf(P521, entropy))],
	[-37, async (entropy) => ps256Key(await makePrime(entropy), await makePrime(entropy))],
	[-48, async (entropy) => mlDsaKey(-48, await entropy(32))],
	[-49, async (entropy) => mlDsaKey(-49, await entropy(32))],
	[-50, async (entropy) => mlDsaKey(-50, await entropy(32))],
]);

/** From 16 bytes more than the order has, so that no scalar is likelier than another (FIPS 186-5 §A.2.1). */
async function scalarOf({ order, widthBytes }: SigningCurve, entropy: Entropy): Promise<bigint> {
	return (bigIntegerFrom(await entropy(widthBytes + 16)) % (order - 1n)) + 1n;
}
