/** The words of an alert's messages: templates, the time zone, and a preview that follows what is typed. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type PreviewBody, previewQuery } from "../../api/alerts.ts";
import { ApiError } from "../../api/client/api-error.ts";
import { FieldGroup, LinesField, optionsOf, SelectField, TextField } from "../../ui/forms/field.tsx";
import { useShownError } from "../../ui/forms/form.tsx";
import { fieldsOf } from "../../ui/forms/use-draft.ts";
import { Notice } from "../../ui/notice.tsx";
import { faultText } from "../../ui/states.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import type { AlertDraft } from "./alert-draft.ts";

interface Props {
	readonly draft: AlertDraft;
	readonly onChange: (change: Partial<AlertDraft>) => void;
}

type PreviewEvent = NonNullable<PreviewBody["event"]>;

const EVENTS = optionsOf<PreviewEvent>({
	down: "down",
	degraded: "degraded",
	up: "up again",
	blind: "can't be checked",
	certificate: "near the end of its certificate",
	regional: "failing from one location",
});

export function WordsGroup({ draft, onChange }: Props) {
	const { titleTemplate, textTemplate } = draft;
	return (
		<FieldGroup title="Words">
			<TextField
				label="Title"
				pointer="/titleTemplate"
				isOptional
				mono
				placeholder="{{title}}"
				value={titleTemplate ?? ""}
				onChange={(typed) => onChange({ titleTemplate: typed === "" ? null : typed })}
			/>
			<LinesField
				label="Text"
				pointer="/textTemplate"
				isOptional
				mono
				placeholder={"{{text}}\nRunbook: https://wiki.example.com/{{reason}}"}
				hint="Takes the place of all that stands below the title. Left empty, messages have the usual words."
				value={textTemplate ?? ""}
				onChange={(typed) => onChange({ textTemplate: typed === "" ? null : typed })}
			/>
			<TextField
				label="Time zone"
				mono
				placeholder="UTC"
				hint="Of the times in messages, such as Europe/Berlin."
				{...fieldsOf(draft, onChange)("timeZone")}
			/>
			<Preview draft={draft} />
		</FieldGroup>
	);
}

/** An `http` channel has a body beside them, which is a template too. */
function previewBodyOf({ name, titleTemplate, textTemplate, timeZone, channelType, channel }: AlertDraft): PreviewBody {
	const contentType = /^content-type:\s*(\S.*)$/im.exec(channel["headers"] ?? "")?.[1]?.trim();
	return {
		...(name.trim() !== "" && { name: name.trim() }),
		titleTemplate,
		textTemplate,
		...(timeZone.trim() !== "" && { timeZone: timeZone.trim() }),
		...(channelType === "http" && { bodyTemplate: channel["body"] || null, ...(contentType && { contentType }) }),
	};
}

function Preview({ draft }: { draft: AlertDraft }) {
	const [event, setEvent] = useState<PreviewEvent>("down");
	const settled = useSettled(JSON.stringify({ ...previewBodyOf(draft), event }));
	const { data, error, isPlaceholderData } = useQuery({
		...previewQuery(JSON.parse(settled) as PreviewBody),
		placeholderData: keepPreviousData,
	});
	return (
		<section aria-label="Preview" className="space-y-3">
			<div className="max-w-64">
				<SelectField label="Preview of a monitor that is" value={event} onChange={setEvent} options={EVENTS} />
			</div>
			{error && !isPlaceholderData && <Refusal fault={error} />}
			{data && (
				<>
					<div className="words max-w-[26rem] rounded-card border border-line bg-panel px-4 py-3">
						<p className="font-semibold break-words">{data.title}</p>
						{data.lines.map((line, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity, and are replaced as a whole.
							<p key={index} className="min-h-5 break-words">
								{line}
							</p>
						))}
						{data.link !== null && <p className="text-accent">Open in Lapwing</p>}
					</div>
					{draft.channelType === "http" && (
						<pre className="overflow-x-auto rounded-card border border-line bg-panel px-4 py-3 font-mono text-small">
							{data.body}
						</pre>
					)}
				</>
			)}
			<Fields />
		</section>
	);
}

/** What stands for what, with the values of an example: also while a template is wrong. */
function Fields() {
	const { data } = useQuery(previewQuery({}));
	if (data === undefined) return null;
	return (
		<details>
			<summary className="min-h-6">
				<span className="font-semibold">Fields</span>{" "}
				<span className="text-muted">· what stands for what in a template</span>
			</summary>
			<dl className="mt-3 grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
				{data.fields.map(({ name, about, value }) => (
					<div key={name} className="contents">
						<dt className="font-mono">{`{{${name}}}`}</dt>
						<dd className="words min-w-0 break-words text-muted max-sm:mb-2">
							{about.replaceAll("`", "")} {value !== "" && <span className="text-text">{value.split("\n")[0]}</span>}
						</dd>
					</div>
				))}
			</dl>
		</details>
	);
}

/** What is wrong with a template stands here while it is typed; at its field, once the form is sent. */
function Refusal({ fault }: { fault: unknown }) {
	const [first] = fault instanceof ApiError ? fault.details : [];
	const path = first?.path ?? "";
	const shown = useShownError(path === "/bodyTemplate" ? "/channel/body" : path);
	const message = first?.message ?? faultText(fault);
	return message === shown ? null : <Notice tone="degraded">{message}</Notice>;
}
