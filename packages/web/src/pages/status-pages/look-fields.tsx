/** How a page looks beside its words: theme, accent colour, logo, icon and a style sheet of the team's own. */

import type { StatusPage } from "../../api/status-pages.ts";
import { FieldGroup, LinesField, SelectField, TextField } from "../../ui/forms/field.tsx";
import { ImageField } from "./image-field.tsx";
import type { PageDraft } from "./page-draft.ts";

interface Props {
	readonly draft: PageDraft;
	/** Null: it is new, and has no place for images yet. */
	readonly page: Pick<StatusPage, "id" | "logo" | "icon"> | null;
	readonly onChange: (change: Partial<PageDraft>) => void;
}

const SCHEME_OPTIONS = [
	{ value: "auto", label: "As the reader's system is" },
	{ value: "light", label: "Light" },
	{ value: "dark", label: "Dark" },
];

export function LookFields({ draft: { scheme, accentColor, css }, page, onChange }: Props) {
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
			{page === null ? (
				<p className="words text-small text-muted">A logo and an icon can be chosen once the page is created.</p>
			) : (
				<div className="grid gap-4 sm:grid-cols-2">
					<ImageField page={page} kind="logo" />
					<ImageField page={page} kind="icon" />
				</div>
			)}
			<LinesField
				label="Style sheet"
				isOptional
				pointer="/theme/css"
				placeholder="h1 { font-weight: 700 }"
				hint="CSS of allowed properties, for this page alone. The preview shows it before it is saved."
				mono
				value={css}
				onChange={(to) => onChange({ css: to })}
			/>
		</FieldGroup>
	);
}
