import { CheckField } from "../../ui/forms/field.tsx";
import { type Audience, useAudienceText } from "../status-pages/audience.ts";

interface Props extends Audience {
	readonly value: boolean;
	readonly onChange: (value: boolean) => void;
}

/** Whether subscribers are notified, and how many they are. */
export function NotifyField({ statusPageIds, componentIds, value, onChange }: Props) {
	const audience = useAudienceText({ statusPageIds, componentIds });
	return (
		<CheckField
			label="Notify subscribers"
			pointer="/notifySubscribers"
			hint={value ? audience : "Nobody is notified."}
			value={value}
			onChange={onChange}
		/>
	);
}
