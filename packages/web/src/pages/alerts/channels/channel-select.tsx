/** The choice of a channel where there is no room for all of them side by side. */

import { channelName } from "../../../format/channel-names.ts";
import { useSignedIn } from "../../../shell/session.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { CHANNEL_GROUPS } from "./table.ts";

interface Props {
	readonly label: string;
	/** Of the channel, as a JSON Pointer. */
	readonly pointer: string;
	readonly value: string;
	readonly onChange: (type: string) => void;
}

export function ChannelSelect({ label, pointer, value, onChange }: Props) {
	const { sendsMail } = useSignedIn().session.service;
	return (
		<Field label={label} pointer={`${pointer}/type`} isEmpty={false}>
			{(props) => (
				<select
					{...props}
					name="type"
					value={value}
					className="control w-full max-w-xs"
					onChange={(event) => onChange(event.target.value)}
				>
					{CHANNEL_GROUPS.map(({ title, channels }) => (
						<optgroup key={title} label={title}>
							{Object.keys(channels).map((type) => (
								<option key={type} value={type}>
									{channelName(type)}
									{type === "email" && !sendsMail && " (no mail server is set)"}
								</option>
							))}
						</optgroup>
					))}
				</select>
			)}
		</Field>
	);
}
