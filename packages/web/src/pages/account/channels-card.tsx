/** The channels through which the reader is notified while they are on call, and what uses them. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { alertsQuery, escalatesTo } from "../../api/alerts.ts";
import {
	addOwnChannel,
	type OwnChannel,
	ownChannelsQuery,
	removeOwnChannel,
	testOwnChannel,
} from "../../api/people/account.ts";
import { onCallQuery, SCHEDULES_KEY, schedulesQuery } from "../../api/schedules.ts";
import { channelName } from "../../format/channel-names.ts";
import { counted } from "../../format/words.ts";
import { useMay, useSignedIn } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog/dialog.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { NotRead } from "../../ui/states.tsx";
import { ActionsCell, RowAction } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, Table } from "../../ui/table/table.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";
import { channelOf, newFields } from "../alerts/channels/channel-draft.ts";
import { ChannelFields } from "../alerts/channels/channel-fields.tsx";
import { ChannelSelect } from "../alerts/channels/channel-select.tsx";

const MAX_CHANNELS = 5;

export function ChannelsCard() {
	const { data: channels, error, refetch } = useQuery(ownChannelsQuery);
	const [open, setOpen] = useState<"add" | OwnChannel | null>(null);
	const close = () => setOpen(null);
	return (
		<div id="channels" className="mb-3">
			<Card
				title="Your channels"
				aside={
					(channels?.length ?? MAX_CHANNELS) < MAX_CHANNELS && (
						<Button onClick={() => setOpen("add")}>Add a channel</Button>
					)
				}
			>
				<p className="mb-3 text-muted">
					While you are on call you are notified through all of them. Nobody else sees them, and no alert uses them
					otherwise.
				</p>
				{channels === undefined ? (
					<NotRead fault={error} what="Your channels" onRetry={() => void refetch()} />
				) : (
					<>
						<Duty isReachable={channels.length > 0} />
						{channels.length > 0 && <Channels channels={channels} onRemove={setOpen} />}
					</>
				)}
				{open === "add" && (
					<Dialog open onClose={close} title="Add a channel">
						<AddForm onDone={close} />
					</Dialog>
				)}
				{open !== null && open !== "add" && <RemoveDialog channel={open} onClose={close} />}
			</Card>
		</div>
	);
}

/** By which schedules the reader takes turns, and which alerts ask those; a warning when they can't be reached. */
function Duty({ isReachable }: { isReachable: boolean }) {
	const { user } = useSignedIn().session;
	const mayRead = useMay("schedules:read");
	const { data: schedules } = useQuery({ ...schedulesQuery, enabled: mayRead });
	const { data: onCall } = useQuery({ ...onCallQuery, enabled: mayRead });
	const { data: alerts } = useQuery({ ...alertsQuery, enabled: useMay("alerts:read") });
	const { team } = useSignedIn();
	if (!schedules) return null;
	const mine = schedules.filter(
		({ layers, overrides }) =>
			layers.some(({ people }) => people.some(({ id }) => id === user.id)) ||
			overrides.some(({ person }) => person.id === user.id),
	);
	if (mine.length === 0) return <p className="mb-3">You take turns in no schedule of {team.name}.</p>;
	const isOnCall = onCall?.some(({ now }) => now.person?.id === user.id) ?? false;
	const using = (id: string) => alerts?.filter((alert) => escalatesTo(alert, id)).length ?? 0;
	return (
		<>
			{!isReachable && (
				<Notice tone="degraded" role="status" className="mb-3">
					<strong>
						{isOnCall ? "You are on call now and have no channel." : "You take turns and have no channel."}
					</strong>{" "}
					What is meant for you goes to the alert’s own channel. Add one here.
				</Notice>
			)}
			<p className="mb-3">
				You take turns in{" "}
				{mine.map(({ id, name }, place) => (
					<span key={id}>
						{place > 0 && ", "}
						<Link to="/on-call/$id" params={{ id }} className="font-semibold hover:underline">
							{name}
						</Link>
						{alerts && <span className="text-muted"> (asked by {counted(using(id), "alert")})</span>}
					</span>
				))}
				{isOnCall && ", and are on call now"}.
			</p>
		</>
	);
}

function Channels({ channels, onRemove }: { channels: readonly OwnChannel[]; onRemove: (one: OwnChannel) => void }) {
	async function tryIt({ id }: OwnChannel) {
		const { status, errorMessage } = await testOwnChannel(id);
		if (status === "failed") throw new Error(`The test was not sent: ${errorMessage}`);
		toast("The test was sent. Check that it arrived.");
	}
	return (
		<Table label="Your channels" heads={["Channel", "To", ACTIONS]}>
			{channels.map((channel) => (
				<tr key={channel.id}>
					<Cell className="font-semibold">{channelName(channel.channel.type)}</Cell>
					<Cell className="font-mono text-small max-sm:break-all sm:max-w-64 sm:truncate">{addressOf(channel)}</Cell>
					<ActionsCell>
						<RowAction
							kind="test"
							label="Send a test"
							about={`through ${channelName(channel.channel.type)}`}
							onClick={() => tryIt(channel).catch(toastFault)}
						/>
						<RowAction
							kind="remove"
							label="Remove"
							about={channelName(channel.channel.type)}
							onClick={() => onRemove(channel)}
						/>
					</ActionsCell>
				</tr>
			))}
		</Table>
	);
}

/** Its open fields; what is secret is never answered. */
function addressOf({ channel: { type: _, ...fields } }: OwnChannel): string {
	const shown = Object.values(fields)
		.flat()
		.filter((value) => value !== null && value !== "");
	return shown.join(" ") || "–";
}

function AddForm({ onDone }: { onDone: () => void }) {
	const client = useQueryClient();
	const { session } = useSignedIn();
	const [type, setType] = useState(session.service.sendsMail ? "email" : "ntfy");
	const [fields, setFields] = useState(() => ({
		...newFields(type),
		...(type === "email" && { to: session.user.email }),
	}));
	return (
		<Form
			label="Add a channel"
			submitLabel="Send a test and add it"
			onSubmit={async () => {
				await addOwnChannel(channelOf(type, fields));
				await reread(client);
				onDone();
				toast("Added. A test was sent: check that it arrived.");
			}}
		>
			<div className="space-y-4">
				<ChannelSelect
					label="Sent by"
					pointer="/channel"
					value={type}
					onChange={(chosen) => {
						setType(chosen);
						setFields({ ...newFields(chosen) });
					}}
				/>
				<ChannelFields pointer="/channel" type={type} value={fields} isKept={false} onChange={setFields} />
			</div>
		</Form>
	);
}

function RemoveDialog({ channel, onClose }: { channel: OwnChannel; onClose: () => void }) {
	const client = useQueryClient();
	return (
		<ConfirmDialog
			title={`Remove ${channelName(channel.channel.type)}?`}
			confirmLabel="Remove the channel"
			onClose={onClose}
			onConfirm={async () => {
				await removeOwnChannel(channel.id);
				await reread(client);
			}}
		>
			You are no longer notified through it. Messages that wait to be sent are dropped, too.
		</ConfirmDialog>
	);
}

/** Whether somebody can be reached is shown beside the schedules. */
async function reread(client: ReturnType<typeof useQueryClient>): Promise<void> {
	await Promise.all([
		client.invalidateQueries({ queryKey: ownChannelsQuery.queryKey }),
		client.invalidateQueries({ queryKey: SCHEDULES_KEY }),
	]);
}
