/**
 * What the page of a monitor shows for its type alone, above the charts: a row and a file in type-cards/ for a type
 * that has something. Other types have no row.
 */

import type { ComponentType } from "react";
import type { Monitor } from "../../api/monitors.ts";
import { FlowCard } from "./type-cards/flow-card.tsx";
import { JobCard } from "./type-cards/job-card.tsx";

export const TYPE_CARDS: Readonly<Record<string, ComponentType<{ readonly monitor: Monitor }>>> = {
	cron: JobCard,
	flow: FlowCard,
};
