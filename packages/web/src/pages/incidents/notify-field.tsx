import { CheckField } from "../../ui/forms/field.tsx";
import { type Audience, useAudienceText } from "../status-pages/audience.ts";

interface Props extends Audience {
	readonly checked: boolean;
	readonly onChange: (checked: boolean) => void;
}

/** Whether subscribers are told, and how many they are. */
export function NotifyField({ statusPageIds, componentIds, checked, onChange }: Props) {
	const audience = useAudienceText({ statusPageIds, componentIds });
	return (
		<CheckField
			label="Tell subscribers"
			pointer="/notifySubscribers"
			hint={checked ? audience : "Nobody is told."}
			checked={checked}
			onChange={onChange}
		/>
	);
}
