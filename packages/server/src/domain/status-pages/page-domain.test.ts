import { describe, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../durations.ts";
import {
	type DomainState,
	domainAfterCheck,
	isOwnHost,
	pageDomain,
	proofText,
	WITHDRAWN_AFTER_MS,
} from "./page-domain.ts";

describe("a domain is read as browsers read it", () => {
	test.each([
		["status.example.com", "status.example.com"],
		["Status.Example.COM.", "status.example.com"],
		["bücher.example", "xn--bcher-kva.example"],
		["BÜCHER.example", "xn--bcher-kva.example"],
		["xn--bcher-kva.example", "xn--bcher-kva.example"],
		["status。example。com", "status.example.com"],
		["faß.example", "xn--fa-hia.example"],
		["ＡＢＣ.example", "abc.example"],
		["co.uk", "co.uk"],
	])("%s", (text, domain) => {
		expect(pageDomain(text)).toEqual({ domain });
	});
});

describe("no domain of a page is", () => {
	test.each([
		["", "This is not a host name."],
		["127.0.0.1", "An address can't be proven; give a host name."],
		["2130706433", "An address can't be proven; give a host name."],
		["0x7f.1", "An address can't be proven; give a host name."],
		["1.2.3", "An address can't be proven; give a host name."],
		["[::1]", "Give the host name alone, such as status.example.com."],
		["::1", "Give the host name alone, such as status.example.com."],
		["localhost", "A name without a dot can't be proven; give one such as status.example.com."],
		["com", "A name without a dot can't be proven; give one such as status.example.com."],
		["com.", "A name without a dot can't be proven; give one such as status.example.com."],
		["a.localhost", "This name can't lead to anybody's page."],
		["a.onion", "This name can't lead to anybody's page."],
		["https://status.example.com", "Give the host name alone, such as status.example.com."],
		["status.example.com:443", "Give the host name alone, such as status.example.com."],
		["status.example.com/a", "Give the host name alone, such as status.example.com."],
		["a@status.example.com", "Give the host name alone, such as status.example.com."],
		["*.example.com", "This is not a host name."],
		["_lapwing.example.com", "This is not a host name."],
		["-a.example.com", "This is not a host name."],
		["a..example.com", "This is not a host name."],
		[".example.com", "This is not a host name."],
		[`${"a".repeat(64)}.example.com`, "This is not a host name."],
		[`${"a.".repeat(126)}example`, "This is not a host name."],
		["a\u0000.example.com", "This is not a host name."],
		["status%2eexample.com", "Give the host name alone, such as status.example.com."],
	])("%j", (text, problem) => {
		expect(pageDomain(text)).toBe(problem);
	});

	test("the name under which the service itself is reached", () => {
		expect(isOwnHost("lapwing.example.com", ["0.0.0.0", "Lapwing.example.com"])).toBe(true);
		expect(isOwnHost("status.lapwing.example.com", ["lapwing.example.com"])).toBe(false);
	});
});

const T = 1_000_000_000_000;
const given: DomainState = {
	provenAt: null,
	isAllowed: false,
	missingSince: null,
	givenAt: T,
	checkedAt: null,
	nextCheckAt: T,
	problem: null,
};
const seen = { texts: ["v=spf1 -all", proofText("abc")] };
const look = (state: DomainState, found: { texts: string[] } | "no_answer", now: number, isTaken = false) =>
	domainAfterCheck(state, { proof: "abc", found, isTaken }, now);

describe("a proof", () => {
	test("is looked for every minute at first, then less often, and once a day once it was seen", () => {
		const wait = (state: DomainState, now: number) => (look(state, { texts: [] }, now).nextCheckAt ?? 0) - now;
		expect(wait(given, T)).toBe(MINUTE_MS);
		expect(wait(given, T + 3_600_000)).toBe(15 * MINUTE_MS);
		expect(wait(given, T + DAY_MS)).toBe(DAY_MS);
		const proven = look(given, seen, T + 5);
		expect(proven).toEqual({ ...given, provenAt: T + 5, checkedAt: T + 5, nextCheckAt: T + 5 + DAY_MS });
		expect(look(proven, seen, T + DAY_MS)).toMatchObject({ provenAt: T + 5, nextCheckAt: T + 2 * DAY_MS });
	});

	test("is the page's own text and no other", () => {
		for (const texts of [["lapwing-page=abd"], ["abc"], ["lapwing-page=abc lapwing-page=abc"], ["LAPWING-PAGE=abc"]]) {
			expect(look(given, { texts }, T)).toMatchObject({ provenAt: null, problem: "other_record" });
		}
		expect(look(given, { texts: [" lapwing-page=abc "] }, T)).toMatchObject({ provenAt: T, problem: null });
	});

	test("that is gone withdraws the domain after seven days, and not a moment before", () => {
		const proven = look(given, seen, T);
		const gone = look(proven, { texts: [] }, T + DAY_MS);
		expect(gone).toMatchObject({ provenAt: T, missingSince: T + DAY_MS, problem: "no_record" });
		const still = look(gone, { texts: [] }, T + DAY_MS + WITHDRAWN_AFTER_MS - 1);
		expect(still).toMatchObject({ provenAt: T, missingSince: T + DAY_MS });
		expect(look(still, { texts: [] }, T + DAY_MS + WITHDRAWN_AFTER_MS)).toMatchObject({
			provenAt: null,
			missingSince: null,
			problem: "no_record",
		});
		expect(look(still, seen, T + DAY_MS + WITHDRAWN_AFTER_MS)).toMatchObject({ provenAt: T, missingSince: null });
	});

	test("that can't be looked for says nothing: neither proves nor withdraws, however long", () => {
		const proven = look(given, seen, T);
		const unknown = look(proven, "no_answer", T + 30 * DAY_MS);
		expect(unknown).toMatchObject({ provenAt: T, missingSince: null, problem: "no_answer" });
		expect(look(unknown, { texts: [] }, T + 31 * DAY_MS)).toMatchObject({ provenAt: T, missingSince: T + 31 * DAY_MS });
		expect(look(given, "no_answer", T)).toMatchObject({ provenAt: null, problem: "no_answer" });
	});

	test("does not take a domain from the page that has it", () => {
		expect(look(given, seen, T, true)).toMatchObject({ provenAt: null, problem: "taken" });
	});
});
