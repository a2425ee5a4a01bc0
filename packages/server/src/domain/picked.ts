/** The members of `from` that have one of `names`. */
export function picked<Members extends object, Name extends keyof Members & string>(
	from: Members,
	names: readonly Name[],
): Pick<Members, Name> {
	const present = names.filter((name) => Object.hasOwn(from, name));
	return Object.fromEntries(present.map((name) => [name, from[name]])) as Pick<Members, Name>;
}
