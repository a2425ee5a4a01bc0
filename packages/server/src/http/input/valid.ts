/**
 * Validates the query and the body of a request by their schemas. A refusal names each place under the name that was
 * sent.
 */

import { z } from "@hono/zod-openapi";
import { type Detail, Refusal } from "../kernel/refusal.ts";
import { type Respelled, respelled } from "./aliases.ts";
import { issueSentence } from "./issue-sentence.ts";
import { readQuery } from "./read-query.ts";
import { membersAt, unknownMembers, unknownParameters } from "./unknown-members.ts";

export type QueryCode = "BAD_REQUEST" | "VALIDATION_ERROR";
type Codes = Readonly<Record<string, QueryCode>>;

/** @param codes of refused parameters, by name; default: VALIDATION_ERROR */
export function validQuery<Query extends z.ZodObject>(
	query: Query | undefined,
	url: URL,
	codes: Codes = {},
): z.output<Query> | Refusal {
	const names = Object.keys(query?.shape ?? {});
	const read = readQuery(url);
	const { value: given, spelled } = respelled(read.given, () => names);
	// OpenID providers add parameters of their own to the callback.
	const takesAny = query?.def.catchall instanceof z.ZodUnknown;
	const unknown = takesAny ? [] : unknownParameters(given, names);
	if (unknown.length > 0) return queryRefusal(codes["perPage"], unknown);
	if (!query) return {} as z.output<Query>;
	const unusable = takesAny ? read.problems.filter(({ path }) => names.includes(path)) : read.problems;
	if (unusable.length > 0) {
		const name = names.find((each) => spelled([each])[0] === unusable[0]?.path);
		return queryRefusal(codes[name ?? "perPage"], unusable);
	}
	const parsed = query.safeParse(given, { error: issueSentence });
	if (parsed.success) return parsed.data;
	const { issues } = parsed.error;
	const details = issues.map(({ path, message }): Detail => ({ path: spelled(path).join("."), message }));
	return queryRefusal(codes[String(issues[0]?.path[0])], details);
}

function queryRefusal(code: QueryCode = "VALIDATION_ERROR", details: readonly Detail[]): Refusal {
	return new Refusal(code, "The query failed validation.", { details });
}

export function validBody<Body extends z.ZodType>(
	schema: Body | z.ZodType<z.output<Body>>,
	sent: unknown,
): { value: z.output<Body> } | Refusal {
	const { value: json, spelled } = respelled(sent, (path) => membersAt(schema, sent, path));
	const parsed = schema.safeParse(json, { error: issueSentence });
	return parsed.success
		? { value: parsed.data as z.output<Body> }
		: new Refusal("VALIDATION_ERROR", "The body failed validation.", {
				details: detailsOf(parsed.error, schema, json, spelled),
			});
}

function detailsOf(
	error: z.ZodError,
	schema: z.ZodType,
	body: unknown,
	spelled: Respelled<unknown>["spelled"],
): readonly Detail[] {
	const issues = error.issues
		.flatMap(inMeantForm)
		.flatMap((issue) =>
			issue.code === "unrecognized_keys" ? unknownMembers(schema, body, issue.path, issue.keys) : [issue],
		);
	return issues.map(({ path, message }) => ({ path: jsonPointer(spelled(path)), message }));
}

/** Of a value that is in none of its forms: what is wrong within the one form that has all the members that it has. */
function inMeantForm(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
	const forms = issue.code === "invalid_union" ? issue.errors : [];
	const [meant, ...others] = forms.filter((issues) => issues.every(({ path }) => path.length > 0));
	if (meant === undefined || others.length > 0) return [issue];
	return meant.flatMap((inner) => inMeantForm({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** RFC 6901. */
function jsonPointer(path: readonly PropertyKey[]): string {
	return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
