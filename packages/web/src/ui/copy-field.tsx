/** A text to hand over, and a button that copies it. */

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

export function CopyField({ label, value }: { label: string; value: string }) {
	const [isCopied, setIsCopied] = useState(false);
	async function copy() {
		// Over plain http there is no clipboard; the text is selected instead, for Ctrl-C.
		try {
			await navigator.clipboard.writeText(value);
			setIsCopied(true);
			setTimeout(() => setIsCopied(false), 2000);
		} catch {
			document.querySelector<HTMLInputElement>(`input[data-copy="${CSS.escape(label)}"]`)?.select();
		}
	}
	return (
		<div className="flex gap-2">
			<input
				readOnly
				aria-label={label}
				data-copy={label}
				value={value}
				className="control min-w-0 flex-1 font-mono"
				onFocus={(event) => event.target.select()}
			/>
			<Button onClick={copy} icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}>
				{isCopied ? "Copied" : "Copy"}
			</Button>
		</div>
	);
}
