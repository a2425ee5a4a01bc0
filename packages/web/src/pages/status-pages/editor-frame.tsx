import type { ReactNode } from "react";
import type { StatusPageDraft } from "../../api/status-pages.ts";
import { Preview } from "./preview.tsx";

interface Props {
	readonly preview: StatusPageDraft;
	/** The form. */
	readonly children: ReactNode;
}

/** The form of a page, and beside it what readers would see; below it where there is no space. */
export function EditorFrame({ preview, children }: Props) {
	return (
		<div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
			<div className="min-w-0">{children}</div>
			<div className="min-w-0 lg:sticky lg:top-4 lg:self-start">
				<Preview draft={preview} />
			</div>
		</div>
	);
}
