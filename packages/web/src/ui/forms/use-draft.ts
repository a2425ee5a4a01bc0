import { useCallback, useState } from "react";

type Change<Draft> = Partial<Draft> | ((before: Draft) => Partial<Draft>);

/** The state of a form, and a function that changes some of its members. */
export function useDraft<Draft extends object>(initial: Draft) {
	const [draft, setDraft] = useState(initial);
	const change = useCallback((to: Change<Draft>) => {
		setDraft((before) => ({ ...before, ...(typeof to === "function" ? to(before) : to) }));
	}, []);
	return [draft, change] as const;
}
