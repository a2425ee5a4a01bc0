import { checkPrimeSync } from "node:crypto";
import { expect, test } from "vitest";
import { seededEntropy } from "../entropy.ts";
import { makePrime } from "./rsa-prime.ts";

test.each(["a", "b", "c"])("from the seed %s comes a prime of 1,024 bits, and always the same", async (seed) => {
	const prime = await makePrime(seededEntropy(seed));
	expect(prime.toString(2)).toHaveLength(1_024);
	expect(checkPrimeSync(prime)).toBe(true);
	expect(await makePrime(seededEntropy(seed))).toBe(prime);
});
