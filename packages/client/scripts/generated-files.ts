/**
 * What of the client is worked out from the OpenAPI document: the types of every route, and the codes of errors as a
 * list that exists at run time. The document is made from the table of routes, without a server.
 */

import { fileURLToPath } from "node:url";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { apiDocument } from "../../server/src/http/app.ts";

const NOTE =
	"// Generated from the OpenAPI document by `npm run generate --workspace packages/client`. Do not edit.\n\n";

/** The contents of each generated file, by its path. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
	const document = apiDocument();
	// As anyone runs it, without flags: what compiles here compiles for them.
	const types = astToString(await openapiTS(document as unknown as OpenAPI3, { silent: true }));
	return new Map([
		[pathOf("openapi.ts"), NOTE + types],
		[pathOf("error-codes.ts"), NOTE + errorCodes(document)],
	]);
}

function pathOf(name: string): string {
	return fileURLToPath(new URL(`../src/generated/${name}`, import.meta.url));
}

function errorCodes({ components }: ReturnType<typeof apiDocument>): string {
	const schema = components?.schemas?.["Error"];
	const error = schema && "properties" in schema ? schema.properties?.["error"] : undefined;
	const code = error && "properties" in error ? error.properties?.["code"] : undefined;
	const codes = code && "enum" in code ? code.enum : undefined;
	if (!codes) throw new Error("The document has no enum at components.schemas.Error.properties.error.properties.code");
	return `/** Every code with which the service refuses. */\nexport const ERROR_CODES = ${JSON.stringify(codes, null, "\t")} as const;\n`;
}
