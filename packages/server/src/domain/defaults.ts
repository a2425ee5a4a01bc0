/** The defaults of the members of an object's schema: a new object has them, an update and an answer do not. */

import { z } from "zod";

/** By the names of the members that have one. */
export function defaultsOf(shape: z.ZodRawShape): Readonly<Record<string, unknown>> {
	const members = Object.entries(shape).filter(([, schema]) => schema instanceof z.ZodDefault);
	return z.object(Object.fromEntries(members)).parse({});
}

type WithoutDefaults<Shape> = {
	[Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Inner> ? Inner : Shape[Name];
};

export function withoutDefaults<Shape extends z.ZodRawShape>(shape: Shape): WithoutDefaults<Shape> {
	const members = Object.entries(shape);
	return Object.fromEntries(
		members.map(([name, schema]) => [name, schema instanceof z.ZodDefault ? schema.unwrap() : schema]),
	) as WithoutDefaults<Shape>;
}
