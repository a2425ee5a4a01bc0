import { useCallback, useState } from "react";

type Change<Draft> = Partial<Draft> | ((before: Draft) => Partial<Draft>);

/** The state of a form, a function that changes some of its members, and what the field of a member is given. */
export function useDraft<Draft extends object>(initial: Draft) {
	const [draft, setDraft] = useState(initial);
	const change = useCallback((to: Change<Draft>) => {
		setDraft((before) => ({ ...before, ...(typeof to === "function" ? to(before) : to) }));
	}, []);
	return [draft, change, fieldsOf(draft, change)] as const;
}

/**
 * What the field of a member shows, what it changes, and where the API's messages about it point.
 * @param pointer of the draft in what is sent
 */
export function fieldsOf<Draft extends object>(draft: Draft, change: (to: Partial<Draft>) => void, pointer = "") {
	return <Name extends keyof Draft & string>(name: Name) => ({
		pointer: `${pointer}/${name}`,
		value: draft[name],
		onChange: (value: Draft[Name]) => change({ [name]: value } as unknown as Partial<Draft>),
	});
}
