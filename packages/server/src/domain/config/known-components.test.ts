import { expect, test } from "vitest";
import { withKnownIds } from "./known-components.ts";

type Names = Readonly<Record<string, readonly string[]>>;

/** A component as `name#id`; the id may be left out. */
function sectionsOf(sections: Names) {
	return Object.entries(sections).map(([name, components]) => ({
		name,
		components: components.map((text) => {
			const [component = "", id] = text.split("#");
			return { name: component, id };
		}),
	}));
}

function known(present: Names, wanted: Names): Names {
	const held = sectionsOf(present).map(({ name, components }) => ({
		name,
		components: components.map(({ id = "", ...rest }) => ({ ...rest, publicId: id })),
	}));
	const found = withKnownIds(held, sectionsOf(wanted)).map(
		({ name, components }) => [name, components.map((each) => each.name + (each.id ? `#${each.id}` : ""))] as const,
	);
	return Object.fromEntries(found);
}

test("a component is that of its section and name, whatever stands before it", () => {
	const present = { EU: ["API#1", "Web#2"], US: ["API#3"] };
	expect(known(present, { US: ["New", "API"], EU: ["Web", "API"] })).toEqual({
		US: ["New", "API#3"],
		EU: ["Web#2", "API#1"],
	});
});

test("of a renamed section, and one that moved, are found by their names", () => {
	const present = { EU: ["API#1", "Web#2"], US: ["API#3"] };
	expect(known(present, { Europe: ["API"], US: ["API", "Web"] })).toEqual({
		Europe: ["API#1"],
		US: ["API#3", "Web#2"],
	});
});

test("of a name that several left have, on either side, none is guessed", () => {
	expect(known({ EU: ["API#1"], US: ["API#2"] }, { World: ["API"] })).toEqual({ World: ["API"] });
	expect(known({ World: ["API#1"] }, { EU: ["API"], US: ["API"] })).toEqual({ EU: ["API"], US: ["API"] });
});

test("of one name in a section are told apart by their order", () => {
	expect(known({ EU: ["API#1", "API#2"] }, { EU: ["API", "API", "API"] })).toEqual({ EU: ["API#1", "API#2", "API"] });
});

test("an id that the document says is its component's, and no other one's", () => {
	const present = { EU: ["API#1", "Web#2"] };
	expect(known(present, { EU: ["API", "Gateway#1"], US: ["Web"] })).toEqual({
		EU: ["API", "Gateway#1"],
		US: ["Web#2"],
	});
});
