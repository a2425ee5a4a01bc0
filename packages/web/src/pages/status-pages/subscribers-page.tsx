/** Who is sent the news of a status page: how many, their addresses for those who may see them, and webhooks. */

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ApiError } from "../../api/client/api-error.ts";
import { componentsOf, type StatusPage, statusPageQuery } from "../../api/status-pages.ts";
import {
	deleteSubscriber,
	deleteSubscribers,
	downloadSubscribers,
	SUBSCRIBERS_KEY,
	type Subscriber,
	subscriberCountsQuery,
	subscribersQuery,
} from "../../api/subscribers.ts";
import { listed, number } from "../../format/words.ts";
import { NotFound } from "../../shell/faults.tsx";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { DownloadButton } from "../../ui/buttons/download-button.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { ConfirmDialog } from "../../ui/dialog/dialog.tsx";
import { Email } from "../../ui/email.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import { OlderButton } from "../../ui/table/older-button.tsx";
import { ActionsCell, RowAction } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, Table, wide } from "../../ui/table/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

export function SubscribersPage() {
	const { id } = useParams({ from: "/signed-in/status-pages/$id/subscribers" });
	return (
		<Needs scope="status-pages:read" what="Subscribers">
			<Contents id={id} />
		</Needs>
	);
}

type Open = "webhook" | "delete-all" | Subscriber;

function Contents({ id }: { id: string }) {
	const { data: page, error, refetch } = useQuery(statusPageQuery(id));
	const [mayRead, mayWrite] = [useMay("subscribers:read"), useMay("subscribers:write")];
	const [open, setOpen] = useState<Open | null>(null);
	usePageTitle(page ? `Subscribers of ${page.name}` : "Subscribers");
	if (error instanceof ApiError && error.status === 404) return <NotFound />;
	if (error) return <FaultNotice fault={error} what="This page" onRetry={() => void refetch()} />;
	if (!page) return <Loading lines={8} />;
	return (
		<>
			<PageHeader
				crumbs={[
					{ label: "Status pages", to: "/status-pages" },
					{ label: page.name, to: "/status-pages/$id", params: { id } },
				]}
				title="Subscribers"
				subtitle="Who is sent the news of this page: incidents, their updates, and announced maintenance."
				actions={
					<>
						{mayRead && <DownloadButton read={() => downloadSubscribers(id)}>All as CSV</DownloadButton>}
						{mayWrite && (
							<>
								<Button onClick={() => setOpen("delete-all")}>Delete all</Button>
								<Button look="strong" onClick={() => setOpen("webhook")}>
									Add a webhook
								</Button>
							</>
						)}
					</>
				}
			/>
			<div className="space-y-3">
				<CountsCard page={page} />
				{mayRead && <ListCard page={page} onDelete={mayWrite ? setOpen : null} />}
			</div>
			{open === "webhook" && <WebhookDialog page={page} onClose={() => setOpen(null)} />}
			{open !== null && open !== "webhook" && <DeleteDialog page={page} what={open} onClose={() => setOpen(null)} />}
		</>
	);
}

function CountsCard({ page }: { page: StatusPage }) {
	const { data: counts, error, refetch } = useQuery(subscriberCountsQuery(page.id));
	if (error) return <FaultNotice fault={error} what="The counts" onRetry={() => void refetch()} />;
	if (!counts) return <Loading lines={2} />;
	const { mail, webhook } = counts;
	return (
		<Card title="How many">
			<dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
				<Count label="Confirmed by mail" count={mail.active}>
					are sent each mail
				</Count>
				<Count label="Not confirmed yet" count={mail.unconfirmed}>
					are sent nothing, and deleted after 7 days
				</Count>
				<Count label="Stopped" count={mail.stopped}>
					their mail server refused three mails in a row
				</Count>
				<Count label="Webhooks" count={webhook.active}>
					{webhook.stopped > 0
						? `and ${number(webhook.stopped)} stopped: they refused three messages in a row`
						: "are sent each message"}
				</Count>
			</dl>
		</Card>
	);
}

