/** The phases of one response side by side, each with its time. */

import type { Phase } from "../api/monitors.ts";
import { milliseconds } from "../format/duration.ts";
import { PHASE_LOOKS } from "./phases.ts";

type PhaseTimes = Readonly<Partial<Record<Phase, number | null>>>;

export function PhaseBar({ times }: { times: PhaseTimes }) {
	const parts = PHASE_LOOKS.map((look) => ({ ...look, ms: times[look.phase] ?? null })).filter(
		(part): part is typeof part & { ms: number } => part.ms !== null,
	);
	const total = parts.reduce((sum, { ms }) => sum + ms, 0);
	if (parts.length === 0) return null;
	return (
		<div>
			<div aria-hidden="true" className="flex h-2.5 gap-px overflow-hidden rounded-mark">
				{parts.map(({ phase, ms, swatch }) => (
					<div key={phase} className={swatch} style={{ flexGrow: total === 0 ? 1 : Math.max(ms / total, 0.005) }} />
				))}
			</div>
			<dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
				{parts.map(({ phase, label, ms, swatch }) => (
					<div key={phase} className="flex items-center gap-1.5">
						<span aria-hidden="true" className={`size-2.5 rounded-mark ${swatch}`} />
						<dt className="text-muted">{label}</dt>
						<dd>{milliseconds(ms)}</dd>
					</div>
				))}
			</dl>
		</div>
	);
}
