/**
 * What of the client is worked out from the OpenAPI document: the types of every route and, as values that exist at run
 * time, the codes of errors and the limits of request bodies. The document is made from the table of routes, without a
 * server.
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
		[pathOf("limits.ts"), NOTE + limits(document)],
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

/** What of a schema is read here. */
interface Schema {
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly description?: string;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly maxItems?: number;
}

/** Bodies that create something, which have the defaults too, and objects with a name that such bodies hold. */
const LIMITED = /^(?:\w+Create|HttpRequest|FlowStep|AlertHours|NewEscalation(?:Step)?)$/;

/** A constant for each body: with a page's bundler, those that are not imported cost nothing. */
function limits({ components }: ReturnType<typeof apiDocument>): string {
	const schemas = Object.entries((components?.schemas ?? {}) as Readonly<Record<string, Schema>>);
	const constants = schemas.flatMap(([name, { properties = {} }]) => {
		const lines = Object.entries(properties).flatMap(([member, schema]) => {
			const found = JSON.stringify(limitsOf(schema));
			return found === "{}" ? [] : [`\t${member}: ${found},\n`];
		});
		const isWanted = LIMITED.test(name) && lines.length > 0;
		return isWanted ? [`export const ${name} = {\n${lines.join("")}} as const;\n`] : [];
	});
	const about =
		"/** Of members: bounds of a number, or of the items of a list, and the value of one that is left out. */\n";
	return about + constants.join("\n");
}

function limitsOf({ description = "", minimum: min, maximum, maxItems: max = maximum }: Schema) {
	// The document has defaults in words (wordDefaults in packages/server/src/http/document/openapi.ts).
	const inWords = /Default: `(.*)`\.$/.exec(description)?.[1];
	return { min, max, ...(inWords !== undefined && { default: JSON.parse(inWords) as unknown }) };
}
