/** Applies live changes to the loaded data, and provides the state of the connection. */

import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { type Board, boardQuery } from "../api/board.ts";
import { listenLive } from "../api/live.ts";
import { rereadOutages } from "../api/outages.ts";
import { sessionQuery } from "../api/people/session.ts";
import { currentTeam } from "../api/people/team-choice.ts";
import { applyChange } from "./apply-change.ts";
import { applyToReadBoards, RecentChanges } from "./recent-changes.ts";

type Connection = "connecting" | "live" | "lost";

const ConnectionContext = createContext<Connection>("connecting");

export function useConnection(): Connection {
	return use(ConnectionContext);
}

/** Several monitors created at once cause one reload of the board. */
const REREAD_AFTER_MS = 300;

/**
 * Without a stream the board is read this often: where a proxy allows no streams it still moves, and an ended session
 * is noticed.
 */
const POLL_WHEN_LOST_MS = 30_000;

export function Live({ enabled, children }: { enabled: boolean; children: ReactNode }) {
	const client = useQueryClient();
	const router = useRouter();
	const [connection, setConnection] = useState<Connection>("connecting");

	useEffect(() => {
		if (!enabled) return;
		const controller = new AbortController();
		let reread: ReturnType<typeof setTimeout> | undefined;
		const rereadBoard = () => {
			clearTimeout(reread);
			reread = setTimeout(() => void client.invalidateQueries({ queryKey: boardQuery.queryKey }), REREAD_AFTER_MS);
		};
		const recent = new RecentChanges();
		const ignoreBoards = applyToReadBoards(client, recent);
		void listenLive(
			{
				onChange(change) {
					recent.add(change, performance.now());
					client.setQueryData<Board>(boardQuery.queryKey, (board) => board && applyChange(board, change));
					const changed = new Set<unknown>(change.monitors.map(({ id }) => id));
					const isOfChanged = ({ queryKey }: Query) => changed.has(queryKey[1]);
					void client.invalidateQueries({ queryKey: ["monitor"], predicate: isOfChanged });
					if (change.added) rereadBoard();
					if (change.outages) {
						void rereadOutages(client);
						// Whoever is on call may handle outages, and may have become so by now.
						void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
					}
				},
				onResync() {
					recent.clear();
					void client.invalidateQueries();
				},
				onConnection(connected) {
					if (!connected) recent.clear();
					setConnection(connected ? "live" : "lost");
				},
				onRefused: () => void leave(client, () => router.invalidate()),
			},
			controller.signal,
		);
		return () => {
			clearTimeout(reread);
			ignoreBoards();
			controller.abort();
		};
	}, [client, router, enabled]);

	useEffect(() => {
		if (connection !== "lost") return;
		const timer = setInterval(() => {
			void client.invalidateQueries({ queryKey: boardQuery.queryKey });
		}, POLL_WHEN_LOST_MS);
		return () => clearInterval(timer);
	}, [client, connection]);

	return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

/**
 * After a refusal: to the sign-in page when the session has ended; when the reader is no longer in the team, to a fresh
 * page, so that nothing of that team stays on screen.
 */
async function leave(client: QueryClient, askAgain: () => Promise<void>): Promise<void> {
	await client.refetchQueries({ queryKey: sessionQuery.queryKey });
	const session = client.getQueryData(sessionQuery.queryKey);
	if (session === null) await askAgain();
	else if (session && !session.teams.some(({ slug }) => slug === currentTeam())) location.assign("/");
	// Or the team refuses how the reader signed in, which the board is refused for as well.
	else await client.invalidateQueries({ queryKey: boardQuery.queryKey });
}
