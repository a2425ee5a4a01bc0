import { useState } from "react";

const SAID_MS = 2000;

/** Copies a text, and says for two seconds that it did. `onRefused`: over plain http browsers have no clipboard. */
export function useCopy(onRefused: () => void): { isCopied: boolean; copy: (text: string) => Promise<void> } {
	const [isCopied, setIsCopied] = useState(false);
	async function copy(text: string) {
		try {
			await navigator.clipboard.writeText(text);
		} catch {
			onRefused();
			return;
		}
		setIsCopied(true);
		setTimeout(() => setIsCopied(false), SAID_MS);
	}
	return { isCopied, copy };
}
