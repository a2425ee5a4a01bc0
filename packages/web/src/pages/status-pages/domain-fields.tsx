/** A domain of the team that leads to the page, and the record that proves that it is theirs. */

import type { StatusPage } from "../../api/status-pages.ts";
import { CopyField } from "../../ui/copy-field.tsx";
import { FieldGroup, TextField } from "../../ui/forms/field.tsx";

type Proof = NonNullable<StatusPage["domainProof"]>;

const STATES: Readonly<Record<Proof["status"], string>> = {
	pending: "The domain is not proven yet: it does not lead to the page.",
	proven: "The domain is proven and leads to the page.",
	failing: "The record is gone. The domain leads to the page for 7 days without it.",
	allowed: "An operator allowed the domain: it leads to the page.",
};

interface Props {
	readonly value: string;
	readonly onChange: (value: string) => void;
	/** Of the domain that is saved. */
	readonly proof: Proof | null;
}

export function DomainFields({ value, onChange, proof }: Props) {
	return (
		<FieldGroup title="Own domain">
			<TextField
				label="Domain"
				isOptional
				pointer="/domain"
				hint="A host name of yours that leads to this service."
				placeholder="status.example.com"
				mono
				value={value}
				onChange={onChange}
			/>
			{proof && (
				<div className="space-y-2">
					<p role="status" className="font-semibold">
						{STATES[proof.status]}
					</p>
					{proof.status !== "allowed" && (
						<>
							<p className="text-muted">It is proven by a TXT record, which is looked up every day.</p>
							<CopyField label="Name of the TXT record" value={proof.name} />
							<CopyField label="Text of the TXT record" value={proof.value} />
						</>
					)}
				</div>
			)}
		</FieldGroup>
	);
}
