/**
 * What the page of a monitor shows for its type alone, above the charts: a case, and a file in type-cards/, for a type
 * that has something.
 */

import type { Monitor } from "../../api/monitors.ts";
import { FlowCard } from "./type-cards/flow-card.tsx";
import { JobCard } from "./type-cards/job-card.tsx";

export function TypeCard({ monitor }: { monitor: Monitor }) {
	if (monitor.type === "cron") return <JobCard monitor={monitor} />;
	if (monitor.type === "flow") return <FlowCard monitor={monitor} />;
	return null;
}
