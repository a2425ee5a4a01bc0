import { describe, expect, test } from "vitest";
import { ApiError } from "./errors.ts";
import { pause, retryPolicy, waitBefore } from "./retry.ts";

const POLICY = { attempts: 3, maxWaitMs: 30_000 };
const busy = (retryAfterSeconds: number | null = null) =>
	new ApiError("Busy.", { code: "DATABASE_BUSY", status: 503, retryAfterSeconds });

describe("waiting before the next attempt", () => {
	test("doubles from 250 ms, by half at random", () => {
		const error = busy();
		const wait = (attempt: number, random: number) => waitBefore({ method: "GET", attempt, error }, POLICY, random);
		expect([wait(1, 0), wait(1, 1), wait(2, 0), wait(2, 1)]).toEqual([125, 250, 250, 500]);
	});

	test("ends with the attempts", () => {
		expect(waitBefore({ method: "GET", attempt: 3, error: busy() }, POLICY, 0)).toBeNull();
	});

	test("is as long as Retry-After says, and none at all where that is too long", () => {
		const wait = (seconds: number) => waitBefore({ method: "GET", attempt: 1, error: busy(seconds) }, POLICY, 0.5);
		expect([wait(0), wait(7), wait(30), wait(31)]).toEqual([0, 7_000, 30_000, null]);
	});

	test.each(["GET", "PUT", "DELETE"] as const)("is for %s, which may be sent twice", (method) => {
		expect(waitBefore({ method, attempt: 1, error: busy(1) }, POLICY, 0)).toBe(1_000);
	});

	test.each(["POST", "PATCH"] as const)("is not for %s, which may not", (method) => {
		expect(waitBefore({ method, attempt: 1, error: busy(1) }, POLICY, 0)).toBeNull();
	});

	test.each([
		[null, "NO_ANSWER", true],
		[null, "TIMED_OUT", true],
		[null, "ABORTED", false],
		[429, "TOO_MANY_REQUESTS", true],
		[502, "UNEXPECTED_ANSWER", true],
		[500, "INTERNAL_ERROR", false],
		[400, "VALIDATION_ERROR", false],
		[404, "NOT_FOUND", false],
	] as const)("for status %s and code %s: %s", (status, code, isTried) => {
		const error = new ApiError("No.", { code, status });
		expect(waitBefore({ method: "GET", attempt: 1, error }, POLICY, 0) !== null).toBe(isTried);
	});
});

test.each([{ attempts: 0 }, { attempts: 11 }, { attempts: 1.5 }, { maxWaitMs: -1 }, { maxWaitMs: Number.NaN }])(
	"refuses the policy %o",
	(options) => expect(() => retryPolicy(options)).toThrow(RangeError),
);

test("a policy of no retries sends a request once", () => {
	expect(waitBefore({ method: "GET", attempt: 1, error: busy(1) }, retryPolicy(false), 0)).toBeNull();
});

test("a pause ends early when its signal aborts", async () => {
	const controller = new AbortController();
	const paused = pause(60_000, controller.signal);
	controller.abort();
	expect(await paused).toBe(false);
	expect(await pause(60_000, controller.signal)).toBe(false);
	expect(await pause(1, undefined)).toBe(true);
});
