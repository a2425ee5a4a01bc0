/**
 * What stands where a page or a part of it can't show its contents: it loads, it failed, it is empty, it is
 * forbidden.
 */

import type { ReactNode } from "react";
import { ApiError } from "../api/client/api-error.ts";
import { Button } from "./buttons/button.tsx";
import { Notice } from "./notice.tsx";

/** Grey lines in the place of what comes, shown only when it takes long enough to be noticed. */
export function Loading({ lines = 3, label = "Loading" }: { lines?: number; label?: string }) {
	return (
		<div role="status" className="loading-appears space-y-3 py-2">
			<span className="sr-only">{label}</span>
			{Array.from({ length: lines }, (_, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
				<div key={index} className="loading-line h-5 rounded-mark bg-nothing-calm" />
			))}
		</div>
	);
}

interface FaultProps {
	readonly fault: unknown;
	readonly onRetry?: () => void;
	readonly what: string;
}

/** In the place of what is not there: why, or that it loads. */
export function NotRead({ lines = 3, ...read }: FaultProps & { readonly lines?: number }) {
	return read.fault ? <FaultNotice {...read} /> : <Loading lines={lines} />;
}

/** Why it could not be read, and a button that tries again. */
export function FaultNotice({ fault, onRetry, what }: FaultProps) {
	if (fault instanceof ApiError && fault.status === 403) return <Forbidden what={what} toOthers="seen" />;
	return (
		<Notice
			tone="down"
			role="alert"
			action={
				onRetry && (
					<Button onClick={onRetry} look="plain">
						Try again
					</Button>
				)
			}
		>
			<strong>{what} could not be read.</strong> <span>{faultText(fault)}</span>
		</Notice>
	);
}

export function faultText(fault: unknown): string {
	if (!(fault instanceof Error)) return "Something unexpected happened.";
	if (fault instanceof ApiError) {
		const again = fault.retryAfterSeconds === null ? "" : ` Try again in ${fault.retryAfterSeconds} s.`;
		const request =
			fault.status !== null && fault.status >= 500 && fault.requestId ? ` Request ${fault.requestId}.` : "";
		return `${fault.message}${again}${request}`;
	}
	return fault.message;
}

/** What the API refuses first, where it names something: the message of a refused body says only that it is refused. */
export function detailText(fault: unknown): string {
	const [detail] = fault instanceof ApiError ? fault.details : [];
	return detail?.message ?? faultText(fault);
}

/** What others of the team can do with it. */
export function Forbidden({ what, toOthers }: { what: string; toOthers: "seen" | "changed" }) {
	return (
		<EmptyState title="Your role does not allow this">
			{what} can be {toOthers} by others of your team. An admin or owner can change your role under Settings, Members.
		</EmptyState>
	);
}

interface EmptyProps {
	readonly icon?: ReactNode;
	readonly title: string;
	readonly children?: ReactNode;
	readonly action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyProps) {
	return (
		<div className="card flex flex-col items-center gap-2 px-6 py-12 text-center">
			{icon && <div className="mb-1 text-muted">{icon}</div>}
			<h2 className="text-lead">{title}</h2>
			{children && <div className="max-w-[56ch] text-muted">{children}</div>}
			{action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
		</div>
	);
}
