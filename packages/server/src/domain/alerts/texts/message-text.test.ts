import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Verdict } from "../../checks/judgement.ts";
import type { SeenFrom } from "../../checks/transition.ts";
import { duration } from "../../time-text.ts";
import { type AlertTexts, USUAL_RULES } from "../alert-rules.ts";
import type { Message, Notice } from "../notice.ts";
import { aMessage, aNotice, HOSTILE_TEXT, NOON } from "../testing/messages.ts";
import { headline, linesOf, linesWithin, linesWithinBytes, textOf } from "./message-text.ts";
import { shortened } from "./words.ts";

const link = (notice: Notice | null) =>
	`https://lapwing.example/${notice === null ? "" : `monitors/${notice.monitor.id}`}`;
const read = (message: Message) => [textOf(message, link).title, ...linesOf(textOf(message, link), 3_000)];
const written = (texts: Partial<AlertTexts>, ...notices: Notice[]): Message => {
	const message = aMessage(...notices);
	return { ...message, alert: { ...message.alert, texts: { ...USUAL_RULES, ...texts } } };
};

test.each([
	[0, "0 s"],
	[499, "0 s"],
	[45_000, "45 s"],
	[303_000, "5 min 3 s"],
	[300_000, "5 min"],
	[7_800_000, "2 h 10 min"],
	[86_400_000 * 3 + 3_600_000 * 4 + 60_000, "3 d 4 h"],
	[86_400_000, "1 d"],
	[86_400_000 + 5_000, "1 d"],
])("%d ms is %s", (ms, expected) => {
	expect(duration(ms)).toBe(expected);
});

