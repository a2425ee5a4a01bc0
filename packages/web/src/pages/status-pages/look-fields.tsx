/** How a page looks beside its words: its theme, its accent colour and a style sheet of the team's own. */

import { FieldGroup, LinesField, SelectField, TextField } from "../../ui/forms/field.tsx";
import type { PageDraft } from "./page-draft.ts";

interface Props {
	readonly draft: PageDraft;
	readonly onChange: (change: Partial<PageDraft>) => void;
}

const SCHEME_OPTIONS = [
	{ value: "auto", label: "As the reader's system is" },
	{ value: "light", label: "Light" },
	{ value: "dark", label: "Dark" },
];

export function LookFields({ draft: { scheme, accentColor, css }, onChange }: Props) {
	return (
		<FieldGroup title="Look">
			<div className="grid gap-4 sm:grid-cols-2">
				<SelectField
					label="Theme"
					pointer="/theme/scheme"
					value={scheme}
					options={SCHEME_OPTIONS}
					onChange={(to) => onChange({ scheme: to as PageDraft["scheme"] })}
				/>
				<TextField
					label="Accent colour"
					isOptional
					pointer="/theme/accentColor"
					hint="Of links and marks."
					placeholder="#1c7c44"
					mono
					value={accentColor}
					onChange={(to) => onChange({ accentColor: to })}
				/>
			</div>
			<LinesField
				label="Style sheet"
				isOptional
				pointer="/theme/css"
				placeholder="h1 { font-weight: 700 }"
				hint="CSS of allowed properties, for this page alone. Readers get it once it is saved."
				mono
				value={css}
				onChange={(to) => onChange({ css: to })}
			/>
		</FieldGroup>
	);
}
