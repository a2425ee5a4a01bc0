/** Short news about what the reader just did: shown at the corner, read out, gone after a while. Faults stay longer. */

import { useSyncExternalStore } from "react";
import { faultText } from "./states.tsx";

interface Toast {
	readonly id: number;
	readonly text: string;
	readonly isFault: boolean;
}

const SHOWN_MS = 5_000;
const FAULT_SHOWN_MS = 12_000;
const MOST_SHOWN = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
	toasts = next;
	for (const listener of listeners) listener();
}

function add(text: string, isFault: boolean): void {
	const toast = { id: ++lastId, text, isFault };
	change([...toasts, toast].slice(-MOST_SHOWN));
	setTimeout(() => change(toasts.filter((each) => each !== toast)), isFault ? FAULT_SHOWN_MS : SHOWN_MS);
}

export function toast(text: string): void {
	add(text, false);
}

export function toastFault(fault: unknown): void {
	add(faultText(fault), true);
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export function Toasts() {
	const shown = useSyncExternalStore(subscribe, () => toasts);
	return (
		<div
			role="status"
			className="pointer-events-none fixed right-4 bottom-4 z-50 flex max-w-[calc(100vw-32px)] flex-col gap-2"
		>
			{shown.map(({ id, text, isFault }) => (
				<div
					key={id}
					className={`card max-w-[420px] px-4 py-3 shadow-(--shadow) ${isFault ? "border-down bg-down-wash" : ""}`}
				>
					{text}
				</div>
			))}
		</div>
	);
}
