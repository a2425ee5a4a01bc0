import type { KeyboardEvent, ReactNode } from "react";
import { pointedBy } from "./pointed-by.ts";

interface Props {
	readonly label: string;
	/** Of points; at least one. */
	readonly count: number;
	/** The point that is pointed at, by key or otherwise. */
	readonly index: number | null;
	/** The point in words, the last one where none is pointed at. */
	readonly valueText: string;
	readonly onPoint: (index: number | null, event: KeyboardEvent) => void;
	/** A key that does not point. */
	readonly onOtherKey?: (event: KeyboardEvent) => void;
	readonly className?: string;
	readonly children: ReactNode;
}

/**
 * A chart that is read point after point with the arrow keys. To assistive technology it is a slider, which reads each
 * value out as it is reached.
 */
export function KeyPointing({ label, count, index, valueText, onPoint, onOtherKey, className, children }: Props) {
	function onKeyDown(event: KeyboardEvent) {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const next = pointedBy(event.key, index, count);
		if (next === undefined) return onOtherKey?.(event);
		event.preventDefault();
		onPoint(next, event);
	}
	return (
		<div
			role="slider"
			tabIndex={0}
			aria-label={label}
			aria-valuemin={0}
			aria-valuemax={count - 1}
			aria-valuenow={index ?? count - 1}
			aria-valuetext={valueText}
			onKeyDown={onKeyDown}
			className={className}
		>
			{children}
		</div>
	);
}
