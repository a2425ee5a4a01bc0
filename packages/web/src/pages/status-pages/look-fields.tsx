/** How a page looks beside its words: theme, accent colour, logo, icon and a style sheet of the team's own. */

import type { StatusPage } from "../../api/status-pages.ts";
import { FieldGroup, LinesField, optionsOf, SelectField, TextField } from "../../ui/forms/field.tsx";
import { fieldsOf } from "../../ui/forms/use-draft.ts";
import { ImageField } from "./image-field.tsx";
import type { PageDraft } from "./page-draft.ts";

interface Props {
	readonly draft: PageDraft;
	/** Null: it is new, and has no place for images yet. */
	readonly page: Pick<StatusPage, "id" | "logo" | "icon"> | null;
	readonly onChange: (change: Partial<PageDraft>) => void;
}

const SCHEMES = optionsOf({ auto: "As the reader's system is", light: "Light", dark: "Dark" });

export function LookFields({ draft, page, onChange }: Props) {
	const field = fieldsOf(draft, onChange, "/theme");
	return (
		<FieldGroup title="Look">
			<div className="grid gap-4 sm:grid-cols-2">
				<SelectField label="Theme" options={SCHEMES} {...field("scheme")} />
				<TextField
					label="Accent colour"
					isOptional
					hint="Of links and marks."
					placeholder="#1c7c44"
					mono
					{...field("accentColor")}
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
				placeholder="h1 { font-weight: 700 }"
				hint="CSS of allowed properties, for this page alone. The preview shows it before it is saved."
				mono
				{...field("css")}
			/>
		</FieldGroup>
	);
}
