import { expect, test } from "vitest";
import { GROUNDS } from "../../../../domain/status-pages/theme.ts";
import { PAGE_STYLE } from "./page-style.ts";

test("the grounds of pages are those that accent colours are read on", () => {
	const grounds = [...PAGE_STYLE.text.matchAll(/--ground: (#\w+); --panel: (#\w+);/g)].map(([, ground, panel]) => [
		ground,
		panel === "#fff" ? "#ffffff" : panel,
	]);
	expect(new Set(grounds.map((each) => each.join()))).toEqual(
		new Set(Object.values(GROUNDS).map((each) => each.join())),
	);
});
