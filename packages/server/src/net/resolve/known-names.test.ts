import { expect, test } from "vitest";
import { HOUR_MS } from "../../domain/durations.ts";
import { KnownNames } from "./known-names.ts";

test("names of three other zones are known, those first that were found last", () => {
	const names = new KnownNames();
	["a.one.test", "b.two.test", "c.three.test", "d.four.test", "e.two.test"].forEach((name, at) => {
		names.note(name, at);
	});
	expect(names.besides("www.five.test", 10)).toEqual(["e.two.test", "d.four.test", "c.three.test"]);
	expect(names.besides("www.two.test", 10)).toEqual(["d.four.test", "c.three.test", "a.one.test"]);
	expect(new KnownNames().besides("www.two.test", 10)).toEqual([]);
});

test("a name that was found two hours ago is not known any more", () => {
	const names = new KnownNames();
	names.note("www.one.test", 0);
	expect(names.besides("www.two.test", 2 * HOUR_MS - 1)).toEqual(["www.one.test"]);
	expect(names.besides("www.two.test", 2 * HOUR_MS)).toEqual([]);
});

test("of many zones the latest are kept", () => {
	const names = new KnownNames();
	for (let zone = 0; zone < 1_000; zone += 1) names.note(`www.zone${zone}.test`, zone);
	expect(names.besides("www.zone999.test", 1_000)).toEqual([
		"www.zone998.test",
		"www.zone997.test",
		"www.zone996.test",
	]);
});
