/** The phases of a response, from the bottom of the chart to its top, and what they are called. */

import type { SeriesPoint } from "../api/history.ts";
import type { Phase } from "../api/monitors.ts";

interface PhaseLook {
	readonly phase: Phase;
	/** Of the points of a series. */
	readonly member: keyof NonNullable<SeriesPoint["phases"]>;
	readonly label: string;
	readonly colour: `--phase-${string}`;
	readonly swatch: string;
}

export const PHASE_LOOKS: readonly PhaseLook[] = [
	{ phase: "dns", member: "dns", label: "dns", colour: "--phase-dns", swatch: "bg-phase-dns" },
	{ phase: "connect", member: "connect", label: "connect", colour: "--phase-connect", swatch: "bg-phase-connect" },
	{ phase: "tls", member: "tls", label: "tls", colour: "--phase-tls", swatch: "bg-phase-tls" },
	{
		phase: "first_byte",
		member: "firstByte",
		label: "first byte",
		colour: "--phase-first-byte",
		swatch: "bg-phase-first-byte",
	},
	{ phase: "transfer", member: "transfer", label: "transfer", colour: "--phase-transfer", swatch: "bg-phase-transfer" },
];
