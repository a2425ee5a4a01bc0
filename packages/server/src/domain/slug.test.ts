import { expect, test } from "vitest";
import { slugOf } from "./slug.ts";

test.each([
	["--a  b--", "a-b"],
	["Ünser API!", "unser-api"],
	["日本", ""],
])("the slug of %s is %j", (text, slug) => {
	expect(slugOf(text)).toBe(slug);
});
