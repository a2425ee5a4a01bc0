import { milliseconds } from "../format/duration.ts";
import { counted } from "../format/words.ts";
import type { HeightScale } from "./stack.ts";

interface Props {
	readonly scale: HeightScale;
	/** Of all points. */
	readonly count: number;
	readonly whole: boolean;
	readonly onWhole: (whole: boolean) => void;
}

/** Below a chart whose peaks are cut off: how many and how high, and the switch that shows them whole. */
export function CutNote({ scale: { cut, top, peak }, count, whole, onWhole }: Props) {
	if (cut.length === 0) return null;
	return (
		<p className="mt-2 flex flex-wrap items-baseline gap-x-3 text-muted">
			{!whole && (
				<span>
					<span aria-hidden="true">▲ </span>
					{counted(cut.length, "point")} of {count} above {milliseconds(top)}, the highest {milliseconds(peak)}
				</span>
			)}
			<button
				type="button"
				onClick={() => onWhole(!whole)}
				className="font-semibold text-accent underline-offset-2 hover:underline"
			>
				{whole ? "Cut off high peaks" : "Show the peaks whole"}
			</button>
		</p>
	);
}
