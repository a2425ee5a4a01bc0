/** The own member `name` of `object`. A polluted prototype has no effect. */
export function ownMember(object: object, name: string): unknown {
	return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}
