/** Whether the page is as narrow as a phone: where a layout differs in more than style sheets can say. */

import { useSyncExternalStore } from "react";

const NARROW = "(max-width: 767px)";

function subscribe(listener: () => void): () => void {
	const query = matchMedia(NARROW);
	query.addEventListener("change", listener);
	return () => query.removeEventListener("change", listener);
}

export function useIsNarrow(): boolean {
	return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}
