import { describe, expect, test } from "vitest";
import { type Answered, type Failed, type Fault, NO_PHASES } from "../domain/checks/observation.ts";
import { MAX_STALL_EXTENSION_MS } from "../net/deadline.ts";
import { discardIfStalled } from "./stalled-attempts.ts";
import { order } from "./testing/prober.ts";

const STALLED = expect.objectContaining({ kind: "missed", cause: "stalled" });

function failed(fault: Fault): Failed {
	return { kind: "failed", fault, phase: "tls", message: "…", phases: NO_PHASES, certificate: null, address: null };
}

function answered(responseTimeMs: number, status = 200): Answered {
	return {
		kind: "answered",
		type: "http",
		status,
		responseTimeMs,
		phases: NO_PHASES,
		failedContentCheckId: null,
		certificate: null,
		address: "192.0.2.1",
	};
}

describe("a timeout", () => {
	const timeout = failed("timeout");
	const check = order({ url: "http://target.example/", timeoutMs: 10_000 });

	test("is evidence if the deadline was extended by all of the stall", () => {
		expect(discardIfStalled(timeout, check, { lostMs: 700 })).toBe(timeout);
		expect(discardIfStalled(timeout, check, { lostMs: MAX_STALL_EXTENSION_MS })).toBe(timeout);
	});

	test("is evidence if the target had at least nine tenths of the timeout", () => {
		expect(discardIfStalled(timeout, check, { lostMs: MAX_STALL_EXTENSION_MS + 1_000 })).toBe(timeout);
		expect(discardIfStalled(timeout, check, { lostMs: MAX_STALL_EXTENSION_MS + 1_001 })).toEqual(STALLED);
	});
});

test.each<[Fault, boolean]>([
	["refused", false],
	["unreachable", false],
	["dns_not_found", false],
	["tls_expired", false],
	["protocol", false],
	["reset", true],
	["tls_handshake", true],
	["dns_failure", true],
])("%s can come of our own silence: %s", (fault, explained) => {
	const check = order({ url: "http://target.example/" });
	const seen = failed(fault);
	expect(discardIfStalled(seen, check, { lostMs: 500 })).toBe(seen);
	expect(discardIfStalled(seen, check, { lostMs: 501 })).toEqual(explained ? STALLED : seen);
});

describe("an answer", () => {
	const check = order({ url: "http://target.example/", degradedAfterMs: 1_000 });

	test("that would be slow even without the stall is slow", () => {
		const slow = answered(1_800);
		expect(discardIfStalled(slow, check, { lostMs: 800 })).toBe(slow);
	});

	test("that would be fast without the stall is missed", () => {
		expect(discardIfStalled(answered(1_800), check, { lostMs: 801 })).toEqual(STALLED);
	});

	test("with a wrong status is evidence, however late it was read", () => {
		const wrong = answered(9_000, 503);
		expect(discardIfStalled(wrong, check, { lostMs: 8_999 })).toBe(wrong);
	});
});
