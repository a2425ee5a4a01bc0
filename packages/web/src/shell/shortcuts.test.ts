import { expect, test } from "vitest";
import { shortcutLists } from "./shortcuts.ts";

test("of the places those are listed that a role may see, with the key that opens each", () => {
	const [everywhere] = shortcutLists(["monitors:read", "probers:read"]);
	expect(everywhere?.keys.map(([keys, what]) => `${keys}: ${what}`).slice(1)).toEqual([
		"g m: Monitors",
		"g b: Probers",
		"g s: Settings",
		"?: These shortcuts",
	]);
	expect(shortcutLists(["monitors:write"])[0]?.keys).toContainEqual(["n", "New monitor"]);
});
