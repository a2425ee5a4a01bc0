import { describe, expect, test } from "vitest";
import { pending } from "../checks/testing/judged-checks.ts";
import type { RecordedCheck } from "../checks/transition.ts";
import type { CertificateFacts } from "../monitors/certificate.ts";
import { certificateStep, certificateStepChanged } from "./due-by-check.ts";
import { DAY, recorded } from "./testing/policy-run.ts";

describe("a certificate", () => {
	const facts = (daysLeft: number, more: Partial<CertificateFacts> = {}): CertificateFacts => ({
		status: "expiring",
		expiresAt: 1000 * DAY + daysLeft * DAY,
		issuer: "CA",
		fingerprint: "aa",
		lastCheckedAt: 1000 * DAY,
		...more,
	});
	const at = 1000 * DAY;

	test.each([
		[31, null],
		[30, 30],
		[14.01, 30],
		[14, 14],
		[7.01, 14],
		[7, 7],
		[1.01, 7],
		[1, 1],
		[0.01, 1],
	])("%d days before its end is at the step %s", (daysLeft, step) => {
		expect(certificateStep(facts(daysLeft), 365, at)).toBe(step);
	});

	test("is at no step above the monitor's own warning days, and at none when it is not trusted", () => {
		expect(certificateStep(facts(20), 20, at)).toBeNull();
		expect(certificateStep(facts(13), 20, at)).toBe(14);
		expect(certificateStep(facts(5), 3, at)).toBeNull();
		expect(certificateStep(facts(5, { status: "error" }), 30, at)).toBeNull();
	});

	const seen = (before: CertificateFacts, after: CertificateFacts): RecordedCheck => {
		const base = recorded(pending, "up", 1);
		return { ...base, before: { ...base.before, certificate: before }, after: { ...base.after, certificate: after } };
	};

	test("causes a query when it reaches a step or is replaced, and not at every check", () => {
		expect(certificateStepChanged(seen(facts(14.5), facts(14.4)))).toBe(false);
		expect(certificateStepChanged(seen(facts(14.5), facts(13.9)))).toBe(true);
		expect(certificateStepChanged(seen(facts(14.5), facts(14.4, { fingerprint: "bb" })))).toBe(true);
		expect(certificateStepChanged(seen(facts(40, { status: "valid" }), facts(29)))).toBe(true);
		expect(certificateStepChanged(seen(facts(14), facts(90, { status: "valid", fingerprint: "bb" })))).toBe(false);
	});
});
