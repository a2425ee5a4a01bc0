/** The empty board: creates the first monitor from an address. */

import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useMay } from "../../shell/session.tsx";
import { Button } from "../../ui/button.tsx";

export function Welcome() {
	const canWrite = useMay("monitors:write");
	const navigate = useNavigate();
	const [address, setAddress] = useState("");
	function start(event: FormEvent) {
		event.preventDefault();
		void navigate({ to: "/monitors/new", search: { target: address.trim() } });
	}
	return (
		<section className="mx-auto max-w-[620px] py-16 text-center">
			<h2 className="text-title">Nothing is watched yet</h2>
			<p className="mt-2 text-muted">
				{canWrite
					? "Type the address of something that must stay up. Lapwing checks it once a minute and tells you when it does not answer."
					: "Once an editor of your team adds a monitor, it shows here."}
			</p>
			{canWrite && (
				<form onSubmit={start} className="mt-6 flex flex-col gap-2 text-left sm:flex-row">
					<input
						aria-label="Address to watch"
						placeholder="https://example.com"
						autoComplete="url"
						inputMode="url"
						spellCheck={false}
						value={address}
						onChange={(event) => setAddress(event.target.value)}
						className="control h-10 min-w-0 font-mono sm:flex-1"
					/>
					<Button type="submit" look="strong" className="h-10">
						Watch it
					</Button>
				</form>
			)}
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

const STEPS = [
	["Watch", "An address, a port, or a page that must hold a word. Try it before you save it."],
	["Get notified", "By mail, Slack, PagerDuty and six more, after as many failed checks as you choose."],
	["Look back", "Every outage with its reason, uptime for a day or a year, and a report as CSV."],
] as const;
