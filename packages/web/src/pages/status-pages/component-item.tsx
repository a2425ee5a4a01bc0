/** A component in the editor: its name, and folded the monitors that it follows and what it shows. */

import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { counted } from "../../format/words.ts";
import { IconButton } from "../../ui/buttons/icon-button.tsx";
import { CheckField, TextField } from "../../ui/forms/field.tsx";
import { MonitorPicker } from "../../ui/forms/monitor-picker.tsx";
import { fieldsOf } from "../../ui/forms/use-draft.ts";
import { NameInput } from "./name-input.tsx";
import type { ComponentDraft } from "./page-draft.ts";

interface Props {
	readonly component: ComponentDraft;
	/** Of the component in the body. */
	readonly pointer: string;
	readonly handle: ReactNode;
	/** Buttons that move it. */
	readonly movers: ReactNode;
	readonly onChange: (change: Partial<ComponentDraft>) => void;
	readonly onRemove: () => void;
}

export function ComponentItem({ component, pointer, handle, movers, onChange, onRemove }: Props) {
	const { name, monitorIds, showsUptime, showsResponseTime } = component;
	const field = fieldsOf(component, onChange, pointer);
	// Lists of monitors are long, and components many.
	const [isOpen, setIsOpen] = useState(false);
	const called = name.trim() || "the component";
	return (
		<div className="border-t border-line py-2 first:border-t-0">
			<div className="flex items-start gap-2">
				{handle}
				<NameInput
					label="Name of the component"
					pointer={`${pointer}/name`}
					placeholder="Checkout"
					required
					data-name={component.id}
					value={name}
					onChange={(name) => onChange({ name })}
				/>
				<IconButton label={`Remove ${called}`} data-remove onClick={onRemove}>
					<X size={15} aria-hidden />
				</IconButton>
			</div>
			<details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)} className="mt-1 ml-8">
				<summary className="min-h-6 text-muted">
					{monitorIds.length === 0 ? "No monitors" : counted(monitorIds.length, "monitor")}
					{!showsUptime && ", no bar"}
					{showsResponseTime && ", response time"}
				</summary>
				{isOpen && (
					<div className="mt-2 space-y-4 pb-2">
						<TextField label="Description" isOptional placeholder="Orders and payments" {...field("description")} />
						<fieldset>
							<legend className="mb-1 font-semibold">Monitors of {called}</legend>
							<p className="words mb-2 text-small text-muted">
								Its state follows the worst of them. Readers see neither their names nor their targets.
							</p>
							<MonitorPicker
								pointer={`${pointer}/monitorIds`}
								allowsAll={false}
								value={monitorIds}
								onChange={(ids) => onChange({ monitorIds: ids ?? [] })}
							/>
						</fieldset>
						<div className="flex flex-wrap items-end justify-between gap-2">
							<div>
								<CheckField label="Shows a bar of days with its uptime" {...field("showsUptime")} />
								<CheckField label="Shows its response time" {...field("showsResponseTime")} />
							</div>
							<span className="flex">{movers}</span>
						</div>
					</div>
				)}
			</details>
		</div>
	);
}
