/** Who else is notified while nobody has acknowledged a problem: steps, and below them what they do in words. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { LIMITS } from "../../api/client/limits.ts";
import { schedulesQuery } from "../../api/schedules.ts";
import { useMay, useSignedIn } from "../../shell/session.tsx";
import { FieldGroup, NumberField, SelectField } from "../../ui/forms/field.tsx";
import { ItemList } from "../../ui/forms/item-list.tsx";
import { identified } from "../../ui/forms/items.ts";
import { fieldsOf } from "../../ui/forms/use-draft.ts";
import { newFields } from "./channels/channel-draft.ts";
import { ChannelFields } from "./channels/channel-fields.tsx";
import { ChannelSelect } from "./channels/channel-select.tsx";
import {
	type ChannelDraft,
	type EscalationDraft,
	escalationWords,
	newChannel,
	type StepDraft,
	USUAL_MINUTES,
} from "./escalation-draft.ts";

const { steps: STEPS, repeats: REPEATS } = LIMITS.NewEscalation;
const { channels: STEP_CHANNELS, afterMinutes: STEP_MINUTES } = LIMITS.NewEscalationStep;
/** Of the choice of who is notified: a step with channels of its own. */
const OWN = "channels";

interface Props {
	readonly value: EscalationDraft;
	/** Who is notified at once, in words. */
	readonly first: string;
	readonly onChange: (value: EscalationDraft) => void;
}

export function EscalationGroup({ value, first, onChange }: Props) {
	const { data: schedules = [] } = useQuery({ ...schedulesQuery, enabled: useMay("schedules:read") });
	const { sendsMail } = useSignedIn().session.service;
	const names = new Map(schedules.map(({ id, name }) => [id, name]));
	const [firstSchedule] = names.keys();
	const field = fieldsOf(value, (to) => onChange({ ...value, ...to }), "/escalation");
	return (
		<FieldGroup
			title="Escalation"
			about="Who else is notified, step by step, while a problem lasts and nobody has acknowledged it."
		>
			<ItemList
				{...field("steps")}
				noun="step"
				max={STEPS.max}
				isOrdered
				newItem={() =>
					identified({
						// Whoever is on call is woken with the problem, unless its owner wants to give others time.
						afterMinutes: value.steps.length === 0 && firstSchedule !== undefined ? 0 : USUAL_MINUTES,
						scheduleId: firstSchedule ?? null,
						channels: firstSchedule === undefined ? [newChannel(sendsMail)] : [],
					})
				}
			>
				{(step, index, change) => <StepFields step={step} index={index} names={names} onChange={change} />}
			</ItemList>
			{value.steps.length > 0 && (
				<>
					<NumberField
						label="Repeat the steps"
						unit="times"
						min={0}
						max={REPEATS.max}
						placeholder="0"
						{...field("repeats")}
					/>
					<div role="status" className="words rounded-control bg-selected px-3 py-2">
						<ol>
							{escalationWords(value, first, (id) => names.get(id) ?? "a deleted schedule").map((sentence) => (
								<li key={sentence}>{sentence}</li>
							))}
						</ol>
						<p className="mt-1 text-muted">
							It ends as soon as somebody acknowledges the problem, or it is over. Whoever was notified is notified of
							its end.
						</p>
					</div>
				</>
			)}
			{names.size === 0 && (
				<p className="text-muted">
					A step can also notify whoever is on call, once there is a{" "}
					<Link to="/on-call" className="font-semibold text-accent hover:underline">
						schedule
					</Link>
					.
				</p>
			)}
		</FieldGroup>
	);
}

interface StepProps {
	readonly step: StepDraft;
	readonly index: number;
	/** Of the schedules, by id. */
	readonly names: ReadonlyMap<string, string>;
	readonly onChange: (change: Partial<StepDraft>) => void;
}

function StepFields({ step, index, names, onChange }: StepProps) {
	const pointer = `/escalation/steps/${index}`;
	const field = fieldsOf(step, onChange, pointer);
	const { sendsMail } = useSignedIn().session.service;
	const { scheduleId, channels } = step;
	const isUnknown = scheduleId !== null && !names.has(scheduleId);
	return (
		<div className="space-y-4">
			<div className="grid gap-4 sm:grid-cols-2">
				<NumberField
					label={index === 0 ? "After the problem" : `After step ${index}`}
					unit="minutes"
					min={0}
					max={STEP_MINUTES.max}
					placeholder={String(USUAL_MINUTES)}
					{...field("afterMinutes")}
				/>
				<SelectField
					label="Notify"
					pointer={`${pointer}/scheduleId`}
					value={scheduleId ?? OWN}
					onChange={(chosen) =>
						onChange(
							chosen === OWN
								? { scheduleId: null, channels: channels.length > 0 ? channels : [newChannel(sendsMail)] }
								: { scheduleId: chosen },
						)
					}
					options={[
						...[...names].map(([value, name]) => ({ value, label: `whoever is on call in ${name}` })),
						...(isUnknown ? [{ value: scheduleId, label: "a deleted schedule" }] : []),
						{ value: OWN, label: "channels of this step" },
					]}
				/>
			</div>
			{scheduleId === null && (
				<ItemList {...field("channels")} noun="channel" max={STEP_CHANNELS.max} newItem={() => newChannel(sendsMail)}>
					{(channel, place, change) => (
						<StepChannel channel={channel} pointer={`${pointer}/channels/${place}`} onChange={change} />
					)}
				</ItemList>
			)}
		</div>
	);
}

interface ChannelProps {
	readonly channel: ChannelDraft;
	readonly pointer: string;
	readonly onChange: (change: Partial<ChannelDraft>) => void;
}

function StepChannel({ channel: { type, fields, keptType }, pointer, onChange }: ChannelProps) {
	return (
		<div className="space-y-4">
			<ChannelSelect
				label="Sent by"
				pointer={pointer}
				value={type}
				onChange={(chosen) => onChange({ type: chosen, fields: newFields(chosen) })}
			/>
			<ChannelFields
				pointer={pointer}
				type={type}
				value={fields}
				isKept={keptType === type}
				onChange={(changed) => onChange({ fields: changed })}
			/>
		</div>
	);
}
