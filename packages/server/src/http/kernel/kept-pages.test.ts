import { expect, test } from "vitest";
import { KeptPages, type MadePage, type PageWanted } from "./kept-pages.ts";
import { Refusal } from "./refusal.ts";

const ALWAYS = Number.POSITIVE_INFINITY;
const madePage = (data: string, until = ALWAYS): MadePage => ({ page: { data, pagination: "{}", link: null }, until });
const wanted = (changes: Partial<PageWanted> = {}): PageWanted => ({ name: "list", version: "1", now: 0, ...changes });

/** Pages to ask as a request does: what is kept, or else what is made. */
function asking() {
	const pages = new KeptPages();
	const kept = (changes?: Partial<PageWanted>) => pages.find(wanted(changes))?.data ?? null;
	const ask = async (changes: Partial<PageWanted>, make: () => MadePage | Promise<MadePage>) => {
		const found = kept(changes);
		if (found !== null) return found;
		const made = await pages.make(wanted(changes), async () => make());
		return made instanceof Refusal ? null : made.page.data;
	};
	return { pages, kept, ask };
}

test("a page is found in the version of the database in which it was read, and in no other", async () => {
	const { kept, ask } = asking();
	await ask({}, () => madePage("a"));
	expect([kept(), kept({ name: "another list" }), kept({ version: "2" })]).toEqual(["a", null, null]);
	await ask({ version: "2" }, () => madePage("b"));
	expect([kept({ version: "2" }), kept({ version: "1" })]).toEqual(["b", null]);
});

test("a page is found from the instant at which it was read until the clock makes it another", async () => {
	const { kept, ask } = asking();
	await ask({ now: 100 }, () => madePage("a", 200));
	expect([99, 100, 199, 200].map((now) => kept({ now }))).toEqual([null, "a", "a", null]);
});

test("the pages that were not asked for the longest are dropped, and a page that would drop many is not kept", async () => {
	const { kept, ask } = asking();
	const large = "x".repeat(500_000);
	for (let index = 0; index < 16; index += 1) await ask({ name: `list ${index}` }, () => madePage(large));
	kept({ name: "list 0" });
	await ask({ name: "list 16" }, () => madePage(large));
	expect([0, 1, 2, 16].map((index) => kept({ name: `list ${index}` }) !== null)).toEqual([true, false, true, true]);
	await ask({ name: "list 17" }, () => madePage(large + large));
	expect([kept({ name: "list 17" }), kept({ name: "list 2" }) !== null]).toEqual([null, true]);
});

test("a page that is being made is made once for all who want it in the same version", async () => {
	const { ask } = asking();
	const { promise: read, resolve } = Promise.withResolvers<MadePage>();
	let times = 0;
	const make = () => {
		times += 1;
		return read;
	};
	const answers = [ask({}, make), ask({}, make), ask({ version: "2" }, make), ask({ name: "another" }, make)];
	resolve(madePage("a"));
	expect(await Promise.all(answers)).toEqual(["a", "a", "a", "a"]);
	expect(times).toBe(3);
});

test("a page that is made for another time, at which it looks different, is made again", async () => {
	const { ask } = asking();
	const answers = [100, 199, 200, 99].map((now) => ask({ now }, () => madePage(`read at ${now}`, 200)));
	expect(await Promise.all(answers)).toEqual(["read at 100", "read at 100", "read at 200", "read at 99"]);
});

test("a page that could not be made is made again for the next request", async () => {
	const { pages, ask } = asking();
	const fails = () => Promise.reject(new Error("The database is away"));
	const failed = await Promise.allSettled([ask({}, fails), ask({}, fails)]);
	expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	const refusal = new Refusal("BAD_REQUEST", "The cursor is malformed.");
	expect(await pages.make(wanted(), async () => refusal)).toBe(refusal);
	expect(await ask({}, () => madePage("a"))).toBe("a");
});

test("a page whose version has passed when it is ready is answered, and drops no page of the later version", async () => {
	const { kept, ask } = asking();
	const { promise: read, resolve } = Promise.withResolvers<MadePage>();
	const early = ask({}, () => read);
	await ask({ version: "2" }, () => madePage("b"));
	resolve(madePage("a"));
	expect(await early).toBe("a");
	expect(kept({ version: "2" })).toBe("b");
});
