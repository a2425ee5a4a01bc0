/** The empty board: creates the first monitor from an address. */

import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { boardQuery } from "../../api/board.ts";
import { useMay } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { missingText } from "../../ui/forms/missing-text.ts";
import { detailText } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";

export default function Welcome() {
	const canWrite = useMay("monitors:write");
	return (
		<section className="mx-auto max-w-[620px] py-16 text-center">
			<h2 className="text-title">Nothing is watched yet</h2>
			<p className="mt-2 text-muted">
				{canWrite
					? "Type the address of something that must stay up. Lapwing checks it once a minute and tells you when it does not answer."
					: "Once an editor of your team adds a monitor, it shows here."}
			</p>
			{canWrite && <AddressForm />}
			<ol className="mt-10 grid gap-3 text-left sm:grid-cols-3">
				{STEPS.map(([title, about], index) => (
					<li key={title} className="card p-4">
						<div className="text-muted">{index + 1}</div>
						<div className="mt-1 font-semibold">{title}</div>
						<p className="mt-1 text-muted">{about}</p>
					</li>
				))}
			</ol>
		</section>
	);
}

function AddressForm() {
	const navigate = useNavigate();
	const client = useQueryClient();
	const [address, setAddress] = useState("");
	const [fault, setFault] = useState<unknown>(null);
	const [isSending, setIsSending] = useState(false);
	const typed = address.trim();

	async function watch() {
		setIsSending(true);
		setFault(null);
		try {
			// The forms are not part of the board's first load.
			const { watchAddress } = await import("./watch-address.ts");
			const { monitor, said } = await watchAddress(typed);
			await client.invalidateQueries({ queryKey: boardQuery.queryKey });
			toast(`${said === null ? "" : `${said} `}${monitor.name} is watched from now on.`);
			await navigate({ to: "/monitors/$id", params: { id: monitor.id } });
		} catch (error) {
			setFault(error);
		} finally {
			setIsSending(false);
		}
	}

	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (typed === "") setFault(new Error(missingText("Address")));
				else if (!isSending) void watch();
			}}
			className="mt-6 text-left"
		>
			<div className="flex flex-col gap-2 sm:flex-row">
				<input
					aria-label="Address to watch"
					aria-invalid={fault === null ? undefined : true}
					aria-describedby="address-about"
					required
					placeholder="example.com"
					autoComplete="url"
					inputMode="url"
					spellCheck={false}
					value={address}
					onChange={(event) => {
						setAddress(event.target.value);
						setFault(null);
					}}
					className="control h-10 min-w-0 font-mono sm:flex-1"
				/>
				<Button type="submit" look="strong" className="h-10" busy={isSending}>
					{isSending ? "Trying…" : "Watch it"}
				</Button>
			</div>
			<p id="address-about" className="mt-2 text-muted" role="status">
				{fault === null ? (
					<>
						A page, a port such as db.internal:5432, ping:router.internal or dns:example.com. Or{" "}
						<Link
							to="/monitors/new"
							search={typed === "" ? {} : { target: typed }}
							className="text-accent underline underline-offset-2"
						>
							choose everything yourself
						</Link>
						.
					</>
				) : (
					<span className="font-semibold text-down">{detailText(fault)}</span>
				)}
			</p>
		</form>
	);
}

const STEPS = [
	["Watch", "An address, a port, or a page that must hold a word. Try it before you save it."],
	["Get notified", "By mail, Slack, PagerDuty and many more, after as many failed checks as you choose."],
	["Look back", "Every outage with its reason, uptime for a day or a year, and a report as CSV."],
] as const;
