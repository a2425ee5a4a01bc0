/** The successful answers of endpoints, for the OpenAPI document; ./answers.ts writes them. */

import type { z } from "@hono/zod-openapi";
import { single } from "./schemas.ts";

export interface Success {
	readonly status: 200 | 201 | 202 | 204 | 302;
	readonly description: string;
	readonly content?: Readonly<Record<string, { readonly schema: z.ZodType; readonly example?: unknown }>>;
	/** Name and description of headers beyond X-Request-Id. */
	readonly headers?: Readonly<Record<string, string>>;
}

/** `{ data }` */
export function answers(description: string, data: z.ZodType, status: 200 | 201 | 202 = 200): Success {
	return { status, description, content: { "application/json": { schema: single(data) } } };
}

/** `{ data }` of what was made, and where it is. */
export function creates(description: string, data: z.ZodType, location: string): Success {
	return { ...answers(description, data, 201), headers: { Location: location } };
}