describe("a message about one monitor", () => {
	test("has what, what was seen, and since when and how sure in its first three lines; the rest below", () => {
		expect(read(aMessage(aNotice({ attempts: 2 })))).toEqual([
			"Shop is down",
			"No complete response within 10 s.",
			"Since 11:59:00 UTC, seen twice from Western Europe",
			"Last good check: 2026-05-01 11:58:00 UTC",
			"Target: https://shop.example/",
			"Phase: TLS handshake (tls)",
			"Checked from: Western Europe (weur), checker-1",
		]);
	});

	test("says which location confirmed it; of several that were asked, which saw it and which did not", () => {
		const lineOf = (locations: readonly SeenFrom[], event: Notice["event"] = "down") =>
			read(aMessage(aNotice({ event, location: null, machine: null, attempts: 2, locations })))[2];
		const [weur, tokyo, oslo] = ["weur", "tokyo", "oslo"];
		const saw = (location: string, verdict: Verdict) => ({ location, verdict });
		expect(lineOf([saw(weur, "down"), saw("tokyo", "down")])).toBe(
			"Since 11:59:00 UTC, seen from Western Europe, confirmed from tokyo",
		);
		expect(lineOf([saw(oslo, "up"), saw(weur, "down"), saw(tokyo, "down"), saw("lima", "down")])).toBe(
			"Since 11:59:00 UTC, seen from Western Europe, confirmed from tokyo and lima; fine from oslo",
		);
		expect(lineOf([saw(tokyo, "down"), saw(oslo, "degraded"), saw("lima", "missed")])).toBe(
			"Since 11:59:00 UTC, seen from tokyo; degraded from oslo; not checked from lima",
		);
		expect(lineOf([saw(tokyo, "down"), saw(oslo, "degraded"), saw("lima", "up")], "degraded")).toBe(
			"Since 11:59:00 UTC, seen from tokyo, confirmed from oslo; fine from lima",
		);
		const all = read(aMessage(aNotice({ locations: [saw(weur, "down"), saw(tokyo, "down"), saw(oslo, "missed")] })));
		expect(all.at(-1)).toBe("Checked from: Western Europe, tokyo");
	});

	test("says how many depend on it, and names some", () => {
		const monitors = Array.from({ length: 7 }, (_, index) => ({ id: `mon_${index}`, name: `Shelf ${index}` }));
		const router = aNotice({ consequences: { count: 29, monitors } });
		expect(read(aMessage(router))[0]).toBe("Shop is down, and 29 that depend on it");
		expect(read(aMessage(router))[3]).toBe("Depend on it: Shelf 0, Shelf 1, Shelf 2, Shelf 3, Shelf 4 and 24 more");
		const one = aNotice({ consequences: { count: 1, monitors: monitors.slice(0, 1) } });
		expect(read(aMessage(one))[0]).toBe("Shop is down, and 1 that depends on it");
		expect(read(aMessage(one))[3]).toBe("Depend on it: Shelf 0");
	});

	test("names the cause that its alert does not notify of", () => {
		const shelf = aNotice({ consequenceOf: { id: "mon_9", name: "Router" } });
		expect(read(aMessage(shelf)).slice(0, 4)).toEqual([
			"Shop is down",
			"It depends on Router, which is down",
			"Since 11:59:00 UTC",
			"No complete response within 10 s.",
		]);
	});

	test("of its end says when it recovered, and how long it lasted", () => {
		const up = aNotice({ event: "up", error: null, phase: null, reason: null, checkedAt: NOON + 240_000 });
		expect(read(aMessage(up)).slice(0, 2)).toEqual([
			"Shop is up again after 5 min",
			"Recovered at 12:04:00 UTC, failing since 11:59:00 UTC",
		]);
	});

	test("that reminds says how long the problem has lasted", () => {
		const still = aNotice({ isReminder: true, since: NOON - 7_800_000 });
		expect(read(aMessage(still)).slice(0, 3)).toEqual([
			"Shop is still down",
			"No complete response within 10 s.",
			"Since 09:50:00 UTC (2 h 10 min), seen from Western Europe",
		]);
	});

	test("has the date where it is another day, and the alert's time zone", () => {
		const since = Date.UTC(2026, 3, 30, 23, 30);
		expect(read(aMessage(aNotice({ since })))[2]).toMatch(/^Since 2026-04-30 23:30:00 UTC, /);
		const inBerlin = written({ timeZone: "Europe/Berlin" }, aNotice({ since }));
		expect(read(inBerlin)[2]).toMatch(/^Since 01:30:00 GMT\+2, /);
		expect(read(inBerlin)).toContain("Last good check: 2026-05-01 13:58:00 GMT+2");
		const inWinter = written({ timeZone: "Europe/Berlin" }, aNotice({ lastUpAt: Date.UTC(2026, 0, 1, 12) }));
		expect(read(inWinter)).toContain("Last good check: 2026-01-01 13:00:00 GMT+1");
	});

	test("omits what is not known", () => {
		const bare = aNotice({ error: null, phase: null, lastUpAt: null, location: null, machine: null });
		expect(read(aMessage(bare))).toEqual(["Shop is down", "Since 11:59:00 UTC", "Target: https://shop.example/"]);
		const { since: _, ...rest } = bare;
		expect(read(aMessage({ ...rest, since: null, attempts: 2 })).length).toBe(2);
	});

	test("about monitors that can't be checked says nothing of having seen it", () => {
		const blind = aNotice({ event: "blind", error: "No prober was free.", phase: null, attempts: 2 });
		expect(read(aMessage(blind)).slice(0, 3)).toEqual([
			"Shop can't be checked",
			"No prober was free.",
			"Not checked since 11:59:00 UTC",
		]);
	});
});

