/** The steps and variables of a flow as the form holds them. */

import { contentCheckBody } from "../../../api/content-checks.ts";
import type { MonitorOf } from "../../../api/monitors.ts";
import { type Identified, identified } from "../../../ui/forms/items.ts";
import type { Values } from "../../../ui/forms/spec-fields.tsx";
import { type CheckDraft, checkDraftOf } from "../content-check-draft.ts";
import { type NamedValue, namedValueBodyOf, namedValueOf } from "../request/named-value.tsx";
import { NO_REQUEST, type RequestDraft, requestBodyOf, requestDraftOf } from "../request/request-draft.ts";
import { statusesOf, statusesText } from "../request/statuses.ts";

type AnsweredStep = MonitorOf<"flow">["steps"][number];

export type SaveSource = NonNullable<AnsweredStep["save"]>[number]["from"];
export const SAVE_SOURCES: readonly SaveSource[] = ["json", "header", "cookie", "regex"];

export interface SaveDraft extends Identified {
	readonly name: string;
	readonly from: SaveSource;
	readonly value: string;
}

export interface StepDraft extends Identified, RequestDraft {
	readonly name: string;
	readonly method: string;
	readonly url: string;
	/** Accepted statuses, as typed. */
	readonly expect: string;
	readonly contentChecks: readonly CheckDraft[];
	readonly save: readonly SaveDraft[];
}

/** Its members are named as those of the body. */
export interface FlowDraft extends Values {
	readonly steps: readonly StepDraft[];
	readonly variables: readonly NamedValue[];
}

/** Accepted when nothing is typed. */
export const USUAL_STATUSES = "2xx";

/** What the step at `index` is called when nobody names it: as none of the others is. */
export function usualStepName(steps: readonly StepDraft[], index: number): string {
	let number = index + 1;
	while (steps.some(({ name }, other) => other !== index && name.trim() === `Step ${number}`)) number += 1;
	return `Step ${number}`;
}

export function newStep(others: readonly StepDraft[]): StepDraft {
	const checked = { expect: USUAL_STATUSES, contentChecks: [], save: [] };
	return identified({ name: usualStepName(others, others.length), method: "GET", url: "", ...NO_REQUEST, ...checked });
}

export function newSave(): SaveDraft {
	return identified({ name: "", from: "json", value: "" } as const);
}

export function newFlow(): FlowDraft {
	return { steps: [newStep([])], variables: [] };
}

export function flowDraftOf({ steps, variables }: Pick<MonitorOf<"flow">, "steps" | "variables">): FlowDraft {
	return {
		// The document has the defaults of a step's members in its requests and answers alike, so here they are optional.
		steps: steps.map(({ name, method = "GET", url, expect = [], contentChecks = [], save = [], ...request }) =>
			identified({
				name,
				method,
				url,
				...requestDraftOf(request),
				expect: statusesText(expect),
				contentChecks: contentChecks.map(checkDraftOf),
				save: save.map(identified),
			}),
		),
		variables: variables.map(namedValueOf),
	};
}

/** The members `steps` and `variables` of the body. */
export function flowSettingsOf({ steps, variables }: FlowDraft): Values {
	return {
		steps: steps.map((step, index) => ({
			name: step.name.trim() || usualStepName(steps, index),
			method: step.method,
			url: step.url.trim(),
			...requestBodyOf(step, step.method),
			expect: statusesOf(step.expect.trim() === "" ? USUAL_STATUSES : step.expect),
			contentChecks: step.contentChecks.map(contentCheckBody),
			save: step.save.map(({ name, from, value }) => ({ name: name.trim(), from, value })),
		})),
		variables: variables.map(namedValueBodyOf),
	};
}

/** The names that the step at `index` can insert: variables, and what earlier steps saved. */
export function insertableNames({ steps, variables }: FlowDraft, index: number): string[] {
	const saved = steps.slice(0, index).flatMap(({ save }) => save);
	return [...new Set([...variables, ...saved].map(({ name }) => name.trim()).filter(Boolean))];
}
