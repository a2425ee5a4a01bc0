import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

interface Props {
	readonly title: string;
	/** At the right of the title. */
	readonly aside?: ReactNode;
	readonly children: ReactNode;
	readonly className?: string;
}

export function Card({ title, aside, children, className }: Props) {
	const id = useId();
	return (
		<section aria-labelledby={id} className={classNames("card min-w-0 p-4", className)}>
			<div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<h2 id={id} className="text-body">
					{title}
				</h2>
				{aside && <div className="text-muted">{aside}</div>}
			</div>
			{children}
		</section>
	);
}
