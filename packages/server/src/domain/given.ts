/** Changes of an object: each member is the new value, or left out and keeps its own. */

export type Changes<Members> = { readonly [Name in keyof Members]?: Members[Name] | undefined };

/** Without the members that are undefined, so that what is spread into another object replaces nothing by them. */
export function given<Members extends object>(members: Members) {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
		[Name in keyof Members]?: Exclude<Members[Name], undefined>;
	};
}
