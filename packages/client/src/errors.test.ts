import { expect, test } from "vitest";
import { errorOf } from "./errors.ts";

const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });

test("reads the envelope", () => {
	const details = [{ path: "/name", message: "Must have 1–255 characters." }];
	const body = { error: { code: "VALIDATION_ERROR", message: "No.", details }, meta: {} };
	expect(errorOf(answer(400, { "x-request-id": "7f9c" }), body)).toMatchObject({
		code: "VALIDATION_ERROR",
		message: "No.",
		status: 400,
		details,
		requestId: "7f9c",
		retryAfterSeconds: null,
	});
});

test("reads the problem details of reports, with the same codes", () => {
	const body = {
		type: "validation-error",
		title: "The request failed validation",
		status: 400,
		detail: "No.",
		errors: [{ pointer: "from", message: "Is later than to." }],
	};
	expect(errorOf(answer(400), body)).toMatchObject({
		code: "VALIDATION_ERROR",
		message: "No.",
		details: [{ path: "from", message: "Is later than to." }],
	});
});

test.each([
	["the page of a proxy", "<html>Bad gateway</html>"],
	["nothing", undefined],
	["a code of a newer service", { error: { code: "OUT_OF_TEA", message: "No." } }],
	["another envelope", { error: "unauthorized" }],
	["a type that is an address", { type: "about:blank", detail: "No." }],
	["a list", []],
])("answers UNEXPECTED_ANSWER with the status for %s", (_, body) => {
	expect(errorOf(answer(502), body)).toMatchObject({ code: "UNEXPECTED_ANSWER", status: 502, details: [] });
});

test("leaves out details that are none", () => {
	const details = [null, "no", { path: 1, message: "x" }, { path: "/url", message: "Must be a URL." }];
	const { details: read } = errorOf(answer(400), { error: { code: "BAD_REQUEST", message: "No.", details } });
	expect(read).toEqual([{ path: "/url", message: "Must be a URL." }]);
});
