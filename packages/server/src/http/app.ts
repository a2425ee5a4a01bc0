/** The HTTP API: every route on one screen. */

import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import type { Person } from "../domain/access/principal.ts";
import type { Scope } from "../domain/access/scopes.ts";
import { listAccountEvents, updateAccount } from "./account/account.ts";
import { addOwnChannel, listOwnChannels, removeOwnChannel, testOwnChannel } from "./account/channels.ts";
import { addPasskey, listPasskeys, passkeyOptions, removePasskey, renamePasskey } from "./account/passkeys.ts";
import { removePassword, setPassword } from "./account/password.ts";
import { endOneSession, endOtherSessions, listSessions } from "./account/sessions.ts";
import { leaveTeam } from "./account/teams.ts";
import { listAlertEvents, listEventsOfAlert } from "./api/alerts/alert-events.ts";
import { getAlertFigures } from "./api/alerts/alert-figures.ts";
import { previewAlert } from "./api/alerts/alert-preview.ts";
import { replayAlert } from "./api/alerts/alert-replay.ts";
import { testAlert, testUnsavedAlert } from "./api/alerts/alert-tests.ts";
import {
	createAlert,
	deleteAlert,
	getAlert,
	listAlerts,
	listAlertsOfMonitor,
	updateAlert,
} from "./api/alerts/alerts.ts";
import { getBoard } from "./api/board/board.ts";
import { getLive } from "./api/board/live.ts";
import { checkMonitor } from "./api/checks/check-monitor.ts";
import { explainResult } from "./api/checks/explained-result.ts";
import { probeTarget } from "./api/checks/probe.ts";
import { tryMonitor } from "./api/checks/try-monitor.ts";
import { applyConfiguration, getConfig } from "./api/config/config.ts";
import { listConfigObjects } from "./api/config/config-objects.ts";
import { importMonitorHistory } from "./api/config/history.ts";
import { createContentCheck, deleteContentCheck, listContentChecks } from "./api/content-checks/content-checks.ts";
import {
	createIncidentTemplate,
	deleteIncidentTemplate,
	getIncidentTemplate,
	listIncidentTemplates,
	updateIncidentTemplate,
} from "./api/incidents/incident-templates.ts";
import { createIncidentUpdate, deleteIncidentUpdate, updateIncidentUpdate } from "./api/incidents/incident-updates.ts";
import {
	approveIncident,
	createIncident,
	deleteIncident,
	getIncident,
	listIncidents,
	updateIncident,
} from "./api/incidents/incidents.ts";
import { deletePostmortem, writePostmortem } from "./api/incidents/postmortems.ts";
import { deleteLocation, listLocations, updateLocation } from "./api/locations/locations.ts";
import {
	createMaintenanceWindow,
	deleteMaintenanceWindow,
	endMaintenanceWindow,
	getMaintenanceWindow,
	listMaintenanceWindows,
	updateMaintenanceWindow,
} from "./api/maintenance/maintenance-windows.ts";
import { bulkMonitors } from "./api/monitors/bulk-monitors.ts";
import { listResults } from "./api/monitors/check-results.ts";
import { getLocationSeries } from "./api/monitors/location-series.ts";
import { createMonitor, deleteMonitor, getMonitor, listMonitors, updateMonitor } from "./api/monitors/monitors.ts";
import { getOutageSpans } from "./api/monitors/outage-spans.ts";
import { getPingBody, listPings, renewPingUrl } from "./api/monitors/pings.ts";
import { getSeries } from "./api/monitors/series.ts";
import { getMonitorStatistics, getTeamStatistics } from "./api/monitors/statistics.ts";
import { getMonitorUptime } from "./api/monitors/uptime.ts";
import { acknowledgeByLink, previewAcknowledgement } from "./api/outages/by-link.ts";
import { listOutages } from "./api/outages/monitor-outages.ts";
import { acknowledgeOutage, getOutage, listOpenOutages, snoozeOutage } from "./api/outages/outages.ts";
import { createProber, deleteProber, listProbers } from "./api/probers/probers.ts";
import { backfillDailyStats } from "./api/reports/backfill.ts";
import { uptimeByDay } from "./api/reports/uptime-by-day.ts";
import { uptimeByMonitor } from "./api/reports/uptime-by-monitor.ts";
import { uptimeDaily } from "./api/reports/uptime-daily.ts";
import { uptimeSummary } from "./api/reports/uptime-summary.ts";
import { getCalendar, removeCalendar, renewCalendar } from "./api/schedules/calendars.ts";
import {
	createOverride,
	createSchedule,
	deleteOverride,
	deleteSchedule,
	getOnCall,
	getSchedule,
	listPeople,
	listSchedules,
	listTurns,
	updateSchedule,
} from "./api/schedules/schedules.ts";
import { iconEndpoints, logoEndpoints } from "./api/status-pages/page-images.ts";
import { previewStatusPage } from "./api/status-pages/preview.ts";
import {
	checkStatusPageDomain,
	createStatusPage,
	deleteStatusPage,
	getStatusPage,
	listStatusPages,
	updateStatusPage,
} from "./api/status-pages/status-pages.ts";
import {
	createSubscriber,
	deleteSubscriber,
	deleteSubscribers,
	exportSubscribers,
	getSubscriberCounts,
	listSubscribers,
} from "./api/status-pages/subscribers.ts";
import {
	type DocumentedRoute,
	type OpenApiDocument,
	openApiDocument,
	type PersonalRoute,
	type PublicRoute,
} from "./document/openapi.ts";
import {
	getReport,
	getSignal,
	getSlugSignal,
	postReport,
	postSignal,
	postSlugSignal,
} from "./job-reports/job-reports.ts";
import { getKumaPush, postKumaPush } from "./job-reports/kuma-push.ts";
import type { Endpoint } from "./kernel/endpoint.ts";
import {
	type Handler,
	type HttpContext,
	type OpenEndpoint,
	serveAccount,
	serveEndpoint,
	serveOpen,
	serveVisitor,
} from "./kernel/serve.ts";
import { listAuditEvents } from "./people/audit-events.ts";
import { createInvitation, deleteInvitation, listInvitations } from "./people/invitations.ts";
import { createKey, listKeys, revokeKey } from "./people/keys.ts";
import { listMembers, removeMember, updateMember } from "./people/members.ts";
import { getTeam, updateTeam } from "./people/team.ts";
import { documentation } from "./public/documentation.ts";
import { internalDomains } from "./public/internal-domains.ts";
import { mcpEndpoint } from "./public/mcp.ts";
import { healthz, metrics } from "./public/operations.ts";
import { pageOnDomain, statusPageForm, statusPageHtml, statusPageJson } from "./public/status/status-pages.ts";
import { type AppDependencies, type Services, servicesOf } from "./services.ts";
import { previewLink, redeemLink, requestSignInLink } from "./sign-in/link.ts";
import { beginOidc, finishOidc } from "./sign-in/oidc.ts";
import { passkeySignInOptions, signInWithPasskey } from "./sign-in/passkey.ts";
import { signInWithPassword } from "./sign-in/password.ts";
import { endSession, getSession } from "./sign-in/session.ts";
import { getSignIn } from "./sign-in/ways-in.ts";
import { unmatched } from "./unmatched.ts";

