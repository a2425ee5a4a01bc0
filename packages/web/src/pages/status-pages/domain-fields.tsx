/** A domain of the team that leads to the page, and the record that proves that it is theirs. */

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { checkPageDomain, type StatusPage, statusPageQuery } from "../../api/status-pages.ts";
import { minuteText } from "../../format/instant.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyField } from "../../ui/buttons/copy-field.tsx";
import { useNow } from "../../ui/clock.tsx";
import { FieldGroup, TextField } from "../../ui/forms/field.tsx";
import { toastFault } from "../../ui/toasts.tsx";

type Proof = NonNullable<StatusPage["domainProof"]>;

const PROBLEMS: Readonly<Record<NonNullable<Proof["problem"]>, string>> = {
	no_record: "The last look found no such record. A new one can take an hour to be seen everywhere.",
	other_record: "The last look found other TXT records at this name, but not this one.",
	no_answer: "The name servers gave no answer at the last look. That changes nothing.",
	taken: "The record is there, but the domain leads to another status page, which proved it first.",
};
/** While somebody waits for a look, and while nobody does. */
const SOON_MS = 1_000;
const LATER_MS = 20_000;

interface Props {
	readonly value: string;
	readonly onChange: (value: string) => void;
	/** As it is saved; null: it is new. */
	readonly page: Pick<StatusPage, "id" | "domain" | "domainProof"> | null;
}

export function DomainFields({ value, onChange, page }: Props) {
	return (
		<FieldGroup title="Own domain">
			<TextField
				label="Domain"
				isOptional
				pointer="/domain"
				hint="A host name of yours that leads to this service. Once you have saved it, a DNS record proves that it is yours."
				placeholder="status.example.com"
				mono
				value={value}
				onChange={onChange}
			/>
			{page?.domain && page.domainProof && (
				<DomainProof
					id={page.id}
					domain={page.domain}
					proof={page.domainProof}
					onRemove={value === "" ? null : () => onChange("")}
				/>
			)}
		</FieldGroup>
	);
}

interface ProofProps {
	readonly id: string;
	readonly domain: string;
	readonly proof: Proof;
	/** Null: it will be gone once the page is saved. */
	readonly onRemove: (() => void) | null;
}

function DomainProof({ id, domain, proof, onRemove }: ProofProps) {
	const now = useNow(60_000);
	const [asked, setAsked] = useState<{ readonly after: string | null } | null>(null);
	const isWaiting = asked !== null && asked.after === proof.checkedAt;
	useQuery({ ...statusPageQuery(id), refetchInterval: isWaiting ? SOON_MS : LATER_MS });

	async function check() {
		setAsked({ after: proof.checkedAt });
		await checkPageDomain(id).catch((fault: unknown) => {
			setAsked(null);
			toastFault(fault);
		});
	}

	return (
		<div className="space-y-3">
			<p role="status" className="font-semibold">
				{stateText(domain, proof, now)}
			</p>
			{proof.status !== "allowed" && (
				<>
					{proof.problem && <p className="words">{PROBLEMS[proof.problem]}</p>}
					<p className="words text-muted">
						Create this TXT record where the DNS of the domain is kept, and leave it there:
					</p>
					<CopyField label="Name of the TXT record" value={proof.name} />
					<CopyField label="Text of the TXT record" value={proof.value} />
					<p className="text-small text-muted">{looksText(proof, now)}</p>
				</>
			)}
			<div className="flex gap-2">
				{proof.status !== "allowed" && (
					<Button busy={isWaiting} onClick={() => void check()}>
						Check now
					</Button>
				)}
				{onRemove === null ? (
					<p className="self-center text-muted">It is removed when you save.</p>
				) : (
					<Button look="quiet" onClick={onRemove}>
						Remove the domain
					</Button>
				)}
			</div>
		</div>
	);
}

function stateText(domain: string, proof: Proof, now: number): string {
	const at = (instant: string | null) => (instant === null ? "" : minuteText(instant, now));
	switch (proof.status) {
		case "pending":
			return `Waiting for the record of ${domain}. It does not lead to the page yet.`;
		case "proven":
			return `${domain} leads to the page. Proven since ${at(proof.provenAt)}.`;
		case "failing":
			return `The record has been gone since ${at(proof.missingSince)}. ${domain} leads to the page until ${at(proof.withdrawnAt)}.`;
		case "allowed":
			return `${domain} leads to the page: an operator allowed it, without a record.`;
	}
}

function looksText({ checkedAt, nextCheckAt }: Proof, now: number): string {
	const last = checkedAt === null ? "Not looked up yet" : `Looked up ${minuteText(checkedAt, now)}`;
	return nextCheckAt === null ? `${last}.` : `${last}, next ${minuteText(nextCheckAt, now)}.`;
}
