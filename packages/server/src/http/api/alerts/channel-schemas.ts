/** The schemas of an alert's channel, one for each type, made from the table of channels. */

import { z } from "@hono/zod-openapi";
import { emailAddress } from "../../../domain/access/user.ts";
import { headersProblem } from "../../../domain/alerts/channel-headers.ts";
import {
	CHANNEL_TYPES,
	type CHANNELS,
	type ChannelBody,
	type ChannelField,
	type ChannelType,
	fieldsOf,
} from "../../../domain/alerts/channels.ts";
import { templateProblem } from "../../../domain/alerts/texts/template.ts";
import { HTTP_URL, MAX_URL_LENGTH, targetUrlProblem } from "../../../domain/monitors/http/target-url.ts";
import { text } from "../../../domain/text.ts";

const MAX_RECIPIENTS = 20;
/** Standard Webhooks, "signature scheme": keys of 24 to 64 bytes. */
const SIGNING_KEY_BYTES = { min: 24, max: 64 };

/** An address to which messages are posted. */
export const receiverUrl = z
	.string()
	.superRefine(refusedBy((value) => targetUrlProblem(value)))
	.openapi({ format: "uri", pattern: HTTP_URL, maxLength: MAX_URL_LENGTH });

/** The key that signs the messages of a webhook. */
export const signingKey = z
	.string()
	.regex(
		/^whsec_[A-Za-z0-9+/]+={0,2}$/,
		"Must be whsec_ and the base64 of 24 to 64 bytes. Left out of a new alert, one is made and answered once.",
	)
	.refine(hasKeyLength, `Must hold ${SIGNING_KEY_BYTES.min} to ${SIGNING_KEY_BYTES.max} bytes.`)
	.openapi({ pattern: "^whsec_[A-Za-z0-9+/]{32,86}={0,2}$", example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" });

/**
 * create: every field that is needed. update: secret ones may be left out. shown: without the secret ones. created:
 * with those that were generated.
 */
type ChannelForm = "create" | "update" | "shown" | "created";

const NAMES: Readonly<Record<ChannelForm, string>> = {
	create: "New",
	update: "Changed",
	shown: "",
	created: "Created",
};

export function channelSchema(form: ChannelForm) {
	const [first, ...others] = CHANNEL_TYPES.map((type) => ofType(type, form));
	if (first === undefined) throw new Error("There are no channels");
	return z.discriminatedUnion("type", [first, ...others]) as unknown as z.ZodType<ChannelBody>;
}

function ofType(type: ChannelType, form: ChannelForm) {
	const isAnswer = form === "shown" || form === "created";
	const fields = fieldsOf(type).filter(
		([, { secret, generated }]) => !isAnswer || !secret || (form === "created" && generated),
	);
	const shape = Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field, form)]));
	const name = type.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
	// What is shown may gain members; what is sent must be known.
	const object = isAnswer ? z.object : z.strictObject;
	return object({ type: z.literal(type), ...shape }).openapi(`${NAMES[form]}${name}Channel`);
}

function schemaOf(field: ChannelField, form: ChannelForm): z.ZodType {
	const isAnswer = form === "shown" || form === "created";
	const value = plainSchema(field).openapi({
		description: field.about,
		...(field.secret && form !== "created" && { writeOnly: true }),
		...(field.fallback !== undefined && !isAnswer && { default: field.fallback }),
	});
	if (field.secret && isAnswer) return value.optional();
	if (isAnswer) return field.optional && field.fallback === undefined ? value.nullable() : value;
	const maybeNull = field.optional && field.fallback === undefined ? value.nullable() : value;
	const mayBeLeftOut = field.optional || (field.secret && form === "update") || (field.generated && form === "create");
	return mayBeLeftOut ? maybeNull.optional() : maybeNull;
}

function plainSchema(field: ChannelField) {
	switch (field.form) {
		case "url":
			return receiverUrl;
		case "emails":
			return z.array(emailAddress).min(1).max(MAX_RECIPIENTS);
		case "list":
			return z
				.array(matching(field))
				.min(1)
				.max(field.maxItems ?? MAX_RECIPIENTS);
		case "headers":
			return text(1, field.maxLength ?? 255).superRefine(refusedBy(headersProblem));
		case "template":
			return text(1, field.maxLength ?? 255).superRefine(refusedBy(templateProblem));
		case "choice":
			return z.enum((field.values ?? []) as [string, ...string[]]);
		case "signing_key":
			return signingKey;
		case "text":
			return matching(field);
	}
}

function matching({ maxLength = 255, pattern = "" }: ChannelField) {
	// Without flags: the document would show them as part of the pattern.
	return text(1, maxLength).regex(new RegExp(pattern), "Is not of the expected form.");
}

function refusedBy(problemOf: (value: string) => string | null) {
	return (value: string, context: z.RefinementCtx) => {
		const message = problemOf(value);
		if (message !== null) context.addIssue({ code: "custom", message });
	};
}

function hasKeyLength(secret: string): boolean {
	const { length } = Buffer.from(secret.slice("whsec_".length), "base64");
	return length >= SIGNING_KEY_BYTES.min && length <= SIGNING_KEY_BYTES.max;
}

export const CHANNEL_EXAMPLE: { type: keyof typeof CHANNELS } & Record<string, unknown> = {
	type: "webhook",
	url: "https://example.com/hooks/lapwing",
	secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
};