export type { AppDependencies } from "./services.ts";

type Method = DocumentedRoute["method"];
/**
 * A route needs a scope, or a person who is signed in (`account`), or belongs to signing in (`visitor`), or is public
 * (`open`).
 */
export type Route =
	| readonly [method: Method, path: string, scope: Scope, endpoint: Endpoint]
	| readonly [method: Method, path: string, scope: "account", endpoint: Endpoint<Person>]
	| readonly [method: Method, path: string, scope: "visitor", endpoint: Endpoint<null>]
	| readonly [method: Method, path: string, scope: "open", endpoint: OpenEndpoint];

const { openApiJson, configSchemaJson, docs } = documentation(apiDocument);

/** If two routes match, the first one answers, so fixed words come before ids. */
export const ROUTES: readonly Route[] = [
	["GET", "/api/v1/monitors", "monitors:read", listMonitors],
	["POST", "/api/v1/monitors", "monitors:write", createMonitor],
	["GET", "/api/v1/monitors/stats", "monitors:read", getTeamStatistics],
	["POST", "/api/v1/monitors/try", "monitors:write", tryMonitor],
	["GET", "/probe", "monitors:write", probeTarget],
	["POST", "/api/v1/monitors/bulk", "monitors:write", bulkMonitors],
	["GET", "/api/v1/monitors/:id", "monitors:read", getMonitor],
	["PUT", "/api/v1/monitors/:id", "monitors:write", updateMonitor],
	["DELETE", "/api/v1/monitors/:id", "monitors:write", deleteMonitor],
	["POST", "/api/v1/monitors/:id/check", "monitors:write", checkMonitor],
	["GET", "/api/v1/monitors/:id/results", "monitors:read", listResults],
	["GET", "/api/v1/monitors/:id/results/:minute", "monitors:read", explainResult],
	["GET", "/api/v1/monitors/:id/stats", "monitors:read", getMonitorStatistics],
	["GET", "/api/v1/monitors/:id/uptime", "monitors:read", getMonitorUptime],
	["GET", "/api/v1/monitors/:id/series", "monitors:read", getSeries],
	["GET", "/api/v1/monitors/:id/series/locations", "monitors:read", getLocationSeries],
	["GET", "/api/v1/monitors/:id/outages", "monitors:read", listOutages],
	["GET", "/api/v1/monitors/:id/outage-spans", "monitors:read", getOutageSpans],
	["GET", "/api/v1/monitors/:id/pings", "monitors:read", listPings],
	["GET", "/api/v1/monitors/:id/pings/:pingId/body", "monitors:read", getPingBody],
	["POST", "/api/v1/monitors/:id/ping-url", "monitors:write", renewPingUrl],
	["GET", "/api/v1/monitors/:id/content-checks", "monitors:read", listContentChecks],
	["POST", "/api/v1/monitors/:id/content-checks", "monitors:write", createContentCheck],
	["DELETE", "/api/v1/monitors/:id/content-checks/:checkId", "monitors:write", deleteContentCheck],
	["GET", "/api/v1/monitors/:id/alert-events", "alerts:read", listAlertEvents],
	["GET", "/api/v1/board", "monitors:read", getBoard],
	["GET", "/api/v1/live", "monitors:read", getLive],
	["GET", "/api/v1/monitors/:id/alerts", "alerts:read", listAlertsOfMonitor],
	["GET", "/api/v1/alerts", "alerts:read", listAlerts],
	["POST", "/api/v1/alerts", "alerts:write", createAlert],
	["POST", "/api/v1/alerts/test", "alerts:write", testUnsavedAlert],
	["POST", "/api/v1/alerts/preview", "alerts:read", previewAlert],
	["GET", "/api/v1/alerts/:id", "alerts:read", getAlert],
	["PUT", "/api/v1/alerts/:id", "alerts:write", updateAlert],
	["DELETE", "/api/v1/alerts/:id", "alerts:write", deleteAlert],
	["POST", "/api/v1/alerts/:id/test", "alerts:write", testAlert],
	["GET", "/api/v1/alerts/:id/events", "alerts:read", listEventsOfAlert],
	["GET", "/api/v1/alerts/:id/figures", "alerts:read", getAlertFigures],
	["POST", "/api/v1/alerts/:id/replay", "alerts:read", replayAlert],
	["GET", "/api/v1/reports/uptime-summary", "reports:read", uptimeSummary],
	["GET", "/api/v1/reports/uptime-daily", "reports:read", uptimeDaily],
	["GET", "/api/v1/reports/uptime-by-day", "reports:read", uptimeByDay],
	["GET", "/api/v1/reports/uptime-by-monitor", "reports:read", uptimeByMonitor],
	["POST", "/api/v1/backfill-daily-stats", "monitors:write", backfillDailyStats],
	["GET", "/api/v1/maintenance-windows", "maintenance:read", listMaintenanceWindows],
	["POST", "/api/v1/maintenance-windows", "maintenance:write", createMaintenanceWindow],
	["GET", "/api/v1/maintenance-windows/:id", "maintenance:read", getMaintenanceWindow],
	["PUT", "/api/v1/maintenance-windows/:id", "maintenance:write", updateMaintenanceWindow],
	["DELETE", "/api/v1/maintenance-windows/:id", "maintenance:write", deleteMaintenanceWindow],
	["POST", "/api/v1/maintenance-windows/:id/end", "maintenance:write", endMaintenanceWindow],
	["GET", "/api/v1/status-pages", "status-pages:read", listStatusPages],
	["POST", "/api/v1/status-pages", "status-pages:write", createStatusPage],
	["POST", "/api/v1/status-pages/preview", "status-pages:write", previewStatusPage],
	["GET", "/api/v1/status-pages/:id", "status-pages:read", getStatusPage],
	["PUT", "/api/v1/status-pages/:id", "status-pages:write", updateStatusPage],
	["DELETE", "/api/v1/status-pages/:id", "status-pages:write", deleteStatusPage],
	["POST", "/api/v1/status-pages/:id/check-domain", "status-pages:write", checkStatusPageDomain],
	["GET", "/api/v1/status-pages/:id/logo", "status-pages:read", logoEndpoints.get],
	["PUT", "/api/v1/status-pages/:id/logo", "status-pages:write", logoEndpoints.put],
	["DELETE", "/api/v1/status-pages/:id/logo", "status-pages:write", logoEndpoints.remove],
	["GET", "/api/v1/status-pages/:id/icon", "status-pages:read", iconEndpoints.get],
	["PUT", "/api/v1/status-pages/:id/icon", "status-pages:write", iconEndpoints.put],
	["DELETE", "/api/v1/status-pages/:id/icon", "status-pages:write", iconEndpoints.remove],
	["GET", "/api/v1/status-pages/:id/subscribers", "subscribers:read", listSubscribers],
	["POST", "/api/v1/status-pages/:id/subscribers", "subscribers:write", createSubscriber],
	["DELETE", "/api/v1/status-pages/:id/subscribers", "subscribers:write", deleteSubscribers],
	["GET", "/api/v1/status-pages/:id/subscribers/export", "subscribers:read", exportSubscribers],
	["GET", "/api/v1/status-pages/:id/subscribers/counts", "status-pages:read", getSubscriberCounts],
	["DELETE", "/api/v1/status-pages/:id/subscribers/:subscriberId", "subscribers:write", deleteSubscriber],
	["GET", "/api/v1/incidents", "incidents:read", listIncidents],
	["POST", "/api/v1/incidents", "incidents:write", createIncident],
	["GET", "/api/v1/incidents/:id", "incidents:read", getIncident],
	["PATCH", "/api/v1/incidents/:id", "incidents:write", updateIncident],
	["DELETE", "/api/v1/incidents/:id", "incidents:write", deleteIncident],
	["POST", "/api/v1/incidents/:id/approve", "incidents:write", approveIncident],
	["PUT", "/api/v1/incidents/:id/postmortem", "incidents:write", writePostmortem],
	["DELETE", "/api/v1/incidents/:id/postmortem", "incidents:write", deletePostmortem],
	["POST", "/api/v1/incidents/:id/updates", "incidents:write", createIncidentUpdate],
	["PATCH", "/api/v1/incidents/:id/updates/:updateId", "incidents:write", updateIncidentUpdate],
	["DELETE", "/api/v1/incidents/:id/updates/:updateId", "incidents:write", deleteIncidentUpdate],
	["GET", "/api/v1/incident-templates", "incidents:read", listIncidentTemplates],
	["POST", "/api/v1/incident-templates", "incidents:write", createIncidentTemplate],
	["GET", "/api/v1/incident-templates/:id", "incidents:read", getIncidentTemplate],
	["PATCH", "/api/v1/incident-templates/:id", "incidents:write", updateIncidentTemplate],
	["DELETE", "/api/v1/incident-templates/:id", "incidents:write", deleteIncidentTemplate],

	["GET", "/api/v1/outages", "monitors:read", listOpenOutages],
	["GET", "/api/v1/outages/:id", "monitors:read", getOutage],
	["POST", "/api/v1/outages/:id/acknowledge", "outages:write", acknowledgeOutage],
	["POST", "/api/v1/outages/:id/snooze", "outages:write", snoozeOutage],
	["GET", "/api/v1/schedules", "schedules:read", listSchedules],
	["POST", "/api/v1/schedules", "schedules:write", createSchedule],
	["GET", "/api/v1/schedules/on-call", "schedules:read", getOnCall],
	["GET", "/api/v1/schedules/people", "schedules:read", listPeople],
	["GET", "/api/v1/schedules/:id", "schedules:read", getSchedule],
	["PUT", "/api/v1/schedules/:id", "schedules:write", updateSchedule],
	["DELETE", "/api/v1/schedules/:id", "schedules:write", deleteSchedule],
	["GET", "/api/v1/schedules/:id/turns", "schedules:read", listTurns],
	["POST", "/api/v1/schedules/:id/overrides", "schedules:write", createOverride],
	["DELETE", "/api/v1/schedules/:id/overrides/:overrideId", "schedules:write", deleteOverride],
	["POST", "/api/v1/schedules/:id/calendar", "schedules:write", renewCalendar],
	["DELETE", "/api/v1/schedules/:id/calendar", "schedules:write", removeCalendar],

	["GET", "/api/v1/probers", "probers:read", listProbers],
	["POST", "/api/v1/probers", "probers:write", createProber],
	["DELETE", "/api/v1/probers/:id", "probers:write", deleteProber],
	["GET", "/api/v1/locations", "probers:read", listLocations],
	["PATCH", "/api/v1/locations/:id", "probers:write", updateLocation],
	["DELETE", "/api/v1/locations/:id", "probers:write", deleteLocation],
	["GET", "/api/v1/config", "config:read", getConfig],
	["PUT", "/api/v1/config", "config:read", applyConfiguration],
	["GET", "/api/v1/config/objects", "config:read", listConfigObjects],
	["PUT", "/api/v1/config/history", "monitors:write", importMonitorHistory],

	["GET", "/api/v1/keys", "keys:read", listKeys],
	["POST", "/api/v1/keys", "keys:write", createKey],
	["DELETE", "/api/v1/keys/:id", "keys:write", revokeKey],
	["GET", "/api/v1/members", "members:read", listMembers],
	["PATCH", "/api/v1/members/:id", "members:write", updateMember],
	["DELETE", "/api/v1/members/:id", "members:write", removeMember],
	["GET", "/api/v1/invitations", "members:read", listInvitations],
	["POST", "/api/v1/invitations", "members:write", createInvitation],
	["DELETE", "/api/v1/invitations/:id", "members:write", deleteInvitation],
	["GET", "/api/v1/team", "monitors:read", getTeam],
	["PATCH", "/api/v1/team", "team:write", updateTeam],
	["GET", "/api/v1/audit-events", "audit:read", listAuditEvents],

	["GET", "/api/v1/sign-in", "visitor", getSignIn],
	["POST", "/api/v1/sign-in/passkey/options", "visitor", passkeySignInOptions],
	["POST", "/api/v1/sign-in/passkey", "visitor", signInWithPasskey],
	["POST", "/api/v1/sign-in/link/request", "visitor", requestSignInLink],
	["POST", "/api/v1/sign-in/link/preview", "visitor", previewLink],
	["POST", "/api/v1/sign-in/link", "visitor", redeemLink],
	["POST", "/api/v1/sign-in/password", "visitor", signInWithPassword],
	["GET", "/api/v1/sign-in/oidc", "visitor", beginOidc],
	["GET", "/api/v1/sign-in/oidc/callback", "visitor", finishOidc],
	["GET", "/api/v1/session", "account", getSession],
	["DELETE", "/api/v1/session", "account", endSession],
	["PATCH", "/api/v1/account", "account", updateAccount],
	["GET", "/api/v1/account/events", "account", listAccountEvents],
	["GET", "/api/v1/account/passkeys", "account", listPasskeys],
	["POST", "/api/v1/account/passkeys/options", "account", passkeyOptions],
	["POST", "/api/v1/account/passkeys", "account", addPasskey],
	["PATCH", "/api/v1/account/passkeys/:id", "account", renamePasskey],
	["DELETE", "/api/v1/account/passkeys/:id", "account", removePasskey],
	["GET", "/api/v1/account/channels", "account", listOwnChannels],
	["POST", "/api/v1/account/channels", "account", addOwnChannel],
	["POST", "/api/v1/account/channels/:id/test", "account", testOwnChannel],
	["DELETE", "/api/v1/account/channels/:id", "account", removeOwnChannel],
	["PUT", "/api/v1/account/password", "account", setPassword],
	["DELETE", "/api/v1/account/password", "account", removePassword],
	["GET", "/api/v1/account/sessions", "account", listSessions],
	["DELETE", "/api/v1/account/sessions", "account", endOtherSessions],
	["DELETE", "/api/v1/account/sessions/:id", "account", endOneSession],
	["DELETE", "/api/v1/account/teams/:slug", "account", leaveTeam],

	["POST", "/api/v1/acknowledge/preview", "visitor", previewAcknowledgement],
	["POST", "/api/v1/acknowledge", "visitor", acknowledgeByLink],

	["GET", "/calendars/:key", "open", getCalendar],
	["POST", "/status/:slug", "open", statusPageForm],
	["POST", "/status/:slug/subscribe", "open", statusPageForm],
	["POST", "/status/:slug/confirm", "open", statusPageForm],
	["POST", "/status/:slug/subscription", "open", statusPageForm],
	["POST", "/status/:slug/unsubscribe", "open", statusPageForm],
	["GET", "/ping/:key", "open", getReport],
	["POST", "/ping/:key", "open", postReport],
	["GET", "/ping/:key/:signal", "open", getSignal],
	["POST", "/ping/:key/:signal", "open", postSignal],
	["GET", "/ping/:key/:slug/:signal", "open", getSlugSignal],
	["POST", "/ping/:key/:slug/:signal", "open", postSlugSignal],
	["GET", "/api/push/:token", "open", getKumaPush],
	["POST", "/api/push/:token", "open", postKumaPush],
	["GET", "/status/:slug.json", "open", statusPageJson],
	["GET", "/status/:slug", "open", statusPageHtml],
	["GET", "/status/:slug/*", "open", statusPageForm],
	["GET", "/api/v1/openapi.json", "open", openApiJson],
	["GET", "/api/v1/config.schema.json", "open", configSchemaJson],
	["GET", "/docs", "open", docs],
	["GET", "/internal/domains", "open", internalDomains],
	["GET", "/healthz", "open", healthz],
	["GET", "/metrics", "open", metrics],
];

