import { signOutTo } from "../api/people/session.ts";
import { Button } from "../ui/buttons/button.tsx";
import { EmptyState } from "../ui/states.tsx";

/** Someone who was removed from the last team they were in. */
export function NoTeam({ name }: { name: string }) {
	return (
		<main className="mx-auto max-w-xl px-4 py-24">
			<h1 className="sr-only">No team</h1>
			<EmptyState title="You are in no team" action={<Button onClick={() => signOutTo()}>Sign out</Button>}>
				You are signed in as {name}, but belong to no team here. Ask an admin for an invitation.
			</EmptyState>
		</main>
	);
}