function Count({ label, count, children }: { label: string; count: number; children: ReactNode }) {
	return (
		<div>
			<dt className="text-muted">{label}</dt>
			<dd>
				<span className="block text-figure font-semibold">{number(count)}</span>
				<span className="words text-small text-muted">{children}</span>
			</dd>
		</div>
	);
}

interface ListProps {
	readonly page: StatusPage;
	/** Null: the reader may not. */
	readonly onDelete: ((subscriber: Subscriber) => void) | null;
}

function ListCard({ page, onDelete }: ListProps) {
	const list = useInfiniteQuery(subscribersQuery(page.id));
	const { data, error, refetch } = list;
	const subscribers = data?.pages.flatMap(({ items }) => items);
	if (error) return <FaultNotice fault={error} what="The subscribers" onRetry={() => void refetch()} />;
	if (!subscribers) return <Loading lines={6} />;
	return (
		<Card title="Who" aside="newest first">
			{subscribers.length === 0 ? (
				<p className="words text-muted">
					Nobody yet. Readers subscribe on the page itself, while it is published and the service can send mail.
				</p>
			) : (
				<Table
					label="Subscribers"
					heads={[
						"Address",
						wide("State", "w-[14%]"),
						wide("Components", "w-[26%]"),
						wide("Since", "w-[16%]"),
						onDelete && ACTIONS,
					]}
				>
					{subscribers.map((subscriber) => (
						<tr key={subscriber.id}>
							<Cell className="break-words">
								<Address subscriber={subscriber} />
								<span className="block text-small text-muted sm:hidden">{stateText(subscriber)}</span>
							</Cell>
							<Cell wide className={subscriber.state === "active" ? undefined : "text-muted"}>
								{stateText(subscriber)}
							</Cell>
							<Cell wide>{componentsText(page, subscriber)}</Cell>
							<Cell wide className="whitespace-nowrap">
								<Instant at={subscriber.createdAt} />
							</Cell>
							{onDelete && (
								<ActionsCell>
									<RowAction
										kind="remove"
										label="Delete"
										about={subscriber.address}
										onClick={() => onDelete(subscriber)}
									/>
								</ActionsCell>
							)}
						</tr>
					))}
				</Table>
			)}
			<OlderButton list={list} />
		</Card>
	);
}

function Address({ subscriber: { channel, address } }: { subscriber: Subscriber }) {
	if (channel === "mail") return <Email address={address} />;
	return <span className="font-mono break-all">{address}</span>;
}

function stateText({ channel, state }: Subscriber): string {
	if (state === "unconfirmed") return "not confirmed";
	if (state === "stopped") return "stopped";
	return channel === "webhook" ? "webhook" : "confirmed";
}

function componentsText(page: StatusPage, { componentIds }: Subscriber): string {
	if (componentIds === null) return "all";
	const chosen = componentsOf(page).filter(({ id }) => componentIds.includes(id));
	return chosen.length === 0 ? "none that still exists" : listed(chosen.map(({ name }) => name));
}

interface DeleteProps {
	readonly page: StatusPage;
	readonly what: "delete-all" | Subscriber;
	readonly onClose: () => void;
}

function DeleteDialog({ page, what, onClose }: DeleteProps) {
	const client = useQueryClient();
	const isAll = what === "delete-all";
	return (
		<ConfirmDialog
			title={isAll ? `Delete all subscribers of ${page.name}?` : `Delete ${what.address}?`}
			confirmLabel={isAll ? "Delete all subscribers" : "Delete the subscriber"}
			onClose={onClose}
			onConfirm={async () => {
				await (isAll ? deleteSubscribers(page.id) : deleteSubscriber(page.id, what.id));
				await client.invalidateQueries({ queryKey: SUBSCRIBERS_KEY });
				toast("Deleted.");
			}}
		>
			{isAll
				? "Every address is deleted, of readers and of webhooks, with the messages that wait for them. Readers have to subscribe and confirm again. Export them first to keep a list."
				: "The address is deleted with the messages that wait for it. To be sent news again, it has to be subscribed again."}
		</ConfirmDialog>
	);
}
