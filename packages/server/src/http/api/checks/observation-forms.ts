/** How the parts of an observation look in answers. */

import { z } from "@hono/zod-openapi";
import { type CertificateSeen, PHASES, shownTimes } from "../../../domain/checks/observation.ts";
import type { StepTimes } from "../../../domain/checks/step-times.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { isoDateTime } from "../../kernel/schemas.ts";

export const certificate = z
	.object({
		expiresAt: isoDateTime,
		issuer: z.string().nullable().openapi({ example: "Let's Encrypt" }),
		fingerprint: z.string().openapi({ description: "SHA-256 of the certificate's DER, in hexadecimal." }),
	})
	.openapi("CertificateSeen", {
		description: "The certificate that was refused, or over all redirects the one that expires first.",
	});

const phaseMs = z.number().min(0).nullable();
export const phases = z
	.object(
		Object.fromEntries(PHASES.map((phase) => [phase, phaseMs])) as Record<(typeof PHASES)[number], typeof phaseMs>,
	)
	.openapi("PhaseTimes", { description: "Milliseconds; null for a phase that did not take place." });

/** The address of the target that was tried last; null when none was. */
export const address = z.string().nullable().openapi({ example: "192.0.2.1" });

export function certificateForm(seen: CertificateSeen | null): z.infer<typeof certificate> | null {
	return seen && { expiresAt: isoOf(seen.expiresAt), issuer: seen.issuer, fingerprint: seen.fingerprint };
}

/** A step of a flow. */
export const step = z
	.object({
		name: z.string().openapi({ example: "Log in" }),
		responseStatus: z.int().nullable().openapi({ description: "Null when no response came.", example: 200 }),
		timeMs: z.number().min(0).openapi({ example: 84 }),
		phases,
	})
	.openapi("StepTimes");

export function stepForm({ name, responseStatus, timeMs, phases }: StepTimes): z.infer<typeof step> {
	return { name, responseStatus, timeMs: Math.round(timeMs * 10) / 10, phases: shownTimes(phases) };
}
