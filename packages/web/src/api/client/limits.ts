/** Bounds and defaults of what forms send: by the body's name in the OpenAPI document, then by member. */

export * as LIMITS from "@lapwing/client/limits";

type Defaults<Limits> = {
	[Name in keyof Limits as Limits[Name] extends { readonly default: unknown } ? Name : never]: Limits[Name] extends {
		readonly default: infer Value;
	}
		? Value
		: never;
};

/** The defaults of a body, of the members that have one. */
export function defaultsOf<Limits extends Readonly<Record<string, object>>>(limits: Limits): Defaults<Limits> {
	const members = Object.entries(limits).flatMap(([name, limit]) =>
		"default" in limit ? [[name, limit.default]] : [],
	);
	return Object.fromEntries(members) as Defaults<Limits>;
}