describe("a headline", () => {
	test("names the event, and whether it is a reminder", () => {
		expect(headline(aMessage(aNotice()), link)).toBe("Shop is down");
		expect(headline(aMessage(aNotice({ isReminder: true, event: "degraded" })), link)).toBe("Shop is still degraded");
		expect(headline(aMessage(aNotice({ event: "up", since: NOON - 3_600_000 })), link)).toBe(
			"Shop is up again after 1 h",
		);
	});

	test("counts many monitors by status, the worst first", () => {
		const notices = [aNotice({ event: "up" }), aNotice(), aNotice({ event: "degraded" }), aNotice()];
		expect(headline(aMessage(...notices), link)).toBe("4 monitors changed: 2 down, 1 degraded, 1 up again");
	});

	test.each([
		["address", "203.0.113.7", "both on 203.0.113.7"],
		["certificate", "ab".repeat(32), "both with one certificate"],
		["name_server", null, "both because their names can't be resolved"],
		["location", "weur", "both seen from Western Europe alone"],
		["dependency", "Router", "both depend on Router"],
		["moment", null, "both in one minute"],
	] as const)("says what monitors of one cause share: %s", (shared, value, words) => {
		const cause = { id: "cau_1", shared, value };
		const error = "Connection refused.";
		expect(headline({ ...aMessage(aNotice({ error }), aNotice({ error })), cause }, link)).toBe(
			`2 monitors are down, ${words}: Connection refused.`,
		);
		const mixed = aMessage(aNotice({ error }), aNotice({ event: "up", error: null }));
		expect(headline({ ...mixed, cause }, link)).toBe(`2 monitors changed: 1 down, 1 up again, ${words}`);
		expect(headline({ ...aMessage(aNotice({ error })), cause }, link)).toBe("Shop is down");
	});

	test("says that all are up again, how many that were, and which was the last", () => {
		const last = aNotice({ event: "up", error: null, since: NOON - 300_000, lastUpAt: null, phase: null });
		const message = { ...aMessage(last), recovered: 12 };
		expect(read(message)).toEqual([
			"All 12 are up again",
			"The last of them: Shop is up again after 5 min",
			"Recovered at 12:00:00 UTC, failing since 11:55:00 UTC",
		]);
		expect(textOf(message, link).link).toBe("https://lapwing.example/");
		expect(read({ ...aMessage(last, last), recovered: 12 }).slice(0, 2)).toEqual([
			"All 12 are up again",
			"The last of them:",
		]);
		expect(headline({ ...aMessage(last, last), recovered: 2 }, link)).toBe("Both are up again");
		expect(headline({ ...aMessage(last), recovered: 1 }, link)).toBe("Shop is up again after 5 min");
	});

	test("of several has a link, and says which step of an escalation tells of them and why", () => {
		const escalation = { step: 2, schedule: null, onCall: null, fallback: null };
		const text = textOf(aMessage(aNotice({ escalation }), aNotice({ escalation })), link);
		expect(text.list[0]).toBe("Escalation: step 2, because nobody has acknowledged it.");
		const by = { kind: "user", id: "usr_01", name: "Ada" } as const;
		const taken = { ...aMessage(aNotice({ escalation }), aNotice({ escalation })), acknowledged: { at: NOON, by } };
		expect(textOf(taken, link).list.filter((line) => line.startsWith("Escalation"))).toEqual([]);
		const atOnce = { step: 1, schedule: "Core", onCall: "Ada", fallback: null, atOnce: true } as const;
		const first = textOf(aMessage(aNotice({ escalation: atOnce }), aNotice({ escalation: atOnce })), link);
		expect(first.list[0]).toBe("Escalation: step 1. Ada is on call.");
		expect(text.list).toHaveLength(3);
		expect(text.link).toBe("https://lapwing.example/");
	});

	test("does not call a monitor degraded because of its certificate", () => {
		const certificate = { expiresAt: NOON, issuer: null, fingerprint: "ab", withinDays: 30 };
		const warning = aNotice({ event: "degraded", cause: "certificate", since: null, certificate });
		expect(headline(aMessage(warning, warning, aNotice()), link)).toBe(
			"3 monitors changed: 1 down, 2 with a certificate that expires soon",
		);
	});
});

test("each of many monitors is one line", () => {
	const [, ...lines] = read(aMessage(aNotice({ error: "It broke." }), aNotice({ event: "up", error: null })));
	expect(lines).toEqual([
		"Shop is down (since 11:59:00 UTC, seen from Western Europe): It broke.",
		"Shop is up again after 1 min",
	]);
});

