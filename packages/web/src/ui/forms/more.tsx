/** Fields that few people need, folded. A refusal that is about one of them unfolds it (./form.tsx). */

import type { ReactNode } from "react";

interface Props {
	/** What is in it, in a few words. */
	readonly about: string;
	/** Whether it begins unfolded: where something in it is set. */
	readonly isOpen: boolean;
	readonly children: ReactNode;
	readonly className?: string;
}

export function More({ about, isOpen, children, className }: Props) {
	return (
		<details open={isOpen} className={className}>
			<summary className="min-h-6">
				<span className="font-semibold">More</span> <span className="text-muted">· {about}</span>
			</summary>
			<div className="mt-4 space-y-4">{children}</div>
		</details>
	);
}
