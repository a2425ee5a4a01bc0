import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { createSchedule, SCHEDULES_KEY } from "../../api/schedules.ts";
import { ownTimeZone } from "../../format/instant.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs } from "../../shell/session.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { toast } from "../../ui/toasts.tsx";
import { bodyOf, newLayer } from "./schedule-draft.ts";
import { ScheduleForm } from "./schedule-form.tsx";

export function NewSchedulePage() {
	usePageTitle("New schedule");
	return (
		<>
			<PageHeader crumbs={[{ label: "On call", to: "/on-call" }]} title="New schedule" />
			<Needs scope="schedules:write" what="Schedules">
				<Editor />
			</Needs>
		</>
	);
}

function Editor() {
	const navigate = useNavigate();
	const router = useRouter();
	const client = useQueryClient();
	const [initial] = useState(() => ({ name: "", layers: [newLayer(Date.now(), ownTimeZone())] }));
	return (
		<ScheduleForm
			initial={initial}
			isNew
			onCancel={() => router.history.back()}
			onSave={async (draft) => {
				const schedule = await createSchedule(bodyOf(draft));
				await client.invalidateQueries({ queryKey: SCHEDULES_KEY });
				toast(`${schedule.name} created.`);
				await navigate({ to: "/on-call/$id", params: { id: schedule.id } });
			}}
		/>
	);
}
