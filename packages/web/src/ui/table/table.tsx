/** Plain tables. Where a phone has no room, the table scrolls inside its card and not the page. */

import type { ReactNode, TdHTMLAttributes } from "react";
import { classNames } from "../class-names.ts";

interface HeadProps {
	readonly name: string;
	readonly right?: boolean;
	/** Left out on a phone: what the row means is clear without it. */
	readonly wide?: boolean;
	/** For screen readers alone. */
	readonly isHidden?: boolean;
	readonly className?: string | undefined;
}

/** The head of a column; a text alone is its name. What is false has no column. */
type Column = string | HeadProps | false | null;

/** A column that is left out on a phone. */
export function wide(name: string, className?: string): HeadProps {
	return { name, wide: true, className };
}

/** A column of figures that is left out on a phone. */
export function figure(name: string): HeadProps {
	return { name, right: true, wide: true };
}

/** The column of a row's buttons (./row-actions.tsx). */
export const ACTIONS: HeadProps = { name: "Actions", isHidden: true };

interface TableProps {
	readonly label: string;
	readonly heads: readonly Column[];
	/** Its rows. */
	readonly children: ReactNode;
}

export function Table({ label, heads, children }: TableProps) {
	return (
		// It is 12 px wider than its rows on either side, for the padding of a quiet button at the end of a row.
		<div
			role="group"
			aria-label={label}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
			tabIndex={0}
			className="relative -mx-3 overflow-x-auto px-3 outline-offset-[-2px] [section>&:last-child]:-mb-2"
		>
			<table className="w-full border-collapse text-left">
				<thead>
					<tr>
						{heads.map((head) => {
							if (!head) return null;
							return typeof head === "string" ? <Head key={head} name={head} /> : <Head key={head.name} {...head} />;
						})}
					</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</div>
	);
}

/** A table that is the whole of a page: in a card of its own, without a title beside that of the page. */
export function ListCard(table: TableProps) {
	return (
		<div className="card px-4 py-1">
			<Table {...table} />
		</div>
	);
}

function Head({ name, right, wide, isHidden, className }: HeadProps) {
	return (
		<th
			scope="col"
			className={classNames(
				"border-b border-line py-2 pr-4 font-normal whitespace-nowrap text-muted last:pr-0",
				right && "text-right",
				wide && "max-sm:hidden",
				className,
			)}
		>
			{isHidden ? <span className="sr-only">{name}</span> : name}
		</th>
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
