/**
 * The rows, of which only the visible ones are rendered. A grid for screen readers: rows can have the focus, one of
 * them is in the tab order, and j, k, Enter and x work everywhere on the page.
 */

import { useNavigate } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import type { OpenOutage } from "../../api/outages.ts";
import { useMay } from "../../shell/session.tsx";
import { useHandling } from "../../shell/use-handling.ts";
import { classNames } from "../../ui/class-names.ts";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import type { Arrangement } from "./arrange.ts";
import { COLUMNS, MonitorRow, NarrowMonitorRow } from "./monitor-row.tsx";
import { useRowKeys } from "./use-row-keys.ts";
import { useVisibleRows } from "./use-visible-rows.ts";

const HEIGHTS = { comfortable: 40, dense: 32, narrow: 56 } as const;

interface Props {
	readonly arrangement: Arrangement;
	readonly dense: boolean;
	readonly selected: ReadonlySet<string>;
	readonly selectable: boolean;
	/** By the id of their monitor. */
	readonly outages: ReadonlyMap<string, OpenOutage>;
	readonly onToggle: (id: string) => void;
	readonly onEscape: () => void;
}

export function BoardList({ arrangement, dense, selected, selectable, outages, onToggle, onEscape }: Props) {
	const { rows } = arrangement;
	const isNarrow = useIsNarrow();
	const navigate = useNavigate();
	const { acknowledge } = useHandling();
	const onAcknowledge = useMay("outages:write") ? acknowledge : null;
	const rowHeight = isNarrow ? HEIGHTS.narrow : dense ? HEIGHTS.dense : HEIGHTS.comfortable;
	const { list, top, virtualizer } = useVisibleRows(arrangement, rowHeight);
	const { active, setActiveId } = useRowKeys({
		...arrangement,
		list,
		virtualizer,
		onToggle: selectable ? onToggle : null,
		onAcknowledge: (id) => {
			const outage = outages.get(id);
			if (outage?.acknowledgement === null) onAcknowledge?.(outage.id);
		},
		onEscape,
	});

	/** The names are plain links, because a router link costs more than the rest of the row. */
	function follow(event: MouseEvent) {
		const id = event.target instanceof Element && event.target.closest("a")?.closest("[data-monitor]");
		const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
		if (!id || !isPlain) return;
		event.preventDefault();
		void navigate({ to: "/monitors/$id", params: { id: id.getAttribute("data-monitor") ?? "" } });
	}

	const RowKind = isNarrow ? NarrowMonitorRow : MonitorRow;
	return (
		// Rows begin and end 8 px outside of their texts, so that a ring or a colour around one has room.
		<div
			role="grid"
			aria-label="Monitors"
			aria-rowcount={rows.length + 1}
			aria-multiselectable={selectable || undefined}
		>
			{!isNarrow && <Heads />}
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's own Enter is a click, a row's is a shortcut. */}
			<div
				ref={list}
				role="rowgroup"
				onClick={follow}
				className="relative"
				style={{ height: virtualizer.getTotalSize() }}
			>
				{virtualizer.getVirtualItems().map((item) => {
					const row = rows[item.index];
					if (row === undefined) return null;
					return (
						<div
							key={row.kind === "heading" ? `# ${row.label}` : row.monitor.id}
							role="presentation"
							className="absolute -inset-x-2 top-0 [contain:size_layout_style]"
							style={{ height: item.size, transform: `translateY(${item.start - top}px)` }}
						>
							{row.kind === "heading" ? (
								<Heading label={row.label} count={row.count} rowIndex={item.index + 2} />
							) : (
								<RowKind
									monitor={row.monitor}
									rowIndex={item.index + 2}
									isActive={row.monitor.id === active}
									isSelected={selected.has(row.monitor.id)}
									selectable={selectable}
									outage={outages.get(row.monitor.id)}
									onAcknowledge={onAcknowledge}
									onToggle={onToggle}
									onFocus={setActiveId}
								/>
							)}
						</div>
					);
				})}
			</div>
		</div>
	);
}

function Heading({ label, count, rowIndex }: { label: string; count: number; rowIndex: number }) {
	return (
		<div
			role="row"
			tabIndex={-1}
			aria-rowindex={rowIndex}
			className="flex h-full items-end border-b border-line px-2 pb-1.5"
		>
			<div role="gridcell" className="font-semibold text-muted">
				{label} <span className="font-normal">· {count}</span>
			</div>
		</div>
	);
}

const HEADS = [
	["", ""],
	["Status", ""],
	["Name", ""],
	["Target", ""],
	["Last 60 minutes", "hidden xl:block"],
	["Response", "text-right"],
	["Available 24 h", "text-right leading-4"],
	["Available 30 d", "text-right leading-4"],
	["For", "text-right"],
] as const;

function Heads() {
	return (
		<div
			role="row"
			aria-rowindex={1}
			className={classNames(COLUMNS, "-mx-2 h-10 border-y border-line px-2 text-muted")}
		>
			{HEADS.map(([label, className]) => (
				<div role="columnheader" key={label} className={label === "" ? "sr-only" : className}>
					{label || "Selection"}
				</div>
			))}
		</div>
	);
}