/** The routes of a process without the API, for load balancers and scrapers. */
export const OPERATION_ROUTES = ROUTES.filter(([, path]) => path === "/healthz" || path === "/metrics");

/** The path of every request on the domain of a page. No request names it: it has a space. */
const ON_DOMAIN = "/ on a domain";

/** The host and port of an absolute URL. */
function hostOf(url: string): string {
	const from = url.indexOf("//") + 2;
	return url.slice(from, url.indexOf("/", from));
}

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export type App = ReturnType<typeof createApp>;

/** @param routes tests pass other routes */
export function createApp(dependencies: AppDependencies, routes = ROUTES) {
	const services = servicesOf(dependencies);
	const { domains } = services.publicPages;
	const app = new Hono<{ Bindings: HttpContext["env"] }>({
		getPath: (request) => (domains.find(hostOf(request.url)) === null ? getPath(request) : ON_DOMAIN),
	});
	app.all(ON_DOMAIN, serveOpen(services, "/status/:slug", pageOnDomain));
	const inProcess = (request: Request, remoteAddress: string) =>
		Promise.resolve(app.fetch(request, { incoming: { socket: { remoteAddress } } } as HttpContext["env"]));
	app.all("/mcp", serveOpen(services, "/mcp", mcpEndpoint(inProcess)));
	for (const route of routes) app.on(route[0], route[1], handlerOf(services, route));
	const methodsAt = (path: string) => METHODS.filter((method) => app.router.match(method, path)[0].length > 0);
	app.notFound(serveOpen(services, "unmatched", unmatched(routes, methodsAt)));
	return app;
}

