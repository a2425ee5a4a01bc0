import { expect, test } from "vitest";
import { MAX_ANSWER_LENGTH, smallAnswer } from "./small-answer.ts";

const lengthOf = (value: object) => JSON.stringify(value).length;

test("what is short enough stays as it is", () => {
	const answer = { monitors: ["a", "b"], page: "https://status.example/" };
	expect(smallAnswer(answer)).toBe(answer);
});

test("a long list loses its end, and says how many items are not shown", () => {
	const results = Array.from({ length: 50 }, (_, at) => ({ at, fromTarget: "x".repeat(1_000) }));
	const small = smallAnswer({ results, page: "https://status.example/" }) as Record<string, unknown>;
	expect(small).toMatchObject({ resultsNotShown: 37, page: "https://status.example/" });
	expect(small["results"]).toEqual(results.slice(0, 13));
	expect(lengthOf(small)).toBeLessThanOrEqual(MAX_ANSWER_LENGTH);
	expect(results).toHaveLength(50);
});

test("texts in a list of one are cut, and addresses, ids and digests never", () => {
	const whole = { page: `https://status.example/${"p".repeat(200)}`, id: "i".repeat(200), digest: "d".repeat(200) };
	const small = smallAnswer({ ...whole, result: [{ message: "x".repeat(30_000), lines: ["y".repeat(30_000)] }] });
	const cut = expect.stringMatching(/^[xy]+…$/);
	expect(small).toEqual({ ...whole, result: [{ message: cut, lines: [cut] }] });
	expect(lengthOf(small)).toBeLessThanOrEqual(MAX_ANSWER_LENGTH);
});

test("the list that is shortened is the longest one, however deep, and then texts are cut", () => {
	const notified = Array.from({ length: 500 }, () => ({ alertName: "On call ".repeat(10) }));
	const small = smallAnswer({ outages: [{ id: "out_1", notified, seen: ["a", "b"] }] });
	expect(small).toMatchObject({ outages: [{ id: "out_1", seen: ["a", "b"], notifiedNotShown: expect.any(Number) }] });
	expect(lengthOf(small)).toBeLessThanOrEqual(MAX_ANSWER_LENGTH);
	const text = smallAnswer({ result: { name: "n", message: "x".repeat(100_000) } });
	expect(text).toMatchObject({ result: { name: "n", message: expect.stringMatching(/^x+…$/) } });
	expect(lengthOf(text)).toBeLessThanOrEqual(MAX_ANSWER_LENGTH);
	const odd = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`member${at}`, at]));
	expect(smallAnswer({ ...odd, page: "https://status.example/" })).toEqual({
		error: "The answer is too long.",
		page: "https://status.example/",
	});
});
