/** The fields of a channel's form. The API validates what they hold. */

import type { Option } from "../../../ui/forms/field.tsx";

export interface ChannelFieldSpec {
	readonly name: string;
	readonly label: string;
	/** `list`: several, separated by commas. `choice`: one of `options`. `lines`: several lines. */
	readonly kind: "text" | "list" | "choice" | "lines";
	readonly hint?: string;
	readonly placeholder?: string;
	/** Never answered: if left empty in an existing alert, it is kept. */
	readonly secret?: true;
	readonly optional?: true;
	/** Of a choice; the first is the default. */
	readonly options?: readonly Option[];
}

export const secretText = (name: string, label: string, placeholder: string, hint: string): ChannelFieldSpec => ({
	name,
	label,
	kind: "text",
	secret: true,
	placeholder,
	hint,
});

export const hookUrl = (placeholder: string, hint: string) => secretText("url", "Webhook address", placeholder, hint);

export const serverUrl = (label: string, placeholder: string, hint?: string): ChannelFieldSpec => ({
	name: "serverUrl",
	label,
	kind: "text",
	placeholder,
	...(hint !== undefined && { hint }),
});

export const authorization: ChannelFieldSpec = {
	name: "authorization",
	label: "Authorization",
	kind: "text",
	secret: true,
	optional: true,
	placeholder: "Bearer 0123456789abcdef",
	hint: "The header that a proxy in front of it asks for.",
};

export const region: ChannelFieldSpec = {
	name: "region",
	label: "Region",
	kind: "choice",
	optional: true,
	options: [
		{ value: "us", label: "United States" },
		{ value: "eu", label: "European Union" },
	],
};
