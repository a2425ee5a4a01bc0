import { describe, expect, test } from "vitest";
import { type Contact, CutOffJudge, contactOf, type Fate } from "./cut-off.ts";
import { type Fault, type MissedCause, NO_PHASES, type Observation } from "./observation.ts";

const SECOND = 1_000;

/** A judge whose canaries were silent from `at` on, and the fates of `checks` that came right after. */
function doubtful(checks: readonly Contact[], at = 0): { judge: CutOffJudge; fates: Fate[] } {
	const judge = new CutOffJudge();
	expect(judge.noteTrial(false, at)).toBe("hold");
	return { judge, fates: checks.map((contact) => judge.noteCheck(contact, at)) };
}

function times<Value>(count: number, value: Value): Value[] {
	return Array.from({ length: count }, () => value);
}

describe("while the canaries answer", () => {
	test("checks that fail are held for a trial, and count after it, however many there are", () => {
		const judge = new CutOffJudge();
		expect(judge.noteTrial(true, 0)).toBe("record");
		expect(times(500, "failed" as const).map((contact) => judge.noteCheck(contact, 0))).toEqual(times(500, "hold"));
		expect(judge.noteCheck("made", 0)).toBe("record");
		expect(judge.noteCheck("unknown", 0)).toBe("record");
		expect(judge.noteTrial(true, SECOND)).toBe("record");
		expect(judge.state).toBe("connected");
	});

	test("they are tried once a minute, and within a second for a check that is held", () => {
		const judge = new CutOffJudge();
		expect(judge.pauseMs).toBe(60_000);
		judge.noteCheck("failed", 0);
		expect(judge.pauseMs).toBe(1_000);
		judge.noteTrial(true, SECOND);
		expect(judge.pauseMs).toBe(60_000);
	});
});

describe("when no canary answers", () => {
	test("checks are held for five seconds, and missed when most of them fail", () => {
		const judge = new CutOffJudge();
		expect(judge.noteCheck("failed", 0)).toBe("hold");
		expect(judge.noteTrial(false, 0)).toBe("hold");
		expect(judge.noteCheck("failed", SECOND)).toBe("hold");
		expect(judge.noteCheck("made", SECOND)).toBe("record");
		expect(judge.noteTrial(false, 4.999 * SECOND)).toBe("hold");
		expect(judge.noteTrial(false, 5 * SECOND)).toBe("miss");
		expect(judge.state).toBe("cut_off");
		expect(judge.noteCheck("failed", 6 * SECOND)).toBe("miss");
		expect(judge.noteCheck("made", 6 * SECOND)).toBe("record");
	});

	test("a single check that fails, while no other is made, is missed", () => {
		const { judge } = doubtful(["failed"]);
		expect(judge.noteTrial(false, 5 * SECOND)).toBe("miss");
	});

	test.each([
		[3, 3],
		[1, 40],
	])("and targets do (%i failed, %i made), failing checks count, and the canaries are mistrusted", (failed, made) => {
		const { judge, fates } = doubtful([...times(failed, "failed" as const), ...times(made, "made" as const)]);
		expect(fates).toEqual([...times(failed, "hold"), ...times(made, "record")]);
		expect(judge.noteTrial(false, 5 * SECOND)).toBe("record");
		expect(judge.state).toBe("mistrusted");
		expect(judge.noteCheck("failed", 6 * SECOND)).toBe("record");
		expect(judge.pauseMs).toBe(60_000);
		judge.noteTrial(true, 60 * SECOND);
		expect(judge.state).toBe("connected");
		expect(judge.noteCheck("failed", 61 * SECOND)).toBe("hold");
	});

	test("nothing is decided before a check says something", () => {
		const { judge } = doubtful(["unknown"]);
		for (let at = 0; at < 600; at += 60) expect(judge.noteTrial(false, at * SECOND)).toBe("hold");
		expect(judge.state).toBe("doubtful");
	});

	test("targets that answered before do not count", () => {
		const judge = new CutOffJudge();
		for (let check = 0; check < 100; check += 1) judge.noteCheck("made", 0);
		judge.noteCheck("failed", 0);
		judge.noteTrial(false, SECOND);
		expect(judge.noteTrial(false, 6 * SECOND)).toBe("miss");
	});

	test("and one does within these seconds, the checks that were held are missed, and later ones count", () => {
		const { judge } = doubtful(["failed"]);
		expect(judge.noteTrial(true, 2 * SECOND)).toBe("miss");
		expect(judge.state).toBe("connected");
		expect(judge.noteCheck("failed", 2.1 * SECOND)).toBe("hold");
		expect(judge.noteTrial(true, 3 * SECOND)).toBe("record");
	});
});

describe("after a cut", () => {
	function cut(): CutOffJudge {
		const { judge } = doubtful(["failed", "failed"]);
		judge.noteTrial(false, 5 * SECOND);
		expect(judge.pauseMs).toBe(2_000);
		return judge;
	}

	test("a check that began before a canary answered is missed, and a later one is not", () => {
		const judge = cut();
		judge.noteTrial(true, 30 * SECOND);
		expect(judge.state).toBe("connected");
		expect(judge.noteCheck("failed", 29 * SECOND)).toBe("miss");
		expect(judge.noteCheck("failed", 31 * SECOND)).toBe("hold");
	});

	test("canaries that stay silent are mistrusted within a minute of most targets answering", () => {
		const judge = cut();
		for (let check = 0; check < 10; check += 1) judge.noteCheck("made", 6 * SECOND);
		judge.noteCheck("failed", 6 * SECOND);
		judge.noteTrial(false, 64 * SECOND);
		expect(judge.state).toBe("cut_off");
		judge.noteTrial(false, 65 * SECOND);
		expect(judge.state).toBe("mistrusted");
	});

	test("it lasts while most targets fail", () => {
		const judge = cut();
		for (let minute = 1; minute < 60; minute += 1) {
			judge.noteCheck("made", minute * 60 * SECOND);
			judge.noteCheck("failed", minute * 60 * SECOND);
			judge.noteTrial(false, (minute * 60 + 5) * SECOND);
			expect(judge.state).toBe("cut_off");
		}
	});
});

describe("a check", () => {
	const failed = (fault: Fault): Observation => ({
		kind: "failed",
		fault,
		phase: "connect",
		message: "",
		phases: NO_PHASES,
		certificate: null,
		address: null,
	});
	const missed = (cause: MissedCause): Observation => ({ kind: "missed", cause, message: "" });

	test.each<[Contact, Observation[]]>([
		["failed", (["refused", "timeout", "reset", "unreachable", "dns_not_found", "packet_loss"] as const).map(failed)],
		["failed", (["resolver", "no_network"] as const).map(missed)],
		["made", (["tls_expired", "protocol", "redirect_loop", "starttls_refused"] as const).map(failed)],
		["unknown", [failed("target_forbidden"), failed("late")]],
		["unknown", (["no_capacity", "stalled", "prober_lost", "internal"] as const).map(missed)],
	])("has %s contact", (contact, observations) => {
		expect(observations.map(contactOf)).toEqual(observations.map(() => contact));
	});
});
