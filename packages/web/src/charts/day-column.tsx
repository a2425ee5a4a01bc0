import type { Checks } from "../format/uptime.ts";
import { STATE_FILLS, type Threshold, troubleOf } from "./day-trouble.ts";

interface Props {
	readonly checks: Checks;
	readonly threshold: Threshold;
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	readonly radius?: number;
}

/**
 * A day as a pale column in which trouble stands from below: what was down is as wide as the column, what was slow half
 * as wide, so that the two differ without their colours.
 */
export function DayColumn({ checks, threshold, x, y, width, height, radius }: Props) {
	const { state, down, failed } = troubleOf(checks, threshold);
	const bottom = y + height;
	return (
		<>
			<rect
				x={x}
				y={y}
				width={width}
				height={height}
				rx={radius}
				className={state === "nothing" ? STATE_FILLS.nothing : STATE_FILLS.up}
			/>
			{failed > down && (
				<rect
					x={x + width / 4}
					y={bottom - failed * height}
					width={width / 2}
					height={failed * height}
					className={STATE_FILLS.degraded}
				/>
			)}
			{down > 0 && (
				<rect x={x} y={bottom - down * height} width={width} height={down * height} className={STATE_FILLS.down} />
			)}
		</>
	);
}
