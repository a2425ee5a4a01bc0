import { expect, test } from "vitest";
import { snippetsOf } from "./ping-snippets.ts";

const URL = "https://lapwing.example/ping/V1StGXR8Z5jdHi6BmyT3Qa";

test("every snippet holds the address and tries again when Lapwing is away", () => {
	const snippets = snippetsOf(URL, "*/5 * * * *");
	expect(snippets.map(({ name }) => name)).toEqual(["curl", "crontab", "Script", "systemd", "GitHub Actions"]);
	for (const { text } of snippets) {
		expect(text).toContain(URL);
		expect(text).toContain("--retry-connrefused");
	}
});

test("the crontab line has the monitor's own schedule, and no % that cron would read as the end of the line", () => {
	const crontab = snippetsOf(URL, "*/5 * * * *")[1]?.text;
	expect(crontab).toMatch(/^\*\/5 \* \* \* \* \/path\/to\/job; curl .*\/\$\?$/);
	expect(crontab).not.toContain("%");
});
