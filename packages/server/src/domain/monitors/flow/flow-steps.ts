/** The steps of a flow, the values that they save, and its variables, as their owners write them. */

import { z } from "zod";
import { pathProblem, patternProblem } from "../../checks/saved-values.ts";
import { nameText, text } from "../../text.ts";
import { contentCheckFieldOf } from "../content-check-fields.ts";
import { acceptedStatusesField } from "../http/accepted-statuses.ts";
import { mapRequestSecrets, requestFields, requestProblems } from "../http/http-request.ts";
import { asUri, HTTP_URL, MAX_URL_LENGTH, targetUrlProblem } from "../http/target-url.ts";
import { MAX_CONTENT_CHECKS, METHODS } from "../monitor.ts";
import type { SecretChange, SettingsProblem } from "../type.ts";
import { filledBody } from "./filled-check.ts";
import { INSERTION_NAME, insertedNames, withInsertions } from "./insertions.ts";

export const MAX_STEPS = 20;
const MAX_VARIABLES = 50;
const MAX_SAVES = 20;
const MAX_VARIABLE_LENGTH = 4_096;
/** Printable ASCII and tabs; what is inserted is looked at when it is known. */
const HEADER_TEXT = /^[\t -~]*$/;

const name = z
	.string()
	.regex(INSERTION_NAME, "A name has 1–50 letters, digits and _, and does not begin with a digit.")
	.meta({ example: "token" });

const save = z
	.strictObject({
		name,
		from: z.enum(["json", "header", "regex", "cookie"]).meta({ example: "json" }),
		value: text(1, 2_000).meta({
			description:
				"json: a JSONPath, whose first value is saved; header, cookie: its name; regex: a pattern in RE2 syntax, whose " +
				"first group is saved, or all of it when it has none.",
			example: "$.access_token",
		}),
	})
	.superRefine(({ from, value }, context) => {
		const problem = from === "json" ? pathProblem(value) : from === "regex" ? patternProblem(value) : null;
		if (typeof problem === "string") context.addIssue({ code: "custom", path: ["value"], message: problem });
	});

/** A check whose insertions are filled with what stands anywhere: it must be one that can be run. */
const contentCheckField = contentCheckFieldOf("FlowContentCheck", (body) => filledBody(body, ANY_VALUES));
const ANY_VALUES = { get: () => "0" };

const step = z
	.strictObject({
		name: nameText(100).meta({ description: "Different from those of the other steps.", example: "Log in" }),
		method: z.enum(METHODS).default("GET").meta({ example: "POST" }),
		url: z
			.string()
			.superRefine((url, context) => {
				const problem = urlProblem(url);
				if (problem !== null) context.addIssue({ code: "custom", message: problem });
			})
			.meta({
				description: "Insertions such as {{id}} may stand behind the host; they are encoded as one component.",
				pattern: HTTP_URL,
				minLength: 1,
				maxLength: MAX_URL_LENGTH,
				example: "https://example.com/login",
			}),
		...requestFields((value) => HEADER_TEXT.test(value) && value.trim() === value),
		expect: acceptedStatusesField.default(["2xx"]).meta({ description: "Accepted statuses.", example: ["2xx"] }),
		contentChecks: z.array(contentCheckField).max(MAX_CONTENT_CHECKS).default([]),
		save: z.array(save).max(MAX_SAVES).default([]),
	})
	.meta({ id: "FlowStep" });

const variable = z
	.strictObject({
		name,
		value: text(0, MAX_VARIABLE_LENGTH).nullable().meta({
			description: "Null in answers where it is secret; null in an update keeps that secret.",
			example: "demo",
		}),
		secret: z.boolean().optional().meta({ description: "Encrypted at rest and never shown." }),
	})
	.refine(({ value, secret }) => value !== null || secret === true, {
		path: ["value"],
		message: "Only a secret can be null.",
	});

export const stepsField = z.array(step).min(1).max(MAX_STEPS);
export const variablesField = z.array(variable).max(MAX_VARIABLES);

export type FlowStep = z.output<typeof step>;
export type Save = z.output<typeof save>;
type FlowVariable = z.output<typeof variable>;

