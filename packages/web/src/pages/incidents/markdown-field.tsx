/** A text in Markdown, with what it will look like below it. */

import { useDeferredValue } from "react";
import { LazyMarkdown } from "../../markdown/lazy-markdown.tsx";
import { LinesField } from "../../ui/forms/field.tsx";

interface Props {
	readonly label: string;
	readonly pointer: string;
	readonly required?: boolean;
	readonly isOptional?: boolean;
	readonly hint?: string | undefined;
	readonly value: string;
	readonly onChange: (value: string) => void;
}

export function MarkdownField({ hint = "Markdown: **bold**, *italic*, lists, links.", value, ...rest }: Props) {
	// Typing does not wait for the preview.
	const shown = useDeferredValue(value);
	return (
		<div>
			<LinesField {...rest} hint={hint} rows={5} value={value} />
			{value.trim() !== "" && (
				<section aria-label="Preview" className="mt-3 rounded-control border border-line px-3 py-2">
					<div className="mb-1 text-small text-muted">Preview</div>
					<LazyMarkdown text={shown} />
				</section>
			)}
		</div>
	);
}
