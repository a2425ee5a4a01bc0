import { expect, test } from "vitest";
import { MemoryUsedChallenges, SealedChallenges } from "./sealed-challenges.ts";
import { CookieJar } from "./testing/cookie-jar.ts";

const signIn = { session: "", kind: "sign-in" };
const key = (byte: number) => new Uint8Array(32).fill(byte);
const used = () => new MemoryUsedChallenges();

test("a captured cookie is refused after its challenge was used", async () => {
	const sealed = new SealedChallenges({ keys: [key(1)], used: used() });
	const jar = new CookieJar();
	await sealed.of(jar).put(signIn, "challenge");
	const captured = new CookieJar(jar.values);
	expect(await sealed.of(jar).take(signIn, "challenge")).toBe(true);
	expect(jar.values.size).toBe(0);
	expect(await sealed.of(captured).take(signIn, "challenge")).toBe(false);
});

test("two tabs that begin with the same cookies both keep their challenge", async () => {
	const sealed = new SealedChallenges({ keys: [key(1)], used: used() });
	const [one, two] = [new CookieJar(), new CookieJar()];
	await Promise.all([sealed.of(one).put(signIn, "one"), sealed.of(two).put(signIn, "two")]);
	const jar = new CookieJar([...one.values, ...two.values]);
	expect(await sealed.of(jar).take(signIn, "one")).toBe(true);
	expect(await sealed.of(jar).take(signIn, "two")).toBe(true);
});

test("a new key seals, and what an older one has sealed still opens", async () => {
	const [before, jar] = [new SealedChallenges({ keys: [key(1)], used: used() }), new CookieJar()];
	await before.of(jar).put(signIn, "challenge");
	const copy = new CookieJar(jar.values);
	expect(await new SealedChallenges({ keys: [key(2), key(1)], used: used() }).of(jar).take(signIn, "challenge")).toBe(
		true,
	);
	expect(await new SealedChallenges({ keys: [key(2)], used: used() }).of(copy).take(signIn, "challenge")).toBe(false);
});

test("a cookie under another name, of another challenge or changed anywhere opens nothing", async () => {
	const sealed = new SealedChallenges({ keys: [key(1)], used: used() });
	const jar = new CookieJar();
	await sealed.of(jar).put(signIn, "issued");
	const [[name = "", value = ""] = []] = [...jar.values];
	const other = new CookieJar();
	await sealed.of(other).put(signIn, "wanted");
	const [[wanted = ""] = []] = [...other.values];
	expect(await sealed.of(new CookieJar([[wanted, value]])).take(signIn, "wanted")).toBe(false);
	for (let index = 0; index < value.length; index++) {
		const changed = value.slice(0, index) + (value[index] === "A" ? "B" : "A") + value.slice(index + 1);
		expect(await sealed.of(new CookieJar([[name, changed]])).take(signIn, "issued")).toBe(false);
	}
	for (const broken of ["", ".", "AAAA", `${value}.AAAA`.replace(".", ""), "%%%.%%%"]) {
		expect(await sealed.of(new CookieJar([[name, broken]])).take(signIn, "issued")).toBe(false);
	}
});

test("a full record of used challenges refuses, for what it dropped could be used again", () => {
	let now = 0;
	const record = new MemoryUsedChallenges(2, () => now);
	expect([record.add("a", 10), record.add("b", 10), record.add("c", 10)]).toStrictEqual([true, true, false]);
	now = 10;
	expect(record.add("c", 20)).toBe(true);
});

test.each([[[]], [[new Uint8Array(16)]], [[new Uint8Array(32), new Uint8Array(31)]]])(
	"keys that are none or not 32 bytes long are an error of the host",
	(keys) => {
		expect(() => new SealedChallenges({ keys, used: used() })).toThrow(RangeError);
	},
);
