/** The phases of a response, from the bottom of the chart to its top, and what they are called. */

import type { Phase } from "../api/monitors.ts";

interface PhaseLook {
	readonly phase: Phase;
	readonly label: string;
	readonly colour: `--phase-${string}`;
	readonly swatch: string;
}

export const PHASE_LOOKS: readonly PhaseLook[] = [
	{ phase: "dns", label: "dns", colour: "--phase-dns", swatch: "bg-phase-dns" },
	{ phase: "connect", label: "connect", colour: "--phase-connect", swatch: "bg-phase-connect" },
	{ phase: "tls", label: "tls", colour: "--phase-tls", swatch: "bg-phase-tls" },
	{ phase: "first_byte", label: "first byte", colour: "--phase-first-byte", swatch: "bg-phase-first-byte" },
	{ phase: "transfer", label: "transfer", colour: "--phase-transfer", swatch: "bg-phase-transfer" },
];
