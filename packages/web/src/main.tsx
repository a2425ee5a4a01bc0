import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { boardQuery } from "./api/board.ts";
import { ApiError } from "./api/client/api-error.ts";
import { sessionQuery } from "./api/people/session.ts";
import "./app.css";
import { makeRouter } from "./router.tsx";

const MAX_RETRIES = 2;

const client = new QueryClient({
	queryCache: new QueryCache({ onError: leaveWhenRefused }),
	defaultOptions: {
		queries: {
			staleTime: 15_000,
			// Offline is shown like any other connection error; paused queries would look as if they were loading.
			networkMode: "always",
			// A refusal of the API is not retried; connection errors and server errors are.
			retry: (count, error) => count < MAX_RETRIES && !(error instanceof ApiError && (error.status ?? 500) < 500),
		},
	},
});
const router = makeRouter(client);

/**
 * A session that ended, here or in another browser, leads to the sign-in page and back. Of a team that does not allow
 * passwords any more the board is read again, for the shell judges by its refusal.
 */
function leaveWhenRefused(error: Error, { queryKey }: { queryKey: readonly unknown[] }): void {
	if (!(error instanceof ApiError)) return;
	if (error.code === "PASSWORDS_OFF" && queryKey[0] !== boardQuery.queryKey[0]) {
		void client.invalidateQueries({ queryKey: boardQuery.queryKey });
	}
	if (error.status !== 401) return;
	client.setQueryData(sessionQuery.queryKey, null);
	void router.invalidate();
}

const place = document.getElementById("root");
if (place === null) throw new Error("The page has no place for the dashboard");
createRoot(place).render(
	<StrictMode>
		{/* The policy of the service allows no <style> elements. */}
		<CSPProvider disableStyleElements>
			<QueryClientProvider client={client}>
				<RouterProvider router={router} />
			</QueryClientProvider>
		</CSPProvider>
	</StrictMode>,
);
