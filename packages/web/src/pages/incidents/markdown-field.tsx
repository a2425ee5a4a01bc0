/** A text in Markdown, with what readers will see of it below. */

import { useDeferredValue } from "react";
import type { IncidentStatus } from "../../api/incidents.ts";
import { LazyMarkdown } from "../../markdown/lazy-markdown.tsx";
import { LinesField } from "../../ui/forms/field.tsx";
import { STATUS_WORDS } from "./incident-words.ts";

interface Props {
	readonly label: string;
	readonly pointer: string;
	readonly required?: boolean;
	readonly isOptional?: boolean;
	readonly hint?: string | undefined;
	/** Of an update, which stands above its text. */
	readonly status?: IncidentStatus;
	readonly value: string;
	readonly onChange: (value: string) => void;
}

export function MarkdownField({ hint = "Markdown: **bold**, *italic*, lists, links.", status, value, ...rest }: Props) {
	// Typing does not wait for the preview.
	const shown = useDeferredValue(value);
	return (
		<div>
			<LinesField {...rest} hint={hint} rows={5} value={value} />
			{value.trim() !== "" && (
				<section aria-label="What readers will see" className="mt-3 rounded-control border border-line px-3 py-2">
					<div className="mb-1 text-small text-muted">What readers will see</div>
					{status && <strong className="mb-1 block">{STATUS_WORDS[status]}</strong>}
					<LazyMarkdown text={shown} />
				</section>
			)}
		</div>
	);
}
