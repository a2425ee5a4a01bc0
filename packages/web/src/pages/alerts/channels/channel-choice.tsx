/** Which channel sends an alert: all of them at once in their groups, narrowed by a few letters. */

import { useId, useState } from "react";
import { channelName } from "../../../format/channel-names.ts";
import { About } from "../../../ui/forms/field.tsx";
import { useFieldError } from "../../../ui/forms/form.tsx";
import { CHANNEL_GROUPS } from "./table.ts";

interface Props {
	readonly value: string;
	/** Whether the service can send email. */
	readonly sendsMail: boolean;
	readonly onChange: (type: string) => void;
}

export function ChannelChoice({ value, sendsMail, onChange }: Props) {
	const [wanted, setWanted] = useState("");
	const { error, marked, invalid, aboutId } = useFieldError("/channel/type");
	const id = useId();
	const groups = CHANNEL_GROUPS.map(({ title, channels }) => ({
		title,
		types: Object.keys(channels).filter((type) => matches(type, title, wanted)),
	})).filter(({ types }) => types.length > 0);
	return (
		<fieldset {...marked}>
			<legend className="mb-1 font-semibold">Sent by</legend>
			<input
				type="search"
				inputMode="search"
				aria-label="Find a channel"
				{...invalid}
				placeholder="Find a channel"
				autoComplete="off"
				value={wanted}
				onChange={(event) => setWanted(event.target.value)}
				onKeyDown={(event) => {
					// Not the form, and where one is left, that one.
					if (event.key !== "Enter") return;
					event.preventDefault();
					const [only, ...others] = groups.flatMap(({ types }) => types);
					if (only !== undefined && others.length === 0) onChange(only);
				}}
				className="control mb-3 w-full max-w-64"
			/>
			{groups.length === 0 && (
				<p className="text-muted">No channel is named so. HTTP request and Apprise reach many.</p>
			)}
			<div className="grid gap-3 sm:grid-cols-2">
				{groups.map(({ title, types }) => (
					<div key={title} role="group" aria-labelledby={`${id}-${title}`}>
						<p id={`${id}-${title}`} className="mb-1 text-small text-muted">
							{title}
						</p>
						<div className="flex flex-wrap gap-1.5">
							{types.map((type) => (
								<label
									key={type}
									className="flex h-8 items-center rounded-control border border-line bg-panel px-2.5 whitespace-nowrap hover:bg-hover has-checked:border-text has-checked:bg-selected has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
								>
									<input
										type="radio"
										name="type"
										value={type}
										checked={value === type}
										onChange={() => onChange(type)}
										className="sr-only"
									/>
									{channelName(type)}
									{type === "email" && !sendsMail && (
										<span className="font-normal text-muted">&nbsp;(no mail server is set)</span>
									)}
								</label>
							))}
						</div>
					</div>
				))}
			</div>
			<About id={aboutId} error={error} hint={null} />
		</fieldset>
	);
}

function matches(type: string, group: string, wanted: string): boolean {
	const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
	const searched = letters(wanted);
	return letters(`${channelName(type)} ${type} ${group}`).includes(searched);
}
