/** An object that files own: where it comes from, and its form, which writes a patch to them and changes nothing. */

import { useQuery } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { type ManagedObject, managedObjectsQuery } from "../../api/config.ts";
import { useMay } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { useCopy } from "../../ui/buttons/use-copy.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { SubmitLabel } from "../../ui/forms/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { patchText } from "./patch-text.ts";

/** Takes what the form had and has, instead of saving it. */
export type TakePatch = (before: object, after: object) => Promise<void>;

/** The files' entry of an object; null: nobody's files own it; undefined while that is not known. */
export function useManaged(id: string): ManagedObject | null | undefined {
	const mayAsk = useMay("config:read");
	const { data, isPending } = useQuery({ ...managedObjectsQuery, enabled: mayAsk });
	if (mayAsk && isPending) return undefined;
	return data?.find((each) => each.id === id) ?? null;
}

/** The keys of what files own, by id. */
export function useManagedKeys(): ReadonlyMap<string, string> {
	const { data = [] } = useQuery({ ...managedObjectsQuery, enabled: useMay("config:read") });
	return new Map(data.map(({ id, key }) => [id, key]));
}

interface Props {
	readonly id: string;
	/** @param takePatch null: the form saves by itself */
	readonly children: (takePatch: TakePatch | null) => ReactNode;
}

export function FromFiles({ id, children }: Props) {
	const managed = useManaged(id);
	const { data: all = [] } = useQuery({ ...managedObjectsQuery, enabled: false });
	const [patch, setPatch] = useState<string | null>(null);
	if (managed === undefined) return <Loading lines={8} />;
	if (managed === null) return children(null);
	return (
		<>
			<ManagedNotice managed={managed} />
			<SubmitLabel value="Copy as patch">
				{children(async (before, after) => {
					const text = patchText(managed, { before, after }, all);
					if (text === null) toast("Nothing is changed in the form.");
					setPatch(text);
				})}
			</SubmitLabel>
			{patch !== null && <PatchDialog text={patch} onClose={() => setPatch(null)} />}
		</>
	);
}

/** Says which files an object comes from. */
function ManagedNotice({ managed: { project, key } }: { managed: ManagedObject }) {
	return (
		<Notice className="mb-4">
			<p>
				From files: project <strong className="font-semibold">{project}</strong>, key{" "}
				<code className="font-mono">{key}</code>.
			</p>
			<p className="text-muted">It is changed there. What you change in its form can be copied as a patch to them.</p>
		</Notice>
	);
}

function PatchDialog({ text, onClose }: { text: string; onClose: () => void }) {
	const field = useRef<HTMLTextAreaElement>(null);
	// Where it can't be copied, it is selected, for Ctrl-C.
	const { isCopied, copy } = useCopy(() => field.current?.select());
	return (
		<Dialog open onClose={onClose} title="Patch to the files" wide>
			<p className="mb-2">Nothing is saved here. Put these lines in the entry of this key, and apply the files.</p>
			<textarea
				ref={field}
				readOnly
				aria-label="Patch"
				rows={Math.min(16, text.split("\n").length)}
				value={text}
				className="control w-full font-mono text-small"
			/>
			<div className="mt-4 flex justify-end gap-2">
				<Button onClick={onClose}>Close</Button>
				<Button
					look="strong"
					onClick={() => void copy(text)}
					icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
				>
					{isCopied ? "Copied" : "Copy"}
				</Button>
			</div>
		</Dialog>
	);
}
