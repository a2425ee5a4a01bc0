import { CheckField } from "../../ui/forms/field.tsx";

interface Props {
	/** Pages that show what is told. */
	readonly statusPageIds: readonly string[];
	readonly checked: boolean;
	readonly onChange: (checked: boolean) => void;
}

/** Whether subscribers are told. */
export function NotifyField({ statusPageIds, checked, onChange }: Props) {
	const hint = statusPageIds.length === 0 ? "No status page shows it, so there is nobody to tell." : undefined;
	return (
		<CheckField
			label="Tell subscribers"
			pointer="/notifySubscribers"
			hint={hint}
			checked={checked}
			onChange={onChange}
		/>
	);
}
