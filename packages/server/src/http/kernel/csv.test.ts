import { describe, expect, test } from "vitest";
import { csvLine, snakeCase } from "./csv.ts";

describe("a line of CSV", () => {
	test("quotes special characters and ends with CRLF", () => {
		expect(csvLine(["a,b", 'say "hi"', "two\nlines", 12.5, null, "plain"])).toBe(
			'"a,b","say ""hi""","two\nlines",12.5,,plain\r\n',
		);
	});

	test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx"])("keeps a spreadsheet from running %j", (name) => {
		expect(csvLine([name])).toBe(`'${name}\r\n`);
	});

	test("escapes formulas, also after a line end or quotes, and in wide letters", () => {
		expect(csvLine(["\r=1"])).toBe(`"'\r=1"\r\n`);
		expect(csvLine(["\n=1"])).toBe(`"'\n=1"\r\n`);
		expect(csvLine(["＝1"])).toBe("'＝1\r\n");
		expect(csvLine(['=cmd|"/c calc"'])).toBe(`"'=cmd|""/c calc"""\r\n`);
	});

	test("names its columns in snake case", () => {
		expect(["monitorId", "avgResponseTimeMs", "date"].map(snakeCase)).toEqual([
			"monitor_id",
			"avg_response_time_ms",
			"date",
		]);
	});
});
