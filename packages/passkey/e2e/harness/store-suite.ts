/** What every store of the recipes must do. */

import type { ChallengeStore } from "@lapwing/passkey/challenges";
import { expect, test } from "vitest";
import type { AccountPasskey, PasskeyStore } from "../../recipes/passkeys/stores.ts";

export interface Stores extends AsyncDisposable {
	readonly passkeys: PasskeyStore;
	challenges(now?: () => number): ChallengeStore;
}

const PASSKEY: AccountPasskey = {
	id: "AQID",
	accountId: "account-1",
	publicKey: "pQECAyYg",
	counter: 1,
	transports: ["internal", "a,b"],
	backedUp: false,
};

const MINUTE_MS = 60_000;

const pending = (session: string) => ({ session, kind: "sign-in" });

/** The tests, for a `describe` that opens empty stores beforehand. */
export function testStores(stores: () => Stores): void {
	test("return a challenge once, and keep five of a session: the oldest goes first", async () => {
		let now = Date.now();
		const challenges = stores().challenges(() => now);
		for (const each of ["1", "2", "3", "4", "5", "6"]) {
			now += 1;
			await challenges.put(pending("tabs"), each);
		}
		expect(await challenges.take(pending("tabs"), "1")).toBe(false);
		for (const each of ["6", "2", "3", "4", "5"]) expect(await challenges.take(pending("tabs"), each)).toBe(true);
		expect(await challenges.take(pending("tabs"), "6")).toBe(false);
		expect(await challenges.take(pending("never"), "6")).toBe(false);
	});

	test("return each challenge to one of many concurrent requests", async () => {
		const challenges = stores().challenges();
		const sessions = Array.from({ length: 20 }, (_, index) => `rival ${index}`);
		await Promise.all(sessions.map((each) => challenges.put(pending(each), each)));
		const taken = sessions.flatMap((each) => [1, 2, 3].map(() => challenges.take(pending(each), each)));
		expect((await Promise.all(taken)).filter(Boolean)).toHaveLength(20);
	});

	test("return a challenge for six minutes, and not after", async () => {
		let now = Date.now();
		const challenges = stores().challenges(() => now);
		await challenges.put(pending("timely"), "in time");
		await challenges.put(pending("timely"), "late");
		now += 6 * MINUTE_MS - 1;
		expect(await challenges.take(pending("timely"), "in time")).toBe(true);
		now += 1;
		expect(await challenges.take(pending("timely"), "late")).toBe(false);
	});

	test("store a passkey unchanged, and find it by its id and by its account", async () => {
		expect(await stores().passkeys.add(PASSKEY)).toBe(true);
		expect(await stores().passkeys.find("AQID")).toStrictEqual(PASSKEY);
		expect(await stores().passkeys.listFor("account-1")).toStrictEqual([PASSKEY]);
		expect(await stores().passkeys.find("BBBB")).toBeUndefined();
		expect(await stores().passkeys.listFor("account-2")).toStrictEqual([]);
	});

	test("never overwrite a passkey, not for another account either", async () => {
		await stores().passkeys.add({ ...PASSKEY, id: "taken" });
		expect(await stores().passkeys.add({ ...PASSKEY, id: "taken", publicKey: "other", accountId: "account-3" })).toBe(
			false,
		);
		expect(await stores().passkeys.find("taken")).toStrictEqual({ ...PASSKEY, id: "taken" });
		expect(await stores().passkeys.listFor("account-3")).toStrictEqual([]);
	});

	test("record a sign-in whose counter rises, and no other", async () => {
		const { passkeys } = stores();
		await passkeys.add({ ...PASSKEY, id: "counting", counter: 5 });
		expect(await passkeys.recordSignIn("counting", { counter: 4_294_967_294, backedUp: true })).toBe(true);
		for (const counter of [4_294_967_294, 6, 0]) {
			expect(await passkeys.recordSignIn("counting", { counter, backedUp: false })).toBe(false);
		}
		expect(await passkeys.find("counting")).toMatchObject({ counter: 4_294_967_294, backedUp: true });
		expect(await passkeys.recordSignIn("missing", { counter: 1, backedUp: true })).toBe(false);
	});

	test("record every sign-in of an authenticator without a counter, with its backup state", async () => {
		const { passkeys } = stores();
		await passkeys.add({ ...PASSKEY, id: "synced", counter: 0 });
		expect(await passkeys.recordSignIn("synced", { counter: 0, backedUp: true })).toBe(true);
		expect(await passkeys.recordSignIn("synced", { counter: 0, backedUp: false })).toBe(true);
		expect(await passkeys.find("synced")).toMatchObject({ counter: 0, backedUp: false });
		expect(await passkeys.recordSignIn("synced", { counter: 1, backedUp: false })).toBe(true);
		expect(await passkeys.recordSignIn("synced", { counter: 0, backedUp: false })).toBe(false);
	});

	test("accept one of many concurrent sign-ins with the same counter", async () => {
		const { passkeys } = stores();
		await passkeys.add({ ...PASSKEY, id: "copied" });
		const attempts = Array.from({ length: 10 }, () => passkeys.recordSignIn("copied", { counter: 2, backedUp: false }));
		expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
	});

	test("remove a passkey for its account alone, and let it be registered anew", async () => {
		const { passkeys } = stores();
		await passkeys.add({ ...PASSKEY, id: "removed", counter: 9, accountId: "account-4" });
		expect(await passkeys.remove("account-5", "removed")).toBe(false);
		expect(await passkeys.remove("account-4", "removed")).toBe(true);
		expect(await passkeys.remove("account-4", "removed")).toBe(false);
		expect(await passkeys.listFor("account-4")).toStrictEqual([]);
		expect(await passkeys.add({ ...PASSKEY, id: "removed", counter: 1, accountId: "account-5" })).toBe(true);
		expect(await passkeys.find("removed")).toMatchObject({ counter: 1, accountId: "account-5" });
	});
}
