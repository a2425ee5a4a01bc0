/** Shown instead of a page that failed or does not exist. */

import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { ApiError } from "../api/client/api-error.ts";
import { Button, ButtonLink } from "../ui/buttons/button.tsx";
import { EmptyState, faultText } from "../ui/states.tsx";
import { usePageTitle } from "./page-title.ts";

export function PageFault({ error, reset }: ErrorComponentProps) {
	const router = useRouter();
	const retry = () => {
		reset();
		void router.invalidate();
	};
	// A new version was installed while this page was open: the file that was to be loaded is gone, and a fresh page
	// has the new.
	const isStale = /dynamically imported module|Importing a module script failed/.test(messageOf(error));
	const isLost = isStale || (error instanceof ApiError && error.status === null);
	useAnswer(isLost ? (isStale ? reloadOnce : retry) : null);
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
				{isStale || !(error instanceof ApiError) ? (
					<p>{isStale ? "The page is loaded again once there is a connection." : messageOf(error)}</p>
				) : (
					<p>{faultText(error)}</p>
				)}
			</EmptyState>
		</div>
	);
}

const ASK_AGAIN_MS = 3_000;

/** Calls `mend` once the service answers again. Null: nothing is waited for. */
function useAnswer(mend: (() => void) | null): void {
	const latest = useRef(mend);
	latest.current = mend;
	const isWaiting = mend !== null;
	useEffect(() => {
		if (!isWaiting) return;
		const controller = new AbortController();
		const { signal } = controller;
		const ask = async () => {
			const answer = await fetch(location.pathname, { method: "HEAD", cache: "no-store", signal }).catch(() => null);
			if (answer?.ok && !signal.aborted) latest.current?.();
		};
		const timer = setInterval(ask, ASK_AGAIN_MS);
		addEventListener("online", ask, { signal });
		return () => {
			clearInterval(timer);
			controller.abort();
		};
	}, [isWaiting]);
}

const RELOADED = "lapwing.reloaded";
/** A page whose files are missing although the service answers would be loaded again and again. */
const RELOADS_APART_MS = 60_000;

function reloadOnce(): void {
	const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
	if (Date.now() - last < RELOADS_APART_MS) return;
	sessionStorage.setItem(RELOADED, String(Date.now()));
	location.reload();
}

export function NotFound() {
	usePageTitle("Not found");
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
