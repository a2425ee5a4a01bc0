/** Chooses one monitor, or all together: a search that asks the API, because a team may have ten thousand. */

import { Combobox } from "@base-ui/react/combobox";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { type FoundMonitor, monitorSearchQuery } from "../../api/monitors.ts";
import { useSettled } from "../../ui/use-settled.ts";

/** The search begins when nothing was typed for this long. */
const TYPING_PAUSE_MS = 150;

const ALL: FoundMonitor = { id: "", name: "All together", target: "" };

interface Props {
	/** Null: all together. */
	readonly value: FoundMonitor | null;
	/** Whether a monitor may be chosen; others are not offered. */
	readonly offers: (id: string) => boolean;
	readonly onChange: (id: string | undefined) => void;
}

export default function MonitorCombobox({ value, offers, onChange }: Props) {
	const [isOpen, setIsOpen] = useState(false);
	const [text, setText] = useState("");
	const wanted = useSettled(text.trim(), TYPING_PAUSE_MS);
	const { data, error } = useQuery({
		...monitorSearchQuery(wanted),
		enabled: isOpen,
		placeholderData: keepPreviousData,
	});
	const found = (data?.found ?? []).filter(({ id }) => offers(id));
	const items = text.trim() === "" ? [ALL, ...found] : found;
	return (
		<Combobox.Root
			items={items}
			filter={null}
			value={value ?? ALL}
			itemToStringLabel={({ name }: FoundMonitor) => name}
			isItemEqualToValue={(one, other) => one.id === other.id}
			onValueChange={(chosen) => onChange(chosen?.id || undefined)}
			open={isOpen}
			onOpenChange={(opens) => {
				setIsOpen(opens);
				if (!opens) setText("");
			}}
			autoHighlight
		>
			<Combobox.Trigger aria-label="Monitor" className="control flex max-w-64 items-center gap-2 text-text">
				<span className="min-w-0 truncate">{(value ?? ALL).name}</span>
				<ChevronDown size={14} aria-hidden />
			</Combobox.Trigger>
			<Combobox.Portal>
				<Combobox.Positioner align="end" sideOffset={4} className="z-40">
					<Combobox.Popup
						aria-label="Choose a monitor"
						className="card w-[min(360px,calc(100vw-24px))] overflow-hidden shadow-(--shadow)"
					>
						<Combobox.Input
							aria-label="Search monitors"
							placeholder="Search monitors"
							spellCheck={false}
							onChange={(event) => setText(event.currentTarget.value)}
							className="h-9 w-full border-b border-line bg-transparent px-3 outline-none"
						/>
						<Combobox.List aria-label="Monitors" className="max-h-72 overflow-y-auto p-1">
							{(monitor: FoundMonitor) => (
								<Combobox.Item
									key={monitor.id}
									value={monitor}
									className="flex h-8 cursor-pointer items-center gap-3 rounded-control px-2 data-highlighted:bg-selected"
								>
									<span className="min-w-0 flex-1 truncate">{monitor.name}</span>
									<span className="max-w-[50%] truncate font-mono text-small text-muted">{monitor.target}</span>
								</Combobox.Item>
							)}
						</Combobox.List>
						<Combobox.Status className="px-3 text-muted">
							{error ? (
								<p className="pb-2 text-down">The monitors can't be read now.</p>
							) : data && items.length === 0 ? (
								<p className="pb-2">Nothing matches “{text}”.</p>
							) : data?.isMore ? (
								<p className="border-t border-line py-1.5">There are more. Type to narrow them down.</p>
							) : null}
						</Combobox.Status>
					</Combobox.Popup>
				</Combobox.Positioner>
			</Combobox.Portal>
		</Combobox.Root>
	);
}
