/** The address to which calendar programs subscribe. It is shown once. */

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { removeCalendar, renewCalendar, SCHEDULES_KEY, type Schedule } from "../../api/schedules.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog/dialog.tsx";
import { OnceShown } from "../../ui/dialog/once-shown.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";

export function CalendarCard({ schedule, canWrite }: { schedule: Schedule; canWrite: boolean }) {
	const { id, calendarMadeAt } = schedule;
	const client = useQueryClient();
	const [open, setOpen] = useState<"renew" | "remove" | { readonly address: string } | null>(null);
	const reread = () => client.invalidateQueries({ queryKey: SCHEDULES_KEY });
	async function make() {
		const address = await renewCalendar(id);
		await reread();
		setOpen({ address });
	}
	return (
		<Card title="Calendar">
			<p className="text-muted">
				{calendarMadeAt === null ? (
					"Calendar programs can subscribe to the turns: an address (iCalendar) that needs no sign-in, with names and times only."
				) : (
					<>
						It has an address, made <Instant at={calendarMadeAt} />. Whoever has it can read who is on call.
					</>
				)}
			</p>
			{canWrite && (
				<div className="mt-3 flex flex-wrap gap-2">
					{calendarMadeAt === null ? (
						<Button onClick={() => make().catch(toastFault)}>Make an address</Button>
					) : (
						<>
							<Button onClick={() => setOpen("renew")}>Renew the address</Button>
							<Button look="quiet" onClick={() => setOpen("remove")}>
								Remove it
							</Button>
						</>
					)}
				</div>
			)}
			{open === "renew" && (
				<ConfirmDialog
					title="Renew the address?"
					confirmLabel="Renew the address"
					// It closes after the address is there, which is shown then.
					onClose={() => setOpen((before) => (before === "renew" ? null : before))}
					onConfirm={make}
				>
					Calendars that subscribe to the present one get nothing any more.
				</ConfirmDialog>
			)}
			{open === "remove" && (
				<ConfirmDialog
					title="Remove the address?"
					confirmLabel="Remove the address"
					onClose={() => setOpen(null)}
					onConfirm={async () => {
						await removeCalendar(id);
						await reread();
						toast("The calendar has no address any more.");
					}}
				>
					Calendars that subscribe to it get nothing any more.
				</ConfirmDialog>
			)}
			{open !== null && typeof open === "object" && (
				<Dialog open onClose={() => setOpen(null)} title="Address of the calendar">
					<OnceShown label="Address of the calendar" value={open.address}>
						Subscribe to it in your calendar program. It is shown only now; whoever has it can read who is on call.
					</OnceShown>
				</Dialog>
			)}
		</Card>
	);
}
