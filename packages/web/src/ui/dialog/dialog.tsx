/**
 * Dialogs: one for contents, one that asks before something is lost. Focus, Escape and the background are Base UI's.
 */

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../buttons/button.tsx";
import { Notice } from "../notice.tsx";
import { faultText } from "../states.tsx";
import { DialogClose } from "./dialog-close.ts";
import { useFocusAfter } from "./focus-after.ts";

interface Props {
	readonly open: boolean;
	readonly onClose: () => void;
	readonly title: string;
	readonly children: ReactNode;
	readonly wide?: boolean;
}

export function Dialog({ open, onClose, title, children, wide = false }: Props) {
	const contents = useRef<HTMLDivElement>(null);
	const focusAfter = useFocusAfter();
	return (
		<Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
			<Base.Portal>
				<Base.Backdrop className="dialog-appears fixed inset-0 z-40 bg-backdrop" />
				<Base.Popup
					finalFocus={focusAfter}
					initialFocus={() => contents.current?.querySelector<HTMLElement>(FIRST) ?? true}
					className={`card dialog-appears fixed top-[12dvh] left-1/2 z-50 max-h-[80dvh] w-[calc(100vw-24px)] -translate-x-1/2 overflow-y-auto shadow-(--shadow) ${wide ? "max-w-[720px]" : "max-w-[480px]"}`}
				>
					<div className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-4">
						<Base.Title className="text-lead">{title}</Base.Title>
						<Base.Close
							aria-label="Close"
							className="inline-flex size-8 items-center justify-center rounded-control text-muted hover:bg-hover"
						>
							<X size={16} aria-hidden />
						</Base.Close>
					</div>
					<div ref={contents} className="p-4">
						<DialogClose value={onClose}>{children}</DialogClose>
					</div>
				</Base.Popup>
			</Base.Portal>
		</Base.Root>
	);
}

/** What takes the focus when a dialog opens: its contents, before the cross that closes it. */
const FIRST = "input:not(:disabled), select, textarea, button, a[href]";

interface ConfirmProps {
	readonly title: string;
	readonly children: ReactNode;
	/** What the button does: "Delete 3 monitors". */
	readonly confirmLabel: string;
	readonly onConfirm: () => Promise<unknown>;
	readonly onClose: () => void;
}

export function ConfirmDialog({ title, children, confirmLabel, onConfirm, onClose }: ConfirmProps) {
	const [fault, setFault] = useState<unknown>(null);
	const [isBusy, setIsBusy] = useState(false);
	async function confirm() {
		setIsBusy(true);
		try {
			await onConfirm();
			onClose();
		} catch (error) {
			setFault(error);
			setIsBusy(false);
		}
	}
	return (
		<Dialog open onClose={onClose} title={title}>
			<div>{children}</div>
			{fault !== null && (
				<Notice tone="down" role="alert" className="mt-4">
					{faultText(fault)}
				</Notice>
			)}
			<div className="mt-6 flex justify-end gap-2">
				<Button onClick={onClose}>Cancel</Button>
				<Button look="danger" busy={isBusy} onClick={confirm}>
					{confirmLabel}
				</Button>
			</div>
		</Dialog>
	);
}
