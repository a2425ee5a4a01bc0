/** Templates: what a team writes again and again, with `{{component}}` where the names of the components go. */

import { isoOf } from "../time-text.ts";
import type { IncidentStatus } from "./incident.ts";

export interface TemplateSettings {
	/** As the team calls it; readers of pages do not see it. */
	readonly name: string;
	/** Of an incident that is opened with it. */
	readonly title: string;
	/** Of an update, in Markdown. */
	readonly body: string;
	/** Of an update. */
	readonly status: IncidentStatus;
}

export interface IncidentTemplate extends TemplateSettings {
	readonly id: number;
	/** `itp_…` */
	readonly publicId: string;
	readonly createdAt: number;
	readonly updatedAt: number;
}

const PLACEHOLDER = /\{\{\s*component\s*\}\}/g;
/** The text for the placeholder where an incident names no component. */
const NO_COMPONENT = "our service";

/** `text` with `{{component}}` replaced by the names. */
export function filledTitle(text: string, names: readonly string[]): string {
	return text.replace(PLACEHOLDER, () => nameList(names) || NO_COMPONENT);
}

/** The same for Markdown, in which a name is text whatever it holds. */
export function filledBody(text: string, names: readonly string[]): string {
	return filledTitle(text, names.map(asMarkdown));
}

/** "A", "A and B", "A, B and C", in the words of a language. */
export function nameList(names: readonly string[], locale = "en-GB"): string {
	return new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
}

/** A text whose punctuation means nothing in Markdown (CommonMark 0.31 §2.4). */
export function asMarkdown(text: string): string {
	return text.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

/** What is seen of a template, in the API and in audit events. */
export function templateFields({ name, title, body, status }: TemplateSettings) {
	return { name, title, body, status };
}

export function templateForm({ publicId, createdAt, updatedAt, ...settings }: IncidentTemplate) {
	return { id: publicId, ...templateFields(settings), createdAt: isoOf(createdAt), updatedAt: isoOf(updatedAt) };
}
