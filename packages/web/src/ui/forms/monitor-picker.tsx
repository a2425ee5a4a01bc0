/** All monitors, or chosen ones: a search, and a list of which only what is in view exists. */

import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useId, useMemo, useRef, useState } from "react";
import { boardQuery } from "../../api/board.ts";
import { counted } from "../../format/words.ts";
import { NotRead } from "../states.tsx";
import { About } from "./field.tsx";
import { useFieldError } from "./form.tsx";

interface Props {
	readonly pointer: string;
	/** Null: all. */
	readonly value: readonly string[] | null;
	readonly onChange: (value: readonly string[] | null) => void;
	readonly allowsAll?: boolean;
	/** The id of a monitor that can't be chosen. */
	readonly without?: string | undefined;
}

const ROW = 32;

export function MonitorPicker({ pointer, value, onChange, allowsAll = true, without }: Props) {
	const name = useId();
	const { error, marked, invalid, aboutId } = useFieldError(pointer);
	return (
		<div {...marked}>
			{allowsAll && (
				<div className="flex flex-wrap gap-x-6 gap-y-1">
					{(["all", "chosen"] as const).map((each) => (
						<label key={each} className="flex min-h-6 items-center gap-2">
							<input
								type="radio"
								name={name}
								className="accent-text"
								checked={(value === null) === (each === "all")}
								onChange={() => onChange(each === "all" ? null : [])}
							/>
							{each === "all" ? "All monitors, also those to come" : "Only these"}
						</label>
					))}
				</div>
			)}
			{value !== null && (
				<div className={allowsAll ? "mt-3" : ""}>
					<Chooser value={value} onChange={onChange} without={without} invalid={invalid} />
				</div>
			)}
			<About id={aboutId} error={error} hint={null} />
		</div>
	);
}

function Chooser({
	value,
	onChange,
	without,
	invalid,
}: {
	value: readonly string[];
	onChange: Props["onChange"];
	without: string | undefined;
	invalid: ReturnType<typeof useFieldError>["invalid"];
}) {
	const { data: board, error, refetch } = useQuery(boardQuery);
	const [text, setText] = useState("");
	const scroller = useRef<HTMLDivElement>(null);
	const chosen = useMemo(() => new Set(value), [value]);
	const found = useMemo(() => {
		const wanted = text.trim().toLowerCase();
		const monitors = (board?.monitors ?? []).filter(({ id }) => id !== without);
		return wanted === ""
			? monitors
			: monitors.filter(({ searched, tags }) => searched.includes(wanted) || tags.includes(wanted));
	}, [board, text, without]);
	const virtualizer = useVirtualizer({
		count: found.length,
		estimateSize: () => ROW,
		getScrollElement: () => scroller.current,
		overscan: 8,
	});
	const toggle = (id: string) => onChange(chosen.has(id) ? value.filter((each) => each !== id) : [...value, id]);
	return (
		<div className="rounded-control border border-line-strong">
			<input
				type="text"
				inputMode="search"
				aria-label="Search monitors"
				{...invalid}
				placeholder="Search monitors"
				value={text}
				onChange={(event) => setText(event.target.value)}
				className="h-8 w-full rounded-t-control border-b border-line bg-transparent px-2.5"
			/>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
			<div ref={scroller} role="group" aria-label="Monitors" tabIndex={0} className="h-56 overflow-y-auto">
				{board === undefined ? (
					<div className="p-2.5">
						<NotRead fault={error} what="The monitors" onRetry={() => void refetch()} />
					</div>
				) : (
					found.length === 0 && (
						<p className="px-2.5 py-2 text-muted">
							{board.monitors.length === 0 ? "There is no monitor yet." : "No monitor matches."}
						</p>
					)
				)}
				<div className="relative" style={{ height: virtualizer.getTotalSize() }}>
					{virtualizer.getVirtualItems().map((item) => {
						const monitor = found[item.index];
						return (
							monitor && (
								<label
									key={monitor.id}
									className="absolute inset-x-0 top-0 flex items-center gap-2 px-2.5 hover:bg-hover"
									style={{ height: ROW, transform: `translateY(${item.start}px)` }}
								>
									<input
										type="checkbox"
										className="size-4 accent-text"
										checked={chosen.has(monitor.id)}
										onChange={() => toggle(monitor.id)}
									/>
									<span className="words truncate">{monitor.name}</span>
									<span className="min-w-0 flex-1 truncate text-right font-mono text-small text-muted">
										{monitor.target}
									</span>
								</label>
							)
						);
					})}
				</div>
			</div>
			<p className="border-t border-line px-2.5 py-1.5 text-muted" role="status">
				{counted(value.length, "monitor")} chosen
			</p>
		</div>
	);
}
