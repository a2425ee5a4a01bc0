import { expect, test } from "vitest";
import { returnAddress } from "./return-address.ts";
import { RETURN_ADDRESSES } from "./testing/return-addresses.ts";

test.each(RETURN_ADDRESSES)("after a sign-in, %j leads to %j", (wanted, leadsTo) => {
	expect(returnAddress(wanted)).toBe(leadsTo);
});

test.each(RETURN_ADDRESSES)("a browser that follows the answer to %j stays on the site", (wanted) => {
	for (const origin of ["https://lapwing.example", "http://localhost:7070"]) {
		expect(new URL(returnAddress(wanted), `${origin}/sign-in`).origin).toBe(origin);
	}
});
