/**
 * What the service answers of its own API. The build writes them beside the service (../../../scripts/describe-api.ts),
 * for making one takes 0.4 s of the main thread (measured on an AMD EPYC).
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { configSchema } from "../api/config/schema.ts";
import { withMergedUnions } from "./merged-unions.ts";
import type { OpenApiDocument } from "./openapi.ts";

/** By the names of their files. */
export const DESCRIPTIONS = {
	openapi: (document: OpenApiDocument): object => document,
	"openapi-merged": withMergedUnions,
	"config-schema": configSchema,
} as const;
export type DescriptionName = keyof typeof DESCRIPTIONS;

/** As JSON. Null where the service runs from its sources. */
export async function builtDescription(name: DescriptionName): Promise<string | null> {
	try {
		return await readFile(join(import.meta.dirname, `${name}.json`), "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
		throw error;
	}
}
