import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createKey, type Key, keysQuery, revokeKey } from "../../api/people/team.ts";
import { DAY_MS, MINUTE_MS } from "../../format/durations.ts";
import { useMay, useSignedIn } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Ago, Instant, useNow } from "../../ui/clock.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog/dialog.tsx";
import { OnceShown } from "../../ui/dialog/once-shown.tsx";
import { SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import { ActionsCell, RowAction } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, Table, wide } from "../../ui/table/table.tsx";
import { ScopesField } from "./scopes-field.tsx";

export default function KeysPart() {
	const canWrite = useMay("keys:write");
	const { team } = useSignedIn();
	const client = useQueryClient();
	const now = useNow(MINUTE_MS);
	const { data: keys, error, refetch } = useQuery(keysQuery);
	const [isMaking, setIsMaking] = useState(false);
	// An owner has every scope there is.
	const isAll = ({ scopes }: Key) => team.role === "owner" && team.scopes.every((scope) => scopes.includes(scope));
	const [revoking, setRevoking] = useState<Key | null>(null);
	if (error) return <FaultNotice fault={error} what="The keys" onRetry={() => void refetch()} />;
	if (!keys) return <Loading lines={5} />;
	return (
		<Card title="API keys" aside={canWrite && <Button onClick={() => setIsMaking(true)}>New key</Button>}>
			{keys.length === 0 ? (
				<p className="text-muted">None yet. With a key a program uses the API, as much of it as the key allows.</p>
			) : (
				<Table
					label="API keys"
					heads={["Name", wide("Begins with"), "Can", wide("Made by"), wide("Last used"), "Valid until", ACTIONS]}
				>
					{keys.map((key) => (
						<tr key={key.id}>
							<Cell className="font-semibold sm:min-w-28">{key.name}</Cell>
							<Cell wide className="font-mono">
								{key.prefix}…
							</Cell>
							<Cell className="font-mono text-small text-muted sm:min-w-48">
								{isAll(key) ? "everything" : key.scopes.join(", ")}
							</Cell>
							<Cell wide>
								{key.createdBy?.name ?? "–"}
								{key.createdBy?.isMember === false && (
									<span className="block text-small text-muted">not in the team any more</span>
								)}
							</Cell>
							<Cell wide className="whitespace-nowrap">
								{key.lastUsedAt ? <Ago at={key.lastUsedAt} /> : "never"}
							</Cell>
							<Cell className="sm:whitespace-nowrap">
								{key.expiresAt === null ? (
									"it is revoked"
								) : Date.parse(key.expiresAt) <= now ? (
									<span className="text-muted">expired</span>
								) : (
									<Instant at={key.expiresAt} />
								)}
							</Cell>
							<ActionsCell>
								{canWrite && (
									<RowAction kind="remove" label="Revoke" about={key.name} onClick={() => setRevoking(key)} />
								)}
							</ActionsCell>
						</tr>
					))}
				</Table>
			)}
			{isMaking && <NewKeyDialog onClose={() => setIsMaking(false)} />}
			{revoking && (
				<ConfirmDialog
					title={`Revoke ${revoking.name}?`}
					confirmLabel="Revoke the key"
					onClose={() => setRevoking(null)}
					onConfirm={async () => {
						await revokeKey(revoking.id);
						await client.invalidateQueries({ queryKey: keysQuery.queryKey });
					}}
				>
					Programs that use it are refused from the next request on.
				</ConfirmDialog>
			)}
		</Card>
	);
}

const LIFETIMES = [
	{ value: "", label: "until it is revoked" },
	{ value: "30", label: "30 days" },
	{ value: "90", label: "90 days" },
	{ value: "365", label: "a year" },
];

function NewKeyDialog({ onClose }: { onClose: () => void }) {
	const client = useQueryClient();
	// A key has no scope that its creator lacks, so only the user's own scopes are offered.
	const { team } = useSignedIn();
	const [name, setName] = useState("");
	const [days, setDays] = useState("");
	const [scopes, setScopes] = useState<readonly string[]>(["monitors:read"]);
	const [made, setMade] = useState<Key | null>(null);
	return (
		<Dialog open onClose={onClose} title="New API key" wide>
			{made ? (
				<OnceShown label="API key" value={made.secret ?? ""}>
					This is the key. It is shown only now.
				</OnceShown>
			) : (
				<Form
					label="New API key"
					submitLabel="Create the key"
					onSubmit={async () => {
						const expiresAt = days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
						setMade(await createKey({ name: name.trim(), scopes, expiresAt }));
						await client.invalidateQueries({ queryKey: keysQuery.queryKey });
					}}
				>
					<div className="space-y-4">
						<div className="grid gap-4 sm:grid-cols-2">
							<TextField label="Name" pointer="/name" required placeholder="Grafana" value={name} onChange={setName} />
							<SelectField label="Valid" pointer="/expiresAt" value={days} onChange={setDays} options={LIFETIMES} />
						</div>
						<ScopesField offered={team.scopes} value={scopes} onChange={setScopes} />
					</div>
				</Form>
			)}
		</Dialog>
	);
}
