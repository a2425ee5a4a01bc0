import { type ReactNode, useRef, useState } from "react";
import { type AlertEventType, testUnsavedAlert } from "../../api/alerts.ts";
import { channelName } from "../../format/channel-names.ts";
import { isLocalAddress } from "../../format/local-address.ts";
import { useSignedIn } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { CheckListField } from "../../ui/forms/check-list-field.tsx";
import { FieldGroup, optionsOf, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { SpecFields, type Values } from "../../ui/forms/spec-fields.tsx";
import { fieldsOf, useDraft } from "../../ui/forms/use-draft.ts";
import { type AlertDraft, alertTestOf } from "./alert-draft.ts";
import { ChannelTest } from "./channel-test.tsx";
import { ChannelChoice } from "./channels/channel-choice.tsx";
import { newFields } from "./channels/channel-draft.ts";
import { ChannelFields } from "./channels/channel-fields.tsx";
import { CoverageFields } from "./coverage-fields.tsx";
import { EscalationGroup } from "./escalation-fields.tsx";
import { HoursFields } from "./hours-fields.tsx";
import { ReplayLine } from "./replay-line.tsx";
import { RULE_FIELDS } from "./rule-fields.ts";
import { WordsGroup } from "./words-fields.tsx";

interface Props {
	readonly initial: AlertDraft;
	/** Of the alert that is edited; without one it is a new one. */
	readonly alertId?: string;
	readonly onSave: (draft: AlertDraft) => Promise<void>;
	readonly onCancel: () => void;
}

const EVENTS = optionsOf<AlertEventType>({
	down: "it goes down",
	degraded: "it is degraded",
	up: "it is up again",
	blind: "it can't be checked",
	certificate: "its certificate ends soon",
	regional: "only some locations see it down",
});

export function AlertForm({ initial, alertId, onSave, onCancel }: Props) {
	const isNew = alertId === undefined;
	const [draft, set, field] = useDraft(initial);
	const [tested, setTested] = useState<{ readonly fault: unknown }>({ fault: null });
	/** The channel that was tried last, as it stood. */
	const tried = useRef<AlertDraft["channel"]>(undefined);

	/** A request in a form of one's own is tried before it is saved; what fails is saved at the second press. */
	async function save() {
		if (draft.channelType === "http" && tried.current !== draft.channel) {
			const { status, errorMessage } = await testUnsavedAlert(alertTestOf(draft, alertId));
			tried.current = draft.channel;
			if (status === "failed")
				throw new Error(`The test was not sent: ${errorMessage} Press again to save it all the same.`);
		}
		await onSave(draft);
	}

	return (
		<Form
			label={isNew ? "New alert" : "Edit alert"}
			submitLabel={isNew ? "Create alert" : "Save"}
			onSubmit={save}
			other={tested}
			actions={<Button onClick={onCancel}>Cancel</Button>}
			className="max-w-[760px]"
		>
			<ChannelGroup draft={draft} keptType={isNew ? null : initial.channelType} onChange={set}>
				<ChannelTest
					draft={draft}
					alertId={alertId}
					onFault={(fault) => setTested({ fault })}
					onTried={(channel) => {
						tried.current = channel;
					}}
				/>
			</ChannelGroup>
			<FieldGroup title="Monitors">
				<CoverageFields draft={draft} onChange={set} />
			</FieldGroup>
			<RuleGroup draft={draft} alertId={alertId} onChange={set} />
			<EscalationGroup first={firstText(draft)} {...field("escalation")} />
			<WordsGroup draft={draft} onChange={set} />
		</Form>
	);
}

/** Who is notified at once, in words. */
function firstText({ name, channelType }: AlertDraft): string {
	const channel = channelName(channelType);
	const called = name.trim();
	return called === "" || called === channel ? channel : `${called}, by ${channel}`;
}

interface GroupProps {
	readonly draft: AlertDraft;
	readonly onChange: (change: Partial<AlertDraft>) => void;
}

interface ChannelGroupProps extends GroupProps {
	/** The type of the channel whose secrets the service keeps; null in a new alert. */
	readonly keptType: string | null;
	/** Below the fields. */
	readonly children: ReactNode;
}

function ChannelGroup({ draft, keptType, onChange, children }: ChannelGroupProps) {
	const { sendsMail } = useSignedIn().session.service;
	const field = fieldsOf(draft, onChange);
	return (
		<FieldGroup title="Channel">
			<TextField
				label="Name"
				placeholder={channelName(draft.channelType)}
				hint="Left empty, it is named after what sends it."
				{...field("name")}
			/>
			<ChannelChoice
				value={draft.channelType}
				sendsMail={sendsMail}
				onChange={(channelType) => onChange({ channelType, channel: keptType === null ? newFields(channelType) : {} })}
			/>
			<ChannelFields type={draft.channelType} isKept={draft.channelType === keptType} {...field("channel")} />
			{children}
			<LinkNote />
		</FieldGroup>
	);
}

/** Where a notice leads whoever reads it, if that is nowhere. */
function LinkNote() {
	const { linkOrigin } = useSignedIn().session.service;
	if (linkOrigin !== null && !isLocalAddress(linkOrigin)) return null;
	return (
		<p className="text-muted">
			{linkOrigin === null
				? "Notices have no link to the monitor."
				: `Notices link to ${linkOrigin}, which opens on Lapwing's own machine alone.`}{" "}
			<code className="font-mono">PUBLIC_URL</code> sets the address of their links.
		</p>
	);
}

function RuleGroup({ draft, alertId, onChange }: GroupProps & { readonly alertId: string | undefined }) {
	const field = fieldsOf(draft, onChange);
	return (
		<FieldGroup title="When">
			<CheckListField
				label="When"
				hidesLabel
				choices={EVENTS}
				className="flex flex-wrap gap-x-6"
				{...field("events")}
			/>
			<SpecFields
				fields={RULE_FIELDS}
				values={draft as unknown as Values}
				onChange={(name, value) => onChange({ [name]: value })}
			/>
			<HoursFields {...field("hours")} />
			{alertId !== undefined && <ReplayLine alertId={alertId} draft={draft} />}
		</FieldGroup>
	);
}