describe("an alert's own words", () => {
	const texts = {
		titleTemplate: "[{{severity}}] {{monitor.name}}: {{ event }}",
		textTemplate: "{{error}}\nRunbook: https://wiki.example/{{reason}}\n{{link}}",
	};

	test("take the place of the title, and of all that stands below it", () => {
		expect(read(written(texts, aNotice()))).toEqual([
			"[critical] Shop: down",
			"No complete response within 10 s.",
			"Runbook: https://wiki.example/timeout",
			"https://lapwing.example/monitors/mon_01",
		]);
	});

	test("begin the lines of a message about several, whose headline stays", () => {
		const message = written(texts, aNotice(), aNotice({ event: "up", error: null }));
		expect(read(message)[0]).toBe("2 monitors changed: 1 down, 1 up again");
		expect(read(message)[2]).toBe("[resolved] Shop: up");
	});

	test("that come to nothing leave the usual title", () => {
		const up = aNotice({ event: "up", error: null });
		expect(read(written({ titleTemplate: "{{error}}" }, up))[0]).toBe("Shop is up again after 1 min");
	});

	test("hold values as literal text, and a field in a value is none", () => {
		const hostile = aNotice({ monitor: { id: "mon_1", name: `{{link}} ${HOSTILE_TEXT}`, target: "x" } });
		expect(read(written({ titleTemplate: "{{monitor.name}}" }, hostile))[0]).toBe(`{{link}} ${HOSTILE_TEXT}`);
	});

	test("are cut: one line of 250 characters for a title, 40 lines of 1,000 for a text", () => {
		const long = aNotice({ error: "x".repeat(5_000) });
		const { title, lead } = textOf(
			written({ titleTemplate: "a\n{{error}}", textTemplate: "{{error}}\n".repeat(60) }, long),
			link,
		);
		expect([title.length, title.slice(0, 3)]).toEqual([250, "a x"]);
		expect([lead.length, lead[0]?.length]).toEqual([40, 1_000]);
	});
});

test("lines fit into the limit, and omitted lines are counted", () => {
	fc.assert(
		fc.property(
			fc.array(fc.string({ maxLength: 40 }), { maxLength: 40 }),
			fc.integer({ min: 40, max: 800 }),
			(lines, room) => {
				const kept = linesWithin(lines, room);
				expect(kept.join("\n").length).toBeLessThanOrEqual(room);
				const wanted = lines.map((line) => (line.length > room / 2 ? shortened(line, Math.floor(room / 2)) : line));
				const left = /^… and (\d+) more$/.exec(kept.at(-1) ?? "")?.[1];
				if (left === undefined || wanted.includes(kept.at(-1) ?? "")) expect(kept).toEqual(wanted);
				else expect(kept.slice(0, -1)).toEqual(wanted.slice(0, wanted.length - Number(left)));
			},
		),
	);
});

test("a line that is too long is shortened, and leaves no other one out", () => {
	expect(linesWithin(["e".repeat(500), "Since 11:59:00 UTC"], 320)).toEqual([
		`${"e".repeat(159)}…`,
		"Since 11:59:00 UTC",
	]);
	const doubled = linesWithin(["ab", "cd", "ef"], 24, { literal: (line) => line.repeat(5) });
	expect(doubled).toEqual(["… and 3 more"]);
});

test("lines fit into a limit of bytes", () => {
	const notices = Array.from({ length: 50 }, () => aNotice({ error: "ä".repeat(200) }));
	const text = linesWithinBytes(textOf(aMessage(...notices), link), 1_000);
	expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000);
	expect(text).toMatch(/… and \d+ more$/);
	expect(linesWithinBytes(textOf(aMessage(...notices), link), 3)).toBe("");
});

test.each([
	["late", "down", false, "Shop: the job is late"],
	["late", "down", true, "Shop: the job is still late"],
	["unfinished", "down", false, "Shop: the job has not ended"],
	["job_failed", "down", false, "Shop: the job failed"],
	["job_failed", "down", true, "Shop: the job has failed and not recovered"],
	["overran", "degraded", false, "Shop: the job took too long"],
] as const)("a job has words of its own: %s (%s, reminder: %s)", (reason, event, isReminder, title) => {
	const error = "The job failed with exit code 3.";
	const notice = aNotice({ reason, event, isReminder, error, phase: null, location: null, machine: null });
	expect(read(aMessage(notice)).slice(0, 2)).toEqual([title, error]);
});
