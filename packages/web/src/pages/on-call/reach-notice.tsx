/** Who is on call and has no channel in their account: steps for them go to the alert's own channel. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type OnCall, peopleQuery } from "../../api/schedules.ts";
import { listed } from "../../format/words.ts";
import { useSignedIn } from "../../shell/session.tsx";
import { Notice } from "../../ui/notice.tsx";

export function ReachNotice({ schedules }: { schedules: readonly OnCall[] }) {
	const { data: people } = useQuery(peopleQuery);
	const { user } = useSignedIn().session;
	if (people === undefined) return null;
	const onCall = new Set(schedules.flatMap(({ now, next }) => [now.person?.id, next?.person?.id]));
	const without = people.filter(({ id, hasChannel }) => !hasChannel && onCall.has(id));
	if (without.length === 0) return null;
	const others = without.filter(({ id }) => id !== user.id).map(({ name }) => name);
	const isMe = others.length < without.length;
	return (
		<Notice tone="degraded" role="status" className="mb-3">
			{isMe && (
				<p>
					<strong>You are on call, or next, and have no channel.</strong>{" "}
					<Link to="/account" hash="channels" className="font-semibold text-accent hover:underline">
						Add one to your account
					</Link>
					, so that you can be notified.
				</p>
			)}
			{others.length > 0 && (
				<p>
					<strong>{listed(others)}</strong> {others.length === 1 ? "is" : "are"} on call, or next, and{" "}
					{others.length === 1 ? "has" : "have"} no channel in the account. What is meant for them goes to the alert’s
					own channel.
				</p>
			)}
		</Notice>
	);
}
