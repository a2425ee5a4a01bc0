import { useState } from "react";

/**
 * Where the focus goes when a dialog closes: back to where it was when the dialog opened, or to the page where that is
 * gone, such as the row that was deleted, or never was, as when the address opened the dialog. Base UI then takes the
 * first thing in the page that can have it.
 */
export function useFocusAfter(): () => HTMLElement | null {
	const [before] = useState(() => document.activeElement);
	return () => {
		const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
		return isThere ? before : document.getElementById("page");
	};
}
