import { expect, test } from "vitest";
import { failure, isFailure, isSuccess, type Result, success, unwrap } from "./index.ts";

test("a success carries its data and nothing else", () => {
	const result: Result<number> = success(7);
	expect(result).toStrictEqual({ status: "success", data: 7 });
	expect(isSuccess(result)).toBe(true);
	expect(isFailure(result)).toBe(false);
	expect(unwrap(result)).toBe(7);
});

test("a failure carries its error, and unwrap throws that very error", () => {
	const error = new RangeError("too far");
	const result: Result<number, RangeError> = failure(error);
	expect(result).toStrictEqual({ status: "failure", error });
	expect(isFailure(result) && result.error).toBe(error);
	expect(isSuccess(result)).toBe(false);
	expect(() => unwrap(result)).toThrow(error);
});

test("a success without data carries undefined", () => {
	expect(success()).toStrictEqual({ status: "success", data: undefined });
});