/** Scheme, host and port are what they are: what a target sends must not decide where secrets go. */
function urlProblem(url: string): string | null {
	const origin = /^[^/]*\/\/[^/?#]*/.exec(url)?.[0] ?? "";
	if (insertedNames(origin).length > 0) return "The host is written out: insertions may stand behind it alone.";
	return targetUrlProblem(withInsertions(url, (_, index) => placeholder(index)));
}

/** The URL as it is stored: encoded, with its insertions. */
export function normalizedUrl(url: string): string {
	const insertions: string[] = [];
	const plain = withInsertions(url, (insertion, index) => {
		insertions.push(insertion);
		return placeholder(index);
	});
	return insertions.reduce((uri, insertion, index) => uri.replace(placeholder(index), () => insertion), asUri(plain));
}

/** Stands in no URL by itself, and needs no encoding. */
function placeholder(index: number): string {
	return `lapwing-insertion-${index}-`;
}

/** What is wrong with steps and variables that are valid one by one. */
export function flowProblems(steps: readonly FlowStep[], variables: readonly FlowVariable[]): SettingsProblem[] {
	const problems: SettingsProblem[] = [];
	const known = new Set<string>();
	for (const [index, { name }] of variables.entries()) {
		if (known.has(name))
			problems.push({ path: `/variables/${index}/name`, message: "Another variable has this name." });
		known.add(name);
	}
	const own = new Set(known);
	const stepNames = new Set<string>();
	for (const [index, each] of steps.entries()) {
		const at = `/steps/${index}`;
		if (stepNames.has(each.name)) problems.push({ path: `${at}/name`, message: "Another step has this name." });
		stepNames.add(each.name);
		for (const problem of requestProblems(each, each.method)) problems.push({ ...problem, path: at + problem.path });
		for (const [pointer, value] of insertingTexts(each)) {
			const unknown = insertedNames(value ?? "").find((name) => !known.has(name));
			if (unknown === undefined) continue;
			problems.push({ path: at + pointer, message: `No variable and no earlier step has a value named ${unknown}.` });
		}
		for (const [number, { name }] of each.save.entries()) {
			if (own.has(name)) problems.push({ path: `${at}/save/${number}/name`, message: "A variable has this name." });
			known.add(name);
		}
	}
	return problems;
}

/** The texts of a step in which insertions count, by their JSON Pointers. */
function insertingTexts({ url, headers, body, auth, contentChecks }: FlowStep): [path: string, text: string | null][] {
	return [
		["/url", url],
		...headers.map(({ value }, index): [string, string | null] => [`/headers/${index}/value`, value]),
		...contentChecks.flatMap((check, index): [string, string | null][] => [
			...(check.type === "header" ? [] : ([[`/contentChecks/${index}/value`, check.value]] as [string, string][])),
			...("expected" in check && typeof check.expected === "string"
				? ([[`/contentChecks/${index}/expected`, check.expected]] as [string, string][])
				: []),
		]),
		["/body", body],
		...(auth?.type === "bearer" ? [["/auth/token", auth.token] as [string, string | null]] : []),
		...(auth?.type === "basic"
			? ([
					["/auth/username", auth.username],
					["/auth/password", auth.password],
				] as [string, string | null][])
			: []),
	];
}

/** Steps and variables with their secrets changed. An update of a few members has only those. */
export function mapFlowSecrets<Settings extends { steps?: FlowStep[]; variables?: FlowVariable[] }>(
	settings: Settings,
	change: SecretChange,
): Settings {
	const { steps, variables } = settings;
	return {
		...settings,
		...(steps !== undefined && {
			steps: steps.map((each, index) =>
				// By the step's name, so that steps can change places.
				mapRequestSecrets(each, (id, value, path) =>
					change(`step:${each.name}/${id}`, value, `/steps/${index}${path}`),
				),
			),
		}),
		...(variables !== undefined && {
			variables: variables.map((each, index) =>
				each.secret === true
					? { ...each, value: change(`variable:${each.name}`, each.value, `/variables/${index}/value`) }
					: each,
			),
		}),
	};
}
