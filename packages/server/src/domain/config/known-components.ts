/** Which of a page's components those of a document are: its days, badge and subscribers belong to a component's id. */

interface Named {
	/** `cmp_…` */
	readonly id?: string | undefined;
	readonly name: string;
}

interface SectionOf<Component> {
	readonly name: string;
	readonly components: readonly Component[];
}

/**
 * `wanted` with the ids of the components that the page has. One without an id is that of the same name in a section of
 * the same name, in their order. What is left is one that moved, or whose section has another name: it is found by its
 * own name, where a single one has it on both sides.
 */
export function withKnownIds<Component extends Named>(
	present: readonly SectionOf<{ readonly publicId: string; readonly name: string }>[],
	wanted: readonly SectionOf<Component>[],
): SectionOf<Component & { readonly id: string | undefined }>[] {
	const said = new Set(
		wanted.flatMap(({ components }) => components.flatMap(({ id }) => (id === undefined ? [] : [id]))),
	);
	const unnamed = present.flatMap((section) => {
		const left = section.components.filter(({ publicId }) => !said.has(publicId));
		return left.map(({ publicId, name }) => ({ id: publicId, name, place: placeOf(section, name) }));
	});
	const byPlace = Map.groupBy(unnamed, ({ place }) => place);
	const placed = wanted.map((section) => ({
		...section,
		components: section.components.map((component) => ({
			...component,
			id: component.id ?? byPlace.get(placeOf(section, component.name))?.shift()?.id,
		})),
	}));
	const left = Map.groupBy([...byPlace.values()].flat(), ({ name }) => name);
	const open = placed.flatMap(({ components }) => components.filter(({ id }) => id === undefined));
	const openByName = Map.groupBy(open, ({ name }) => name);
	const movedId = (name: string) => {
		const [only, ...others] = left.get(name) ?? [];
		return others.length === 0 && openByName.get(name)?.length === 1 ? only?.id : undefined;
	};
	return placed.map((section) => ({
		...section,
		components: section.components.map((component) => ({ ...component, id: component.id ?? movedId(component.name) })),
	}));
}

/** Names can hold any character. */
function placeOf({ name: section }: { readonly name: string }, name: string): string {
	return JSON.stringify([section, name]);
}
