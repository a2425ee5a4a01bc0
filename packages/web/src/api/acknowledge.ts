/** The links in messages about outages. */

import type { components } from "@lapwing/client";
import { dataOf, lapwing } from "./client/request.ts";

export type AcknowledgementLink = components["schemas"]["AcknowledgementLink"];

/** What it would acknowledge. Changes nothing. */
export function previewAcknowledgement(token: string): Promise<AcknowledgementLink> {
	return dataOf(lapwing.post("/api/v1/acknowledge/preview", { body: { token } }));
}

/** @param snoozeMinutes null: acknowledges */
export function acknowledgeByLink(token: string, snoozeMinutes: number | null): Promise<AcknowledgementLink> {
	return dataOf(lapwing.post("/api/v1/acknowledge", { body: { token, snoozeMinutes } }));
}
