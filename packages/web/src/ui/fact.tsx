import type { ReactNode } from "react";

/** A line of a `<dl>`: a name, and at the right its value. Without a value there is no line. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
	if (children === null || children === undefined || children === "") return null;
	return (
		<div className="flex justify-between gap-4 border-b border-line py-1.5 last:border-0">
			<dt className="shrink-0 text-muted">{label}</dt>
			<dd className="min-w-0 text-right break-words">{children}</dd>
		</div>
	);
}
