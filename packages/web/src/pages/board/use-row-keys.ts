/** The keys of the board, and the row that they are about: the only one in the tab order. */

import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useState } from "react";
import { useShortcuts } from "../../shell/shortcuts.ts";
import type { Arrangement } from "./arrange.ts";

interface Options extends Pick<Arrangement, "rows" | "monitors"> {
	readonly list: RefObject<HTMLElement | null>;
	readonly virtualizer: { scrollToIndex(index: number, options: { align: "auto" }): void };
	/** For `x`; null where nothing can be selected. */
	readonly onToggle: ((id: string) => void) | null;
	/** For `a`. */
	readonly onAcknowledge: (id: string) => void;
	readonly onEscape: () => void;
}

export function useRowKeys({ rows, monitors, list, virtualizer, onToggle, onAcknowledge, onEscape }: Options) {
	const [activeId, setActiveId] = useState<string | null>(null);
	const navigate = useNavigate();
	const active = activeId !== null && monitors.some(({ id }) => id === activeId) ? activeId : monitors[0]?.id;

	function focusRow(id: string) {
		const index = rows.findIndex((row) => row.kind === "monitor" && row.monitor.id === id);
		virtualizer.scrollToIndex(index, { align: "auto" });
		setActiveId(id);
		// It may exist only after the scroll was rendered.
		requestAnimationFrame(() =>
			requestAnimationFrame(() =>
				list.current?.querySelector<HTMLElement>(`[data-monitor="${CSS.escape(id)}"]`)?.focus({ preventScroll: true }),
			),
		);
	}

	function step(by: number) {
		const isInList = list.current?.contains(document.activeElement);
		const at = monitors.findIndex(({ id }) => id === active);
		const next = monitors[isInList ? at + by : Math.max(0, at)];
		if (next) focusRow(next.id);
	}

	useShortcuts({
		j: () => step(1),
		k: () => step(-1),
		ArrowDown: (event) => {
			if (!list.current?.contains(event.target as Node)) return;
			event.preventDefault();
			step(1);
		},
		ArrowUp: (event) => {
			if (!list.current?.contains(event.target as Node)) return;
			event.preventDefault();
			step(-1);
		},
		Home: (event) => list.current?.contains(event.target as Node) && monitors[0] && focusRow(monitors[0].id),
		End: (event) => {
			const last = monitors.at(-1);
			if (last && list.current?.contains(event.target as Node)) focusRow(last.id);
		},
		x: () => active !== undefined && onToggle?.(active),
		a: () => active !== undefined && onAcknowledge(active),
		Enter: (event) => {
			if (active === undefined || !list.current?.contains(event.target as Node)) return;
			void navigate({ to: "/monitors/$id", params: { id: active } });
		},
		Escape: onEscape,
	});
	return { active, setActiveId };
}
