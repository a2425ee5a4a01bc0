/** A message in the page: a sentence about a state, with what can be done. */

import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type Tone = "calm" | "accent" | "degraded" | "down" | "maintenance";

const TONES: Readonly<Record<Tone, string>> = {
	calm: "border-line bg-panel",
	accent: "border-accent bg-accent-wash",
	degraded: "border-degraded bg-degraded-wash",
	down: "border-down bg-down-wash",
	maintenance: "border-maintenance bg-maintenance-wash",
};

interface Props {
	readonly tone?: Tone;
	readonly children: ReactNode;
	readonly action?: ReactNode;
	/** alert: read out at once. */
	readonly role?: "status" | "alert";
	readonly className?: string;
}

export function Notice({ tone = "calm", children, action, role, className }: Props) {
	return (
		<div
			role={role}
			className={classNames(
				"flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border px-4 py-3",
				TONES[tone],
				className,
			)}
		>
			<div className="min-w-0 flex-1 basis-64">{children}</div>
			{action}
		</div>
	);
}
