/** All pages: the address, the search parameters, and the file that is loaded when the page is opened. */

import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from "@tanstack/react-router";
import { sessionQuery } from "./api/people/session.ts";
import { chooseTeam } from "./api/people/team-choice.ts";
import { type PageFile, pageComponent } from "./page-component.tsx";
import { readBoardSearch } from "./pages/board/board-search.ts";
import { readMonitorSearch } from "./pages/monitor/monitor-search.ts";
import { readReportSearch } from "./pages/reports/report-search.ts";
import { NotFound, PageFault } from "./shell/faults.tsx";
import { Shell } from "./shell/shell.tsx";
import { Loading } from "./ui/states.tsx";

const root = createRootRouteWithContext<{ client: QueryClient }>()({ component: Outlet });

/** Pages for those who are signed in; others are sent to sign in, and come back. */
const signedIn = createRoute({
	getParentRoute: () => root,
	id: "signed-in",
	component: Shell,
	beforeLoad: async ({ context, location }) => {
		const session = await context.client.ensureQueryData(sessionQuery);
		if (session === null) throw redirect({ to: "/sign-in", search: { return: location.href } });
		const { team } = location.search as { team?: unknown };
		chooseTeam(
			session.teams.map(({ slug }) => slug),
			typeof team === "string" ? team : null,
		);
	},
});

/** Where to go after a sign-in, and why the last one failed. */
const readSignInSearch = ({ return: wanted, error }: Record<string, unknown>) => ({
	...(typeof wanted === "string" && { return: wanted }),
	...(typeof error === "string" && { error }),
});

/** A page of those who are signed in, without search parameters of its own. */
function page<const Path extends string, Name extends string>(path: Path, load: PageFile<Name>, name: Name) {
	return createRoute({ getParentRoute: () => signedIn, path, component: pageComponent(load, name) });
}

const routeTree = root.addChildren([
	signedIn.addChildren([
		createRoute({
			getParentRoute: () => signedIn,
			path: "/",
			validateSearch: readBoardSearch,
			component: pageComponent(() => import("./pages/board/board-page.tsx"), "BoardPage"),
		}),
		createRoute({
			getParentRoute: () => signedIn,
			path: "/monitors/new",
			validateSearch: ({ target, type }: Record<string, unknown>) => ({
				...(target !== undefined && { target: String(target) }),
				...(typeof type === "string" && { type }),
			}),
			component: pageComponent(() => import("./pages/monitor-form/new-monitor-page.tsx"), "NewMonitorPage"),
		}),
		createRoute({
			getParentRoute: () => signedIn,
			path: "/monitors/$id",
			validateSearch: readMonitorSearch,
			component: pageComponent(() => import("./pages/monitor/monitor-page.tsx"), "MonitorPage"),
		}),
		page("/monitors/$id/edit", () => import("./pages/monitor-form/edit-monitor-page.tsx"), "EditMonitorPage"),
		page("/alerts", () => import("./pages/alerts/alerts-page.tsx"), "AlertsPage"),
		page("/alerts/new", () => import("./pages/alerts/new-alert-page.tsx"), "NewAlertPage"),
		page("/alerts/$id", () => import("./pages/alerts/alert-page.tsx"), "AlertPage"),
		page("/on-call", () => import("./pages/on-call/on-call-page.tsx"), "OnCallPage"),
		page("/on-call/new", () => import("./pages/on-call/new-schedule-page.tsx"), "NewSchedulePage"),
		page("/on-call/$id", () => import("./pages/on-call/schedule-page.tsx"), "SchedulePage"),
		createRoute({
			getParentRoute: () => signedIn,
			path: "/maintenance",
			validateSearch: (search: Record<string, unknown>) => (search["plan"] === true ? { plan: true } : {}),
			component: pageComponent(() => import("./pages/maintenance/maintenance-page.tsx"), "MaintenancePage"),
		}),
		createRoute({
			getParentRoute: () => signedIn,
			path: "/incidents",
			validateSearch: (search: Record<string, unknown>) => (search["open"] === true ? { open: true } : {}),
			component: pageComponent(() => import("./pages/incidents/incidents-page.tsx"), "IncidentsPage"),
		}),
		page("/incidents/templates", () => import("./pages/incidents/templates-page.tsx"), "TemplatesPage"),
		page("/incidents/$id", () => import("./pages/incidents/incident-page.tsx"), "IncidentPage"),
		page("/status-pages", () => import("./pages/status-pages/status-pages-page.tsx"), "StatusPagesPage"),
		page("/status-pages/new", () => import("./pages/status-pages/new-status-page-page.tsx"), "NewStatusPagePage"),
		page("/status-pages/$id", () => import("./pages/status-pages/status-page-page.tsx"), "StatusPagePage"),
		page("/status-pages/$id/subscribers", () => import("./pages/status-pages/subscribers-page.tsx"), "SubscribersPage"),
		createRoute({
			getParentRoute: () => signedIn,
			path: "/reports",
			validateSearch: readReportSearch,
			component: pageComponent(() => import("./pages/reports/reports-page.tsx"), "ReportsPage"),
		}),
		page("/probers", () => import("./pages/probers/probers-page.tsx"), "ProbersPage"),
		createRoute({
			getParentRoute: () => signedIn,
			path: "/settings",
			beforeLoad: () => {
				throw redirect({ to: "/settings/$part", params: { part: "team" } });
			},
		}),
		page("/settings/$part", () => import("./pages/settings/settings-page.tsx"), "SettingsPage"),
		createRoute({
			getParentRoute: () => signedIn,
			path: "/account",
			validateSearch: (search: Record<string, unknown>) => (search["welcome"] === true ? { welcome: true } : {}),
			component: pageComponent(() => import("./pages/account/account-page.tsx"), "AccountPage"),
		}),
		// Within the frame, so that the way on is at hand.
		createRoute({ getParentRoute: () => signedIn, path: "$", component: NotFound }),
	]),
	createRoute({
		getParentRoute: () => root,
		path: "/sign-in",
		validateSearch: readSignInSearch,
		component: pageComponent(() => import("./pages/sign-in/sign-in-page.tsx"), "SignInPage"),
	}),
	createRoute({
		getParentRoute: () => root,
		path: "/acknowledge",
		component: pageComponent(() => import("./pages/acknowledge/acknowledge-page.tsx"), "AcknowledgePage"),
	}),
	...(["/sign-in/link", "/welcome", "/invitation"] as const).map((path) =>
		createRoute({
			getParentRoute: () => root,
			path,
			validateSearch: (search: Record<string, unknown>) =>
				typeof search["return"] === "string" ? { return: search["return"] } : {},
			component: pageComponent(() => import("./pages/sign-in/link-page.tsx"), "LinkPage"),
		}),
	),
]);

export function makeRouter(client: QueryClient) {
	return createRouter({
		routeTree,
		context: { client },
		defaultPreload: "intent",
		scrollRestoration: true,
		defaultPendingComponent: Loading,
		defaultErrorComponent: PageFault,
		defaultNotFoundComponent: NotFound,
	});
}

declare module "@tanstack/react-router" {
	interface Register {
		router: ReturnType<typeof makeRouter>;
	}
}
