/** What can be done with a row of a table: buttons at its end. */

import { CircleStop, LogOut, Pencil, Send, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../buttons/button.tsx";
import { Cell } from "./table.tsx";

/** The buttons of a row, the last of which ends with its word where the row ends. */
export function ActionsCell({ children }: { children: ReactNode }) {
	return (
		<Cell right className="w-px py-0.5">
			<div className="-mr-3 flex items-center justify-end max-sm:-mr-2">{children}</div>
		</Cell>
	);
}

const ICONS = { edit: Pencil, remove: Trash2, end: CircleStop, leave: LogOut, test: Send } as const;

interface RowActionProps {
	/** Its icon stands in place of the word on a phone, where a row has no room for words. */
	readonly kind: keyof typeof ICONS;
	readonly label: string;
	/** What the row is about, for screen readers: `Edit` `Weekly backup`. */
	readonly about: string;
	readonly onClick: () => void;
}

export function RowAction({ kind, label, about, onClick }: RowActionProps) {
	const Icon = ICONS[kind];
	return (
		<Button look="quiet" aria-label={`${label} ${about}`} onClick={onClick} className="max-sm:px-2">
			<span className="max-sm:hidden">{label}</span>
			<Icon size={16} aria-hidden className="sm:hidden" />
		</Button>
	);
}
