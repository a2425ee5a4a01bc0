import { describe, expect, test } from "vitest";
import { type Expectation, judge } from "./judgement.ts";
import { type Failed, type HttpResponse, NO_PHASES } from "./observation.ts";

const settings = { type: "http", url: "https://example.com/", method: "GET", expectedStatus: 200 } as const;
const expectation: Expectation = { settings, degradedAfterMs: 5_000 };
const answered: HttpResponse = {
	kind: "answered",
	type: "http",
	status: 200,
	responseTimeMs: 120,
	phases: NO_PHASES,
	failedContentCheckId: null,
	certificate: null,
	address: "192.0.2.1",
};
const failed: Failed = {
	kind: "failed",
	fault: "timeout",
	phase: "first_byte",
	message: "No response within 10 s.",
	phases: NO_PHASES,
	certificate: null,
	address: "192.0.2.1",
};

describe("a verdict", () => {
	test("is up, without a reason, when all is as expected", () => {
		expect(judge(answered, expectation)).toEqual({
			verdict: "up",
			reason: null,
			phase: null,
			message: null,
			contentCheckId: null,
		});
	});

	test("is down with the fault and its phase when no complete response came", () => {
		expect(judge(failed, expectation)).toMatchObject({ verdict: "down", reason: "timeout", phase: "first_byte" });
	});

	test("tests in this order: status, content, response time", () => {
		const wrongInAllWays: HttpResponse = {
			...answered,
			status: 503,
			failedContentCheckId: "chk_1",
			responseTimeMs: 9_000,
		};
		expect(judge(wrongInAllWays, expectation)).toMatchObject({ verdict: "down", reason: "status" });
		expect(judge({ ...wrongInAllWays, status: 200 }, expectation)).toMatchObject({
			verdict: "down",
			reason: "content",
			contentCheckId: "chk_1",
		});
		expect(judge({ ...answered, responseTimeMs: 9_000 }, expectation)).toMatchObject({
			verdict: "degraded",
			reason: "slow",
		});
	});

	test.each([
		[4_999, "up"],
		[4_999.4, "up"],
		[4_999.5, "degraded"],
		[5_000, "degraded"],
	])("a response in %d ms with a limit of 5000 is %s", (responseTimeMs, verdict) => {
		expect(judge({ ...answered, responseTimeMs }, expectation).verdict).toBe(verdict);
	});

	test("an expected 404 is up", () => {
		expect(
			judge({ ...answered, status: 404 }, { ...expectation, settings: { ...settings, expectedStatus: 404 } }).verdict,
		).toBe("up");
	});

	test("an error of our own system is missed, with its cause, and never down", () => {
		expect(
			judge({ kind: "missed", cause: "resolver", message: "Our resolver does not answer." }, expectation),
		).toMatchObject({
			verdict: "missed",
			reason: "resolver",
		});
	});
});
