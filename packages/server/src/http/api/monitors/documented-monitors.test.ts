import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MONITOR_TYPES } from "../../../domain/monitors/monitor.ts";
import { REASON_CODES } from "../../../storage/database/codes.ts";
import { startService } from "../../testing/service.ts";
import { CREATE_EXAMPLES } from "./monitor-bodies.ts";

const docs = join(import.meta.dirname, "../../../../../../docs");
const textOf = (page: string) => readFileSync(join(docs, page), "utf8");
const snippets = Array.from(
	textOf("use/monitors/README.md").matchAll(/^```json\n([\s\S]*?)^```$/gm),
	([, text = ""]) => text,
);

test("every monitor that the documentation shows can be made", async () => {
	await using service = await startService("sqlite");
	expect(snippets.length).toBeGreaterThan(5);
	for (const body of [...snippets.map((text) => JSON.parse(text)), ...Object.values(CREATE_EXAMPLES)]) {
		const { status, text } = await service.ask("POST", "/api/v1/monitors", { body });
		expect(status, `${JSON.stringify(body)}\n${text}`).toBe(201);
	}
});

test("the page of failures has every type and every reason", () => {
	const page = textOf("rules/failures.md");
	const headings = Array.from(page.matchAll(/^## (.*)$/gm), ([, heading]) => heading);
	expect(headings).toEqual(expect.arrayContaining([...MONITOR_TYPES]));
	const { unknown: _newer, ...reasons } = REASON_CODES;
	const missing = Object.keys(reasons).filter((reason) => !page.includes(`\`${reason}\``));
	expect(missing).toEqual([]);
});
