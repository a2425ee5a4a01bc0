/** Shown instead of a page that failed or does not exist. */

import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ApiFault } from "../api/fault.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { EmptyState, faultText } from "../ui/states.tsx";

export function PageFault({ error, reset }: ErrorComponentProps) {
	const router = useRouter();
	const retry = () => {
		reset();
		void router.invalidate();
	};
	// A new version was installed while this page was open: the file that was to be loaded is gone, and a fresh page
	// has the new.
	const isStale = /dynamically imported module|Importing a module script failed/.test(messageOf(error));
	return (
		<div className="mx-auto max-w-xl px-4 py-16">
			<h1 className="sr-only">This page could not be shown</h1>
			<EmptyState
				title={isStale ? "Lapwing was updated, or does not answer" : "This page could not be shown"}
				action={
					<Button look="strong" onClick={isStale ? () => location.reload() : retry}>
						{isStale ? "Reload" : "Try again"}
					</Button>
				}
			>
				{isStale || !(error instanceof ApiFault) ? (
					<p>{isStale ? "Reload the page to go on." : messageOf(error)}</p>
				) : (
					<p>{faultText(error)}</p>
				)}
			</EmptyState>
		</div>
	);
}

export function NotFound() {
	return (
		<div className="mx-auto max-w-xl py-16">
			<h1 className="sr-only">Not found</h1>
			<EmptyState
				title="There is nothing here"
				action={
					<ButtonLink to="/" look="strong">
						All monitors
					</ButtonLink>
				}
			>
				The address may be wrong, the page was deleted, or it belongs to another team.
			</EmptyState>
		</div>
	);
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
