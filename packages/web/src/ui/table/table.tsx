/** Plain tables. Where a phone has no room, the table scrolls inside its card and not the page. */

import type { ReactNode, TdHTMLAttributes, ThHTMLAttributes } from "react";
import { classNames } from "../class-names.ts";

export function Table({ label, children }: { label: string; children: ReactNode }) {
	return (
		// It is 12 px wider than its rows on either side, for the padding of a quiet button at the end of a row.
		<div
			role="group"
			aria-label={label}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
			tabIndex={0}
			className="relative -mx-3 overflow-x-auto px-3 outline-offset-[-2px] [section>&:last-child]:-mb-2"
		>
			<table className="w-full border-collapse text-left">{children}</table>
		</div>
	);
}

/** A table that is the whole of a page: in a card of its own, without a title beside that of the page. */
export function ListCard({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="card px-4 py-1">
			<Table label={label}>{children}</Table>
		</div>
	);
}

type HeadProps = ThHTMLAttributes<HTMLTableCellElement> & {
	readonly right?: boolean;
	/** Left out on a phone: what the row means is clear without it. */
	readonly wide?: boolean;
};

export function Head({ right, wide, className, ...rest }: HeadProps) {
	return (
		<th
			scope="col"
			className={classNames(
				"border-b border-line py-2 pr-4 font-normal whitespace-nowrap text-muted last:pr-0",
				right && "text-right",
				wide && "max-sm:hidden",
				className,
			)}
			{...rest}
		/>
	);
}

type CellProps = TdHTMLAttributes<HTMLTableCellElement> & {
	readonly right?: boolean;
	/** Left out on a phone: what the row means is clear without it. */
	readonly wide?: boolean;
};

export function Cell({ right, wide, className, ...rest }: CellProps) {
	return (
		<td
			className={classNames(
				"h-10 border-b border-line py-1.5 pr-4 align-middle last:pr-0 [tbody>tr:last-child>&]:border-0",
				right ? "text-right whitespace-nowrap" : "words",
				wide && "max-sm:hidden",
				className,
			)}
			{...rest}
		/>
	);
}