function handlerOf(services: Services, route: Route): Handler {
	const [, path] = route;
	if (isOpen(route)) return serveOpen(services, path, route[3]);
	if (isAccount(route)) return serveAccount(services, path, route[3]);
	if (isVisitor(route)) return serveVisitor(services, path, route[3]);
	return serveEndpoint(services, path, route[2] as Scope, route[3] as Endpoint);
}

type RouteOf<Access> = Extract<Route, readonly [Method, string, Access, unknown]>;

function isOpen(route: Route): route is RouteOf<"open"> {
	return route[2] === "open";
}

function isAccount(route: Route): route is RouteOf<"account"> {
	return route[2] === "account";
}

function isVisitor(route: Route): route is RouteOf<"visitor"> {
	return route[2] === "visitor";
}

/** The OpenAPI document of every route. */
export function apiDocument(): OpenApiDocument {
	return openApiDocument([...documentedRoutes(ROUTES), ...personalRoutes(ROUTES)], publicRoutes(ROUTES));
}

/** The public routes that the document describes. */
function publicRoutes(routes: readonly Route[]): PublicRoute[] {
	return routes
		.filter(isOpen)
		.flatMap(([method, path, , endpoint]) =>
			endpoint.spec.document ? [{ method, path, document: endpoint.spec.document }] : [],
		);
}

/** The routes of a team, which need a scope. */
export function documentedRoutes(routes: readonly Route[]): DocumentedRoute[] {
	return routes.flatMap((route) => {
		if (isOpen(route) || isAccount(route) || isVisitor(route)) return [];
		const [method, path, scope, endpoint] = route as RouteOf<Scope>;
		return [{ method, path, scope, endpoint }];
	});
}

/** The routes of a signed-in person, and those of signing in. */
export function personalRoutes(routes: readonly Route[]): PersonalRoute[] {
	return routes
		.filter((route) => isAccount(route) || isVisitor(route))
		.map(([method, path, scope, endpoint]) => ({ method, path, scope, endpoint }));
}
