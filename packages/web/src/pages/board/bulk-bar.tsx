/** Actions on the selected monitors, shown at the lower edge while there is a selection. */

import { useQueryClient } from "@tanstack/react-query";
import { type LucideIcon, Pause, Pencil, Play, Tag as TagIcon, TagX, Trash2, X } from "lucide-react";
import { useState } from "react";
import { boardQuery } from "../../api/board.ts";
import { type BulkAction, changeMonitors } from "../../api/monitors.ts";
import { counted } from "../../format/words.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon-button.tsx";
import { ConfirmDialog } from "../../ui/dialog/dialog.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";
import { useManagedKeys } from "../from-files/from-files.tsx";
import { BulkEditDialog, TagsDialog } from "./bulk-dialogs.tsx";

interface Props {
	readonly ids: readonly string[];
	/** All that the board shows now. */
	readonly shown: readonly string[];
	readonly onSelect: (ids: readonly string[]) => void;
}

/** Keys of monitors from files that the bar names. */
const MAX_NAMED = 5;
const DONE: Readonly<Record<BulkAction, string>> = {
	pause: "paused",
	resume: "resumed",
	delete: "deleted",
	tag: "tagged",
	untag: "untagged",
	edit: "changed",
};

export default function BulkBar({ ids: selected, shown, onSelect }: Props) {
	const client = useQueryClient();
	const keys = useManagedKeys();
	const ids = selected.filter((id) => !keys.has(id));
	const isNone = ids.length === 0;
	const fromFiles = selected.flatMap((id) => keys.get(id) ?? []);
	const [open, setOpen] = useState<"delete" | "tag" | "untag" | "edit" | null>(null);

	async function act(action: BulkAction, tags?: string[]) {
		const { count } = await changeMonitors(ids, action, tags && { tags });
		await client.invalidateQueries({ queryKey: boardQuery.queryKey });
		toast(`${counted(count, "monitor")} ${DONE[action]}.`);
		onSelect([]);
	}
	const actNow = (action: BulkAction) => act(action).catch(toastFault);

	return (
		<section
			aria-label="Selected monitors"
			className="card fixed inset-x-3 bottom-4 z-30 mx-auto flex max-w-[880px] flex-wrap items-center gap-1 px-3 py-2 shadow-(--shadow) lg:left-55"
		>
			<IconButton label="Clear the selection" onClick={() => onSelect([])}>
				<X size={15} aria-hidden />
			</IconButton>
			<span role="status" className="mr-2 font-semibold">
				{counted(selected.length, "monitor")} selected
			</span>
			{fromFiles.length > 0 && <span className="text-small text-muted">{fromFilesText(fromFiles, ids.length)}</span>}
			{selected.length < shown.length && (
				<Button look="quiet" onClick={() => onSelect(shown)}>
					Select all {shown.length.toLocaleString("en")}
				</Button>
			)}
			<span className="flex-1" />
			<BarButton icon={Pause} disabled={isNone} onClick={() => actNow("pause")}>
				Pause
			</BarButton>
			<BarButton icon={Play} disabled={isNone} onClick={() => actNow("resume")}>
				Resume
			</BarButton>
			<BarButton icon={Pencil} disabled={isNone} onClick={() => setOpen("edit")}>
				Edit
			</BarButton>
			<BarButton icon={TagIcon} disabled={isNone} onClick={() => setOpen("tag")}>
				Tag
			</BarButton>
			<BarButton icon={TagX} disabled={isNone} onClick={() => setOpen("untag")}>
				Untag
			</BarButton>
			<BarButton icon={Trash2} disabled={isNone} onClick={() => setOpen("delete")}>
				Delete
			</BarButton>
			{open === "delete" && (
				<ConfirmDialog
					title={`Delete ${counted(ids.length, "monitor")}?`}
					confirmLabel={`Delete ${counted(ids.length, "monitor")}`}
					onConfirm={() => act("delete")}
					onClose={() => setOpen(null)}
				>
					Their results, outages and reports are deleted with them. This can't be undone. To keep the history, pause
					them instead.
				</ConfirmDialog>
			)}
			{open === "edit" && (
				<BulkEditDialog
					ids={ids}
					onClose={() => setOpen(null)}
					onDone={() => {
						setOpen(null);
						onSelect([]);
					}}
				/>
			)}
			{(open === "tag" || open === "untag") && (
				<TagsDialog
					title={open === "tag" ? "Add tags" : "Remove tags"}
					submitLabel={`${open === "tag" ? "Tag" : "Untag"} ${counted(ids.length, "monitor")}`}
					onClose={() => setOpen(null)}
					onTags={async (tags) => {
						await act(open, tags);
						setOpen(null);
					}}
				/>
			)}
		</section>
	);
}

/** `3 come from files and stay: api, db, web.` */
function fromFilesText(keys: readonly string[], others: number): string {
	const named = keys.slice(0, MAX_NAMED).join(", ");
	const more = keys.length > MAX_NAMED ? ` and ${keys.length - MAX_NAMED} more` : "";
	const which = others === 0 ? "All" : String(keys.length);
	return `${which} ${keys.length === 1 ? "comes" : "come"} from files and ${keys.length === 1 ? "stays" : "stay"}: ${named}${more}.`;
}

interface BarButtonProps {
	readonly icon: LucideIcon;
	readonly disabled: boolean;
	readonly onClick: () => void;
	readonly children: string;
}

/** On a phone the six stand beside each other without their icons. */
function BarButton({ icon: Icon, disabled, onClick, children }: BarButtonProps) {
	return (
		<Button
			look="quiet"
			disabled={disabled}
			className="max-sm:px-1.5"
			icon={<Icon size={14} className="max-sm:hidden" aria-hidden />}
			onClick={onClick}
		>
			{children}
		</Button>
	);
}
