/** A text to hand over, and a button that copies it. */

import { Check, Copy } from "lucide-react";
import { useRef } from "react";
import { Button } from "./button.tsx";
import { useCopy } from "./use-copy.ts";

export function CopyField({ label, value }: { label: string; value: string }) {
	const field = useRef<HTMLInputElement>(null);
	// Where it can't be copied, it is selected, for Ctrl-C.
	const { isCopied, copy } = useCopy(() => field.current?.select());
	return (
		<div className="flex gap-2">
			<input
				ref={field}
				readOnly
				aria-label={label}
				value={value}
				className="control min-w-0 flex-1 font-mono"
				onFocus={(event) => event.target.select()}
			/>
			<Button
				onClick={() => void copy(value)}
				icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
			>
				{isCopied ? "Copied" : "Copy"}
			</Button>
		</div>
	);
}
