import { useQueryClient } from "@tanstack/react-query";
import { endWindow, type MaintenanceWindow, windowsQuery } from "../../api/maintenance.ts";
import { duration } from "../../format/duration.ts";
import { counted } from "../../format/words.ts";
import { Minute } from "../../ui/clock.tsx";
import { ActionsCell, RowAction } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, Table, wide } from "../../ui/table/table.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";
import { useManagedKeys } from "../from-files/from-files.tsx";
import { recurrenceText } from "./window-draft.ts";

/** The dialog that is open: over one window, or for a new one. */
export type Open = { readonly kind: "edit" | "delete"; readonly window: MaintenanceWindow } | { readonly kind: "new" };

interface TableProps {
	readonly title: string;
	readonly windows: readonly MaintenanceWindow[];
	readonly canWrite: boolean;
	readonly onOpen: (open: Open) => void;
}

export function WindowTable({ title, windows, canWrite, onOpen }: TableProps) {
	const client = useQueryClient();
	const managed = useManagedKeys();
	async function end(id: string) {
		await endWindow(id);
		await client.invalidateQueries({ queryKey: windowsQuery.queryKey });
		toast("Ended. Alerts are sent again.");
	}
	return (
		<Table
			label={title}
			heads={[
				{ name: "Name", className: "sm:w-[24%]" },
				{ name: "When", className: "sm:w-[30%]" },
				wide("Lasts", "w-[10%]"),
				wide("Monitors", "w-[10%]"),
				ACTIONS,
			]}
		>
			{windows.map((window) => (
				<tr key={window.id}>
					<Cell className="font-semibold sm:min-w-32">
						{window.name}
						{managed.has(window.id) && <p className="text-small text-muted font-normal">from files</p>}
					</Cell>
					<Cell className="sm:min-w-40">
						<When window={window} />
					</Cell>
					<Cell wide className="whitespace-nowrap">
						{lengthOf(window)}
					</Cell>
					<Cell wide className="whitespace-nowrap">
						{window.monitorIds === null ? "all" : counted(window.monitorIds.length, "monitor")}
					</Cell>
					<ActionsCell>
						{canWrite && (
							<>
								{window.activeUntil !== null && (window.recurrence !== null || !managed.has(window.id)) && (
									<RowAction
										kind="end"
										label="End now"
										about={window.name}
										onClick={() => end(window.id).catch(toastFault)}
									/>
								)}
								<RowAction
									kind="edit"
									label="Edit"
									about={window.name}
									onClick={() => onOpen({ kind: "edit", window })}
								/>
								{!managed.has(window.id) && (
									<RowAction
										kind="remove"
										label="Delete"
										about={window.name}
										onClick={() => onOpen({ kind: "delete", window })}
									/>
								)}
							</>
						)}
					</ActionsCell>
				</tr>
			))}
		</Table>
	);
}

function When({ window }: { window: MaintenanceWindow }) {
	return (
		<>
			{window.startsAt !== null ? <Minute at={window.startsAt} /> : recurrenceText(window)}
			{window.activeUntil !== null && (
				<span className="text-maintenance">
					{" "}
					until <Minute at={window.activeUntil} />
				</span>
			)}
		</>
	);
}

function lengthOf({ startsAt, endsAt, recurrence }: MaintenanceWindow): string {
	if (recurrence) return duration(recurrence.durationMinutes * 60_000);
	return startsAt && endsAt ? duration(Date.parse(endsAt) - Date.parse(startsAt)) : "–";
}
