import { describe, expect, test } from "vitest";
import type { StatusPage } from "../../api/status-pages.ts";
import { identified } from "../../ui/forms/items.ts";
import {
	bodyOf,
	newComponent,
	newPageDraft,
	nextPlace,
	type PageDraft,
	placed,
	placeText,
	type SectionDraft,
	savedDraft,
	slugOf,
} from "./page-draft.ts";

/** Sections by the names of their components. */
function sectionsOf(...names: readonly (readonly string[])[]): readonly SectionDraft[] {
	return names.map((components, index) =>
		identified({ name: `S${index + 1}`, components: components.map((name) => ({ ...newComponent(), name })) }),
	);
}

const shown = (sections: readonly SectionDraft[]) =>
	sections.map(({ name, components }) => `${name}: ${components.map((each) => each.name).join(" ")}`.trim());
const idOf = (sections: readonly SectionDraft[], name: string) =>
	sections.flatMap((section) => [section, ...section.components]).find((each) => each.name === name)?.id ?? "";

function moved(sections: readonly SectionDraft[], name: string, by: 1 | -1): readonly SectionDraft[] {
	const place = nextPlace(sections, idOf(sections, name), by);
	return place === null ? sections : placed(sections, idOf(sections, name), place);
}

test("what is typed while a page is saved stays, and its items stay the same ones, with the ids that they got", () => {
	const sent = {
		...newPageDraft("UTC"),
		name: " Shop ",
		password: "secret",
		sections: sectionsOf(["api", "web"], ["db"]),
	};
	const { sections = [], ...settings } = bodyOf(sent);
	const saved = {
		...newPageDraft("UTC"),
		...settings,
		id: "sp_1",
		sections: sections.map(({ components = [], ...section }) => ({
			...section,
			components: components.map((component) => ({ ...newComponent(), ...component, id: `cmp_${component.name}` })),
		})),
	} as unknown as StatusPage;
	const [first, second] = sent.sections;
	const meanwhile = {
		...sent,
		supportUrl: "https://example.com/",
		sections: [{ ...first, name: "Typed", components: [...(first?.components ?? []), newComponent()] }, second],
	} as PageDraft;
	const draft = savedDraft(meanwhile, sent, saved);
	expect(draft).toMatchObject({ name: "Shop", slug: "shop", password: null, supportUrl: "https://example.com/" });
	expect(draft.sections.map(({ id, name }) => [id, name])).toEqual([
		[first?.id, "Typed"],
		[second?.id, "S2"],
	]);
	const components = draft.sections.flatMap((section) => section.components);
	expect(components.map(({ componentId }) => componentId)).toEqual(["cmp_api", "cmp_web", null, "cmp_db"]);
	expect(components.map(({ id }) => id)).toEqual(
		meanwhile.sections.flatMap((section) => section.components.map(({ id }) => id)),
	);
});

describe("a component moved by keys", () => {
	test("changes places with its neighbour", () => {
		const sections = sectionsOf(["a", "b", "c"]);
		expect(shown(moved(sections, "b", 1))).toEqual(["S1: a c b"]);
		expect(shown(moved(sections, "b", -1))).toEqual(["S1: b a c"]);
	});

	test("goes to the section before or after its own, and stays at the ends of the page", () => {
		const sections = sectionsOf(["a", "b"], [], ["c"]);
		const once = moved(sections, "b", 1);
		expect(shown(once)).toEqual(["S1: a", "S2: b", "S3: c"]);
		const twice = moved(once, "b", 1);
		expect(shown(twice)).toEqual(["S1: a", "S2:", "S3: b c"]);
		expect(shown(moved(twice, "b", -1))).toEqual(["S1: a", "S2: b", "S3: c"]);
		expect(moved(sections, "a", -1)).toBe(sections);
		expect(moved(sections, "c", 1)).toBe(sections);
	});
});

test("a section moves with its components", () => {
	const sections = sectionsOf(["a"], ["b"], ["c"]);
	expect(shown(moved(sections, "S1", 1))).toEqual(["S2: b", "S1: a", "S3: c"]);
	expect(shown(moved(sections, "S3", -1))).toEqual(["S1: a", "S3: c", "S2: b"]);
	expect(moved(sections, "S3", 1)).toBe(sections);
});

test("what is dropped stands before what was there", () => {
	const sections = sectionsOf(["a", "b", "c"], ["d"]);
	const [first, second] = sections.map(({ id }) => id);
	const drop = (name: string, list: string | undefined, index: number) =>
		shown(placed(sections, idOf(sections, name), { list: list ?? null, index }));
	expect(drop("a", first, 3)).toEqual(["S1: b c a", "S2: d"]);
	expect(drop("c", first, 0)).toEqual(["S1: c a b", "S2: d"]);
	expect(drop("b", first, 1)).toEqual(["S1: a b c", "S2: d"]);
	expect(drop("b", first, 2)).toEqual(["S1: a b c", "S2: d"]);
	expect(drop("b", second, 0)).toEqual(["S1: a c", "S2: b d"]);
	expect(drop("b", second, 1)).toEqual(["S1: a c", "S2: d b"]);
	expect(drop("S2", undefined, 0)).toEqual(["S2: d", "S1: a b c"]);
});

test("a place is told as people count", () => {
	const sections = sectionsOf(["a", "b"], ["c"]);
	expect(placeText(sections, idOf(sections, "b"))).toBe("2 of 2 in S1");
	expect(placeText(sections, idOf(sections, "S2"))).toBe("section 2 of 2");
});

test("the body has the ids of components that are there, and a slug made from the name", () => {
	const component = { ...newComponent(), name: " Checkout ", monitorIds: ["mon_1"] };
	const kept = { ...newComponent(), name: "API", componentId: "cmp_1" };
	const draft = {
		...newPageDraft("UTC"),
		name: "Über uns",
		sections: [identified({ name: "", components: [component, kept] })],
	};
	expect(bodyOf(draft)).toMatchObject({
		name: "Über uns",
		slug: "uber-uns",
		sections: [
			{
				name: "",
				components: [
					{ name: "Checkout", monitorIds: ["mon_1"] },
					{ id: "cmp_1", name: "API" },
				],
			},
		],
	});
	expect(bodyOf(draft).sections?.[0]?.components?.[0]).not.toHaveProperty("id");
});

test.each([
	["Acme, Inc.", "acme-inc"],
	["状態", "status"],
	["--", "status"],
	[`${"a".repeat(62)} b`, "a".repeat(62)],
])("%s has the slug %s", (name, slug) => {
	expect(slugOf(name)).toBe(slug);
});
