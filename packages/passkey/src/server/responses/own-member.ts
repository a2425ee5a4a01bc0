/** The member `name` of `object` itself. What a prototype holds is never a member: a polluted one says nothing. */
export function ownMember(object: object, name: string): unknown {
	return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}
