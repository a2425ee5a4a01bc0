// Generated from the OpenAPI document by `npm run generate --workspace packages/client`. Do not edit.

export interface paths {
    "/api/v1/monitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List monitors
         * @description Use `view=full` unless you need the short form. Without it a listed monitor differs from the same one alone (`GET /monitors/{id}`): `createdAt` and `updatedAt` are epoch milliseconds here and ISO 8601 there, and `status` and `lastCheckedAt` are there alone. Needs the scope `monitors:read`.
         */
        get: operations["listMonitors"];
        put?: never;
        /**
         * Create a monitor
         * @description Its first check starts at once; a monitor of type cron waits for what its job reports at `pingUrl`. Needs the scope `monitors:write`.
         */
        post: operations["createMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statistics over all monitors
         * @description `monitors.total` counts every monitor; `up`, `degraded` and `down` the enabled ones with that status. Needs the scope `monitors:read`.
         */
        get: operations["getTeamStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a monitor once without saving it
         * @description Runs one check with the settings of the body, which are those of a new monitor and its content checks, and answers the observation and the verdict. Nothing is recorded. A failure is not confirmed by a second attempt. It is made from one location, which is refused while it has no prober. To try a change of a monitor with secrets, name it as `monitorId` and leave its secrets null. The answer takes as long as the check: slightly more than `timeoutSeconds` at most. 20 a minute for each team; with `run=1`, as `lapwing run` sends it, 300 a minute for each API key. Needs the scope `monitors:write`.
         */
        post: operations["tryMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/probe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Probe a target for Prometheus
         * @description Takes the place of Prometheus' blackbox_exporter: one check of `target`, answered as metrics with the same names and phases. Nothing is recorded. A target that fails is 200 with `probe_success 0`; a probe that Lapwing could not make is 503. Takes an API key in `Authorization` alone. The time is that of `X-Prometheus-Scrape-Timeout-Seconds` less half a second. 600 a minute for each key. Needs the scope `monitors:write`.
         */
        get: operations["probeTarget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause, resume, delete, tag, untag or edit many monitors
         * @description One transaction, 10,000 monitors at the most: either everything is changed or nothing. Monitors that would not change are counted too. `edit` sets `settings`, changes `alerts`, or both. Needs the scope `monitors:write`.
         */
        post: operations["bulkMonitors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a monitor
         * @description With `view=full` it has every member, as listed monitors with `view=full` do. Without it `createdAt` and `updatedAt` are ISO 8601, where the list has epoch milliseconds, and what the list has beside (`enabledAt`, `sslStatus` and others) is left out. Needs the scope `monitors:read`.
         */
        get: operations["getMonitor"];
        /**
         * Update a monitor
         * @description Members left out keep their values. A secret that is sent as null is kept, as long as the monitor's server stays the same. A change of the type's own settings (url, method, expectedStatus, …), timeoutSeconds, degradedAfterMs or intervalSeconds makes a check due at once. Of type cron, a change of schedule, timeZone or every begins anew with the next due run. Needs the scope `monitors:write`.
         */
        put: operations["updateMonitor"];
        post?: never;
        /**
         * Delete a monitor with all its history
         * @description Needs the scope `monitors:write`.
         */
        delete: operations["deleteMonitor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a monitor now
         * @description Makes the monitor due at once. The check counts like a scheduled one: it is judged and recorded, and can cause notices. A minute has one result: if this minute has one already, the new one takes its place. Later checks follow this one by whole intervals. 20 a minute for each team. Needs the scope `monitors:write`.
         */
        post: operations["checkMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the check results of a monitor, newest first
         * @description Needs the scope `monitors:read`.
         */
        get: operations["listResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/results/{minute}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain one check result of a monitor
         * @description `minute` is the scheduled minute since 1970-01-01T00:00Z: the number at the end of a result's id. Needs the scope `monitors:read`.
         */
        get: operations["explainResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statistics of a monitor
         * @description Needs the scope `monitors:read`.
         */
        get: operations["getMonitorStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/uptime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How available and how fast a monitor was
         * @description The windows of `…/stats`, up to now. Needs the scope `monitors:read`.
         */
        get: operations["getMonitorUptime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A monitor's checks over time, in equal steps
         * @description Needs the scope `monitors:read`.
         */
        get: operations["getSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/series/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A monitor's checks over time by location, in equal steps
         * @description A check of several locations counts once at each of them, with what that one saw; its own verdict counts once in every other figure. At most 31 days for which single checks are kept. `Accept: text/csv` downloads the points as CSV, a line for each location and step. Needs the scope `monitors:read`.
         */
        get: operations["getLocationSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/outages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the outages of a monitor, newest first
         * @description An outage is a run of checks that were degraded or down. Needs the scope `monitors:read`.
         */
        get: operations["listOutages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/outage-spans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All outages of a monitor in a range, as spans and sums
         * @description Bounded, however often the monitor failed. One by one, with their reasons, they are in `…/outages`. Needs the scope `monitors:read`.
         */
        get: operations["getOutageSpans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/pings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pings of a monitor of type cron, newest first
         * @description The last 100 are kept. Needs the scope `monitors:read`.
         */
        get: operations["listPings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/pings/{pingId}/body": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the body of a ping
         * @description As it was sent, whatever its type; empty when the ping had none. Needs the scope `monitors:read`.
         */
        get: operations["getPingBody"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/ping-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a monitor of type cron another ping address
         * @description The former address answers 404 from then on. Needs the scope `monitors:write`.
         */
        post: operations["renewPingUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/content-checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the content checks of a monitor, newest first
         * @description Needs the scope `monitors:read`.
         */
        get: operations["listContentChecks"];
        put?: never;
        /**
         * Add a content check to a monitor
         * @description A monitor is down when one of its content checks fails. At most 20 content checks per monitor. The monitor is checked at once. Needs the scope `monitors:write`.
         */
        post: operations["createContentCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/content-checks/{checkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a content check
         * @description The monitor is checked at once. Needs the scope `monitors:write`.
         */
        delete: operations["deleteContentCheck"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/alert-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the alert events of a monitor, newest first
         * @description Notices that are retried or held come first, then those that were delivered or skipped, or failed for good. Needs the scope `alerts:read`.
         */
        get: operations["listAlertEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/board": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All monitors of the team in one answer
         * @description Compact, for screens that show every monitor. With If-None-Match it is 304 while nothing changed. Needs the scope `monitors:read`.
         */
        get: operations["getBoard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live changes of the team's monitors
         * @description Server-sent events, at most one a second. `change`: `monitors` that were checked or changed (id, status, since, enabled, responseTimeMs, minute, mark as in the board), ids that were `removed`, and `added` when the board has to be read again, `outages` when the open outages have. `resync`: read the board again. `Last-Event-ID` resumes. At most 50 streams a key or person, and 200 a team. Needs the scope `monitors:read`.
         */
        get: operations["getLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{id}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the alerts that cover a monitor, newest first
         * @description Those that name it, or cover it by its tags or type, or cover every monitor; switched off ones too. Needs the scope `alerts:read`.
         */
        get: operations["listAlertsOfMonitor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts, newest first
         * @description Needs the scope `alerts:read`.
         */
        get: operations["listAlerts"];
        put?: never;
        /**
         * Create an alert
         * @description It notifies of changes from now on. The secrets of its channel are encrypted and never answered. The `secret` of a webhook may be left out: one is generated and shown only in this answer. Needs the scope `alerts:write`.
         */
        post: operations["createAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test through a channel without saving it
         * @description Sends one message at once through the channel of the body, which is that of a new alert, or of a changed one: then name it as `alertId`. Nothing is stored. 20 a minute for each team, of saved and unsaved alerts together. A receiver that refuses the message is not an error of this request. Needs the scope `alerts:write`.
         */
        post: operations["testUnsavedAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See what an alert's messages would say
         * @description Shows templates with an example: a shop that is down, degraded, up again, can't be checked, has a certificate that ends soon or fails from one location. Lists every field that templates can use. Nothing is sent or stored. Needs the scope `alerts:read`.
         */
        post: operations["previewAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert
         * @description Needs the scope `alerts:read`.
         */
        get: operations["getAlert"];
        /**
         * Update an alert
         * @description Fields left out keep their values. A channel is replaced as a whole, except for its secrets: a secret that is left out is kept as long as the channel's address stays the same. After a change of a webhook's secret, both the old and the new one sign for 24 hours. Needs the scope `alerts:write`.
         */
        put: operations["updateAlert"];
        post?: never;
        /**
         * Delete an alert and its pending notices
         * @description Its past events stay in the history of its monitors. Needs the scope `alerts:write`.
         */
        delete: operations["deleteAlert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test through an alert's channel
         * @description Sends one message at once, without a retry, and records no event. 20 a minute for each team, of saved and unsaved alerts together. A receiver that refuses the message is not an error of this request. Needs the scope `alerts:write`.
         */
        post: operations["testAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of an alert, newest first
         * @description Notices that are retried or held come first, then those that were delivered or skipped, or failed for good. Needs the scope `alerts:read`.
         */
        get: operations["listEventsOfAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how much an alert sent
         * @description What it sent and skipped, and how much of it was about problems that were soon over. Needs the scope `alerts:read`.
         */
        get: operations["getAlertFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay what an alert sent under other settings
         * @description Which of its messages would have been sent all the same, those of its escalation too, by the importance and interval that monitors have today. What laxer settings would have sent besides is not in the history: they are named in `unknown`. The newest 20,000 notices count. Needs the scope `alerts:read`.
         */
        post: operations["replayAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/uptime-summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Uptime of each monitor over a range of days
         * @description By type (http, dns, tcp, cron, flow, ping, websocket), then by name. `Accept: text/csv` downloads the same as CSV. Needs the scope `reports:read`.
         */
        get: operations["uptimeSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/uptime-daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Uptime of each monitor on each day
         * @description In the summary's order of monitors, then by date. A day without checks has no entry. `Accept: text/csv` downloads the whole range, unpaged. Needs the scope `reports:read`.
         */
        get: operations["uptimeDaily"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/uptime-by-day": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Uptime of all monitors together on each day
         * @description By date. A day without checks has no entry. Needs the scope `reports:read`.
         */
        get: operations["uptimeByDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/uptime-by-monitor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Uptime of each monitor over a range of days, with what was down and what was slow
         * @description The entries of `uptime-summary` in its order, each with more figures. Needs the scope `reports:read`.
         */
        get: operations["uptimeByMonitor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/backfill-daily-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recompute the daily figures
         * @description Runs in the background over every day whose results are still kept. A request joins a backfill that is still queued. Needs the scope `monitors:write`.
         */
        post: operations["backfillDailyStats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/maintenance-windows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List maintenance windows, newest first
         * @description Needs the scope `maintenance:read`.
         */
        get: operations["listMaintenanceWindows"];
        put?: never;
        /**
         * Create a maintenance window
         * @description Checks continue during a window and count as usual; notices are held. At most 100 windows per team. Needs the scope `maintenance:write`.
         */
        post: operations["createMaintenanceWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/maintenance-windows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a maintenance window
         * @description Needs the scope `maintenance:read`.
         */
        get: operations["getMaintenanceWindow"];
        /**
         * Update a maintenance window
         * @description Fields left out keep their values. A change of the recurrence also changes past reports, because reports use the present windows. Needs the scope `maintenance:write`.
         */
        put: operations["updateMaintenanceWindow"];
        post?: never;
        /**
         * Delete a maintenance window
         * @description Its minutes are removed from reports as well. Needs the scope `maintenance:write`.
         */
        delete: operations["deleteMaintenanceWindow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/maintenance-windows/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End maintenance early
         * @description Ends the maintenance that is in progress now. A recurring window recurs as before. Without maintenance in progress nothing changes. Needs the scope `maintenance:write`.
         */
        post: operations["endMaintenanceWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status-pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List status pages, newest first
         * @description Needs the scope `status-pages:read`.
         */
        get: operations["listStatusPages"];
        put?: never;
        /**
         * Create a status page
         * @description At most 100 per team. Needs the scope `status-pages:write`.
         */
        post: operations["createStatusPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status-pages/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a status page
         * @description What readers would see, published, if the page was saved so. Nothing is saved. Needs the scope `status-pages:write`.
         */
        post: operations["previewStatusPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status-pages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a status page
         * @description Needs the scope `status-pages:read`.
         */
        get: operations["getStatusPage"];
        /**
         * Update a status page
         * @description Fields left out keep their values. `sections` replaces all of them: a component without `id` is new, one that is left out is deleted. An earlier slug leads to the page for 90 days. Needs the scope `status-pages:write`.
         */
        put: operations["updateStatusPage"];
        post?: never;
        /**
         * Delete a status page
         * @description Needs the scope `status-pages:write`.
         */
        delete: operations["deleteStatusPage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status-pages/{id}/check-domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up the record of a page's domain now
         * @description Within seconds, beside the daily look; `domainProof.checkedAt` changes with it. 20 a minute for each team. Needs the scope `status-pages:write`.
         */
        post: operations["checkStatusPageDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status-pages/{id}/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the logo of a status page
         * @description Needs the scope `status-pages:read`.
         */
        get: operations["getStatusPageLogo"];
        /**
         * Set the logo of a status page
         * @description The body is the image itself: PNG or WebP, at most 256 KiB. What it is follows from its bytes. An icon is square. Needs the scope `status-pages:write`.
         */
        put: operations["setStatusPageLogo"];
        post?: never;
        /**
         * Delete the logo of a status page
         * @description Needs the scope `status-pages:write`.
         */
        delete: operations["deleteStatusPageLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status-pages/{id}/icon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the icon of a status page
         * @description Needs the scope `status-pages:read`.
         */
        get: operations["getStatusPageIcon"];
        /**
         * Set the icon of a status page
         * @description The body is the image itself: PNG or WebP, at most 256 KiB. What it is follows from its bytes. An icon is square. Needs the scope `status-pages:write`.
         */
        put: operations["setStatusPageIcon"];
        post?: never;
        /**
         * Delete the icon of a status page
         * @description Needs the scope `status-pages:write`.
         */
        delete: operations["deleteStatusPageIcon"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status-pages/{id}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subscribers of a status page, newest first
         * @description Needs the scope `subscribers:read`.
         */
        get: operations["listSubscribers"];
        put?: never;
        /**
         * Subscribe a webhook to a status page
         * @description The address must be public, whatever the installation allows for monitors, and answer the challenge. Redirects are not followed. At most 20 a page; 20 challenges a minute for each team. Needs the scope `subscribers:write`.
         */
        post: operations["createSubscriber"];
        /**
         * Delete all subscribers of a status page
         * @description Webhooks too. Those who subscribe meanwhile stay. Needs the scope `subscribers:write`.
         */
        delete: operations["deleteSubscribers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status-pages/{id}/subscribers/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the subscribers of a status page as CSV
         * @description All of them, newest first. `components` holds the chosen ones, separated by spaces; empty: all. Needs the scope `subscribers:read`.
         */
        get: operations["exportSubscribers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status-pages/{id}/subscribers/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the subscribers of a status page
         * @description Without their addresses. Needs the scope `status-pages:read`.
         */
        get: operations["getSubscriberCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status-pages/{id}/subscribers/{subscriberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a subscriber of a status page
         * @description The address is deleted with it. A reader who subscribes again has to confirm again. Needs the scope `subscribers:write`.
         */
        delete: operations["deleteSubscriber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List incidents, newest first
         * @description By when they began, so that backdated ones stand in their place. Each with its latest update; `GET /api/v1/incidents/{id}` answers them all. Needs the scope `incidents:read`.
         */
        get: operations["listIncidents"];
        put?: never;
        /**
         * Open an incident
         * @description At most 5000 incidents per team, each with at most 100 updates. An incident that is over can be recorded with `isBackdated`, `startedAt` and `resolvedAt`: nobody is notified. Needs the scope `incidents:write`.
         */
        post: operations["createIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an incident
         * @description Needs the scope `incidents:read`.
         */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        /**
         * Delete an incident
         * @description With its updates. Status pages do not show it any more. Needs the scope `incidents:write`.
         */
        delete: operations["deleteIncident"];
        options?: never;
        head?: never;
        /**
         * Update an incident
         * @description Fields left out keep their values. A status can be set without an update, of which nobody is notified; setting `resolved` sets `resolvedAt`, setting another one clears it. Components that are deleted stay. Lapwing no longer moves an incident that was changed. Needs the scope `incidents:write`.
         */
        patch: operations["updateIncident"];
        trace?: never;
    };
    "/api/v1/incidents/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a draft
         * @description Its pages show it from now on. Of an incident that is no draft nothing changes. Needs the scope `incidents:write`.
         */
        post: operations["approveIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incidents/{id}/postmortem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Write the postmortem of an incident
         * @description Replaces the one before. Status pages show it once it is published, while the incident is resolved. Subscribers are notified once, when it is published. Needs the scope `incidents:write`.
         */
        put: operations["writePostmortem"];
        post?: never;
        /**
         * Delete the postmortem of an incident
         * @description Needs the scope `incidents:write`.
         */
        delete: operations["deletePostmortem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incidents/{id}/updates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post an update of an incident
         * @description The incident gets its status, unless a later update was posted. `resolved` resolves it, any other status reopens it. At most 100 updates per incident. Needs the scope `incidents:write`.
         */
        post: operations["createIncidentUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incidents/{id}/updates/{updateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an update of an incident
         * @description When it is the latest, the incident goes back to the status of the one before it. Needs the scope `incidents:write`.
         */
        delete: operations["deleteIncidentUpdate"];
        options?: never;
        head?: never;
        /**
         * Edit an update of an incident
         * @description Fields left out keep their values. A changed status of the latest update becomes the incident's. Needs the scope `incidents:write`.
         */
        patch: operations["updateIncidentUpdate"];
        trace?: never;
    };
    "/api/v1/incident-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates of incidents, newest first
         * @description Needs the scope `incidents:read`.
         */
        get: operations["listIncidentTemplates"];
        put?: never;
        /**
         * Create a template of incidents
         * @description At most 100 per team. Needs the scope `incidents:write`.
         */
        post: operations["createIncidentTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incident-templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a template of incidents
         * @description Needs the scope `incidents:read`.
         */
        get: operations["getIncidentTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a template of incidents
         * @description What was written with it stays. Needs the scope `incidents:write`.
         */
        delete: operations["deleteIncidentTemplate"];
        options?: never;
        head?: never;
        /**
         * Update a template of incidents
         * @description Fields left out keep their values. What was written with it stays as it is. Needs the scope `incidents:write`.
         */
        patch: operations["updateIncidentTemplate"];
        trace?: never;
    };
    "/api/v1/outages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What fails now, and who has it
         * @description The outages that last, the newest first; at most 1000. Needs the scope `monitors:read`.
         */
        get: operations["listOpenOutages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/outages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an outage, and who has it
         * @description Needs the scope `monitors:read`.
         */
        get: operations["getOutage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/outages/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an outage: “I have it”
         * @description Ends the reminders and escalation steps of its cause, so of every outage of that cause; the recovery is notified as ever. Who acknowledges later takes it over. PagerDuty, Opsgenie and Jira Service Management are notified, and messages that can be updated show it. For editors, and for whoever is on call by a schedule of the team. Needs the scope `outages:write`.
         */
        post: operations["acknowledgeOutage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/outages/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put an outage off for a time
         * @description Reminders and escalation steps of its cause wait until then, and go on if it lasts. For editors, and for whoever is on call by a schedule of the team. Needs the scope `outages:write`.
         */
        post: operations["snoozeOutage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schedules, newest first
         * @description Needs the scope `schedules:read`.
         */
        get: operations["listSchedules"];
        put?: never;
        /**
         * Create a schedule
         * @description At most 50 per team. Needs the scope `schedules:write`.
         */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/on-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is on call now
         * @description For each schedule, by name: who is on call, since when and until when, and who is next. Needs the scope `schedules:read`.
         */
        get: operations["getOnCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who can be on call
         * @description The members of the team, by name, and whether they have a channel in their account. Needs the scope `schedules:read`.
         */
        get: operations["listOnCallPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a schedule
         * @description Needs the scope `schedules:read`.
         */
        get: operations["getSchedule"];
        /**
         * Update a schedule
         * @description Fields left out keep their values; `layers` are replaced as a whole. Overrides stay. Needs the scope `schedules:write`.
         */
        put: operations["updateSchedule"];
        post?: never;
        /**
         * Delete a schedule
         * @description With its overrides and its calendar. Escalation steps that name it go to their alert's own channel. Needs the scope `schedules:write`.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{id}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is on call from one instant to another
         * @description Turns follow one another without gaps. At most 100 days. Needs the scope `schedules:read`.
         */
        get: operations["listTurns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{id}/overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give one person's day to another
         * @description A day that was given away before goes to the new person. At most 366 in a schedule. Needs the scope `schedules:write`.
         */
        post: operations["createScheduleOverride"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{id}/overrides/{overrideId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take an override back
         * @description Needs the scope `schedules:write`.
         */
        delete: operations["deleteScheduleOverride"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{id}/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the address of a schedule's calendar
         * @description Calendar programs subscribe to it. Whoever has it can read who is on call. It is answered this once; a former address answers 404 from then on. Needs the scope `schedules:write`.
         */
        post: operations["renewScheduleCalendar"];
        /**
         * Remove the address of a schedule's calendar
         * @description Needs the scope `schedules:write`.
         */
        delete: operations["removeScheduleCalendar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/probers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List probers and how they are
         * @description Those of the team, and those of the installation. Needs the scope `probers:read`.
         */
        get: operations["listProbers"];
        put?: never;
        /**
         * Make a prober
         * @description It checks monitors of the team. Its location is made with its first prober. Needs the scope `probers:write`.
         */
        post: operations["createProber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/probers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a prober
         * @description It is shut out within seconds. Needs the scope `probers:write`.
         */
        delete: operations["deleteProber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locations
         * @description Those of the team, and those of the installation. Of two with one name, monitors take the team's. Needs the scope `probers:read`.
         */
        get: operations["listLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a location that no monitor names
         * @description Its probers are removed with it, and shut out within seconds. What was seen from there stays. Needs the scope `probers:write`.
         */
        delete: operations["deleteLocation"];
        options?: never;
        head?: never;
        /**
         * Update a location
         * @description Fields left out keep their values. One that belongs to the installation is changed on the command line: `lapwing locations update`. Needs the scope `probers:write`.
         */
        patch: operations["updateLocation"];
        trace?: never;
    };
    "/api/v1/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the configuration as a document
         * @description Everything that files can hold: monitors with their content checks, schedules, alerts, status pages, maintenance windows. Members that are at their defaults are left out, and secrets are named. What no project owns gets a key from its name. Of a team with 20,000 monitors or more, only what a project owns. Needs the scope `config:read`.
         */
        get: operations["getConfig"];
        /**
         * Make the team's objects what a document says
         * @description All of it in one transaction, or nothing. Needs the scope of each kind that changes as well; with `dryRun=1` `config:read` is enough. What the document's project does not own stays as it is. Needs the scope `config:read`.
         */
        put: operations["applyConfig"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/config/objects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the objects that files own
         * @description Which project of files made or took over which object. The routes of each kind change such an object as any other: the next plan tells that as drift, and the next application undoes it. Needs the scope `config:read`.
         */
        get: operations["listConfigObjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/config/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add a monitor's history from another tool
         * @description What was known of a monitor that files own before it was created here. Only adds: hours that have figures already stay as they are, hours from the monitor's creation on are left out, and nothing but results and figures changes. Of hours whose results would be pruned, figures are kept. Needs the scope `monitors:write`.
         */
        put: operations["importHistory"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys, newest first
         * @description Revoked keys are left out. Needs the scope `keys:read`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description It can have no scope that you lack yourself. Needs the scope `keys:write`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It is refused from the next request on. Needs the scope `keys:write`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members, newest first
         * @description Needs the scope `members:read`.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member from the team
         * @description The account stays. Invitations that the member sent are withdrawn, and API keys that they made in this team are revoked, unless `keys` is `keep`. You need every scope of the member's role. Needs the scope `members:write`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description It takes effect with the member's next request. You need every scope of the old role and of the new one. Needs the scope `members:write`.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/api/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations that are not accepted yet, newest first
         * @description Needs the scope `members:read`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody to the team
         * @description The answer contains a link that is valid once, for 7 days. Whoever opens it has not proven that the address is theirs, because you have the link too: their account is in this team alone until they prove it. If this installation has a mail server, another link is mailed to the address, which proves it; whichever is opened first uses up the invitation. An earlier invitation of the same address is replaced. You need every scope of the role. An address can be invited 5 times an hour; a person or a key can invite 100 times and a team 200 times. Needs the scope `members:write`.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Its links are not valid any more. Needs the scope `members:write`.
         */
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the team
         * @description Needs the scope `monitors:read`.
         */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename the team, or turn passwords off in it
         * @description Its slug stays. Left out members stay as they are. Needs the scope `team:write`.
         */
        patch: operations["updateTeam"];
        trace?: never;
    };
    "/api/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit events, newest first
         * @description What was done in the team, by keys, members and the command line. Kept for 400 days. Needs the scope `audit:read`.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How people can sign in
         * @description Needs no key and no session.
         */
        get: operations["getSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with a passkey
         * @description Needs no key and no session.
         */
        post: operations["getPasskeySignInOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Needs no key and no session.
         */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in/link/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a sign-in link
         * @description The answer does not depend on whether the address is known or a mail server exists. For a signed-in person whose address is not proven, it is the way to prove it. Needs no key and no session.
         */
        post: operations["requestSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in/link/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a one-time link is for
         * @description Does not use it up. Needs no key and no session.
         */
        post: operations["previewLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a one-time link
         * @description Uses up the link. A welcome link needs `name` and `email`, an invitation of a person without an account `name`. Whoever has proven an address signs in before redeeming an invitation of it. A link that was mailed, or printed by the operator, proves the address; the link of an invitation that its sender sees makes an account that is in this team alone until its address is proven. Needs no key and no session.
         */
        post: operations["redeemLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a password
         * @description For where passkeys can't work, and for whoever set a password on the account page. A team can keep out whoever signed in so (`allowsPasswords`). Needs no key and no session.
         */
        post: operations["signInWithPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in through the OpenID provider
         * @description Redirects to the provider. Without a provider 404. Needs no key and no session.
         */
        get: operations["beginOidcSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the OpenID provider sends the browser back to
         * @description Needs no key and no session.
         */
        get: operations["finishOidcSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description Needs a session.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description Needs a session.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your name
         * @description Needs a session.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/api/v1/account/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of your account, newest first
         * @description Needs a session.
         */
        get: operations["listAccountEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your passkeys, newest first
         * @description Needs a session.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Add a passkey
         * @description Not in a session that began with a password. Needs a session.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description Not in a session that began with a password. Needs a session.
         */
        post: operations["getPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description The last way to sign in cannot be removed. Not in a session that began with a password. Needs a session.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        /**
         * Rename a passkey
         * @description Not in a session that began with a password. Needs a session.
         */
        patch: operations["renamePasskey"];
        trace?: never;
    };
    "/api/v1/account/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your channels
         * @description Through all of them you are notified while you are on call, by the escalation steps that name a schedule. Needs a session.
         */
        get: operations["listOwnChannels"];
        put?: never;
        /**
         * Add a channel
         * @description A test is sent first, and a channel through which it can't be sent is refused with the reason. At most 5; 20 tries a minute. Its secrets are encrypted and never answered. Needs a session.
         */
        post: operations["addOwnChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test through a channel of yours
         * @description Sends one message at once, without a retry. With the channels that are added, 20 a minute. Needs a session.
         */
        post: operations["testOwnChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a channel
         * @description What was to be sent through it is not. Needs a session.
         */
        delete: operations["removeOwnChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set your password
         * @description Needs a session that began in the last 15 minutes by a one-time link or with a passkey, and ends your other sessions. A password that is often used, or made of your name, your address or this product's name, is refused. Needs a session.
         */
        put: operations["setPassword"];
        post?: never;
        /**
         * Remove your password
         * @description The last way to sign in cannot be removed. Needs a session.
         */
        delete: operations["removePassword"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions, newest first
         * @description Needs a session.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End every session but this one
         * @description Needs a session.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description It is refused from its next request on, on every node. Needs a session.
         */
        delete: operations["endOneSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/teams/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Leave a team
         * @description Every member may, but not the last owner. It takes effect with your next request; coming back needs an invitation. Invitations that you sent are withdrawn; keys that you created stay valid. It is an event of the team as well as of your account. Needs a session.
         */
        delete: operations["leaveTeam"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/acknowledge/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the link of a message would acknowledge
         * @description Changes nothing. Needs no key and no session.
         */
        post: operations["previewAcknowledgement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge by the link of a message, or put off
         * @description Like acknowledging an outage of its cause, and recorded as done by the link, whoever it was. A link acknowledges once; until then it can put off. It does nothing once the outage is over. Needs no key and no session.
         */
        post: operations["acknowledgeByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calendars/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The turns of a schedule, for calendar programs
         * @description RFC 5545: the last 30 days and the next 180. It has names and times only. Needs no key.
         */
        get: operations["getScheduleCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ping/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report the end of a run
         * @description Says that a run of the job succeeded. A body of up to 100 KiB is kept with the report; what is longer is cut. 60 a minute for each key. HEAD works as GET does. Needs no key.
         */
        get: operations["getPing"];
        put?: never;
        /**
         * Report the end of a run
         * @description Says that a run of the job succeeded. A body of up to 100 KiB is kept with the report; what is longer is cut. 60 a minute for each key. HEAD works as GET does. Needs no key.
         */
        post: operations["postPing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ping/{key}/{signal}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report the start, the failure or the exit code of a run
         * @description 0 is a success, every other exit code and `fail` a failure, which makes the monitor down at once; `log` is kept, and decides nothing. A body of up to 100 KiB is kept with the report; what is longer is cut. 60 a minute for each key. HEAD works as GET does. Needs no key.
         */
        get: operations["getPingSignal"];
        put?: never;
        /**
         * Report the start, the failure or the exit code of a run
         * @description 0 is a success, every other exit code and `fail` a failure, which makes the monitor down at once; `log` is kept, and decides nothing. A body of up to 100 KiB is kept with the report; what is longer is cut. 60 a minute for each key. HEAD works as GET does. Needs no key.
         */
        post: operations["postPingSignal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ping/{key}/{slug}/{signal}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report the start, the failure or the exit code of a run
         * @description An address of Healthchecks, of a monitor that was imported from there. 0 is a success, every other exit code and `fail` a failure, which makes the monitor down at once; `log` is kept, and decides nothing. A body of up to 100 KiB is kept with the report; what is longer is cut. 60 a minute for each key. HEAD works as GET does. Needs no key.
         */
        get: operations["getPingSlugSignal"];
        put?: never;
        /**
         * Report the start, the failure or the exit code of a run
         * @description An address of Healthchecks, of a monitor that was imported from there. 0 is a success, every other exit code and `fail` a failure, which makes the monitor down at once; `log` is kept, and decides nothing. A body of up to 100 KiB is kept with the report; what is longer is cut. 60 a minute for each key. HEAD works as GET does. Needs no key.
         */
        post: operations["postPingSlugSignal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/push/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report as a push monitor of Uptime Kuma
         * @description Answers for a monitor that was imported from there, as long as it exists. HEAD works as GET does. The body is kept with the report; without one, `msg` and `ping` are. The duration of a run is not taken from `ping`. Needs no key.
         */
        get: operations["getKumaPush"];
        put?: never;
        /**
         * Report as a push monitor of Uptime Kuma
         * @description Answers for a monitor that was imported from there, as long as it exists. HEAD works as GET does. The body is kept with the report; without one, `msg` and `ping` are. The duration of a run is not taken from `ping`. Needs no key.
         */
        post: operations["postKumaPush"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status/{slug}.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A status page for programs
         * @description For pages of every site (CORS), and kept by caches for as long as `public, max-age=5, stale-if-error=3600` says. Needs no key.
         */
        get: operations["readStatusPageJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A status page for people
         * @description Below it: `history`, `incidents/:id`, `feed.atom`, `badge.svg`, `badge/:componentId.svg`, `embed.js`, and the public API of Statuspage at `api/v2/`. Needs no key.
         */
        get: operations["readStatusPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description Needs no key.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/config.schema.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The JSON Schema of configuration files
         * @description For editors, which complete and check files by it. Needs no key.
         */
        get: operations["getConfigSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document for people
         * @description Needs no key.
         */
        get: operations["getReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a domain leads to a status page
         * @description For reverse proxies that obtain certificates on demand. On the domain of a page it is not answered. Needs no key.
         */
        get: operations["askForDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health of this process
         * @description Needs no key.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics of this process, for Prometheus
         * @description With `METRICS_PER_MONITOR=true` also the state and the times of each monitor of every team. Needs no key.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "monitor.down": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * monitor.down
         * @description A monitor is down. Sent to the URL of a `webhook` alert, signed as Standard Webhooks says.
         */
        post: operations["onMonitorDown"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "monitor.degraded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * monitor.degraded
         * @description A monitor answers too slowly, or its certificate expires soon. Sent to the URL of a `webhook` alert, signed as Standard Webhooks says.
         */
        post: operations["onMonitorDegraded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "monitor.up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * monitor.up
         * @description The problem that an earlier message was about is over. Sent to the URL of a `webhook` alert, signed as Standard Webhooks says.
         */
        post: operations["onMonitorUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "monitor.blind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * monitor.blind
         * @description Lapwing can't check a monitor, so nothing is known of its target. Sent to the URL of a `webhook` alert, signed as Standard Webhooks says.
         */
        post: operations["onMonitorBlind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "monitor.checked_again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * monitor.checked_again
         * @description Lapwing checks the monitor again, after `monitor.blind`. Sent to the URL of a `webhook` alert, signed as Standard Webhooks says.
         */
        post: operations["onMonitorCheckedAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "monitors.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * monitors.changed
         * @description Several events of one moment in one message; each has its own `eventType`. Sent to the URL of a `webhook` alert, signed as Standard Webhooks says.
         */
        post: operations["onMonitorsChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * alert.test
         * @description Somebody tests the alert. `events` is empty. Sent to the URL of a `webhook` alert, signed as Standard Webhooks says.
         */
        post: operations["onAlertTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The body of a message to a webhook. Ignore members that you do not know: later versions may add some. */
        WebhookMessage: {
            /**
             * @description Raised when a member is removed or changes its meaning.
             * @enum {number}
             */
            version: 1;
            /**
             * @description What the message is about.
             * @enum {string}
             */
            type: "monitor.down" | "monitor.degraded" | "monitor.up" | "monitor.blind" | "monitor.checked_again" | "monitors.changed" | "alert.test";
            /**
             * Format: date-time
             * @description When the message was made: the same at every attempt.
             * @example 2026-05-01T12:00:00.000Z
             */
            timestamp: string;
            data: {
                alert: {
                    /** @example alt_01jgezt6z8e7kb3mq4f2ys0nd5 */
                    id: string;
                    /** @example On call */
                    name: string;
                };
                /** @description Of the message: the id of its first event, and `webhook-id`. */
                noticeId: string;
                /** @description What the events have in common; left out where they are about no outage. */
                cause?: {
                    /** @description The same in every message about this cause, its recovery included. */
                    id: string;
                    /** @description What its monitors share: `address`, `certificate`, `name_server`, `location`, `dependency` or `moment` (so many that chance is no explanation); the list grows. Null while it is one monitor. */
                    shared: string | null;
                    /** @description The address, fingerprint, location or name; null where there is none. */
                    value: string | null;
                };
                /** @description One line on the whole message, for people. */
                summary: string;
                /** @description What happened, in order: one event, several, or none for a test. All of them up to 1,000; of more, the first 100, and the others in `more`. */
                events: {
                    /** @description The same at every attempt: use it to ignore repetitions. */
                    id: string;
                    /**
                     * @description What happened.
                     * @enum {string}
                     */
                    eventType: "down" | "degraded" | "up" | "blind" | "checked_again";
                    /**
                     * @description `check`: its result; `certificate`: a certificate's expiry; `misses`: five checks in a row were missed; `regional`: a location sees it down while others refute it, or no longer does; `flapping`: it changes more than six times in an hour, or has not changed for an hour since; `cut_off`: Lapwing's own network is cut off, which is sent once, whatever the number of monitors.
                     * @enum {string}
                     */
                    cause: "check" | "certificate" | "misses" | "cut_off" | "flapping" | "regional";
                    /** @description Whether it repeats a problem that lasts. */
                    isReminder: boolean;
                    /** @description The monitor that the event is about; for the cause `cut_off` the oldest of those not checked. */
                    monitor: {
                        /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
                        id: string;
                        /** @example Shop */
                        name: string;
                        /**
                         * @description What is watched: a URL, or a host and port.
                         * @example https://shop.example/
                         */
                        url: string;
                    };
                    /**
                     * Format: date-time
                     * @description Start of the first failing check; null for certificates.
                     * @example 2026-05-01T12:00:00.000Z
                     */
                    since: string | null;
                    /**
                     * Format: date-time
                     * @description End of the check that caused the event; of an `up`, the recovery.
                     * @example 2026-05-01T12:00:00.000Z
                     */
                    checkedAt: string | null;
                    /**
                     * @description Why, in a word such as `timeout` or `status`; the list grows.
                     * @example timeout
                     */
                    reason: string | null;
                    /**
                     * @description Where a failed attempt ended, such as `dns`, `connect` or `tls`; the list grows.
                     * @example first_byte
                     */
                    phase: string | null;
                    /** @description The evidence in one sentence. */
                    error: string | null;
                    /**
                     * @description Where the check was made; null when that place has no name.
                     * @example weur
                     */
                    location: string | null;
                    /**
                     * @description The machine that made the check; null when that is not known.
                     * @example monitor-1
                     */
                    machine: string | null;
                    /** @description Only where several locations were asked: what each saw. `location` and `machine` are null then. */
                    locations?: {
                        /** @example frankfurt */
                        location: string;
                        /** @description `down`, `degraded`, `up`, or `missed`: it was not checked from there. */
                        verdict: string;
                    }[];
                    /**
                     * Format: date-time
                     * @description The last check that was up; null when there was none, and for `up`.
                     * @example 2026-05-01T12:00:00.000Z
                     */
                    lastUpAt: string | null;
                    /** @description How long the problem lasted, for `up` and `checked_again`; else null. */
                    outageMs: number | null;
                    /** @description The certificate that expires soon; null when the event is not about one. */
                    certificate: {
                        /**
                         * Format: date-time
                         * @description When it expires.
                         * @example 2026-05-01T12:00:00.000Z
                         */
                        expiresAt: string;
                        /**
                         * @description The issuer's organisation or name.
                         * @example Let's Encrypt
                         */
                        issuer: string | null;
                        /** @description SHA-256 of the certificate, in lower-case hex. */
                        fingerprint: string;
                        /**
                         * @description The step that caused the message: 30, 14, 7 or 1.
                         * @example 14
                         */
                        withinDays: number;
                    } | null;
                    /** @description Only in a message that a step of the alert's escalation sends, or that takes the place of one. */
                    escalation?: {
                        /**
                         * @description From 1, counted on through the repetitions.
                         * @example 1
                         */
                        step: number;
                        /** @description The name of its schedule; null for a step that names channels. */
                        schedule: string | null;
                        /** @description Who is on call; null for a step that names channels. */
                        onCall: string | null;
                        /** @description Why it goes to the alert's own channel; null when it does not. */
                        fallback: string | null;
                    };
                    /**
                     * @description What a `degraded` is about where that is not a check: `certificate`, `flapping` or `regional`; the list grows.
                     * @example null
                     */
                    kind: string | null;
                    /** @description Only of the kind `regional`: the location that alone sees it down, since `since`. */
                    regional?: {
                        /** @example frankfurt */
                        location: string;
                        /** @description Whether it no longer sees the monitor down. */
                        isOver: boolean;
                    };
                    /**
                     * @description Problems of monitors that depend on this one, which are not notified themselves: those that last, of an `up` all that there were; the names of the oldest 100.
                     * @example null
                     */
                    consequences: {
                        count: number;
                        monitors: {
                            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
                            id: string;
                            /** @example Shop */
                            name: string;
                        }[];
                    } | null;
                    /**
                     * @description The monitor that is down and that this one depends on, where the alert does not notify of that one.
                     * @example null
                     */
                    consequenceOf: {
                        /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
                        id: string;
                        /** @example Shop */
                        name: string;
                    } | null;
                    /** @description The monitor's page, for `cut_off` the board, at `PUBLIC_URL`. When that is not set, at the `HOST` and `PORT` on which the service listens, which may be of its own machine alone; null when these are no address that a browser can open. */
                    link: string | null;
                }[];
                /** @description The other events of a message about more than 1,000 monitors; left out of smaller ones. */
                more?: {
                    /** @description As in `events`: the same at every attempt. */
                    id: string;
                    /**
                     * @description What happened.
                     * @enum {string}
                     */
                    eventType: "down" | "degraded" | "up" | "blind" | "checked_again";
                    /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
                    monitorId: string;
                }[];
            };
        };
        ListedHttpMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "http";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * Format: uri
             * @example https://example.com/health
             */
            url: string;
            /**
             * @example HEAD
             * @enum {string}
             */
            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
            /** @example 200 */
            expectedStatus: number;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description Null while paused.
             * @example 1735689600000
             */
            enabledAt: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslExpiresAt?: number | null;
            /** @example Let's Encrypt */
            sslIssuer?: string | null;
            /**
             * @example valid
             * @enum {string|null}
             */
            sslStatus?: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslLastCheckedAt?: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            createdAt: number;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            updatedAt: number;
        };
        ListedDnsMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "dns";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * @description The name to ask for. With `PTR` an IP address is accepted and asked for in its reverse form.
             * @example example.com
             */
            domain: string;
            /**
             * @example A
             * @enum {string}
             */
            recordType: "A" | "AAAA" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SOA" | "SRV" | "TXT";
            /**
             * @description The name server to ask, `address[:port]`: it is what is watched, and its silence is down. Null: those of this machine; when these answer nobody, the check is missed.
             * @example 192.0.2.53
             */
            resolver: string | null;
            /**
             * @description The records as in a zone file, in any order: `10 mail.example.com` for MX. Null: any record will do.
             * @example [
             *       "192.0.2.1",
             *       "192.0.2.2"
             *     ]
             */
            expected: string[] | null;
            /**
             * @description `equals`: these records and no others; `contains`: these and perhaps others.
             * @example equals
             * @enum {string}
             */
            mode: "equals" | "contains";
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description Null while paused.
             * @example 1735689600000
             */
            enabledAt: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslExpiresAt?: number | null;
            /** @example Let's Encrypt */
            sslIssuer?: string | null;
            /**
             * @example valid
             * @enum {string|null}
             */
            sslStatus?: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslLastCheckedAt?: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            createdAt: number;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            updatedAt: number;
        };
        ListedTcpMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "tcp";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /** @example db.example.com */
            host: string;
            /** @example 5432 */
            port: number;
            /**
             * @description `tls`: from the first byte; `starttls`: after both have agreed on it in `protocol`.
             * @example none
             * @enum {string}
             */
            tls: "none" | "tls" | "starttls";
            /**
             * @description For `starttls`; otherwise null.
             * @example smtp
             * @enum {string|null}
             */
            protocol: "smtp" | "imap" | "pop3" | "postgres" | null;
            /**
             * @description Sent once connected. `\r`, `\n`, `\t`, `\0`, `\\` and `\xHH` stand for one byte each; at most 4096 bytes.
             * @example PING\r\n
             */
            send: string | null;
            /** @description What the first 64 KiB that the target sends must hold. Null: nothing is waited for. */
            expect: {
                /**
                 * @example contains
                 * @enum {string}
                 */
                type: "contains" | "regex";
                /**
                 * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
                 * @example +PONG
                 */
                value: string;
                /**
                 * @description Default: `false`.
                 * @example false
                 */
                caseSensitive?: boolean;
            } | null;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description Null while paused.
             * @example 1735689600000
             */
            enabledAt: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslExpiresAt?: number | null;
            /** @example Let's Encrypt */
            sslIssuer?: string | null;
            /**
             * @example valid
             * @enum {string|null}
             */
            sslStatus?: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslLastCheckedAt?: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            createdAt: number;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            updatedAt: number;
        };
        ListedCronMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "cron";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * @description When the job is due, as a cron expression of five fields. Null when `every` is given.
             * @example 0 2 * * *
             */
            schedule: string | null;
            /**
             * Format: time-zone
             * @description Of `schedule`: a name of the IANA time zone database.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * @description Seconds from one run to the next, at the most. Null when `schedule` is given.
             * @example null
             */
            every: number | null;
            /**
             * @description A run that sent nothing this long after it was due is down.
             * @example 300
             */
            graceSeconds: number;
            /**
             * @description A run that takes longer is degraded, and one that does not end within this and the grace is down, where the job reports its start. Null: the end must come within the grace after the start, and no run is degraded.
             * @example 3600
             */
            maxRuntimeSeconds: number | null;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * Format: uri
             * @description Where the job reports its runs: this address for a success, with `/start`, `/fail` or an exit code after it for the rest. Whoever knows it can report. Null when the service's secret was replaced: renew it then.
             * @example https://lapwing.example/ping/V1StGXR8Z5jdHi6BmyT3Qa
             */
            pingUrl: string | null;
            /**
             * @description Null while paused.
             * @example 1735689600000
             */
            enabledAt: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslExpiresAt?: number | null;
            /** @example Let's Encrypt */
            sslIssuer?: string | null;
            /**
             * @example valid
             * @enum {string|null}
             */
            sslStatus?: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslLastCheckedAt?: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            createdAt: number;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            updatedAt: number;
        };
        ListedFlowMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "flow";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 300 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /** @description Requests, one after the other. The first that fails ends the run. Cookies last for the run, and {{name}} inserts variables and the values that earlier steps saved. */
            steps: components["schemas"]["FlowStep"][];
            /** @description Values that every step can insert. */
            variables: {
                /** @example token */
                name: string;
                /**
                 * @description Null in answers where it is secret; null in an update keeps that secret.
                 * @example demo
                 */
                value: string | null;
                /** @description Encrypted at rest and never shown. */
                secret?: boolean;
            }[];
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description Null while paused.
             * @example 1735689600000
             */
            enabledAt: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslExpiresAt?: number | null;
            /** @example Let's Encrypt */
            sslIssuer?: string | null;
            /**
             * @example valid
             * @enum {string|null}
             */
            sslStatus?: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslLastCheckedAt?: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            createdAt: number;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            updatedAt: number;
        };
        FlowStep: {
            /**
             * @description Different from those of the other steps.
             * @example Log in
             */
            name: string;
            /**
             * @description Default: `"GET"`.
             * @example POST
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
            /**
             * @description Insertions such as {{id}} may stand behind the host; they are encoded as one component.
             * @example https://example.com/login
             */
            url: string;
            /** @description Default: `[]`. */
            headers?: {
                /** @example X-Api-Key */
                name: string;
                /** @description Null in answers where it is secret; null in an update keeps that secret. */
                value: string | null;
                /** @description Encrypted at rest, never answered, and sent only to the monitor's own server. */
                secret?: boolean;
            }[];
            /** @description Sent unchanged, in UTF-8; not with GET and HEAD. Set its type with a Content-Type header. Default: `null`. */
            body?: string | null;
            /** @description Sent only to the monitor's own server. Default: `null`. */
            auth?: {
                /** @enum {string} */
                type: "basic";
                /** @example monitor */
                username: string;
                /** @description Null in answers; null in an update keeps it. */
                password: string | null;
            } | {
                /** @enum {string} */
                type: "bearer";
                /** @description Null in answers; null in an update keeps it. */
                token: string | null;
            } | null;
            /**
             * @description Accepted statuses. Default: `["2xx"]`.
             * @example [
             *       "2xx"
             *     ]
             */
            expect?: string[];
            /** @description Default: `[]`. */
            contentChecks?: components["schemas"]["FlowContentCheck"][];
            /** @description Default: `[]`. */
            save?: {
                /** @example token */
                name: string;
                /**
                 * @example json
                 * @enum {string}
                 */
                from: "json" | "header" | "regex" | "cookie";
                /**
                 * @description json: a JSONPath, whose first value is saved; header, cookie: its name; regex: a pattern in RE2 syntax, whose first group is saved, or all of it when it has none.
                 * @example $.access_token
                 */
                value: string;
            }[];
        };
        FlowContentCheck: {
            /**
             * @example contains
             * @enum {string}
             */
            type: "contains" | "not_contains" | "regex";
            /**
             * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
             * @example Welcome
             */
            value: string;
            /**
             * @description Default: `false`.
             * @example false
             */
            caseSensitive?: boolean;
        } | {
            /** @enum {string} */
            type: "json";
            /**
             * @description A JSONPath (RFC 9535). Every value that it selects must satisfy the comparison.
             * @example $.status
             */
            value: string;
            /**
             * @example equals
             * @enum {string}
             */
            operator: "exists" | "equals" | "not_equals" | "less_than" | "greater_than" | "matches";
            /**
             * @description What the value is compared with: a number for less_than and greater_than, a pattern in RE2 syntax for matches. An integer above 2^53 is given as text, and is compared digit by digit with a number as with a text. With exists: left out, or false for what must not exist.
             * @example ok
             */
            expected?: string | number | boolean | null;
            /**
             * @description Default: `false`.
             * @example false
             */
            caseSensitive?: boolean;
        } | {
            /** @enum {string} */
            type: "header";
            /**
             * @description Case-insensitive. Lines of one name are one value, joined with commas.
             * @example Cache-Control
             */
            name: string;
            /**
             * @example equals
             * @enum {string}
             */
            operator: "exists" | "equals" | "not_equals" | "less_than" | "greater_than" | "matches";
            /**
             * @description What the value is compared with: a number for less_than and greater_than, a pattern in RE2 syntax for matches. An integer above 2^53 is given as text, and is compared digit by digit with a number as with a text. With exists: left out, or false for what must not exist.
             * @example ok
             */
            expected?: string | number | boolean | null;
            /**
             * @description Default: `false`.
             * @example false
             */
            caseSensitive?: boolean;
        };
        ListedPingMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "ping";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /** @example db.example.com */
            host: string;
            /**
             * @description Sent 200 ms apart, fewer when `timeoutSeconds` is too short for them. All lost: down; some lost: degraded.
             * @example 3
             */
            packets: number;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description Null while paused.
             * @example 1735689600000
             */
            enabledAt: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslExpiresAt?: number | null;
            /** @example Let's Encrypt */
            sslIssuer?: string | null;
            /**
             * @example valid
             * @enum {string|null}
             */
            sslStatus?: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslLastCheckedAt?: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            createdAt: number;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            updatedAt: number;
        };
        ListedWebsocketMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "websocket";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * Format: uri
             * @example wss://example.com/live
             */
            url: string;
            /**
             * @description A text message, sent once connected.
             * @example {"type":"ping"}
             */
            send: string | null;
            /** @description What the first 64 KiB that the target sends must hold. Null: nothing is waited for. */
            expect: {
                /**
                 * @example contains
                 * @enum {string}
                 */
                type: "contains" | "regex";
                /**
                 * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
                 * @example +PONG
                 */
                value: string;
                /**
                 * @description Default: `false`.
                 * @example false
                 */
                caseSensitive?: boolean;
            } | null;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description Null while paused.
             * @example 1735689600000
             */
            enabledAt: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslExpiresAt?: number | null;
            /** @example Let's Encrypt */
            sslIssuer?: string | null;
            /**
             * @example valid
             * @enum {string|null}
             */
            sslStatus?: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            sslLastCheckedAt?: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            createdAt: number;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            updatedAt: number;
        };
        FullHttpMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "http";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn: string[];
            /**
             * Format: uri
             * @example https://example.com/health
             */
            url: string;
            /**
             * @example HEAD
             * @enum {string}
             */
            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
            /** @example 200 */
            expectedStatus: number;
            request: components["schemas"]["HttpRequest"];
            /** @description False: a redirect is judged like any other response. */
            followRedirects: boolean;
            /** @description False: any certificate is accepted, even an expired one; its expiry is still monitored. */
            verifyTls: boolean;
            /**
             * @description Statuses, classes and ranges. When present, it is used instead of `expectedStatus`.
             * @example [
             *       "2xx",
             *       "304"
             *     ]
             */
            acceptedStatuses: string[] | null;
            /**
             * @description Connects over this version of IP only.
             * @enum {string}
             */
            ipFamily: "4" | "6" | "any";
            /** @description Sends `traceparent` (W3C Trace Context) with the ids of the check's trace, so that the target's own traces continue it. Not sent on a redirect to another server. */
            sendTraceparent: boolean;
            /**
             * @description Of a body, at most this much is read and searched.
             * @example 1048576
             */
            maxBodyBytes: number;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @description Since when it has this status: while it is down or degraded, the start of the first check that said so. Null while pending.
             * @example 2025-01-01T00:00:00.000Z
             */
            statusSince: string | null;
            enabled: boolean;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            enabledAt: string | null;
            /**
             * @description Null without TLS.
             * @example valid
             * @enum {string|null}
             */
            sslStatus: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslExpiresAt: string | null;
            sslIssuer: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslLastCheckedAt: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt: string | null;
            /** @description The latest check that was not missed; null when none is stored. */
            lastResult: components["schemas"]["LastResult"] | null;
            /** @description The latest missed check; null when none is stored. */
            lastMissed: components["schemas"]["LastMissedCheck"] | null;
            /** @description Locations that see the monitor down while others refute it: it is not down for that. */
            regional: components["schemas"]["RegionalFailure"][];
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description Headers, body and credentials of the request. An update replaces it as a whole, but keeps secrets.
         * @example {
         *       "headers": [
         *         {
         *           "name": "Accept",
         *           "value": "application/json"
         *         }
         *       ],
         *       "body": null,
         *       "auth": null
         *     }
         */
        HttpRequest: {
            /** @description Default: `[]`. */
            headers?: {
                /** @example X-Api-Key */
                name: string;
                /** @description Null in answers where it is secret; null in an update keeps that secret. */
                value: string | null;
                /** @description Encrypted at rest, never answered, and sent only to the monitor's own server. */
                secret?: boolean;
            }[];
            /** @description Sent unchanged, in UTF-8; not with GET and HEAD. Set its type with a Content-Type header. Default: `null`. */
            body?: string | null;
            /** @description Sent only to the monitor's own server. Default: `null`. */
            auth?: {
                /** @enum {string} */
                type: "basic";
                /** @example monitor */
                username: string;
                /** @description Null in answers; null in an update keeps it. */
                password: string | null;
            } | {
                /** @enum {string} */
                type: "bearer";
                /** @description Null in answers; null in an update keeps it. */
                token: string | null;
            } | null;
        };
        LastResult: {
            /**
             * @description Opaque; each scheduled check appears once.
             * @example 0194c3fd-1be8-71d6-b1da-e478bd905695:28928160
             */
            id: string;
            /**
             * @example up
             * @enum {string}
             */
            verdict: "up" | "degraded" | "down";
            /**
             * @description Why the verdict is not up.
             * @example null
             */
            reason: string | null;
            /**
             * @description Where a failed attempt ended.
             * @example null
             * @enum {string|null}
             */
            phase: "dns" | "connect" | "tls" | "first_byte" | "transfer" | null;
            /**
             * @description The reason in a sentence.
             * @example null
             */
            message: string | null;
            /** @example 200 */
            responseStatus: number | null;
            /** @example 123 */
            responseTimeMs: number | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            completedAt: string;
            /** @description What each of several locations saw; null for a check of one. */
            locations: components["schemas"]["LocationResult"][] | null;
        };
        LocationResult: {
            /**
             * @description Null: where Lapwing itself runs, or a location that is gone.
             * @example frankfurt
             */
            location: string | null;
            /** @enum {string} */
            verdict: "up" | "degraded" | "down" | "missed";
            responseStatus: number | null;
            responseTimeMs: number | null;
            phases: components["schemas"]["PhaseTimes"];
            reason: string | null;
            /** @enum {string|null} */
            phase: "dns" | "connect" | "tls" | "first_byte" | "transfer" | null;
            message: string | null;
            attempts: number;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            startedAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            completedAt: string | null;
        };
        /** @description Milliseconds; null for a phase that did not take place. */
        PhaseTimes: {
            dns: number | null;
            connect: number | null;
            tls: number | null;
            first_byte: number | null;
            transfer: number | null;
        };
        LastMissedCheck: {
            /**
             * @description Opaque; each scheduled check appears once.
             * @example 0194c3fd-1be8-71d6-b1da-e478bd905695:28928160
             */
            id: string;
            /**
             * @description Why Lapwing could not make the check.
             * @example resolver
             */
            reason: string | null;
            /** @example No name server answered. */
            message: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            startedAt: string;
        };
        RegionalFailure: {
            /**
             * @description Null: where Lapwing itself runs.
             * @example frankfurt
             */
            location: string | null;
            /**
             * Format: date-time
             * @description Start of the first check that only this location failed.
             * @example 2025-01-01T00:00:00.000Z
             */
            since: string;
            /** @example timeout */
            reason: string | null;
            /** @example No response within 10 s. */
            message: string;
        };
        FullDnsMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "dns";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn: string[];
            /**
             * @description The name to ask for. With `PTR` an IP address is accepted and asked for in its reverse form.
             * @example example.com
             */
            domain: string;
            /**
             * @example A
             * @enum {string}
             */
            recordType: "A" | "AAAA" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SOA" | "SRV" | "TXT";
            /**
             * @description The name server to ask, `address[:port]`: it is what is watched, and its silence is down. Null: those of this machine; when these answer nobody, the check is missed.
             * @example 192.0.2.53
             */
            resolver: string | null;
            /**
             * @description The records as in a zone file, in any order: `10 mail.example.com` for MX. Null: any record will do.
             * @example [
             *       "192.0.2.1",
             *       "192.0.2.2"
             *     ]
             */
            expected: string[] | null;
            /**
             * @description `equals`: these records and no others; `contains`: these and perhaps others.
             * @example equals
             * @enum {string}
             */
            mode: "equals" | "contains";
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @description Since when it has this status: while it is down or degraded, the start of the first check that said so. Null while pending.
             * @example 2025-01-01T00:00:00.000Z
             */
            statusSince: string | null;
            enabled: boolean;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            enabledAt: string | null;
            /**
             * @description Null without TLS.
             * @example valid
             * @enum {string|null}
             */
            sslStatus: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslExpiresAt: string | null;
            sslIssuer: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslLastCheckedAt: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt: string | null;
            /** @description The latest check that was not missed; null when none is stored. */
            lastResult: components["schemas"]["LastResult"] | null;
            /** @description The latest missed check; null when none is stored. */
            lastMissed: components["schemas"]["LastMissedCheck"] | null;
            /** @description Locations that see the monitor down while others refute it: it is not down for that. */
            regional: components["schemas"]["RegionalFailure"][];
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        FullTcpMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "tcp";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn: string[];
            /** @example db.example.com */
            host: string;
            /** @example 5432 */
            port: number;
            /**
             * @description `tls`: from the first byte; `starttls`: after both have agreed on it in `protocol`.
             * @example none
             * @enum {string}
             */
            tls: "none" | "tls" | "starttls";
            /**
             * @description For `starttls`; otherwise null.
             * @example smtp
             * @enum {string|null}
             */
            protocol: "smtp" | "imap" | "pop3" | "postgres" | null;
            /**
             * @description Sent once connected. `\r`, `\n`, `\t`, `\0`, `\\` and `\xHH` stand for one byte each; at most 4096 bytes.
             * @example PING\r\n
             */
            send: string | null;
            /** @description What the first 64 KiB that the target sends must hold. Null: nothing is waited for. */
            expect: {
                /**
                 * @example contains
                 * @enum {string}
                 */
                type: "contains" | "regex";
                /**
                 * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
                 * @example +PONG
                 */
                value: string;
                /**
                 * @description Default: `false`.
                 * @example false
                 */
                caseSensitive?: boolean;
            } | null;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @description Since when it has this status: while it is down or degraded, the start of the first check that said so. Null while pending.
             * @example 2025-01-01T00:00:00.000Z
             */
            statusSince: string | null;
            enabled: boolean;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            enabledAt: string | null;
            /**
             * @description Null without TLS.
             * @example valid
             * @enum {string|null}
             */
            sslStatus: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslExpiresAt: string | null;
            sslIssuer: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslLastCheckedAt: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt: string | null;
            /** @description The latest check that was not missed; null when none is stored. */
            lastResult: components["schemas"]["LastResult"] | null;
            /** @description The latest missed check; null when none is stored. */
            lastMissed: components["schemas"]["LastMissedCheck"] | null;
            /** @description Locations that see the monitor down while others refute it: it is not down for that. */
            regional: components["schemas"]["RegionalFailure"][];
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        FullCronMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "cron";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn: string[];
            /**
             * @description When the job is due, as a cron expression of five fields. Null when `every` is given.
             * @example 0 2 * * *
             */
            schedule: string | null;
            /**
             * Format: time-zone
             * @description Of `schedule`: a name of the IANA time zone database.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * @description Seconds from one run to the next, at the most. Null when `schedule` is given.
             * @example null
             */
            every: number | null;
            /**
             * @description A run that sent nothing this long after it was due is down.
             * @example 300
             */
            graceSeconds: number;
            /**
             * @description A run that takes longer is degraded, and one that does not end within this and the grace is down, where the job reports its start. Null: the end must come within the grace after the start, and no run is degraded.
             * @example 3600
             */
            maxRuntimeSeconds: number | null;
            importedAddresses: components["schemas"]["ImportedAddresses"];
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * Format: uri
             * @description Where the job reports its runs: this address for a success, with `/start`, `/fail` or an exit code after it for the rest. Whoever knows it can report. Null when the service's secret was replaced: renew it then.
             * @example https://lapwing.example/ping/V1StGXR8Z5jdHi6BmyT3Qa
             */
            pingUrl: string | null;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @description Since when it has this status: while it is down or degraded, the start of the first check that said so. Null while pending.
             * @example 2025-01-01T00:00:00.000Z
             */
            statusSince: string | null;
            enabled: boolean;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            enabledAt: string | null;
            /**
             * @description Null without TLS.
             * @example valid
             * @enum {string|null}
             */
            sslStatus: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslExpiresAt: string | null;
            sslIssuer: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslLastCheckedAt: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt: string | null;
            /** @description The latest check that was not missed; null when none is stored. */
            lastResult: components["schemas"]["LastResult"] | null;
            /** @description The latest missed check; null when none is stored. */
            lastMissed: components["schemas"]["LastMissedCheck"] | null;
            /** @description Locations that see the monitor down while others refute it: it is not down for that. */
            regional: components["schemas"]["RegionalFailure"][];
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description Where the job reported to another tool: those addresses are answered, too. Encrypted, never answered.
         * @example {}
         */
        ImportedAddresses: {
            /** @description Is a UUID in lower case, of /ping/<uuid>. Null in answers; null in an update keeps it. */
            healthchecksUuid?: string | null;
            /** @description Is <ping key>/<slug>, of /ping/<ping key>/<slug>. Null in answers; null in an update keeps it. */
            healthchecksSlug?: string | null;
            /** @description Is the push token, of /api/push/<token>. Null in answers; null in an update keeps it. */
            kumaToken?: string | null;
        };
        FullFlowMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "flow";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 300 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn: string[];
            /** @description Requests, one after the other. The first that fails ends the run. Cookies last for the run, and {{name}} inserts variables and the values that earlier steps saved. */
            steps: components["schemas"]["FlowStep"][];
            /** @description Values that every step can insert. */
            variables: {
                /** @example token */
                name: string;
                /**
                 * @description Null in answers where it is secret; null in an update keeps that secret.
                 * @example demo
                 */
                value: string | null;
                /** @description Encrypted at rest and never shown. */
                secret?: boolean;
            }[];
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @description Since when it has this status: while it is down or degraded, the start of the first check that said so. Null while pending.
             * @example 2025-01-01T00:00:00.000Z
             */
            statusSince: string | null;
            enabled: boolean;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            enabledAt: string | null;
            /**
             * @description Null without TLS.
             * @example valid
             * @enum {string|null}
             */
            sslStatus: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslExpiresAt: string | null;
            sslIssuer: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslLastCheckedAt: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt: string | null;
            /** @description The latest check that was not missed; null when none is stored. */
            lastResult: components["schemas"]["LastResult"] | null;
            /** @description The latest missed check; null when none is stored. */
            lastMissed: components["schemas"]["LastMissedCheck"] | null;
            /** @description Locations that see the monitor down while others refute it: it is not down for that. */
            regional: components["schemas"]["RegionalFailure"][];
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        FullPingMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "ping";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn: string[];
            /** @example db.example.com */
            host: string;
            /**
             * @description Sent 200 ms apart, fewer when `timeoutSeconds` is too short for them. All lost: down; some lost: degraded.
             * @example 3
             */
            packets: number;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @description Since when it has this status: while it is down or degraded, the start of the first check that said so. Null while pending.
             * @example 2025-01-01T00:00:00.000Z
             */
            statusSince: string | null;
            enabled: boolean;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            enabledAt: string | null;
            /**
             * @description Null without TLS.
             * @example valid
             * @enum {string|null}
             */
            sslStatus: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslExpiresAt: string | null;
            sslIssuer: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslLastCheckedAt: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt: string | null;
            /** @description The latest check that was not missed; null when none is stored. */
            lastResult: components["schemas"]["LastResult"] | null;
            /** @description The latest missed check; null when none is stored. */
            lastMissed: components["schemas"]["LastMissedCheck"] | null;
            /** @description Locations that see the monitor down while others refute it: it is not down for that. */
            regional: components["schemas"]["RegionalFailure"][];
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        FullWebsocketMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @enum {string} */
            type: "websocket";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn: string[];
            /**
             * Format: uri
             * @example wss://example.com/live
             */
            url: string;
            /**
             * @description A text message, sent once connected.
             * @example {"type":"ping"}
             */
            send: string | null;
            /** @description What the first 64 KiB that the target sends must hold. Null: nothing is waited for. */
            expect: {
                /**
                 * @example contains
                 * @enum {string}
                 */
                type: "contains" | "regex";
                /**
                 * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
                 * @example +PONG
                 */
                value: string;
                /**
                 * @description Default: `false`.
                 * @example false
                 */
                caseSensitive?: boolean;
            } | null;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @description Since when it has this status: while it is down or degraded, the start of the first check that said so. Null while pending.
             * @example 2025-01-01T00:00:00.000Z
             */
            statusSince: string | null;
            enabled: boolean;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            enabledAt: string | null;
            /**
             * @description Null without TLS.
             * @example valid
             * @enum {string|null}
             */
            sslStatus: "unknown" | "valid" | "expiring" | "expired" | "error" | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslExpiresAt: string | null;
            sslIssuer: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            sslLastCheckedAt: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt: string | null;
            /** @description The latest check that was not missed; null when none is stored. */
            lastResult: components["schemas"]["LastResult"] | null;
            /** @description The latest missed check; null when none is stored. */
            lastMissed: components["schemas"]["LastMissedCheck"] | null;
            /** @description Locations that see the monitor down while others refute it: it is not down for that. */
            regional: components["schemas"]["RegionalFailure"][];
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        Pagination: {
            /**
             * @description Cursor of the next page; null on the last.
             * @example null
             */
            next: string | null;
            /**
             * @description Cursor of the previous page; null on the first.
             * @example null
             */
            prev: string | null;
            /** @example 50 */
            perPage: number;
            /**
             * @description Number of items in the whole list, on lists that count them.
             * @example 1
             */
            total?: number;
        };
        Meta: {
            /**
             * Format: uuid
             * @example 0b9d1c0e-3a56-4f0c-9d4e-6a2c54f1a7b3
             */
            requestId: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            timestamp: string;
        };
        Error: {
            error: {
                /** @enum {string} */
                code: "BAD_REQUEST" | "VALIDATION_ERROR" | "UNAUTHORIZED" | "FORBIDDEN" | "SIGN_IN_AGAIN" | "PASSWORDS_OFF" | "INSECURE_CONNECTION" | "CROSS_ORIGIN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "LAST_OWNER" | "IN_USE" | "LAST_WAY_IN" | "NOT_CHECKED" | "PRECONDITION_FAILED" | "UNSUPPORTED_MEDIA_TYPE" | "TOO_MANY_REQUESTS" | "TOO_MANY_CONNECTIONS" | "SHUTTING_DOWN" | "NOT_PROBED" | "DATABASE_BUSY" | "INTERNAL_ERROR";
                message: string;
                details?: {
                    /** @description JSON Pointer into the body, or the query parameter's name. */
                    path: string;
                    message: string;
                }[];
            };
            meta: components["schemas"]["Meta"];
        };
        HttpMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "http";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * Format: uri
             * @example https://example.com/health
             */
            url: string;
            /**
             * @example HEAD
             * @enum {string}
             */
            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
            /** @example 200 */
            expectedStatus: number;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt?: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        DnsMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dns";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * @description The name to ask for. With `PTR` an IP address is accepted and asked for in its reverse form.
             * @example example.com
             */
            domain: string;
            /**
             * @example A
             * @enum {string}
             */
            recordType: "A" | "AAAA" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SOA" | "SRV" | "TXT";
            /**
             * @description The name server to ask, `address[:port]`: it is what is watched, and its silence is down. Null: those of this machine; when these answer nobody, the check is missed.
             * @example 192.0.2.53
             */
            resolver: string | null;
            /**
             * @description The records as in a zone file, in any order: `10 mail.example.com` for MX. Null: any record will do.
             * @example [
             *       "192.0.2.1",
             *       "192.0.2.2"
             *     ]
             */
            expected: string[] | null;
            /**
             * @description `equals`: these records and no others; `contains`: these and perhaps others.
             * @example equals
             * @enum {string}
             */
            mode: "equals" | "contains";
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt?: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        TcpMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tcp";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /** @example db.example.com */
            host: string;
            /** @example 5432 */
            port: number;
            /**
             * @description `tls`: from the first byte; `starttls`: after both have agreed on it in `protocol`.
             * @example none
             * @enum {string}
             */
            tls: "none" | "tls" | "starttls";
            /**
             * @description For `starttls`; otherwise null.
             * @example smtp
             * @enum {string|null}
             */
            protocol: "smtp" | "imap" | "pop3" | "postgres" | null;
            /**
             * @description Sent once connected. `\r`, `\n`, `\t`, `\0`, `\\` and `\xHH` stand for one byte each; at most 4096 bytes.
             * @example PING\r\n
             */
            send: string | null;
            /** @description What the first 64 KiB that the target sends must hold. Null: nothing is waited for. */
            expect: {
                /**
                 * @example contains
                 * @enum {string}
                 */
                type: "contains" | "regex";
                /**
                 * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
                 * @example +PONG
                 */
                value: string;
                /**
                 * @description Default: `false`.
                 * @example false
                 */
                caseSensitive?: boolean;
            } | null;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt?: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        CronMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "cron";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * @description When the job is due, as a cron expression of five fields. Null when `every` is given.
             * @example 0 2 * * *
             */
            schedule: string | null;
            /**
             * Format: time-zone
             * @description Of `schedule`: a name of the IANA time zone database.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * @description Seconds from one run to the next, at the most. Null when `schedule` is given.
             * @example null
             */
            every: number | null;
            /**
             * @description A run that sent nothing this long after it was due is down.
             * @example 300
             */
            graceSeconds: number;
            /**
             * @description A run that takes longer is degraded, and one that does not end within this and the grace is down, where the job reports its start. Null: the end must come within the grace after the start, and no run is degraded.
             * @example 3600
             */
            maxRuntimeSeconds: number | null;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * Format: uri
             * @description Where the job reports its runs: this address for a success, with `/start`, `/fail` or an exit code after it for the rest. Whoever knows it can report. Null when the service's secret was replaced: renew it then.
             * @example https://lapwing.example/ping/V1StGXR8Z5jdHi6BmyT3Qa
             */
            pingUrl: string | null;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt?: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        FlowMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "flow";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 300 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /** @description Requests, one after the other. The first that fails ends the run. Cookies last for the run, and {{name}} inserts variables and the values that earlier steps saved. */
            steps: components["schemas"]["FlowStep"][];
            /** @description Values that every step can insert. */
            variables: {
                /** @example token */
                name: string;
                /**
                 * @description Null in answers where it is secret; null in an update keeps that secret.
                 * @example demo
                 */
                value: string | null;
                /** @description Encrypted at rest and never shown. */
                secret?: boolean;
            }[];
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt?: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        PingMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ping";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /** @example db.example.com */
            host: string;
            /**
             * @description Sent 200 ms apart, fewer when `timeoutSeconds` is too short for them. All lost: down; some lost: degraded.
             * @example 3
             */
            packets: number;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt?: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        WebsocketMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "websocket";
            /** @example Website */
            name: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags: string[];
            /** @example 60 */
            intervalSeconds: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled: boolean;
            /** @example 30 */
            sslExpiryWarningDays: number;
            /**
             * Format: uri
             * @example wss://example.com/live
             */
            url: string;
            /**
             * @description A text message, sent once connected.
             * @example {"type":"ping"}
             */
            send: string | null;
            /** @description What the first 64 KiB that the target sends must hold. Null: nothing is waited for. */
            expect: {
                /**
                 * @example contains
                 * @enum {string}
                 */
                type: "contains" | "regex";
                /**
                 * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
                 * @example +PONG
                 */
                value: string;
                /**
                 * @description Default: `false`.
                 * @example false
                 */
                caseSensitive?: boolean;
            } | null;
            /** @description The target, as lists and reports show it. */
            target: string;
            /**
             * @description pending until the first check has a verdict.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "up" | "degraded" | "down";
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastCheckedAt?: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        MonitorCreate: components["schemas"]["HttpMonitorCreate"] | components["schemas"]["DnsMonitorCreate"] | components["schemas"]["TcpMonitorCreate"] | components["schemas"]["CronMonitorCreate"] | components["schemas"]["FlowMonitorCreate"] | components["schemas"]["PingMonitorCreate"] | components["schemas"]["WebsocketMonitorCreate"];
        HttpMonitorCreate: {
            /**
             * @description Default: `"http"`.
             * @enum {string}
             */
            type?: "http";
            /** @example Website */
            name: string;
            /**
             * Format: uri
             * @example https://example.com/health
             */
            url: string;
            /**
             * @description Default: `"HEAD"`.
             * @example HEAD
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
            /**
             * @description Default: `200`.
             * @example 200
             */
            expectedStatus?: number;
            request?: components["schemas"]["HttpRequest"];
            /** @description False: a redirect is judged like any other response. Default: `true`. */
            followRedirects?: boolean;
            /** @description False: any certificate is accepted, even an expired one; its expiry is still monitored. Default: `true`. */
            verifyTls?: boolean;
            /**
             * @description Statuses, classes and ranges. When present, it is used instead of `expectedStatus`. Default: `null`.
             * @example [
             *       "2xx",
             *       "304"
             *     ]
             */
            acceptedStatuses?: string[] | null;
            /**
             * @description Connects over this version of IP only. Default: `"any"`.
             * @enum {string}
             */
            ipFamily?: "4" | "6" | "any";
            /** @description Sends `traceparent` (W3C Trace Context) with the ids of the check's trace, so that the target's own traces continue it. Not sent on a redirect to another server. Default: `false`. */
            sendTraceparent?: boolean;
            /**
             * @description Of a body, at most this much is read and searched. Default: `1048576`.
             * @example 1048576
             */
            maxBodyBytes?: number;
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 60
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
        };
        DnsMonitorCreate: {
            /** @enum {string} */
            type: "dns";
            /** @example Website */
            name: string;
            /**
             * @description The name to ask for. With `PTR` an IP address is accepted and asked for in its reverse form.
             * @example example.com
             */
            domain: string;
            /**
             * @description Default: `"A"`.
             * @example A
             * @enum {string}
             */
            recordType?: "A" | "AAAA" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SOA" | "SRV" | "TXT";
            /**
             * @description The name server to ask, `address[:port]`: it is what is watched, and its silence is down. Null: those of this machine; when these answer nobody, the check is missed. Default: `null`.
             * @example 192.0.2.53
             */
            resolver?: string | null;
            /**
             * @description The records as in a zone file, in any order: `10 mail.example.com` for MX. Null: any record will do. Default: `null`.
             * @example [
             *       "192.0.2.1",
             *       "192.0.2.2"
             *     ]
             */
            expected?: string[] | null;
            /**
             * @description `equals`: these records and no others; `contains`: these and perhaps others. Default: `"equals"`.
             * @example equals
             * @enum {string}
             */
            mode?: "equals" | "contains";
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 60
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
        };
        TcpMonitorCreate: {
            /** @enum {string} */
            type: "tcp";
            /** @example Website */
            name: string;
            /** @example db.example.com */
            host: string;
            /** @example 5432 */
            port: number;
            /**
             * @description `tls`: from the first byte; `starttls`: after both have agreed on it in `protocol`. Default: `"none"`.
             * @example none
             * @enum {string}
             */
            tls?: "none" | "tls" | "starttls";
            /**
             * @description For `starttls`; otherwise null. Default: `null`.
             * @example smtp
             * @enum {string|null}
             */
            protocol?: "smtp" | "imap" | "pop3" | "postgres" | null;
            /**
             * @description Sent once connected. `\r`, `\n`, `\t`, `\0`, `\\` and `\xHH` stand for one byte each; at most 4096 bytes. Default: `null`.
             * @example PING\r\n
             */
            send?: string | null;
            /** @description What the first 64 KiB that the target sends must hold. Null: nothing is waited for. Default: `null`. */
            expect?: {
                /**
                 * @example contains
                 * @enum {string}
                 */
                type: "contains" | "regex";
                /**
                 * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
                 * @example +PONG
                 */
                value: string;
                /**
                 * @description Default: `false`.
                 * @example false
                 */
                caseSensitive?: boolean;
            } | null;
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 60
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
        };
        CronMonitorCreate: {
            /** @enum {string} */
            type: "cron";
            /** @example Website */
            name: string;
            /**
             * @description When the job is due, as a cron expression of five fields. Null when `every` is given. Default: `null`.
             * @example 0 2 * * *
             */
            schedule?: string | null;
            /**
             * Format: time-zone
             * @description Of `schedule`: a name of the IANA time zone database. Default: `"UTC"`.
             * @example Europe/Berlin
             */
            timeZone?: string;
            /**
             * @description Seconds from one run to the next, at the most. Null when `schedule` is given. Default: `null`.
             * @example null
             */
            every?: number | null;
            /**
             * @description A run that sent nothing this long after it was due is down. Default: `300`.
             * @example 300
             */
            graceSeconds?: number;
            /**
             * @description A run that takes longer is degraded, and one that does not end within this and the grace is down, where the job reports its start. Null: the end must come within the grace after the start, and no run is degraded. Default: `null`.
             * @example 3600
             */
            maxRuntimeSeconds?: number | null;
            importedAddresses?: components["schemas"]["ImportedAddresses"];
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 60
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
        };
        FlowMonitorCreate: {
            /** @enum {string} */
            type: "flow";
            /** @example Website */
            name: string;
            /** @description Requests, one after the other. The first that fails ends the run. Cookies last for the run, and {{name}} inserts variables and the values that earlier steps saved. */
            steps: components["schemas"]["FlowStep"][];
            /** @description Values that every step can insert. Default: `[]`. */
            variables?: {
                /** @example token */
                name: string;
                /**
                 * @description Null in answers where it is secret; null in an update keeps that secret.
                 * @example demo
                 */
                value: string | null;
                /** @description Encrypted at rest and never shown. */
                secret?: boolean;
            }[];
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 300
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
        };
        PingMonitorCreate: {
            /** @enum {string} */
            type: "ping";
            /** @example Website */
            name: string;
            /** @example db.example.com */
            host: string;
            /**
             * @description Sent 200 ms apart, fewer when `timeoutSeconds` is too short for them. All lost: down; some lost: degraded. Default: `3`.
             * @example 3
             */
            packets?: number;
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 60
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
        };
        WebsocketMonitorCreate: {
            /** @enum {string} */
            type: "websocket";
            /** @example Website */
            name: string;
            /**
             * Format: uri
             * @example wss://example.com/live
             */
            url: string;
            /**
             * @description A text message, sent once connected. Default: `null`.
             * @example {"type":"ping"}
             */
            send?: string | null;
            /** @description What the first 64 KiB that the target sends must hold. Null: nothing is waited for. Default: `null`. */
            expect?: {
                /**
                 * @example contains
                 * @enum {string}
                 */
                type: "contains" | "regex";
                /**
                 * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
                 * @example +PONG
                 */
                value: string;
                /**
                 * @description Default: `false`.
                 * @example false
                 */
                caseSensitive?: boolean;
            } | null;
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 60
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
        };
        TeamStatistics: {
            /**
             * @description False without a check in 30 days; uptime is then 100 by definition.
             * @example true
             */
            hasData: boolean;
            monitors: {
                /** @example 1440 */
                total: number;
                /** @example 1440 */
                up: number;
                /** @example 1440 */
                degraded: number;
                /** @example 1440 */
                down: number;
            };
            uptime: {
                /** @example 99.95 */
                last24Hours: number;
                /** @example 99.95 */
                last7Days: number;
                /** @example 99.95 */
                last30Days: number;
            };
            checks: {
                /** @example 1440 */
                last24Hours: number;
                /** @example 1440 */
                last7Days: number;
                /** @example 1440 */
                last30Days: number;
            };
        };
        TrialResult: {
            /**
             * @example up
             * @enum {string}
             */
            verdict: "up" | "degraded" | "down" | "missed";
            /**
             * @description Why the verdict is not up.
             * @example null
             */
            reason: string | null;
            /**
             * @description Where a failed attempt ended.
             * @example null
             * @enum {string|null}
             */
            phase: "dns" | "connect" | "tls" | "first_byte" | "transfer" | null;
            /**
             * @description The reason in a sentence.
             * @example null
             */
            message: string | null;
            /** @example 200 */
            responseStatus: number | null;
            /** @example 123 */
            responseTimeMs: number | null;
            phases: components["schemas"]["PhaseTimes"];
            /** @example 192.0.2.1 */
            address: string | null;
            certificate: components["schemas"]["CertificateSeen"] | null;
            /** @description Of a flow: the steps that were run, and what they saved. Null for others. */
            steps: components["schemas"]["TriedStep"][] | null;
            /** @description Where it was checked from; null: where Lapwing runs. */
            location: string | null;
            /** @enum {number} */
            attempts: 1;
        };
        /** @description The certificate that was refused, or over all redirects the one that expires first. */
        CertificateSeen: {
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            expiresAt: string;
            /** @example Let's Encrypt */
            issuer: string | null;
            /** @description SHA-256 of the certificate's DER, in hexadecimal. */
            fingerprint: string;
        };
        TriedStep: components["schemas"]["StepTimes"] & {
            saved: {
                /** @example token */
                name: string;
                /**
                 * @description At most 100 characters; secrets are masked.
                 * @example eyJhbGciOi…
                 */
                value: string;
            }[];
        };
        StepTimes: {
            /** @example Log in */
            name: string;
            /**
             * @description Null when no response came.
             * @example 200
             */
            responseStatus: number | null;
            /** @example 84 */
            timeMs: number;
            phases: components["schemas"]["PhaseTimes"];
        };
        MonitorTry: components["schemas"]["HttpMonitorTry"] | components["schemas"]["DnsMonitorTry"] | components["schemas"]["TcpMonitorTry"] | components["schemas"]["CronMonitorTry"] | components["schemas"]["FlowMonitorTry"] | components["schemas"]["PingMonitorTry"] | components["schemas"]["WebsocketMonitorTry"];
        HttpMonitorTry: {
            /**
             * @description Default: `"http"`.
             * @enum {string}
             */
            type?: "http";
            /** @example Website */
            name: string;
            /**
             * Format: uri
             * @example https://example.com/health
             */
            url: string;
            /**
             * @description Default: `"HEAD"`.
             * @example HEAD
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
            /**
             * @description Default: `200`.
             * @example 200
             */
            expectedStatus?: number;
            request?: components["schemas"]["HttpRequest"];
            /** @description False: a redirect is judged like any other response. Default: `true`. */
            followRedirects?: boolean;
            /** @description False: any certificate is accepted, even an expired one; its expiry is still monitored. Default: `true`. */
            verifyTls?: boolean;
            /**
             * @description Statuses, classes and ranges. When present, it is used instead of `expectedStatus`. Default: `null`.
             * @example [
             *       "2xx",
             *       "304"
             *     ]
             */
            acceptedStatuses?: string[] | null;
            /**
             * @description Connects over this version of IP only. Default: `"any"`.
             * @enum {string}
             */
            ipFamily?: "4" | "6" | "any";
            /** @description Sends `traceparent` (W3C Trace Context) with the ids of the check's trace, so that the target's own traces continue it. Not sent on a redirect to another server. Default: `false`. */
            sendTraceparent?: boolean;
            /**
             * @description Of a body, at most this much is read and searched. Default: `1048576`.
             * @example 1048576
             */
            maxBodyBytes?: number;
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 60
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
            /**
             * @description A monitor of the same type whose stored secrets are sent where the body has null for them. As in an update, they go to the server of that monitor alone.
             * @example mon_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            monitorId?: string;
            /**
             * @description Where to check from. Default: the first of `locations`, else where Lapwing runs.
             * @example frankfurt
             */
            location?: string;
            /** @description Default: `[]`. */
            contentChecks?: components["schemas"]["ContentCheckTrial"][];
        };
        ContentCheckTrial: {
            /**
             * @example contains
             * @enum {string}
             */
            type: "contains" | "not_contains" | "regex";
            /**
             * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
             * @example Welcome
             */
            value: string;
            /**
             * @description Default: `false`.
             * @example false
             */
            caseSensitive?: boolean;
        } | {
            /** @enum {string} */
            type: "json";
            /**
             * @description A JSONPath (RFC 9535). Every value that it selects must satisfy the comparison.
             * @example $.status
             */
            value: string;
            /**
             * @example equals
             * @enum {string}
             */
            operator: "exists" | "equals" | "not_equals" | "less_than" | "greater_than" | "matches";
            /**
             * @description What the value is compared with: a number for less_than and greater_than, a pattern in RE2 syntax for matches. An integer above 2^53 is given as text, and is compared digit by digit with a number as with a text. With exists: left out, or false for what must not exist.
             * @example ok
             */
            expected?: string | number | boolean | null;
            /**
             * @description Default: `false`.
             * @example false
             */
            caseSensitive?: boolean;
        } | {
            /** @enum {string} */
            type: "header";
            /**
             * @description Case-insensitive. Lines of one name are one value, joined with commas.
             * @example Cache-Control
             */
            name: string;
            /**
             * @example equals
             * @enum {string}
             */
            operator: "exists" | "equals" | "not_equals" | "less_than" | "greater_than" | "matches";
            /**
             * @description What the value is compared with: a number for less_than and greater_than, a pattern in RE2 syntax for matches. An integer above 2^53 is given as text, and is compared digit by digit with a number as with a text. With exists: left out, or false for what must not exist.
             * @example ok
             */
            expected?: string | number | boolean | null;
            /**
             * @description Default: `false`.
             * @example false
             */
            caseSensitive?: boolean;
        };
        DnsMonitorTry: {
            /** @enum {string} */
            type: "dns";
            /** @example Website */
            name: string;
            /**
             * @description The name to ask for. With `PTR` an IP address is accepted and asked for in its reverse form.
             * @example example.com
             */
            domain: string;
            /**
             * @description Default: `"A"`.
             * @example A
             * @enum {string}
             */
            recordType?: "A" | "AAAA" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SOA" | "SRV" | "TXT";
            /**
             * @description The name server to ask, `address[:port]`: it is what is watched, and its silence is down. Null: those of this machine; when these answer nobody, the check is missed. Default: `null`.
             * @example 192.0.2.53
             */
            resolver?: string | null;
            /**
             * @description The records as in a zone file, in any order: `10 mail.example.com` for MX. Null: any record will do. Default: `null`.
             * @example [
             *       "192.0.2.1",
             *       "192.0.2.2"
             *     ]
             */
            expected?: string[] | null;
            /**
             * @description `equals`: these records and no others; `contains`: these and perhaps others. Default: `"equals"`.
             * @example equals
             * @enum {string}
             */
            mode?: "equals" | "contains";
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 60
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
            /**
             * @description A monitor of the same type whose stored secrets are sent where the body has null for them. As in an update, they go to the server of that monitor alone.
             * @example mon_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            monitorId?: string;
            /**
             * @description Where to check from. Default: the first of `locations`, else where Lapwing runs.
             * @example frankfurt
             */
            location?: string;
        };
        TcpMonitorTry: {
            /** @enum {string} */
            type: "tcp";
            /** @example Website */
            name: string;
            /** @example db.example.com */
            host: string;
            /** @example 5432 */
            port: number;
            /**
             * @description `tls`: from the first byte; `starttls`: after both have agreed on it in `protocol`. Default: `"none"`.
             * @example none
             * @enum {string}
             */
            tls?: "none" | "tls" | "starttls";
            /**
             * @description For `starttls`; otherwise null. Default: `null`.
             * @example smtp
             * @enum {string|null}
             */
            protocol?: "smtp" | "imap" | "pop3" | "postgres" | null;
            /**
             * @description Sent once connected. `\r`, `\n`, `\t`, `\0`, `\\` and `\xHH` stand for one byte each; at most 4096 bytes. Default: `null`.
             * @example PING\r\n
             */
            send?: string | null;
            /** @description What the first 64 KiB that the target sends must hold. Null: nothing is waited for. Default: `null`. */
            expect?: {
                /**
                 * @example contains
                 * @enum {string}
                 */
                type: "contains" | "regex";
                /**
                 * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
                 * @example +PONG
                 */
                value: string;
                /**
                 * @description Default: `false`.
                 * @example false
                 */
                caseSensitive?: boolean;
            } | null;
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 60
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
            /**
             * @description A monitor of the same type whose stored secrets are sent where the body has null for them. As in an update, they go to the server of that monitor alone.
             * @example mon_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            monitorId?: string;
            /**
             * @description Where to check from. Default: the first of `locations`, else where Lapwing runs.
             * @example frankfurt
             */
            location?: string;
        };
        CronMonitorTry: {
            /** @enum {string} */
            type: "cron";
            /** @example Website */
            name: string;
            /**
             * @description When the job is due, as a cron expression of five fields. Null when `every` is given. Default: `null`.
             * @example 0 2 * * *
             */
            schedule?: string | null;
            /**
             * Format: time-zone
             * @description Of `schedule`: a name of the IANA time zone database. Default: `"UTC"`.
             * @example Europe/Berlin
             */
            timeZone?: string;
            /**
             * @description Seconds from one run to the next, at the most. Null when `schedule` is given. Default: `null`.
             * @example null
             */
            every?: number | null;
            /**
             * @description A run that sent nothing this long after it was due is down. Default: `300`.
             * @example 300
             */
            graceSeconds?: number;
            /**
             * @description A run that takes longer is degraded, and one that does not end within this and the grace is down, where the job reports its start. Null: the end must come within the grace after the start, and no run is degraded. Default: `null`.
             * @example 3600
             */
            maxRuntimeSeconds?: number | null;
            importedAddresses?: components["schemas"]["ImportedAddresses"];
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 60
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
            /**
             * @description A monitor of the same type whose stored secrets are sent where the body has null for them. As in an update, they go to the server of that monitor alone.
             * @example mon_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            monitorId?: string;
            /**
             * @description Where to check from. Default: the first of `locations`, else where Lapwing runs.
             * @example frankfurt
             */
            location?: string;
        };
        FlowMonitorTry: {
            /** @enum {string} */
            type: "flow";
            /** @example Website */
            name: string;
            /** @description Requests, one after the other. The first that fails ends the run. Cookies last for the run, and {{name}} inserts variables and the values that earlier steps saved. */
            steps: components["schemas"]["FlowStep"][];
            /** @description Values that every step can insert. Default: `[]`. */
            variables?: {
                /** @example token */
                name: string;
                /**
                 * @description Null in answers where it is secret; null in an update keeps that secret.
                 * @example demo
                 */
                value: string | null;
                /** @description Encrypted at rest and never shown. */
                secret?: boolean;
            }[];
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 300
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
            /**
             * @description A monitor of the same type whose stored secrets are sent where the body has null for them. As in an update, they go to the server of that monitor alone.
             * @example mon_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            monitorId?: string;
            /**
             * @description Where to check from. Default: the first of `locations`, else where Lapwing runs.
             * @example frankfurt
             */
            location?: string;
        };
        PingMonitorTry: {
            /** @enum {string} */
            type: "ping";
            /** @example Website */
            name: string;
            /** @example db.example.com */
            host: string;
            /**
             * @description Sent 200 ms apart, fewer when `timeoutSeconds` is too short for them. All lost: down; some lost: degraded. Default: `3`.
             * @example 3
             */
            packets?: number;
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 60
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
            /**
             * @description A monitor of the same type whose stored secrets are sent where the body has null for them. As in an update, they go to the server of that monitor alone.
             * @example mon_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            monitorId?: string;
            /**
             * @description Where to check from. Default: the first of `locations`, else where Lapwing runs.
             * @example frankfurt
             */
            location?: string;
        };
        WebsocketMonitorTry: {
            /** @enum {string} */
            type: "websocket";
            /** @example Website */
            name: string;
            /**
             * Format: uri
             * @example wss://example.com/live
             */
            url: string;
            /**
             * @description A text message, sent once connected. Default: `null`.
             * @example {"type":"ping"}
             */
            send?: string | null;
            /** @description What the first 64 KiB that the target sends must hold. Null: nothing is waited for. Default: `null`. */
            expect?: {
                /**
                 * @example contains
                 * @enum {string}
                 */
                type: "contains" | "regex";
                /**
                 * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
                 * @example +PONG
                 */
                value: string;
                /**
                 * @description Default: `false`.
                 * @example false
                 */
                caseSensitive?: boolean;
            } | null;
            /**
             * @description Lower-cased; each once, in the order given. Default: `[]`.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /**
             * @description Default: `60`.
             * @example 60
             */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded. Default: `5000`.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down. Default: `10`.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't. Default: `"wnam"`.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /**
             * @description Default: `true`.
             * @example true
             */
            sslMonitoringEnabled?: boolean;
            /**
             * @description Default: `30`.
             * @example 30
             */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs. Default: `[]`.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count. Default: `"majority"`.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed. Default: `false`.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover. Default: `"normal"`.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list. Default: `[]`.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once. Default: `true`.
             * @example true
             */
            enabled?: boolean;
            /**
             * @description A monitor of the same type whose stored secrets are sent where the body has null for them. As in an update, they go to the server of that monitor alone.
             * @example mon_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            monitorId?: string;
            /**
             * @description Where to check from. Default: the first of `locations`, else where Lapwing runs.
             * @example frankfurt
             */
            location?: string;
        };
        BulkResult: {
            /** @example 12 */
            count: number;
        };
        MonitorBulkAction: {
            /** @description Either these, or a filter. */
            ids?: string[];
            filter?: components["schemas"]["MonitorFilter"];
            /**
             * @example pause
             * @enum {string}
             */
            action: "pause" | "resume" | "delete" | "tag" | "untag" | "edit";
            /**
             * @description What `tag` adds and `untag` removes.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /** @description What `edit` sets. Monitors of jobs, which are not checked, keep theirs. */
            settings?: {
                /** @example 60 */
                intervalSeconds?: number;
                /**
                 * @description A target without a complete response within this time is down.
                 * @example 10
                 */
                timeoutSeconds?: number;
            };
            /** @description The alerts to which `edit` adds the monitors, and those from which it removes them. Needs the scope `alerts:write`. Nothing can be removed from an alert for every monitor, nor a monitor that an alert is for by its tags or types, and no alert can lose its last one. */
            alerts?: {
                add?: string[];
                remove?: string[];
            };
        } & ((unknown | unknown) & ({
            /** @enum {string} */
            action?: "pause" | "resume" | "delete";
            tags?: unknown;
            settings?: unknown;
            alerts?: unknown;
        } | {
            /** @enum {string} */
            action?: "tag" | "untag";
            settings?: unknown;
            alerts?: unknown;
        } | {
            /** @enum {string} */
            action?: "edit";
            tags?: unknown;
        } | {
            /** @enum {string} */
            action?: "edit";
            tags?: unknown;
        }));
        /** @description Every member narrows the selection; without members it is all monitors of the team. */
        MonitorFilter: {
            /**
             * @description With this tag.
             * @example prod
             */
            tag?: string;
            /**
             * @example down
             * @enum {string}
             */
            status?: "pending" | "up" | "degraded" | "down";
            /**
             * @example http
             * @enum {string}
             */
            type?: "http" | "dns" | "tcp" | "cron" | "flow" | "ping" | "websocket";
            enabled?: boolean;
            /**
             * @description Text in the name or the target, case-insensitive.
             * @example shop
             */
            q?: string;
        };
        MonitorUpdate: components["schemas"]["HttpMonitorUpdate"] | components["schemas"]["DnsMonitorUpdate"] | components["schemas"]["TcpMonitorUpdate"] | components["schemas"]["CronMonitorUpdate"] | components["schemas"]["FlowMonitorUpdate"] | components["schemas"]["PingMonitorUpdate"] | components["schemas"]["WebsocketMonitorUpdate"];
        HttpMonitorUpdate: {
            /** @enum {string} */
            type?: "http";
            /** @example Website */
            name?: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /** @example 60 */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled?: boolean;
            /** @example 30 */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn?: string[];
            /**
             * Format: uri
             * @example https://example.com/health
             */
            url?: string;
            /**
             * @example HEAD
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
            /** @example 200 */
            expectedStatus?: number;
            request?: components["schemas"]["HttpRequest"];
            /** @description False: a redirect is judged like any other response. */
            followRedirects?: boolean;
            /** @description False: any certificate is accepted, even an expired one; its expiry is still monitored. */
            verifyTls?: boolean;
            /**
             * @description Statuses, classes and ranges. When present, it is used instead of `expectedStatus`.
             * @example [
             *       "2xx",
             *       "304"
             *     ]
             */
            acceptedStatuses?: string[] | null;
            /**
             * @description Connects over this version of IP only.
             * @enum {string}
             */
            ipFamily?: "4" | "6" | "any";
            /** @description Sends `traceparent` (W3C Trace Context) with the ids of the check's trace, so that the target's own traces continue it. Not sent on a redirect to another server. */
            sendTraceparent?: boolean;
            /**
             * @description Of a body, at most this much is read and searched.
             * @example 1048576
             */
            maxBodyBytes?: number;
            /**
             * @description False pauses the checks; true resumes them, with a check at once.
             * @example true
             */
            enabled?: boolean;
        };
        DnsMonitorUpdate: {
            /** @enum {string} */
            type?: "dns";
            /** @example Website */
            name?: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /** @example 60 */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled?: boolean;
            /** @example 30 */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description The name to ask for. With `PTR` an IP address is accepted and asked for in its reverse form.
             * @example example.com
             */
            domain?: string;
            /**
             * @example A
             * @enum {string}
             */
            recordType?: "A" | "AAAA" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SOA" | "SRV" | "TXT";
            /**
             * @description The name server to ask, `address[:port]`: it is what is watched, and its silence is down. Null: those of this machine; when these answer nobody, the check is missed.
             * @example 192.0.2.53
             */
            resolver?: string | null;
            /**
             * @description The records as in a zone file, in any order: `10 mail.example.com` for MX. Null: any record will do.
             * @example [
             *       "192.0.2.1",
             *       "192.0.2.2"
             *     ]
             */
            expected?: string[] | null;
            /**
             * @description `equals`: these records and no others; `contains`: these and perhaps others.
             * @example equals
             * @enum {string}
             */
            mode?: "equals" | "contains";
            /**
             * @description False pauses the checks; true resumes them, with a check at once.
             * @example true
             */
            enabled?: boolean;
        };
        TcpMonitorUpdate: {
            /** @enum {string} */
            type?: "tcp";
            /** @example Website */
            name?: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /** @example 60 */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled?: boolean;
            /** @example 30 */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn?: string[];
            /** @example db.example.com */
            host?: string;
            /** @example 5432 */
            port?: number;
            /**
             * @description `tls`: from the first byte; `starttls`: after both have agreed on it in `protocol`.
             * @example none
             * @enum {string}
             */
            tls?: "none" | "tls" | "starttls";
            /**
             * @description For `starttls`; otherwise null.
             * @example smtp
             * @enum {string|null}
             */
            protocol?: "smtp" | "imap" | "pop3" | "postgres" | null;
            /**
             * @description Sent once connected. `\r`, `\n`, `\t`, `\0`, `\\` and `\xHH` stand for one byte each; at most 4096 bytes.
             * @example PING\r\n
             */
            send?: string | null;
            /** @description What the first 64 KiB that the target sends must hold. Null: nothing is waited for. */
            expect?: {
                /**
                 * @example contains
                 * @enum {string}
                 */
                type: "contains" | "regex";
                /**
                 * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
                 * @example +PONG
                 */
                value: string;
                /**
                 * @description Default: `false`.
                 * @example false
                 */
                caseSensitive?: boolean;
            } | null;
            /**
             * @description False pauses the checks; true resumes them, with a check at once.
             * @example true
             */
            enabled?: boolean;
        };
        CronMonitorUpdate: {
            /** @enum {string} */
            type?: "cron";
            /** @example Website */
            name?: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /** @example 60 */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled?: boolean;
            /** @example 30 */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn?: string[];
            /**
             * @description When the job is due, as a cron expression of five fields. Null when `every` is given.
             * @example 0 2 * * *
             */
            schedule?: string | null;
            /**
             * Format: time-zone
             * @description Of `schedule`: a name of the IANA time zone database.
             * @example Europe/Berlin
             */
            timeZone?: string;
            /**
             * @description Seconds from one run to the next, at the most. Null when `schedule` is given.
             * @example null
             */
            every?: number | null;
            /**
             * @description A run that sent nothing this long after it was due is down.
             * @example 300
             */
            graceSeconds?: number;
            /**
             * @description A run that takes longer is degraded, and one that does not end within this and the grace is down, where the job reports its start. Null: the end must come within the grace after the start, and no run is degraded.
             * @example 3600
             */
            maxRuntimeSeconds?: number | null;
            importedAddresses?: components["schemas"]["ImportedAddresses"];
            /**
             * @description False pauses the checks; true resumes them, with a check at once.
             * @example true
             */
            enabled?: boolean;
        };
        FlowMonitorUpdate: {
            /** @enum {string} */
            type?: "flow";
            /** @example Website */
            name?: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /** @example 300 */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled?: boolean;
            /** @example 30 */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn?: string[];
            /** @description Requests, one after the other. The first that fails ends the run. Cookies last for the run, and {{name}} inserts variables and the values that earlier steps saved. */
            steps?: components["schemas"]["FlowStep"][];
            /** @description Values that every step can insert. */
            variables?: {
                /** @example token */
                name: string;
                /**
                 * @description Null in answers where it is secret; null in an update keeps that secret.
                 * @example demo
                 */
                value: string | null;
                /** @description Encrypted at rest and never shown. */
                secret?: boolean;
            }[];
            /**
             * @description False pauses the checks; true resumes them, with a check at once.
             * @example true
             */
            enabled?: boolean;
        };
        PingMonitorUpdate: {
            /** @enum {string} */
            type?: "ping";
            /** @example Website */
            name?: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /** @example 60 */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled?: boolean;
            /** @example 30 */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn?: string[];
            /** @example db.example.com */
            host?: string;
            /**
             * @description Sent 200 ms apart, fewer when `timeoutSeconds` is too short for them. All lost: down; some lost: degraded.
             * @example 3
             */
            packets?: number;
            /**
             * @description False pauses the checks; true resumes them, with a check at once.
             * @example true
             */
            enabled?: boolean;
        };
        WebsocketMonitorUpdate: {
            /** @enum {string} */
            type?: "websocket";
            /** @example Website */
            name?: string;
            /**
             * @description Lower-cased; each once, in the order given.
             * @example [
             *       "team:web",
             *       "prod"
             *     ]
             */
            tags?: string[];
            /** @example 60 */
            intervalSeconds?: number;
            /**
             * @description A response that takes at least this long is degraded.
             * @example 5000
             */
            degradedAfterMs?: number;
            /**
             * @description A target without a complete response within this time is down.
             * @example 10
             */
            timeoutSeconds?: number;
            /**
             * @description Where to check from, if a location there has a prober. `locations` binds, this doesn't.
             * @example wnam
             * @enum {string}
             */
            locationHint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
            /** @example true */
            sslMonitoringEnabled?: boolean;
            /** @example 30 */
            sslExpiryWarningDays?: number;
            /**
             * @description Checks are made from all of these, within the same minute. Empty: from a location under `locationHint` that has a prober, else where Lapwing itself runs.
             * @example [
             *       "frankfurt",
             *       "virginia"
             *     ]
             */
            locations?: string[];
            /**
             * @description With several locations: whether the monitor is down when any of those that made the check sees it down, when more than half of them do, or when all do. A location that missed the check doesn't count.
             * @example majority
             * @enum {string}
             */
            downWhen?: "any" | "majority" | "all";
            /**
             * @description Whether the nearest location takes the place of one that has no prober. Otherwise its checks are missed.
             * @example false
             */
            fallback?: boolean;
            /**
             * @description Alerts can ask for a least importance of the monitors that they cover.
             * @example high
             * @enum {string}
             */
            importance?: "low" | "normal" | "high";
            /**
             * @description Monitors without which this one can't be up, such as a router. While one of them is down, problems of this one are recorded and not notified. No circles; monitors that are deleted leave the list.
             * @example []
             */
            dependsOn?: string[];
            /**
             * Format: uri
             * @example wss://example.com/live
             */
            url?: string;
            /**
             * @description A text message, sent once connected.
             * @example {"type":"ping"}
             */
            send?: string | null;
            /** @description What the first 64 KiB that the target sends must hold. Null: nothing is waited for. */
            expect?: {
                /**
                 * @example contains
                 * @enum {string}
                 */
                type: "contains" | "regex";
                /**
                 * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
                 * @example +PONG
                 */
                value: string;
                /**
                 * @description Default: `false`.
                 * @example false
                 */
                caseSensitive?: boolean;
            } | null;
            /**
             * @description False pauses the checks; true resumes them, with a check at once.
             * @example true
             */
            enabled?: boolean;
        };
        AskedCheck: {
            /** @enum {string} */
            status: "queued";
            /**
             * Format: date-time
             * @description The scheduled instant of the check: now.
             * @example 2025-01-01T00:00:00.000Z
             */
            checkAt: string;
        };
        CheckResult: {
            /**
             * @description Opaque; each scheduled check appears once.
             * @example 0194c3fd-1be8-71d6-b1da-e478bd905695:28928160
             */
            id: string;
            /** @example 200 */
            responseStatus: number | null;
            /** @example 123 */
            responseTimeMs: number | null;
            /**
             * @description Null when the check was missed: Lapwing could not make it.
             * @example 1735689600000
             */
            completedAt: number | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            createdAt: number;
            /**
             * @example up
             * @enum {string}
             */
            verdict: "up" | "degraded" | "down" | "missed";
            /**
             * @description Why the verdict is not up.
             * @example null
             */
            reason: string | null;
            /**
             * @description Where a failed attempt ended.
             * @example null
             * @enum {string|null}
             */
            phase: "dns" | "connect" | "tls" | "first_byte" | "transfer" | null;
            /**
             * @description The reason in a sentence.
             * @example null
             */
            message: string | null;
            /**
             * @description 2 when a second attempt confirmed or refuted a failure.
             * @example 1
             */
            attempts: number;
            /**
             * @description The location where the check was made. Null when several made it, and where Lapwing itself runs.
             * @example null
             */
            location: string | null;
            /**
             * @description The machine that made the check; null when it is not known, because several services use one database, or when the check was made in a location.
             * @example watcher-1
             */
            machine: string | null;
            /** @description What each location saw of a check that several made, or that one made and another was asked to confirm. Null for a check of one location. */
            locations: components["schemas"]["LocationResult"][] | null;
            /** @example 12 */
            dnsMs: number | null;
            /** @example 12 */
            connectMs: number | null;
            /** @example 12 */
            tlsMs: number | null;
            /** @example 12 */
            firstByteMs: number | null;
            /** @example 12 */
            transferMs: number | null;
        };
        ExplainedResult: components["schemas"]["CheckResult"] & {
            /**
             * Format: date-time
             * @description The scheduled minute.
             * @example 2025-01-01T00:00:00.000Z
             */
            scheduledAt: string;
            /**
             * @description Address that was last tried. Kept for checks that changed the monitor's status; null for others.
             * @example 192.0.2.1
             */
            address: string | null;
            /** @description Null where none was seen. Kept for checks that changed the monitor's status; null for others. */
            certificate: components["schemas"]["CertificateSeen"] | null;
            /**
             * @description The expectation at the time of the check. Null for a check that left the monitor's status as it was, once the monitor's settings have changed since.
             * @example {
             *       "url": "https://example.com/health",
             *       "method": "HEAD",
             *       "expectedStatus": 200,
             *       "timeoutSeconds": 10
             *     }
             */
            expectation: {
                [key: string]: unknown;
            } | null;
            /** @description Of a flow: the steps that were run. Null for others. */
            steps: components["schemas"]["StepTimes"][] | null;
            /** @description Earlier checks of the same minute, oldest first, whose place this one has taken: somebody asked for a check, or the monitor was changed. At most the newest ten. */
            replaced: components["schemas"]["Attempt"][];
            /** @description The attempt that gave the result and, before it, the first of two, which is kept for checks that changed the monitor's status. */
            attemptList: components["schemas"]["Attempt"][];
        };
        Attempt: {
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            startedAt: string;
            durationMs: number | null;
            /** @enum {string} */
            verdict: "up" | "degraded" | "down" | "missed";
            reason: string | null;
            /** @enum {string|null} */
            phase: "dns" | "connect" | "tls" | "first_byte" | "transfer" | null;
            message: string | null;
            responseStatus: number | null;
            responseTimeMs: number | null;
        };
        MonitorStatistics: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            monitorId: string;
            /**
             * @description False without a check in 30 days; uptime is then 100 by definition.
             * @example true
             */
            hasData: boolean;
            uptime: {
                /** @example 99.95 */
                last24Hours: number;
                /** @example 99.95 */
                last7Days: number;
                /** @example 99.95 */
                last30Days: number;
            };
            /** @description Over 30 days, of checks with a response; percentiles by nearest rank. */
            responseTime: {
                /** @example 120 */
                avg: number;
                /** @example 120 */
                min: number;
                /** @example 120 */
                max: number;
                /** @example 120 */
                p50: number;
                /** @example 120 */
                p95: number;
                /** @example 120 */
                p99: number;
            };
            /** @description Over 30 days. Without checks uptime is 100 and every other figure 0. */
            checks: {
                /** @example 1440 */
                total: number;
                /** @example 1440 */
                up: number;
                /** @example 1440 */
                degraded: number;
                /** @example 1440 */
                down: number;
            };
        };
        MonitorUptime: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            monitorId: string;
            /**
             * Format: date-time
             * @description When the first check with a verdict was due, as exactly as that is still kept; null before it.
             * @example 2025-01-01T00:00:00.000Z
             */
            firstCheckAt: string | null;
            /**
             * @description Which of the two the uptime of this monitor is, in reports too: `fast_enough` for http and flow monitors, `available` for the other types.
             * @enum {string}
             */
            reportsCount: "available" | "fast_enough";
            last24Hours: {
                /** @example 1440 */
                checks: number;
                /**
                 * @description Answered as expected, but too slowly.
                 * @example 0
                 */
                degradedChecks: number;
                /**
                 * @description Not answered, or not as expected.
                 * @example 0
                 */
                downChecks: number;
                /**
                 * @description The one of the two that reports count; null without checks.
                 * @example 99.95
                 */
                uptimePercent: number | null;
                /**
                 * @description Checks that were answered as expected, in time or not; null without checks.
                 * @example 99.95
                 */
                availablePercent: number | null;
                /**
                 * @description Checks that were answered as expected, and in time; null without checks.
                 * @example 99.95
                 */
                fastEnoughPercent: number | null;
            };
            last7Days: {
                /** @example 1440 */
                checks: number;
                /**
                 * @description Answered as expected, but too slowly.
                 * @example 0
                 */
                degradedChecks: number;
                /**
                 * @description Not answered, or not as expected.
                 * @example 0
                 */
                downChecks: number;
                /**
                 * @description The one of the two that reports count; null without checks.
                 * @example 99.95
                 */
                uptimePercent: number | null;
                /**
                 * @description Checks that were answered as expected, in time or not; null without checks.
                 * @example 99.95
                 */
                availablePercent: number | null;
                /**
                 * @description Checks that were answered as expected, and in time; null without checks.
                 * @example 99.95
                 */
                fastEnoughPercent: number | null;
            };
            last30Days: {
                /** @example 1440 */
                checks: number;
                /**
                 * @description Answered as expected, but too slowly.
                 * @example 0
                 */
                degradedChecks: number;
                /**
                 * @description Not answered, or not as expected.
                 * @example 0
                 */
                downChecks: number;
                /**
                 * @description The one of the two that reports count; null without checks.
                 * @example 99.95
                 */
                uptimePercent: number | null;
                /**
                 * @description Checks that were answered as expected, in time or not; null without checks.
                 * @example 99.95
                 */
                availablePercent: number | null;
                /**
                 * @description Checks that were answered as expected, and in time; null without checks.
                 * @example 99.95
                 */
                fastEnoughPercent: number | null;
            };
            /** @description Over 30 days, of checks with a response; null when nothing was answered. */
            responseTime: {
                /** @example 120 */
                avg: number;
                /** @example 120 */
                min: number;
                /** @example 120 */
                max: number;
                /** @example 120 */
                p50: number;
                /** @example 120 */
                p95: number;
                /** @example 120 */
                p99: number;
            } | null;
            /** @description Spans of time whose stored results are damaged, oldest first. The figures of their hours stay; the results are missing in lists. */
            unreadable: {
                /**
                 * Format: date-time
                 * @example 2025-01-01T00:00:00.000Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @example 2025-01-01T00:00:00.000Z
                 */
                to: string;
                /** @example 1440 */
                checks: number;
            }[];
        };
        Series: {
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            to: string;
            /** @example 300 */
            stepSeconds: number;
            points: {
                /**
                 * Format: date-time
                 * @description Beginning of the step.
                 * @example 2025-01-01T00:00:00.000Z
                 */
                at: string;
                /**
                 * @description Checks with a verdict, without missed ones.
                 * @example 5
                 */
                checks: number;
                /** @example 5 */
                successfulChecks: number;
                /**
                 * @description Answered as expected, but too slowly.
                 * @example 0
                 */
                degradedChecks: number;
                /**
                 * @description Not answered, or not as expected.
                 * @example 0
                 */
                downChecks: number;
                /**
                 * @description Of the successful checks; null without checks.
                 * @example 100
                 */
                uptimePercent: number | null;
                /**
                 * @description Checks that were answered as expected, in time or not; null without checks.
                 * @example 100
                 */
                availablePercent: number | null;
                /**
                 * @description Checks that were answered as expected, and in time; null without checks.
                 * @example 100
                 */
                fastEnoughPercent: number | null;
                /** @example 120 */
                p50Ms: number | null;
                /** @example 120 */
                p95Ms: number | null;
                /** @example 120 */
                maxMs: number | null;
                /** @description Mean milliseconds; null when single checks are no longer kept. */
                phases: {
                    dns: number;
                    connect: number;
                    tls: number;
                    firstByte: number;
                    transfer: number;
                } | null;
                /**
                 * @description Null when single checks are no longer kept.
                 * @example 0
                 */
                missed: number | null;
            }[];
        };
        LocationSeries: {
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            to: string;
            /** @example 300 */
            stepSeconds: number;
            locations: {
                /**
                 * @description Null: where Lapwing itself runs.
                 * @example frankfurt
                 */
                location: string | null;
                /** @description Of the whole range. */
                total: {
                    /**
                     * Format: date-time
                     * @description Beginning of the step.
                     * @example 2025-01-01T00:00:00.000Z
                     */
                    at: string;
                    /**
                     * @description Checks with a verdict, without missed ones.
                     * @example 5
                     */
                    checks: number;
                    /** @example 5 */
                    successfulChecks: number;
                    /**
                     * @description Answered as expected, but too slowly.
                     * @example 0
                     */
                    degradedChecks: number;
                    /**
                     * @description Not answered, or not as expected.
                     * @example 0
                     */
                    downChecks: number;
                    /**
                     * @description Of the successful checks; null without checks.
                     * @example 100
                     */
                    uptimePercent: number | null;
                    /**
                     * @description Checks that were answered as expected, in time or not; null without checks.
                     * @example 100
                     */
                    availablePercent: number | null;
                    /**
                     * @description Checks that were answered as expected, and in time; null without checks.
                     * @example 100
                     */
                    fastEnoughPercent: number | null;
                    /** @example 120 */
                    p50Ms: number | null;
                    /** @example 120 */
                    p95Ms: number | null;
                    /** @example 120 */
                    maxMs: number | null;
                    /** @description Mean milliseconds; null when single checks are no longer kept. */
                    phases: {
                        dns: number;
                        connect: number;
                        tls: number;
                        firstByte: number;
                        transfer: number;
                    } | null;
                    /**
                     * @description Null when single checks are no longer kept.
                     * @example 0
                     */
                    missed: number | null;
                };
                points: {
                    /**
                     * Format: date-time
                     * @description Beginning of the step.
                     * @example 2025-01-01T00:00:00.000Z
                     */
                    at: string;
                    /**
                     * @description Checks with a verdict, without missed ones.
                     * @example 5
                     */
                    checks: number;
                    /** @example 5 */
                    successfulChecks: number;
                    /**
                     * @description Answered as expected, but too slowly.
                     * @example 0
                     */
                    degradedChecks: number;
                    /**
                     * @description Not answered, or not as expected.
                     * @example 0
                     */
                    downChecks: number;
                    /**
                     * @description Of the successful checks; null without checks.
                     * @example 100
                     */
                    uptimePercent: number | null;
                    /**
                     * @description Checks that were answered as expected, in time or not; null without checks.
                     * @example 100
                     */
                    availablePercent: number | null;
                    /**
                     * @description Checks that were answered as expected, and in time; null without checks.
                     * @example 100
                     */
                    fastEnoughPercent: number | null;
                    /** @example 120 */
                    p50Ms: number | null;
                    /** @example 120 */
                    p95Ms: number | null;
                    /** @example 120 */
                    maxMs: number | null;
                    /** @description Mean milliseconds; null when single checks are no longer kept. */
                    phases: {
                        dns: number;
                        connect: number;
                        tls: number;
                        firstByte: number;
                        transfer: number;
                    } | null;
                    /**
                     * @description Null when single checks are no longer kept.
                     * @example 0
                     */
                    missed: number | null;
                }[];
            }[];
        };
        Outage: {
            /**
             * @description Null for an outage that began before what is kept of outages.
             * @example out_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            id: string | null;
            /**
             * @description The same for outages of one cause: they are notified, acknowledged and resolved together.
             * @example cau_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            causeId: string | null;
            /**
             * Format: date-time
             * @description Start of the first failing check.
             * @example 2025-01-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description Completion of the check that was up again; null while it lasts.
             * @example 2025-01-01T00:00:00.000Z
             */
            to: string | null;
            /**
             * @description Until now while it lasts.
             * @example 360
             */
            durationSeconds: number;
            /**
             * @description `down` when the monitor was down at any time of the outage; `degraded` when it never was.
             * @example down
             * @enum {string}
             */
            worstStatus: "degraded" | "down";
            /**
             * @description Of the first failing check.
             * @example status
             */
            reason: string | null;
            /**
             * @example null
             * @enum {string|null}
             */
            phase: "dns" | "connect" | "tls" | "first_byte" | "transfer" | null;
            /** @example The response had status 503; 200 was expected. */
            message: string | null;
            /**
             * @description Failing checks so far.
             * @example 6
             */
            checks: number;
            /** @description The monitor that this one depends on, directly or not, and that is down: no notice of its own. */
            consequenceOf: {
                /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
                id: string;
                /** @example Router */
                name: string;
            } | null;
            /** @description The monitors that depend on this one and failed because of it, those included that are up again; the names of the oldest 100. Null: none. */
            consequences: {
                count: number;
                monitors: {
                    /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
                    id: string;
                    /** @example Shop */
                    name: string;
                }[];
            } | null;
            /**
             * Format: date-time
             * @description Until when its notice waits at most for checks of what this monitor depends on; null: it does not.
             * @example 2025-01-01T00:00:00.000Z
             */
            waitsUntil: string | null;
            /** @description Null where it is the only outage of its cause. */
            group: {
                /** @description Other outages of the same cause. */
                others: number;
                /** @description Those of them that are no consequences of this one. */
                independent: number;
                /**
                 * @description What they have in common.
                 * @example address
                 * @enum {string|null}
                 */
                shared: "dependency" | "address" | "certificate" | "name_server" | "location" | "moment" | null;
                /**
                 * @description The address, location or certificate (SHA-256), or the name of the dependency.
                 * @example 203.0.113.7
                 */
                value: string | null;
            } | null;
            /** @description Whether it began within a maintenance window. */
            duringMaintenance: boolean;
            /** @description Who has acknowledged its cause last; null: nobody. */
            acknowledgement: components["schemas"]["Acknowledgement"] | null;
            /** @description Until when its cause is put off; null: it never was. */
            snooze: components["schemas"]["Snooze"] | null;
            /** @description The alerts that notified of it, each with the time of its first notice. */
            notified: {
                /** @example alt_01jgezt6z8e7kb3mq4f2ys0nd5 */
                alertId: string;
                alertName: string;
                /**
                 * Format: date-time
                 * @example 2025-01-01T00:00:00.000Z
                 */
                at: string;
            }[];
        };
        Acknowledgement: {
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            at: string;
            by: components["schemas"]["Handler"];
        };
        Handler: {
            /**
             * @description `link`: whoever followed the link of a message, who is not known.
             * @example user
             * @enum {string}
             */
            kind: "user" | "key" | "cli" | "lapwing" | "link";
            /** @example Ada Lovelace */
            name: string | null;
            /**
             * @description Of a link: the channel of its message.
             * @enum {string|null}
             */
            channel: "webhook" | "email" | "slack" | "discord" | "microsoft_teams" | "telegram" | "pagerduty" | "opsgenie" | "ntfy" | "gotify" | "pushover" | "matrix" | "mattermost" | "rocketchat" | "google_chat" | "zulip" | "signal" | "twilio" | "home_assistant" | "jira_service_management" | "incident_io" | "alertmanager" | "apprise" | "http" | null;
        };
        Snooze: {
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            at: string;
            by: components["schemas"]["Handler"];
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            until: string;
        };
        OutageSpans: {
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            to: string;
            /**
             * @description All that touch the range.
             * @example 3
             */
            outages: number;
            /**
             * @description Of the outages that were down at any time, within the range.
             * @example 2400
             */
            downSeconds: number;
            /**
             * @description Of those that never were down.
             * @example 360
             */
            degradedSeconds: number;
            /** @description The outage that lasts at `to`, where that is now; the sums have it until then. */
            ongoing: {
                /**
                 * Format: date-time
                 * @example 2025-01-01T00:00:00.000Z
                 */
                from: string;
                /** @enum {string} */
                worstStatus: "degraded" | "down";
            } | null;
            /** @description Oldest first, at most 500: outages that are closer to each other than the range divided by that many are one span. */
            spans: {
                /**
                 * Format: date-time
                 * @example 2025-01-01T00:00:00.000Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description Now, or the end of the range, where the outage lasts.
                 * @example 2025-01-01T00:00:00.000Z
                 */
                to: string;
                /**
                 * @example down
                 * @enum {string}
                 */
                worstStatus: "degraded" | "down";
                /** @description Whether all of its outages began within maintenance. */
                duringMaintenance: boolean;
                /**
                 * @description How many it stands for.
                 * @example 1
                 */
                outages: number;
            }[];
        };
        Ping: {
            /** @example png_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /**
             * @example success
             * @enum {string}
             */
            kind: "success" | "start" | "fail" | "log";
            /**
             * @description Null when none was given.
             * @example 0
             */
            exitCode: number | null;
            /**
             * @description Null when none was given.
             * @example null
             */
            rid: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            at: string;
            /**
             * @description From the start of the run to this end of it; null without a start.
             * @example 63000
             */
            durationMs: number | null;
            /**
             * @description Of the sender.
             * @example 192.0.2.1
             */
            address: string;
            /** @example curl/8.14.1 */
            userAgent: string | null;
            /**
             * @description Of the body, before it was cut.
             * @example 0
             */
            sizeBytes: number;
        };
        Monitor: components["schemas"]["HttpMonitor"] | components["schemas"]["DnsMonitor"] | components["schemas"]["TcpMonitor"] | components["schemas"]["CronMonitor"] | components["schemas"]["FlowMonitor"] | components["schemas"]["PingMonitor"] | components["schemas"]["WebsocketMonitor"];
        ContentCheck: {
            /** @example chk_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            monitorId: string;
            /**
             * @example contains
             * @enum {string}
             */
            type: "contains" | "not_contains" | "regex" | "json" | "header";
            /**
             * @description Text or pattern; for json the JSONPath, for header the header's name.
             * @example Welcome
             */
            value: string;
            /**
             * @description Of header: the header's name.
             * @example Cache-Control
             */
            name?: string;
            /**
             * @description Of json and header.
             * @example equals
             * @enum {string}
             */
            operator?: "exists" | "equals" | "not_equals" | "less_than" | "greater_than" | "matches";
            /**
             * @description Of json and header: what the value is compared with.
             * @example ok
             */
            expected?: string | number | boolean | null;
            /** @example false */
            caseSensitive: boolean;
            /** @example true */
            isEnabled: boolean;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            createdAt: number;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            updatedAt: number;
        };
        ContentCheckCreate: {
            /**
             * @example contains
             * @enum {string}
             */
            type: "contains" | "not_contains" | "regex";
            /**
             * @description Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
             * @example Welcome
             */
            value: string;
            /**
             * @description Default: `false`.
             * @example false
             */
            caseSensitive?: boolean;
            /**
             * @description Default: `true`.
             * @example true
             */
            isEnabled?: boolean;
        } | {
            /** @enum {string} */
            type: "json";
            /**
             * @description A JSONPath (RFC 9535). Every value that it selects must satisfy the comparison.
             * @example $.status
             */
            value: string;
            /**
             * @example equals
             * @enum {string}
             */
            operator: "exists" | "equals" | "not_equals" | "less_than" | "greater_than" | "matches";
            /**
             * @description What the value is compared with: a number for less_than and greater_than, a pattern in RE2 syntax for matches. An integer above 2^53 is given as text, and is compared digit by digit with a number as with a text. With exists: left out, or false for what must not exist.
             * @example ok
             */
            expected?: string | number | boolean | null;
            /**
             * @description Default: `false`.
             * @example false
             */
            caseSensitive?: boolean;
            /**
             * @description Default: `true`.
             * @example true
             */
            isEnabled?: boolean;
        } | {
            /** @enum {string} */
            type: "header";
            /**
             * @description Case-insensitive. Lines of one name are one value, joined with commas.
             * @example Cache-Control
             */
            name: string;
            /**
             * @example equals
             * @enum {string}
             */
            operator: "exists" | "equals" | "not_equals" | "less_than" | "greater_than" | "matches";
            /**
             * @description What the value is compared with: a number for less_than and greater_than, a pattern in RE2 syntax for matches. An integer above 2^53 is given as text, and is compared digit by digit with a number as with a text. With exists: left out, or false for what must not exist.
             * @example ok
             */
            expected?: string | number | boolean | null;
            /**
             * @description Default: `false`.
             * @example false
             */
            caseSensitive?: boolean;
            /**
             * @description Default: `true`.
             * @example true
             */
            isEnabled?: boolean;
        };
        AlertEvent: {
            /** @example evt_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example alt_01jgezt6z8e7kb3mq4f2ys0nd5 */
            alertId: string;
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            monitorId: string;
            /**
             * @example down
             * @enum {string}
             */
            eventType: "down" | "degraded" | "up" | "blind" | "checked_again";
            /**
             * @description What a `degraded` is about where that is not a check; else null. The list grows.
             * @example null
             * @enum {string|null}
             */
            kind: "certificate" | "flapping" | "regional" | null;
            /**
             * @description Why it was sent: the status changed (`change`), a problem outlasted the cooldown (`cooldown_end`), it lasts (`reminder`), a step of the escalation is due (`escalation`), somebody acknowledged it (`acknowledgement`), or what depends on it failed since (`update`, in the place of the message before). The list grows.
             * @example change
             * @enum {string}
             */
            trigger: "change" | "cooldown_end" | "reminder" | "escalation" | "acknowledgement" | "update";
            /** @description Which step of the escalation sent it, or had nobody else to notify; null: none. */
            escalation: {
                /**
                 * @description From 1, counted on through the repetitions.
                 * @example 1
                 */
                step: number;
                /** @example Primary */
                schedule: string | null;
                /**
                 * @description Who is on call by the schedule; null for a step that names channels.
                 * @example Ada Lovelace
                 */
                onCall: string | null;
                /**
                 * @description Why it went to the alert's own channel; null when it did not.
                 * @example null
                 */
                fallback: string | null;
            } | null;
            /**
             * @description Through which it was sent; null for a person's own channel, which nobody else sees.
             * @example slack
             * @enum {string|null}
             */
            channel: "webhook" | "email" | "slack" | "discord" | "microsoft_teams" | "telegram" | "pagerduty" | "opsgenie" | "ntfy" | "gotify" | "pushover" | "matrix" | "mattermost" | "rocketchat" | "google_chat" | "zulip" | "signal" | "twilio" | "home_assistant" | "jira_service_management" | "incident_io" | "alertmanager" | "apprise" | "http" | null;
            /**
             * @description The same for all events of one message: the id of its first event, and a webhook's `webhook-id`. Null while the message is not decided, and when it was skipped.
             * @example evt_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            noticeId: string | null;
            /**
             * @description `pending`: a delivery failed and will be retried; `held`: waits for the end of what `heldFor` names, and is sent then if it is still true. All others are final. `skipped_outdated`: it was no longer true when its turn came.
             * @example sent
             * @enum {string}
             */
            status: "sent" | "skipped_cooldown" | "skipped_cap" | "failed" | "skipped_outdated" | "skipped_hours" | "pending" | "held";
            /**
             * @description When it was delivered or skipped, or failed for good, in milliseconds; null while it is pending or held.
             * @example 1735689600000
             */
            sentAt: number | null;
            /**
             * @description Why the delivery failed (`pending`, `skipped_outdated`: the last one), or which part of the recipients it did not reach.
             * @example null
             */
            errorMessage: string | null;
            /**
             * @description A maintenance window, the monitor's pause, the alert's cooldown or its hours, a snooze; checks of what the monitor depends on (`dependency_check`), the recovery of one of those (`dependency`), or the other monitors of its cause (`cause`). Null unless it is `held`.
             * @example null
             * @enum {string|null}
             */
            heldFor: "maintenance" | "pause" | "cooldown" | "snooze" | "hours" | "flapping" | "dependency_check" | "dependency" | "cause" | null;
            /**
             * Format: date-time
             * @description When a `pending` or `held` notice is tried next. Null when it is not known, as during a pause.
             * @example null
             */
            nextAttemptAt: string | null;
            /**
             * @description When the notice was caused.
             * @example 1735689600000
             */
            createdAt: number;
        };
        Board: {
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            generatedAt: string;
            /**
             * @description The minute since the epoch that `recent` ends with.
             * @example 28928160
             */
            minute: number;
            counts: {
                /** @example 3 */
                total: number;
                /** @example 3 */
                up: number;
                /** @example 3 */
                degraded: number;
                /** @example 3 */
                down: number;
                /** @example 3 */
                pending: number;
                /** @example 3 */
                paused: number;
            };
            /** @description What reports count, over all checks, in whole hours: the current one and the 23 or 719 before it. Of http and flow monitors the checks that were fast enough, of other types those that were available. */
            uptime: {
                /** @example 99.982 */
                last24Hours: number | null;
                /** @example 99.982 */
                last30Days: number | null;
            };
            /** @description Checks that were answered as expected, in time or not. */
            available: {
                /** @example 99.982 */
                last24Hours: number | null;
                /** @example 99.982 */
                last30Days: number | null;
            };
            /** @description Checks that were answered as expected, and in time. */
            fastEnough: {
                /** @example 99.982 */
                last24Hours: number | null;
                /** @example 99.982 */
                last30Days: number | null;
            };
            /** @description Locations that see a monitor down while others refute it; null: where Lapwing runs. */
            regional: {
                /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
                id: string;
                location: string | null;
                /**
                 * Format: date-time
                 * @example 2025-01-01T00:00:00.000Z
                 */
                since: string;
            }[];
            /** @description One list a column; a monitor has the same index in each. By name, then by age. */
            monitors: {
                id: string[];
                name: string[];
                type: string[];
                target: string[];
                tags: string[][];
                /** @description A letter each: `p`ending, `u`p, de`g`raded, `d`own. */
                status: string;
                /** @description Of the status, seconds since the epoch. */
                since: (number | null)[];
                /** @description `1` or `0` each. */
                enabled: string;
                /** @description Seconds since the epoch. */
                createdAt: number[];
                uptime24h: (number | null)[];
                uptime30d: (number | null)[];
                /** @description Null where it equals the uptime. */
                available24h: (number | null)[];
                /** @description Null where it equals the uptime. */
                available30d: (number | null)[];
                /** @description Null where it equals the uptime. */
                fastEnough24h: (number | null)[];
                /** @description Null where it equals the uptime. */
                fastEnough30d: (number | null)[];
                /** @description Of the last check with a verdict. */
                responseTimeMs: (number | null)[];
                /** @description A letter a minute, oldest first: `u`p, de`g`raded, `d`own, `m`issed, `w` not up within a maintenance window, `.` no check. */
                recent: string[];
            };
        };
        /** @description The data of an event `change`, as JSON. */
        LiveChange: {
            /** @description Those that were checked or changed. */
            monitors: {
                /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
                id: string;
                /**
                 * @example up
                 * @enum {string}
                 */
                status: "pending" | "up" | "degraded" | "down";
                /** @description Of the status, seconds since the epoch. */
                since: number | null;
                enabled: boolean;
                /** @description Of the last check with a verdict. */
                responseTimeMs: number | null;
                /** @description Since when a location sees it down while others refute it, seconds since the epoch; null: none does. */
                regionalSince: number | null;
                /** @description The minute since the epoch that was checked last. */
                minute: number | null;
                /** @description Of this minute, as in the board's `recent`. */
                mark: string;
            }[];
            /** @description Those that were deleted. */
            removed: string[];
            /** @description Whether names, targets or the set of monitors changed: read the board again. */
            added: boolean;
            /** @description Whether an outage began or ended, or somebody acknowledged or snoozed one: read them again. */
            outages: boolean;
        };
        Alert: {
            /** @example alt_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example On call */
            name: string;
            /**
             * @description Null: every monitor of the team, or those that `tags` and `types` choose when there are any. Deleted monitors are left out.
             * @example null
             */
            monitorIds: string[] | null;
            /**
             * @description Covers the monitors that have one of these tags (`any`), or every one of them (`all`), also those that are created later. What matches `monitorIds`, `tags` or `types` is covered.
             * @example {
             *       "any": [
             *         "team:web"
             *       ]
             *     }
             */
            tags: {
                any: string[];
            } | {
                all: string[];
            } | null;
            /**
             * @description Covers the monitors of these types.
             * @example [
             *       "cron"
             *     ]
             */
            types: ("http" | "dns" | "tcp" | "cron" | "flow" | "ping" | "websocket")[] | null;
            /**
             * @description Leaves out less important monitors, whatever else covers them.
             * @example high
             * @enum {string}
             */
            minimumImportance: "low" | "normal" | "high";
            /**
             * @description `blind`: five checks in a row could not be made, for a reason on Lapwing's side, so the state of the target is unknown. Its end is notified as `checked_again`. While Lapwing's own network is cut off, it is sent once to each alert. `certificate`: a certificate ends soon. `regional`: a monitor fails from a location while others refute it, and its end.
             * @example [
             *       "down",
             *       "degraded",
             *       "up",
             *       "blind",
             *       "certificate"
             *     ]
             */
            events: ("down" | "degraded" | "up" | "blind" | "certificate" | "regional")[];
            /** @description When the alert sends. Null: always. */
            hours: components["schemas"]["AlertHours"] | null;
            /**
             * @description After a problem was notified, further problems of the same monitor are skipped for this time; one that still exists afterwards is notified then. `up` is not held.
             * @example 10
             */
            cooldownMinutes: number;
            /**
             * @description Messages about problems in 24 hours. `up` is not held.
             * @example 100
             */
            dailyCap: number;
            /**
             * @description Failing checks in a row before a problem is notified.
             * @example 1
             */
            failureThreshold: number;
            /**
             * @description Minutes between reminders of a problem that lasts, never within the cooldown; null: no reminders.
             * @example 60
             */
            reminderMinutes: number | null;
            /**
             * @description The title of messages about one monitor, instead of the usual one, and what begins its line in messages about several. `{{monitor.name}}` and others stand for values; `POST /api/v1/alerts/preview` lists and shows them.
             * @example null
             */
            titleTemplate: string | null;
            /**
             * @description What stands below the title of messages about one monitor, instead of the usual text and details.
             * @example null
             */
            textTemplate: string | null;
            /**
             * Format: time-zone
             * @description Of the instants in messages: a name of the IANA database.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * @description Problems of one cause (an address, a certificate, name servers, a location or a dependency that they share) are one message, and their recovery is one. False: a message for each monitor.
             * @example true
             */
            groupsByCause: boolean;
            /** @example true */
            isEnabled: boolean;
            channel: components["schemas"]["WebhookChannel"] | components["schemas"]["EmailChannel"] | components["schemas"]["SlackChannel"] | components["schemas"]["DiscordChannel"] | components["schemas"]["MicrosoftTeamsChannel"] | components["schemas"]["TelegramChannel"] | components["schemas"]["PagerdutyChannel"] | components["schemas"]["OpsgenieChannel"] | components["schemas"]["NtfyChannel"] | components["schemas"]["GotifyChannel"] | components["schemas"]["PushoverChannel"] | components["schemas"]["MatrixChannel"] | components["schemas"]["MattermostChannel"] | components["schemas"]["RocketchatChannel"] | components["schemas"]["GoogleChatChannel"] | components["schemas"]["ZulipChannel"] | components["schemas"]["SignalChannel"] | components["schemas"]["TwilioChannel"] | components["schemas"]["HomeAssistantChannel"] | components["schemas"]["JiraServiceManagementChannel"] | components["schemas"]["IncidentIoChannel"] | components["schemas"]["AlertmanagerChannel"] | components["schemas"]["AppriseChannel"] | components["schemas"]["HttpChannel"];
            /** @description Null: nobody else is notified. */
            escalation: components["schemas"]["ShownEscalation"] | null;
            /**
             * @description Why nothing can be sent through the channel, with what to set; null when it can.
             * @example null
             */
            channelProblem: string | null;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            createdAt: number;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z.
             * @example 1735689600000
             */
            updatedAt: number;
        };
        /** @description Local times on some days of the week. */
        AlertHours: {
            /**
             * Format: time-zone
             * @description IANA name.
             * @example Europe/Berlin
             */
            timeZone: string;
            spans: {
                /**
                 * @description The days on which it begins.
                 * @example [
                 *       "monday",
                 *       "tuesday"
                 *     ]
                 */
                days: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
                /** @example 08:00 */
                from: string;
                /**
                 * @description A time that is not after `from` is one of the next day.
                 * @example 18:00
                 */
                to: string;
            }[];
            /**
             * @description What becomes of a problem that begins outside of the hours: held until they begin, and sent then if it is still true, or not sent. What lasts from within them, and a recovery, is held in either case.
             * @example hold
             * @enum {string}
             */
            outside: "hold" | "skip";
        };
        WebhookChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook";
            /**
             * Format: uri
             * @description The URL to which the signed JSON is posted. Whoever may read alerts sees it: the signature, not a secret in the URL, shows the receiver who sent a message.
             */
            url: string;
        };
        EmailChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "email";
            /** @description The recipients. */
            to: string[];
        };
        SlackChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "slack";
        };
        DiscordChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "discord";
        };
        MicrosoftTeamsChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "microsoft_teams";
        };
        TelegramChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "telegram";
            /** @description A chat's number or @channel. */
            chatId: string;
        };
        PagerdutyChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pagerduty";
            /**
             * @description Service region of the account.
             * @enum {string}
             */
            region: "us" | "eu";
        };
        OpsgenieChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "opsgenie";
            /**
             * @description Instance of the account.
             * @enum {string}
             */
            region: "us" | "eu";
        };
        NtfyChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ntfy";
            /**
             * Format: uri
             * @description The ntfy server.
             */
            serverUrl: string;
            /** @description The topic to publish to. */
            topic: string;
            /**
             * @description Whether messages hold the link that acknowledges: whoever can read the topic can follow it.
             * @enum {string}
             */
            acknowledgeLink: "off" | "on";
        };
        GotifyChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "gotify";
            /**
             * Format: uri
             * @description The Gotify server.
             */
            serverUrl: string;
        };
        PushoverChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pushover";
            /** @description Devices, separated by commas; all of the user's if left out. */
            device: string | null;
            /**
             * @description Of `down`. `high` sounds in quiet hours too; `emergency` every minute for an hour, until it is confirmed.
             * @enum {string}
             */
            urgency: "high" | "emergency";
        };
        MatrixChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "matrix";
            /**
             * Format: uri
             * @description The homeserver.
             */
            serverUrl: string;
            /** @description The room's id, `!…`. The account has joined it, and it is not encrypted. */
            roomId: string;
        };
        MattermostChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mattermost";
        };
        RocketchatChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "rocketchat";
        };
        GoogleChatChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "google_chat";
        };
        ZulipChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "zulip";
            /**
             * Format: uri
             * @description The Zulip organization.
             */
            serverUrl: string;
            /** @description The bot's email address. */
            botEmail: string;
            /** @description The channel (stream): its name. */
            channel: string;
            /** @description The topic of the messages. */
            topic: string;
        };
        SignalChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "signal";
            /**
             * Format: uri
             * @description A signal-cli-rest-api.
             */
            serverUrl: string;
            /** @description The registered number that sends, as +491701234567. */
            number: string;
            /** @description Numbers, groups (`group.…`) or user names. */
            recipients: string[];
        };
        TwilioChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "twilio";
            /** @description The account: `AC…`. */
            accountSid: string;
            /** @description An API key (`SK…`), whose secret stands in for the account's token. */
            apiKeySid: string | null;
            /** @description A number of the account, as +15017122661. */
            from: string;
            /** @description The recipients' numbers. */
            to: string[];
            /**
             * @description An SMS, a call that reads the message twice, or both.
             * @enum {string}
             */
            by: "sms" | "call" | "sms_and_call";
        };
        HomeAssistantChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "home_assistant";
            /**
             * Format: uri
             * @description Home Assistant.
             */
            serverUrl: string;
            /** @description The action that notifies: `notify.mobile_app_…`, `notify.send_message`, `persistent_notification.create`. */
            service: string;
            /** @description The entity that `notify.send_message` notifies. */
            entityId: string | null;
        };
        JiraServiceManagementChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "jira_service_management";
        };
        IncidentIoChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "incident_io";
            /** @description The alert source config id of an HTTP alert source: the last part of its URL. */
            alertSourceId: string;
        };
        AlertmanagerChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "alertmanager";
            /**
             * Format: uri
             * @description The Alertmanager, with its route prefix.
             */
            serverUrl: string;
        };
        AppriseChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apprise";
            /**
             * Format: uri
             * @description The Apprise API.
             */
            serverUrl: string;
            /** @description Under which the services are configured there. */
            key: string;
            /** @description Services with this tag alone. */
            tag: string | null;
        };
        HttpChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "http";
            /**
             * @description GET and DELETE send no body.
             * @enum {string}
             */
            method: "POST" | "PUT" | "PATCH" | "GET" | "DELETE";
            /** @description A template: `{{title}}` and others stand for values (docs/use/alerts), escaped for JSON, XML or a form by the Content-Type. JSON with the usual members if left out. */
            body: string | null;
        };
        /** @description Who else is notified of a problem, step by step, until it is acknowledged or over. */
        ShownEscalation: {
            steps: (components["schemas"]["ShownEscalationStep"] | {
                /**
                 * @description After the step before; of the first step, after the problem. 0: at once.
                 * @example 10
                 */
                afterMinutes: number;
                /**
                 * @description Whoever is on call by it when the step is due is notified through their own channels.
                 * @example sch_01jgezt6z8e7kb3mq4f2ys0nd5
                 */
                scheduleId: string;
            })[];
            /**
             * @description How often the steps are repeated.
             * @example 0
             */
            repeats: number;
        };
        /** @description The channels that are notified. */
        ShownEscalationStep: {
            /**
             * @description After the step before; of the first step, after the problem. 0: at once.
             * @example 10
             */
            afterMinutes: number;
            channels: (components["schemas"]["WebhookChannel"] | components["schemas"]["EmailChannel"] | components["schemas"]["SlackChannel"] | components["schemas"]["DiscordChannel"] | components["schemas"]["MicrosoftTeamsChannel"] | components["schemas"]["TelegramChannel"] | components["schemas"]["PagerdutyChannel"] | components["schemas"]["OpsgenieChannel"] | components["schemas"]["NtfyChannel"] | components["schemas"]["GotifyChannel"] | components["schemas"]["PushoverChannel"] | components["schemas"]["MatrixChannel"] | components["schemas"]["MattermostChannel"] | components["schemas"]["RocketchatChannel"] | components["schemas"]["GoogleChatChannel"] | components["schemas"]["ZulipChannel"] | components["schemas"]["SignalChannel"] | components["schemas"]["TwilioChannel"] | components["schemas"]["HomeAssistantChannel"] | components["schemas"]["JiraServiceManagementChannel"] | components["schemas"]["IncidentIoChannel"] | components["schemas"]["AlertmanagerChannel"] | components["schemas"]["AppriseChannel"] | components["schemas"]["HttpChannel"])[];
        };
        CreatedAlert: components["schemas"]["Alert"] & {
            channel?: components["schemas"]["CreatedWebhookChannel"] | components["schemas"]["CreatedEmailChannel"] | components["schemas"]["CreatedSlackChannel"] | components["schemas"]["CreatedDiscordChannel"] | components["schemas"]["CreatedMicrosoftTeamsChannel"] | components["schemas"]["CreatedTelegramChannel"] | components["schemas"]["CreatedPagerdutyChannel"] | components["schemas"]["CreatedOpsgenieChannel"] | components["schemas"]["CreatedNtfyChannel"] | components["schemas"]["CreatedGotifyChannel"] | components["schemas"]["CreatedPushoverChannel"] | components["schemas"]["CreatedMatrixChannel"] | components["schemas"]["CreatedMattermostChannel"] | components["schemas"]["CreatedRocketchatChannel"] | components["schemas"]["CreatedGoogleChatChannel"] | components["schemas"]["CreatedZulipChannel"] | components["schemas"]["CreatedSignalChannel"] | components["schemas"]["CreatedTwilioChannel"] | components["schemas"]["CreatedHomeAssistantChannel"] | components["schemas"]["CreatedJiraServiceManagementChannel"] | components["schemas"]["CreatedIncidentIoChannel"] | components["schemas"]["CreatedAlertmanagerChannel"] | components["schemas"]["CreatedAppriseChannel"] | components["schemas"]["CreatedHttpChannel"];
        };
        CreatedWebhookChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook";
            /**
             * Format: uri
             * @description The URL to which the signed JSON is posted. Whoever may read alerts sees it: the signature, not a secret in the URL, shows the receiver who sent a message.
             */
            url: string;
            /**
             * @description Signs messages as Standard Webhooks specifies; for 24 hours after a change both keys sign. If a new alert has none, one is generated and answered only this once.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
        };
        CreatedEmailChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "email";
            /** @description The recipients. */
            to: string[];
        };
        CreatedSlackChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "slack";
        };
        CreatedDiscordChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "discord";
        };
        CreatedMicrosoftTeamsChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "microsoft_teams";
        };
        CreatedTelegramChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "telegram";
            /** @description A chat's number or @channel. */
            chatId: string;
        };
        CreatedPagerdutyChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pagerduty";
            /**
             * @description Service region of the account.
             * @enum {string}
             */
            region: "us" | "eu";
        };
        CreatedOpsgenieChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "opsgenie";
            /**
             * @description Instance of the account.
             * @enum {string}
             */
            region: "us" | "eu";
        };
        CreatedNtfyChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ntfy";
            /**
             * Format: uri
             * @description The ntfy server.
             */
            serverUrl: string;
            /** @description The topic to publish to. */
            topic: string;
            /**
             * @description Whether messages hold the link that acknowledges: whoever can read the topic can follow it.
             * @enum {string}
             */
            acknowledgeLink: "off" | "on";
        };
        CreatedGotifyChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "gotify";
            /**
             * Format: uri
             * @description The Gotify server.
             */
            serverUrl: string;
        };
        CreatedPushoverChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pushover";
            /** @description Devices, separated by commas; all of the user's if left out. */
            device: string | null;
            /**
             * @description Of `down`. `high` sounds in quiet hours too; `emergency` every minute for an hour, until it is confirmed.
             * @enum {string}
             */
            urgency: "high" | "emergency";
        };
        CreatedMatrixChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "matrix";
            /**
             * Format: uri
             * @description The homeserver.
             */
            serverUrl: string;
            /** @description The room's id, `!…`. The account has joined it, and it is not encrypted. */
            roomId: string;
        };
        CreatedMattermostChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mattermost";
        };
        CreatedRocketchatChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "rocketchat";
        };
        CreatedGoogleChatChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "google_chat";
        };
        CreatedZulipChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "zulip";
            /**
             * Format: uri
             * @description The Zulip organization.
             */
            serverUrl: string;
            /** @description The bot's email address. */
            botEmail: string;
            /** @description The channel (stream): its name. */
            channel: string;
            /** @description The topic of the messages. */
            topic: string;
        };
        CreatedSignalChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "signal";
            /**
             * Format: uri
             * @description A signal-cli-rest-api.
             */
            serverUrl: string;
            /** @description The registered number that sends, as +491701234567. */
            number: string;
            /** @description Numbers, groups (`group.…`) or user names. */
            recipients: string[];
        };
        CreatedTwilioChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "twilio";
            /** @description The account: `AC…`. */
            accountSid: string;
            /** @description An API key (`SK…`), whose secret stands in for the account's token. */
            apiKeySid: string | null;
            /** @description A number of the account, as +15017122661. */
            from: string;
            /** @description The recipients' numbers. */
            to: string[];
            /**
             * @description An SMS, a call that reads the message twice, or both.
             * @enum {string}
             */
            by: "sms" | "call" | "sms_and_call";
        };
        CreatedHomeAssistantChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "home_assistant";
            /**
             * Format: uri
             * @description Home Assistant.
             */
            serverUrl: string;
            /** @description The action that notifies: `notify.mobile_app_…`, `notify.send_message`, `persistent_notification.create`. */
            service: string;
            /** @description The entity that `notify.send_message` notifies. */
            entityId: string | null;
        };
        CreatedJiraServiceManagementChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "jira_service_management";
        };
        CreatedIncidentIoChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "incident_io";
            /** @description The alert source config id of an HTTP alert source: the last part of its URL. */
            alertSourceId: string;
        };
        CreatedAlertmanagerChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "alertmanager";
            /**
             * Format: uri
             * @description The Alertmanager, with its route prefix.
             */
            serverUrl: string;
        };
        CreatedAppriseChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apprise";
            /**
             * Format: uri
             * @description The Apprise API.
             */
            serverUrl: string;
            /** @description Under which the services are configured there. */
            key: string;
            /** @description Services with this tag alone. */
            tag: string | null;
        };
        CreatedHttpChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "http";
            /**
             * @description GET and DELETE send no body.
             * @enum {string}
             */
            method: "POST" | "PUT" | "PATCH" | "GET" | "DELETE";
            /** @description A template: `{{title}}` and others stand for values (docs/use/alerts), escaped for JSON, XML or a form by the Content-Type. JSON with the usual members if left out. */
            body: string | null;
        };
        AlertCreate: {
            /** @example On call */
            name: string;
            /**
             * @description Covers these monitors. Null: every monitor of the team, or those that `tags` and `types` choose when there are any; an empty list names none. Default: `null`.
             * @example null
             */
            monitorIds?: string[] | null;
            /**
             * @description Covers the monitors that have one of these tags (`any`), or every one of them (`all`), also those that are created later. What matches `monitorIds`, `tags` or `types` is covered. Default: `null`.
             * @example {
             *       "any": [
             *         "team:web"
             *       ]
             *     }
             */
            tags?: {
                any: string[];
            } | {
                all: string[];
            } | null;
            /**
             * @description Covers the monitors of these types. Default: `null`.
             * @example [
             *       "cron"
             *     ]
             */
            types?: ("http" | "dns" | "tcp" | "cron" | "flow" | "ping" | "websocket")[] | null;
            /**
             * @description Leaves out less important monitors, whatever else covers them. Default: `"low"`.
             * @example high
             * @enum {string}
             */
            minimumImportance?: "low" | "normal" | "high";
            /**
             * @description `blind`: five checks in a row could not be made, for a reason on Lapwing's side, so the state of the target is unknown. Its end is notified as `checked_again`. While Lapwing's own network is cut off, it is sent once to each alert. `certificate`: a certificate ends soon. `regional`: a monitor fails from a location while others refute it, and its end. Default: `["down","degraded","up","blind","certificate"]`.
             * @example [
             *       "down",
             *       "degraded",
             *       "up",
             *       "blind",
             *       "certificate"
             *     ]
             */
            events?: ("down" | "degraded" | "up" | "blind" | "certificate" | "regional")[];
            /** @description When the alert sends. Null: always. Default: `null`. */
            hours?: components["schemas"]["AlertHours"] | null;
            /**
             * @description After a problem was notified, further problems of the same monitor are skipped for this time; one that still exists afterwards is notified then. `up` is not held. Default: `10`.
             * @example 10
             */
            cooldownMinutes?: number;
            /**
             * @description Messages about problems in 24 hours. `up` is not held. Default: `100`.
             * @example 100
             */
            dailyCap?: number;
            /**
             * @description Failing checks in a row before a problem is notified. Default: `1`.
             * @example 1
             */
            failureThreshold?: number;
            /**
             * @description Minutes between reminders of a problem that lasts, never within the cooldown; null: no reminders. Default: `null`.
             * @example 60
             */
            reminderMinutes?: number | null;
            /**
             * @description The title of messages about one monitor, instead of the usual one, and what begins its line in messages about several. `{{monitor.name}}` and others stand for values; `POST /api/v1/alerts/preview` lists and shows them. Default: `null`.
             * @example null
             */
            titleTemplate?: string | null;
            /**
             * @description What stands below the title of messages about one monitor, instead of the usual text and details. Default: `null`.
             * @example null
             */
            textTemplate?: string | null;
            /**
             * Format: time-zone
             * @description Of the instants in messages: a name of the IANA database. Default: `"UTC"`.
             * @example Europe/Berlin
             */
            timeZone?: string;
            /**
             * @description Problems of one cause (an address, a certificate, name servers, a location or a dependency that they share) are one message, and their recovery is one. False: a message for each monitor. Default: `true`.
             * @example true
             */
            groupsByCause?: boolean;
            /**
             * @description Default: `true`.
             * @example true
             */
            isEnabled?: boolean;
            channel: components["schemas"]["NewWebhookChannel"] | components["schemas"]["NewEmailChannel"] | components["schemas"]["NewSlackChannel"] | components["schemas"]["NewDiscordChannel"] | components["schemas"]["NewMicrosoftTeamsChannel"] | components["schemas"]["NewTelegramChannel"] | components["schemas"]["NewPagerdutyChannel"] | components["schemas"]["NewOpsgenieChannel"] | components["schemas"]["NewNtfyChannel"] | components["schemas"]["NewGotifyChannel"] | components["schemas"]["NewPushoverChannel"] | components["schemas"]["NewMatrixChannel"] | components["schemas"]["NewMattermostChannel"] | components["schemas"]["NewRocketchatChannel"] | components["schemas"]["NewGoogleChatChannel"] | components["schemas"]["NewZulipChannel"] | components["schemas"]["NewSignalChannel"] | components["schemas"]["NewTwilioChannel"] | components["schemas"]["NewHomeAssistantChannel"] | components["schemas"]["NewJiraServiceManagementChannel"] | components["schemas"]["NewIncidentIoChannel"] | components["schemas"]["NewAlertmanagerChannel"] | components["schemas"]["NewAppriseChannel"] | components["schemas"]["NewHttpChannel"];
            /** @description Null: nobody else is notified. Default: `null`. */
            escalation?: components["schemas"]["NewEscalation"] | null;
        };
        NewWebhookChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook";
            /**
             * Format: uri
             * @description The URL to which the signed JSON is posted. Whoever may read alerts sees it: the signature, not a secret in the URL, shows the receiver who sent a message.
             */
            url: string;
            /**
             * @description Signs messages as Standard Webhooks specifies; for 24 hours after a change both keys sign. If a new alert has none, one is generated and answered only this once.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
        };
        NewEmailChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "email";
            /** @description The recipients. */
            to: string[];
        };
        NewSlackChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "slack";
            /**
             * Format: uri
             * @description An incoming webhook of Slack, or of a server that accepts the same messages.
             */
            url: string;
        };
        NewDiscordChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "discord";
            /**
             * Format: uri
             * @description A webhook of a Discord channel.
             */
            url: string;
        };
        NewMicrosoftTeamsChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "microsoft_teams";
            /**
             * Format: uri
             * @description A Teams workflow that is triggered by a webhook request.
             */
            url: string;
        };
        NewTelegramChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "telegram";
            /** @description From @BotFather. */
            botToken: string;
            /** @description A chat's number or @channel. */
            chatId: string;
        };
        NewPagerdutyChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pagerduty";
            /** @description Of an Events API v2 integration. */
            routingKey: string;
            /**
             * @description Service region of the account. Default: `"us"`.
             * @enum {string}
             */
            region?: "us" | "eu";
        };
        NewOpsgenieChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "opsgenie";
            /** @description Of an API integration. */
            apiKey: string;
            /**
             * @description Instance of the account. Default: `"us"`.
             * @enum {string}
             */
            region?: "us" | "eu";
        };
        NewNtfyChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ntfy";
            /**
             * Format: uri
             * @description The ntfy server. Default: `"https://ntfy.sh"`.
             */
            serverUrl?: string;
            /** @description The topic to publish to. */
            topic: string;
            /** @description Access token, for a protected topic. */
            accessToken?: string | null;
            /**
             * @description Whether messages hold the link that acknowledges: whoever can read the topic can follow it. Default: `"off"`.
             * @enum {string}
             */
            acknowledgeLink?: "off" | "on";
        };
        NewGotifyChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "gotify";
            /**
             * Format: uri
             * @description The Gotify server.
             */
            serverUrl: string;
            /** @description Of an application that was created in Gotify. */
            appToken: string;
        };
        NewPushoverChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pushover";
            /** @description Of an application that was registered at pushover.net. */
            appToken: string;
            /** @description Of a user or of a delivery group. */
            userKey: string;
            /** @description Devices, separated by commas; all of the user's if left out. */
            device?: string | null;
            /**
             * @description Of `down`. `high` sounds in quiet hours too; `emergency` every minute for an hour, until it is confirmed. Default: `"high"`.
             * @enum {string}
             */
            urgency?: "high" | "emergency";
        };
        NewMatrixChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "matrix";
            /**
             * Format: uri
             * @description The homeserver.
             */
            serverUrl: string;
            /** @description The room's id, `!…`. The account has joined it, and it is not encrypted. */
            roomId: string;
            /** @description Of the account that sends. */
            accessToken: string;
        };
        NewMattermostChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mattermost";
            /**
             * Format: uri
             * @description An incoming webhook of Mattermost.
             */
            url: string;
        };
        NewRocketchatChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "rocketchat";
            /**
             * Format: uri
             * @description An incoming webhook of Rocket.Chat.
             */
            url: string;
        };
        NewGoogleChatChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "google_chat";
            /**
             * Format: uri
             * @description A webhook of a space of Google Chat.
             */
            url: string;
        };
        NewZulipChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "zulip";
            /**
             * Format: uri
             * @description The Zulip organization.
             */
            serverUrl: string;
            /** @description The bot's email address. */
            botEmail: string;
            /** @description The bot's API key. */
            apiKey: string;
            /** @description The channel (stream): its name. */
            channel: string;
            /** @description The topic of the messages. Default: `"Lapwing"`. */
            topic?: string;
        };
        NewSignalChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "signal";
            /**
             * Format: uri
             * @description A signal-cli-rest-api.
             */
            serverUrl: string;
            /** @description The registered number that sends, as +491701234567. */
            number: string;
            /** @description Numbers, groups (`group.…`) or user names. */
            recipients: string[];
            /** @description The header Authorization, where a proxy in front asks for one: `Bearer …` or `Basic …`. */
            authorization?: string | null;
        };
        NewTwilioChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "twilio";
            /** @description The account: `AC…`. */
            accountSid: string;
            /** @description An API key (`SK…`), whose secret stands in for the account's token. */
            apiKeySid?: string | null;
            /** @description The account's auth token, or the API key's secret. */
            authToken: string;
            /** @description A number of the account, as +15017122661. */
            from: string;
            /** @description The recipients' numbers. */
            to: string[];
            /**
             * @description An SMS, a call that reads the message twice, or both. Default: `"sms"`.
             * @enum {string}
             */
            by?: "sms" | "call" | "sms_and_call";
        };
        NewHomeAssistantChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "home_assistant";
            /**
             * Format: uri
             * @description Home Assistant.
             */
            serverUrl: string;
            /** @description A long-lived access token. */
            accessToken: string;
            /** @description The action that notifies: `notify.mobile_app_…`, `notify.send_message`, `persistent_notification.create`. Default: `"notify.notify"`. */
            service?: string;
            /** @description The entity that `notify.send_message` notifies. */
            entityId?: string | null;
        };
        NewJiraServiceManagementChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "jira_service_management";
            /** @description Of an API integration of Jira Service Management. */
            apiKey: string;
        };
        NewIncidentIoChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "incident_io";
            /** @description The alert source config id of an HTTP alert source: the last part of its URL. */
            alertSourceId: string;
            /** @description The token of that alert source. */
            token: string;
        };
        NewAlertmanagerChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "alertmanager";
            /**
             * Format: uri
             * @description The Alertmanager, with its route prefix.
             */
            serverUrl: string;
            /** @description The header Authorization, where a proxy in front asks for one: `Bearer …` or `Basic …`. */
            authorization?: string | null;
        };
        NewAppriseChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apprise";
            /**
             * Format: uri
             * @description The Apprise API.
             */
            serverUrl: string;
            /** @description Under which the services are configured there. */
            key: string;
            /** @description Services with this tag alone. */
            tag?: string | null;
            /** @description The header Authorization, where a proxy in front asks for one: `Bearer …` or `Basic …`. */
            authorization?: string | null;
        };
        NewHttpChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "http";
            /**
             * @description GET and DELETE send no body. Default: `"POST"`.
             * @enum {string}
             */
            method?: "POST" | "PUT" | "PATCH" | "GET" | "DELETE";
            /**
             * Format: uri
             * @description Where the request goes.
             */
            url: string;
            /** @description A line each, `Name: value`. `Content-Type` says how values in the body are escaped. */
            headers?: string | null;
            /** @description A template: `{{title}}` and others stand for values (docs/use/alerts), escaped for JSON, XML or a form by the Content-Type. JSON with the usual members if left out. */
            body?: string | null;
        };
        /** @description Who else is notified of a problem, step by step, until it is acknowledged or over. */
        NewEscalation: {
            steps: (components["schemas"]["NewEscalationStep"] | {
                /**
                 * @description After the step before; of the first step, after the problem. 0: at once.
                 * @example 10
                 */
                afterMinutes: number;
                /**
                 * @description Whoever is on call by it when the step is due is notified through their own channels.
                 * @example sch_01jgezt6z8e7kb3mq4f2ys0nd5
                 */
                scheduleId: string;
            })[];
            /**
             * @description How often the steps are repeated. Default: `0`.
             * @example 0
             */
            repeats?: number;
        };
        /** @description The channels that are notified. */
        NewEscalationStep: {
            /**
             * @description After the step before; of the first step, after the problem. 0: at once.
             * @example 10
             */
            afterMinutes: number;
            channels: (components["schemas"]["NewWebhookChannel"] | components["schemas"]["NewEmailChannel"] | components["schemas"]["NewSlackChannel"] | components["schemas"]["NewDiscordChannel"] | components["schemas"]["NewMicrosoftTeamsChannel"] | components["schemas"]["NewTelegramChannel"] | components["schemas"]["NewPagerdutyChannel"] | components["schemas"]["NewOpsgenieChannel"] | components["schemas"]["NewNtfyChannel"] | components["schemas"]["NewGotifyChannel"] | components["schemas"]["NewPushoverChannel"] | components["schemas"]["NewMatrixChannel"] | components["schemas"]["NewMattermostChannel"] | components["schemas"]["NewRocketchatChannel"] | components["schemas"]["NewGoogleChatChannel"] | components["schemas"]["NewZulipChannel"] | components["schemas"]["NewSignalChannel"] | components["schemas"]["NewTwilioChannel"] | components["schemas"]["NewHomeAssistantChannel"] | components["schemas"]["NewJiraServiceManagementChannel"] | components["schemas"]["NewIncidentIoChannel"] | components["schemas"]["NewAlertmanagerChannel"] | components["schemas"]["NewAppriseChannel"] | components["schemas"]["NewHttpChannel"])[];
        };
        AlertTest: {
            /**
             * @example sent
             * @enum {string}
             */
            status: "sent" | "failed";
            /**
             * @description Why it failed; of a message that was sent, which recipients refused it.
             * @example null
             */
            errorMessage: string | null;
        };
        AlertTestBody: {
            /**
             * @description Named in the message. Default: `"New alert"`.
             * @example On call
             */
            name?: string;
            channel: components["schemas"]["ChangedWebhookChannel"] | components["schemas"]["ChangedEmailChannel"] | components["schemas"]["ChangedSlackChannel"] | components["schemas"]["ChangedDiscordChannel"] | components["schemas"]["ChangedMicrosoftTeamsChannel"] | components["schemas"]["ChangedTelegramChannel"] | components["schemas"]["ChangedPagerdutyChannel"] | components["schemas"]["ChangedOpsgenieChannel"] | components["schemas"]["ChangedNtfyChannel"] | components["schemas"]["ChangedGotifyChannel"] | components["schemas"]["ChangedPushoverChannel"] | components["schemas"]["ChangedMatrixChannel"] | components["schemas"]["ChangedMattermostChannel"] | components["schemas"]["ChangedRocketchatChannel"] | components["schemas"]["ChangedGoogleChatChannel"] | components["schemas"]["ChangedZulipChannel"] | components["schemas"]["ChangedSignalChannel"] | components["schemas"]["ChangedTwilioChannel"] | components["schemas"]["ChangedHomeAssistantChannel"] | components["schemas"]["ChangedJiraServiceManagementChannel"] | components["schemas"]["ChangedIncidentIoChannel"] | components["schemas"]["ChangedAlertmanagerChannel"] | components["schemas"]["ChangedAppriseChannel"] | components["schemas"]["ChangedHttpChannel"];
            /**
             * @description The alert that is changed. Secrets that the body leaves out are those it has stored, as in an update: they are sent to the channel's own address alone.
             * @example alt_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            alertId?: string;
        };
        ChangedWebhookChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook";
            /**
             * Format: uri
             * @description The URL to which the signed JSON is posted. Whoever may read alerts sees it: the signature, not a secret in the URL, shows the receiver who sent a message.
             */
            url: string;
            /**
             * @description Signs messages as Standard Webhooks specifies; for 24 hours after a change both keys sign. If a new alert has none, one is generated and answered only this once.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
        };
        ChangedEmailChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "email";
            /** @description The recipients. */
            to: string[];
        };
        ChangedSlackChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "slack";
            /**
             * Format: uri
             * @description An incoming webhook of Slack, or of a server that accepts the same messages.
             */
            url?: string;
        };
        ChangedDiscordChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "discord";
            /**
             * Format: uri
             * @description A webhook of a Discord channel.
             */
            url?: string;
        };
        ChangedMicrosoftTeamsChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "microsoft_teams";
            /**
             * Format: uri
             * @description A Teams workflow that is triggered by a webhook request.
             */
            url?: string;
        };
        ChangedTelegramChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "telegram";
            /** @description From @BotFather. */
            botToken?: string;
            /** @description A chat's number or @channel. */
            chatId: string;
        };
        ChangedPagerdutyChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pagerduty";
            /** @description Of an Events API v2 integration. */
            routingKey?: string;
            /**
             * @description Service region of the account. Default: `"us"`.
             * @enum {string}
             */
            region?: "us" | "eu";
        };
        ChangedOpsgenieChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "opsgenie";
            /** @description Of an API integration. */
            apiKey?: string;
            /**
             * @description Instance of the account. Default: `"us"`.
             * @enum {string}
             */
            region?: "us" | "eu";
        };
        ChangedNtfyChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ntfy";
            /**
             * Format: uri
             * @description The ntfy server. Default: `"https://ntfy.sh"`.
             */
            serverUrl?: string;
            /** @description The topic to publish to. */
            topic: string;
            /** @description Access token, for a protected topic. */
            accessToken?: string | null;
            /**
             * @description Whether messages hold the link that acknowledges: whoever can read the topic can follow it. Default: `"off"`.
             * @enum {string}
             */
            acknowledgeLink?: "off" | "on";
        };
        ChangedGotifyChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "gotify";
            /**
             * Format: uri
             * @description The Gotify server.
             */
            serverUrl: string;
            /** @description Of an application that was created in Gotify. */
            appToken?: string;
        };
        ChangedPushoverChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pushover";
            /** @description Of an application that was registered at pushover.net. */
            appToken?: string;
            /** @description Of a user or of a delivery group. */
            userKey?: string;
            /** @description Devices, separated by commas; all of the user's if left out. */
            device?: string | null;
            /**
             * @description Of `down`. `high` sounds in quiet hours too; `emergency` every minute for an hour, until it is confirmed. Default: `"high"`.
             * @enum {string}
             */
            urgency?: "high" | "emergency";
        };
        ChangedMatrixChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "matrix";
            /**
             * Format: uri
             * @description The homeserver.
             */
            serverUrl: string;
            /** @description The room's id, `!…`. The account has joined it, and it is not encrypted. */
            roomId: string;
            /** @description Of the account that sends. */
            accessToken?: string;
        };
        ChangedMattermostChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mattermost";
            /**
             * Format: uri
             * @description An incoming webhook of Mattermost.
             */
            url?: string;
        };
        ChangedRocketchatChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "rocketchat";
            /**
             * Format: uri
             * @description An incoming webhook of Rocket.Chat.
             */
            url?: string;
        };
        ChangedGoogleChatChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "google_chat";
            /**
             * Format: uri
             * @description A webhook of a space of Google Chat.
             */
            url?: string;
        };
        ChangedZulipChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "zulip";
            /**
             * Format: uri
             * @description The Zulip organization.
             */
            serverUrl: string;
            /** @description The bot's email address. */
            botEmail: string;
            /** @description The bot's API key. */
            apiKey?: string;
            /** @description The channel (stream): its name. */
            channel: string;
            /** @description The topic of the messages. Default: `"Lapwing"`. */
            topic?: string;
        };
        ChangedSignalChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "signal";
            /**
             * Format: uri
             * @description A signal-cli-rest-api.
             */
            serverUrl: string;
            /** @description The registered number that sends, as +491701234567. */
            number: string;
            /** @description Numbers, groups (`group.…`) or user names. */
            recipients: string[];
            /** @description The header Authorization, where a proxy in front asks for one: `Bearer …` or `Basic …`. */
            authorization?: string | null;
        };
        ChangedTwilioChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "twilio";
            /** @description The account: `AC…`. */
            accountSid: string;
            /** @description An API key (`SK…`), whose secret stands in for the account's token. */
            apiKeySid?: string | null;
            /** @description The account's auth token, or the API key's secret. */
            authToken?: string;
            /** @description A number of the account, as +15017122661. */
            from: string;
            /** @description The recipients' numbers. */
            to: string[];
            /**
             * @description An SMS, a call that reads the message twice, or both. Default: `"sms"`.
             * @enum {string}
             */
            by?: "sms" | "call" | "sms_and_call";
        };
        ChangedHomeAssistantChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "home_assistant";
            /**
             * Format: uri
             * @description Home Assistant.
             */
            serverUrl: string;
            /** @description A long-lived access token. */
            accessToken?: string;
            /** @description The action that notifies: `notify.mobile_app_…`, `notify.send_message`, `persistent_notification.create`. Default: `"notify.notify"`. */
            service?: string;
            /** @description The entity that `notify.send_message` notifies. */
            entityId?: string | null;
        };
        ChangedJiraServiceManagementChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "jira_service_management";
            /** @description Of an API integration of Jira Service Management. */
            apiKey?: string;
        };
        ChangedIncidentIoChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "incident_io";
            /** @description The alert source config id of an HTTP alert source: the last part of its URL. */
            alertSourceId: string;
            /** @description The token of that alert source. */
            token?: string;
        };
        ChangedAlertmanagerChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "alertmanager";
            /**
             * Format: uri
             * @description The Alertmanager, with its route prefix.
             */
            serverUrl: string;
            /** @description The header Authorization, where a proxy in front asks for one: `Bearer …` or `Basic …`. */
            authorization?: string | null;
        };
        ChangedAppriseChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apprise";
            /**
             * Format: uri
             * @description The Apprise API.
             */
            serverUrl: string;
            /** @description Under which the services are configured there. */
            key: string;
            /** @description Services with this tag alone. */
            tag?: string | null;
            /** @description The header Authorization, where a proxy in front asks for one: `Bearer …` or `Basic …`. */
            authorization?: string | null;
        };
        ChangedHttpChannel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "http";
            /**
             * @description GET and DELETE send no body. Default: `"POST"`.
             * @enum {string}
             */
            method?: "POST" | "PUT" | "PATCH" | "GET" | "DELETE";
            /**
             * Format: uri
             * @description Where the request goes.
             */
            url?: string;
            /** @description A line each, `Name: value`. `Content-Type` says how values in the body are escaped. */
            headers?: string | null;
            /** @description A template: `{{title}}` and others stand for values (docs/use/alerts), escaped for JSON, XML or a form by the Content-Type. JSON with the usual members if left out. */
            body?: string | null;
        };
        AlertPreview: {
            /** @example Shop is down */
            title: string;
            /**
             * @description What stands below the title, a line each.
             * @example [
             *       "No complete response within 10 s.",
             *       "Since 11:59:00 UTC, seen twice from monitor-1"
             *     ]
             */
            lines: string[];
            /** @description Where the message leads; null without `PUBLIC_URL`. */
            link: string | null;
            /** @description What an `http` channel sends. */
            body: string;
            fields: {
                /** @example monitor.name */
                name: string;
                /** @example Its name. */
                about: string;
                /**
                 * @description In the example.
                 * @example Shop
                 */
                value: string;
            }[];
        };
        AlertPreviewBody: {
            /**
             * @description Default: `"On call"`.
             * @example On call
             */
            name?: string;
            /**
             * @description The title of messages about one monitor, instead of the usual one, and what begins its line in messages about several. `{{monitor.name}}` and others stand for values; `POST /api/v1/alerts/preview` lists and shows them. Default: `null`.
             * @example null
             */
            titleTemplate?: string | null;
            /**
             * @description What stands below the title of messages about one monitor, instead of the usual text and details. Default: `null`.
             * @example null
             */
            textTemplate?: string | null;
            /**
             * Format: time-zone
             * @description Of the instants in messages: a name of the IANA database. Default: `"UTC"`.
             * @example Europe/Berlin
             */
            timeZone?: string;
            /** @description The `body` of an `http` channel; null: the usual one. Default: `null`. */
            bodyTemplate?: string | null;
            /** @description The media type for which values in that body are escaped. Default: `"application/json"`. */
            contentType?: string;
            /**
             * @description What the example is about. Default: `"down"`.
             * @enum {string}
             */
            event?: "down" | "degraded" | "up" | "blind" | "certificate" | "regional";
        };
        AlertUpdate: {
            /** @example On call */
            name?: string;
            /**
             * @description Covers these monitors. Null: every monitor of the team, or those that `tags` and `types` choose when there are any; an empty list names none.
             * @example null
             */
            monitorIds?: string[] | null;
            /**
             * @description Covers the monitors that have one of these tags (`any`), or every one of them (`all`), also those that are created later. What matches `monitorIds`, `tags` or `types` is covered.
             * @example {
             *       "any": [
             *         "team:web"
             *       ]
             *     }
             */
            tags?: {
                any: string[];
            } | {
                all: string[];
            } | null;
            /**
             * @description Covers the monitors of these types.
             * @example [
             *       "cron"
             *     ]
             */
            types?: ("http" | "dns" | "tcp" | "cron" | "flow" | "ping" | "websocket")[] | null;
            /**
             * @description Leaves out less important monitors, whatever else covers them.
             * @example high
             * @enum {string}
             */
            minimumImportance?: "low" | "normal" | "high";
            /**
             * @description `blind`: five checks in a row could not be made, for a reason on Lapwing's side, so the state of the target is unknown. Its end is notified as `checked_again`. While Lapwing's own network is cut off, it is sent once to each alert. `certificate`: a certificate ends soon. `regional`: a monitor fails from a location while others refute it, and its end.
             * @example [
             *       "down",
             *       "degraded",
             *       "up",
             *       "blind",
             *       "certificate"
             *     ]
             */
            events?: ("down" | "degraded" | "up" | "blind" | "certificate" | "regional")[];
            /** @description When the alert sends. Null: always. */
            hours?: components["schemas"]["AlertHours"] | null;
            /**
             * @description After a problem was notified, further problems of the same monitor are skipped for this time; one that still exists afterwards is notified then. `up` is not held.
             * @example 10
             */
            cooldownMinutes?: number;
            /**
             * @description Messages about problems in 24 hours. `up` is not held.
             * @example 100
             */
            dailyCap?: number;
            /**
             * @description Failing checks in a row before a problem is notified.
             * @example 1
             */
            failureThreshold?: number;
            /**
             * @description Minutes between reminders of a problem that lasts, never within the cooldown; null: no reminders.
             * @example 60
             */
            reminderMinutes?: number | null;
            /**
             * @description The title of messages about one monitor, instead of the usual one, and what begins its line in messages about several. `{{monitor.name}}` and others stand for values; `POST /api/v1/alerts/preview` lists and shows them.
             * @example null
             */
            titleTemplate?: string | null;
            /**
             * @description What stands below the title of messages about one monitor, instead of the usual text and details.
             * @example null
             */
            textTemplate?: string | null;
            /**
             * Format: time-zone
             * @description Of the instants in messages: a name of the IANA database.
             * @example Europe/Berlin
             */
            timeZone?: string;
            /**
             * @description Problems of one cause (an address, a certificate, name servers, a location or a dependency that they share) are one message, and their recovery is one. False: a message for each monitor.
             * @example true
             */
            groupsByCause?: boolean;
            /** @example true */
            isEnabled?: boolean;
            channel?: components["schemas"]["ChangedWebhookChannel"] | components["schemas"]["ChangedEmailChannel"] | components["schemas"]["ChangedSlackChannel"] | components["schemas"]["ChangedDiscordChannel"] | components["schemas"]["ChangedMicrosoftTeamsChannel"] | components["schemas"]["ChangedTelegramChannel"] | components["schemas"]["ChangedPagerdutyChannel"] | components["schemas"]["ChangedOpsgenieChannel"] | components["schemas"]["ChangedNtfyChannel"] | components["schemas"]["ChangedGotifyChannel"] | components["schemas"]["ChangedPushoverChannel"] | components["schemas"]["ChangedMatrixChannel"] | components["schemas"]["ChangedMattermostChannel"] | components["schemas"]["ChangedRocketchatChannel"] | components["schemas"]["ChangedGoogleChatChannel"] | components["schemas"]["ChangedZulipChannel"] | components["schemas"]["ChangedSignalChannel"] | components["schemas"]["ChangedTwilioChannel"] | components["schemas"]["ChangedHomeAssistantChannel"] | components["schemas"]["ChangedJiraServiceManagementChannel"] | components["schemas"]["ChangedIncidentIoChannel"] | components["schemas"]["ChangedAlertmanagerChannel"] | components["schemas"]["ChangedAppriseChannel"] | components["schemas"]["ChangedHttpChannel"];
            /** @description Null: nobody else is notified. */
            escalation?: components["schemas"]["ChangedEscalation"] | null;
        };
        /** @description Who else is notified of a problem, step by step, until it is acknowledged or over. */
        ChangedEscalation: {
            steps: (components["schemas"]["ChangedEscalationStep"] | {
                /**
                 * @description After the step before; of the first step, after the problem. 0: at once.
                 * @example 10
                 */
                afterMinutes: number;
                /**
                 * @description Whoever is on call by it when the step is due is notified through their own channels.
                 * @example sch_01jgezt6z8e7kb3mq4f2ys0nd5
                 */
                scheduleId: string;
            })[];
            /**
             * @description How often the steps are repeated. Default: `0`.
             * @example 0
             */
            repeats?: number;
        };
        /** @description The channels that are notified. */
        ChangedEscalationStep: {
            /**
             * @description After the step before; of the first step, after the problem. 0: at once.
             * @example 10
             */
            afterMinutes: number;
            channels: (components["schemas"]["ChangedWebhookChannel"] | components["schemas"]["ChangedEmailChannel"] | components["schemas"]["ChangedSlackChannel"] | components["schemas"]["ChangedDiscordChannel"] | components["schemas"]["ChangedMicrosoftTeamsChannel"] | components["schemas"]["ChangedTelegramChannel"] | components["schemas"]["ChangedPagerdutyChannel"] | components["schemas"]["ChangedOpsgenieChannel"] | components["schemas"]["ChangedNtfyChannel"] | components["schemas"]["ChangedGotifyChannel"] | components["schemas"]["ChangedPushoverChannel"] | components["schemas"]["ChangedMatrixChannel"] | components["schemas"]["ChangedMattermostChannel"] | components["schemas"]["ChangedRocketchatChannel"] | components["schemas"]["ChangedGoogleChatChannel"] | components["schemas"]["ChangedZulipChannel"] | components["schemas"]["ChangedSignalChannel"] | components["schemas"]["ChangedTwilioChannel"] | components["schemas"]["ChangedHomeAssistantChannel"] | components["schemas"]["ChangedJiraServiceManagementChannel"] | components["schemas"]["ChangedIncidentIoChannel"] | components["schemas"]["ChangedAlertmanagerChannel"] | components["schemas"]["ChangedAppriseChannel"] | components["schemas"]["ChangedHttpChannel"])[];
        };
        AlertFigures: {
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            from: string;
            /**
             * @description Messages that were sent. One about many monitors is one.
             * @example 12
             */
            messages: number;
            /**
             * @description Outages of which a problem was sent.
             * @example 12
             */
            outages: number;
            /**
             * @description Those of them that were over within two minutes. A higher `failureThreshold` avoids their messages.
             * @example 12
             */
            shortOutages: number;
            /** @description Notices that are no longer waiting, by their status. */
            notices: {
                /** @example 12 */
                sent: number;
                /** @example 12 */
                skipped_cooldown: number;
                /** @example 12 */
                skipped_cap: number;
                /** @example 12 */
                failed: number;
                /** @example 12 */
                skipped_outdated: number;
                /** @example 12 */
                skipped_hours: number;
            };
        };
        AlertReplay: {
            /**
             * Format: date-time
             * @description Later than asked for where there was more than can be counted.
             * @example 2025-01-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            to: string;
            /** @description What was sent. */
            recorded: {
                /** @example 12 */
                messages: number;
                /**
                 * @description Those about problems; the others tell their ends.
                 * @example 12
                 */
                problems: number;
            };
            /** @description What of it would have been sent. */
            replayed: {
                /** @example 12 */
                messages: number;
                /**
                 * @description Those about problems; the others tell their ends.
                 * @example 12
                 */
                problems: number;
            };
            /**
             * @description Settings with which more may have been sent than the history knows.
             * @example []
             */
            unknown: ("minimumImportance" | "events" | "failureThreshold" | "cooldownMinutes" | "reminderMinutes" | "dailyCap" | "hours" | "groupsByCause")[];
        };
        AlertReplayBody: {
            /**
             * Format: date-time
             * @description Default: 30 days before `to`.
             * @example 2025-07-01T22:00:00Z
             */
            from?: string;
            /**
             * Format: date-time
             * @description Default: now. At most 90 days after `from`.
             * @example 2025-07-01T22:00:00Z
             */
            to?: string;
            /** @description Those that differ from the alert's. */
            settings: {
                /**
                 * @description Leaves out less important monitors, whatever else covers them.
                 * @example high
                 * @enum {string}
                 */
                minimumImportance?: "low" | "normal" | "high";
                /**
                 * @description `blind`: five checks in a row could not be made, for a reason on Lapwing's side, so the state of the target is unknown. Its end is notified as `checked_again`. While Lapwing's own network is cut off, it is sent once to each alert. `certificate`: a certificate ends soon. `regional`: a monitor fails from a location while others refute it, and its end.
                 * @example [
                 *       "down",
                 *       "degraded",
                 *       "up",
                 *       "blind",
                 *       "certificate"
                 *     ]
                 */
                events?: ("down" | "degraded" | "up" | "blind" | "certificate" | "regional")[];
                /**
                 * @description Failing checks in a row before a problem is notified.
                 * @example 1
                 */
                failureThreshold?: number;
                /**
                 * @description After a problem was notified, further problems of the same monitor are skipped for this time; one that still exists afterwards is notified then. `up` is not held.
                 * @example 10
                 */
                cooldownMinutes?: number;
                /**
                 * @description Minutes between reminders of a problem that lasts, never within the cooldown; null: no reminders.
                 * @example 60
                 */
                reminderMinutes?: number | null;
                /**
                 * @description Messages about problems in 24 hours. `up` is not held.
                 * @example 100
                 */
                dailyCap?: number;
                /** @description When the alert sends. Null: always. */
                hours?: components["schemas"]["AlertHours"] | null;
                /**
                 * @description Problems of one cause (an address, a certificate, name servers, a location or a dependency that they share) are one message, and their recovery is one. False: a message for each monitor.
                 * @example true
                 */
                groupsByCause?: boolean;
            };
        };
        UptimeSummary: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            monitorId: string;
            monitor: string;
            /** @enum {string} */
            type: "http" | "dns" | "tcp" | "cron" | "flow" | "ping" | "websocket";
            target: string;
            daysWithData: number;
            totalChecks: number;
            successfulChecks: number;
            failedChecks: number;
            /** @description Unrounded; null without checks. */
            uptimePercent: number | null;
            avgResponseTimeMs: number;
            maxResponseTimeMs: number;
            daysDown: number;
            daysDegraded: number;
            maintenanceMinutes: number;
        };
        /** @description RFC 9457 problem details. */
        Problem: {
            /** @enum {string} */
            type: "bad-request" | "validation-error" | "unauthorized" | "forbidden" | "sign-in-again" | "passwords-off" | "insecure-connection" | "cross-origin" | "not-found" | "method-not-allowed" | "last-owner" | "in-use" | "last-way-in" | "not-checked" | "precondition-failed" | "unsupported-media-type" | "too-many-requests" | "too-many-connections" | "shutting-down" | "not-probed" | "database-busy" | "internal-error";
            title: string;
            status: number;
            detail: string;
            /** @description The request id as a URN. */
            instance: string;
            errors?: {
                /** @description JSON Pointer into the body, or the query parameter's name. */
                pointer: string;
                message: string;
            }[];
        };
        UptimeDay: {
            /**
             * Format: date
             * @example 2025-05-01
             */
            date: string;
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            monitorId: string;
            monitor: string;
            /** @enum {string} */
            type: "http" | "dns" | "tcp" | "cron" | "flow" | "ping" | "websocket";
            totalChecks: number;
            successfulChecks: number;
            failedChecks: number;
            /** @description Unrounded; null without checks. */
            uptimePercent: number | null;
            avgResponseTimeMs: number;
            maxResponseTimeMs: number;
            /** @enum {string} */
            status: "up" | "degraded" | "down";
            maintenanceMinutes: number;
        };
        UptimeDayOfAll: {
            /**
             * Format: date
             * @example 2025-05-01
             */
            date: string;
            totalChecks: number;
            successfulChecks: number;
            failedChecks: number;
            /** @description Answered as expected, but too slowly. */
            degradedChecks: number;
            /** @description Not answered, or not as expected. */
            downChecks: number;
            /**
             * @description Of the successful checks, unrounded.
             * @example 99.98
             */
            uptimePercent: number;
            /**
             * @description Of the checks that were answered as expected, in time or not.
             * @example 99.98
             */
            availablePercent: number;
            /**
             * @description Of the checks that were answered as expected, and in time.
             * @example 99.98
             */
            fastEnoughPercent: number;
            /**
             * @description Monitors whose checks were all successful.
             * @example 10
             */
            monitorsUp: number;
            /**
             * @description Monitors of whose checks up to half failed.
             * @example 1
             */
            monitorsDegraded: number;
            /**
             * @description Monitors of whose checks more than half failed.
             * @example 0
             */
            monitorsDown: number;
        };
        UptimeOfMonitor: {
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            monitorId: string;
            monitor: string;
            /** @enum {string} */
            type: "http" | "dns" | "tcp" | "cron" | "flow" | "ping" | "websocket";
            target: string;
            daysWithData: number;
            totalChecks: number;
            successfulChecks: number;
            failedChecks: number;
            /** @description Unrounded; null without checks. */
            uptimePercent: number | null;
            /**
             * @description Null when nothing was answered.
             * @example 120.5
             */
            avgResponseTimeMs: number | null;
            /**
             * @description Null when nothing was answered.
             * @example 120.5
             */
            maxResponseTimeMs: number | null;
            daysDown: number;
            daysDegraded: number;
            maintenanceMinutes: number;
            /** @description Answered as expected, but too slowly. */
            degradedChecks: number;
            /** @description Not answered, or not as expected. */
            downChecks: number;
            /**
             * @description Checks that were answered as expected, in time or not; null without checks.
             * @example 99.98
             */
            availablePercent: number | null;
            /**
             * @description Checks that were answered as expected, and in time; null without checks.
             * @example 99.98
             */
            fastEnoughPercent: number | null;
            /**
             * @description Which of the two the uptime of this monitor is, in reports too: `fast_enough` for http and flow monitors, `available` for the other types.
             * @enum {string}
             */
            reportsCount: "available" | "fast_enough";
            /** @description Days on which a check was down. */
            daysWithDown: number;
            /** @description Other days on which a check was degraded. */
            daysWithDegraded: number;
        };
        MaintenanceWindow: {
            /** @example mw_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example Database upgrade */
            name: string;
            /**
             * @description Null: every monitor of the team.
             * @example null
             */
            monitorIds: string[] | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            startsAt: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            endsAt: string | null;
            recurrence: components["schemas"]["Recurrence"];
            /**
             * @description The status pages that announce it, with each next occurrence. Nothing else of it shows.
             * @example []
             */
            statusPageIds: string[];
            /**
             * @description What status pages call it. Null: no page announces it.
             * @example null
             */
            publicTitle: string | null;
            /**
             * @description What status pages say about it, in Markdown. Empty: nothing.
             * @example
             */
            publicText: string;
            /**
             * @description How long before an occurrence begins subscribers are notified. 0: when it begins.
             * @example 24
             */
            announceHoursBefore: number;
            /**
             * Format: date-time
             * @description End of the maintenance that is in progress; null when there is none.
             * @example 2025-01-01T00:00:00.000Z
             */
            activeUntil: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        /** @description Null for a window that does not recur. */
        Recurrence: {
            /**
             * Format: rrule
             * @description RFC 5545 recurrence rule by days, weeks, months or years, without the property's name.
             * @example FREQ=WEEKLY;BYDAY=SU
             */
            rrule: string;
            /**
             * @description Local date and time of the first occurrence, YYYY-MM-DDTHH:mm.
             * @example 2025-07-06T02:00
             */
            startsAt: string;
            /**
             * Format: time-zone
             * @description IANA name.
             * @example Europe/Berlin
             */
            timeZone: string;
            /** @example 60 */
            durationMinutes: number;
        } | null;
        MaintenanceWindowCreate: {
            /** @example Database upgrade */
            name: string;
            /**
             * @description Null: every monitor of the team. Default: `null`.
             * @example null
             */
            monitorIds?: string[] | null;
            /**
             * Format: date-time
             * @description Null for a recurring window. Default: `null`.
             * @example 2025-07-01T22:00:00Z
             */
            startsAt?: string | null;
            /**
             * Format: date-time
             * @description Null for a recurring window. Default: `null`.
             * @example 2025-07-01T23:00:00.000Z
             */
            endsAt?: string | null;
            recurrence?: components["schemas"]["Recurrence"];
            /**
             * @description The status pages that announce it, with each next occurrence. Nothing else of it shows. Default: `[]`.
             * @example []
             */
            statusPageIds?: string[];
            /**
             * @description What status pages call it. Null: no page announces it. Default: `null`.
             * @example null
             */
            publicTitle?: string | null;
            /**
             * @description What status pages say about it, in Markdown. Empty: nothing. Default: `""`.
             * @example
             */
            publicText?: string;
            /**
             * @description How long before an occurrence begins subscribers are notified. 0: when it begins. Default: `24`.
             * @example 24
             */
            announceHoursBefore?: number;
        };
        MaintenanceWindowUpdate: {
            /** @example Database upgrade */
            name?: string;
            /**
             * @description Null: every monitor of the team.
             * @example null
             */
            monitorIds?: string[] | null;
            /**
             * Format: date-time
             * @description Null for a recurring window.
             * @example 2025-07-01T22:00:00Z
             */
            startsAt?: string | null;
            /**
             * Format: date-time
             * @description Null for a recurring window.
             * @example 2025-07-01T23:00:00.000Z
             */
            endsAt?: string | null;
            recurrence?: components["schemas"]["Recurrence"];
            /**
             * @description The status pages that announce it, with each next occurrence. Nothing else of it shows.
             * @example []
             */
            statusPageIds?: string[];
            /**
             * @description What status pages call it. Null: no page announces it.
             * @example null
             */
            publicTitle?: string | null;
            /**
             * @description What status pages say about it, in Markdown. Empty: nothing.
             * @example
             */
            publicText?: string;
            /**
             * @description How long before an occurrence begins subscribers are notified. 0: when it begins.
             * @example 24
             */
            announceHoursBefore?: number;
        };
        StatusPage: {
            /** @example sp_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example Public services */
            name: string;
            /**
             * @description Unique in the installation. It is kept for the page 90 days after the page has another.
             * @example public
             */
            slug: string;
            /** @description Whether anyone but the team can see it. */
            isPublished: boolean;
            /**
             * @description Who can read it once it is published.
             * @enum {string}
             */
            access: "public" | "password" | "members";
            /** @description Whether search engines may list it. */
            allowsIndexing: boolean;
            /** @description Markdown above the components, without HTML and images; empty: none. */
            headline: string;
            /** @description Markdown at the end, without HTML and images; empty: none. */
            footer: string;
            theme: components["schemas"]["StatusPageTheme"];
            /**
             * @description Language of its own words and dates.
             * @enum {string}
             */
            locale: "en" | "de" | "es" | "fr" | "it" | "ja" | "nl" | "pt" | "zh";
            /**
             * Format: time-zone
             * @description IANA name. Of its instants; the days of bars are of UTC.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * @description Days of each component's bar.
             * @enum {number}
             */
            days: 30 | 60 | 90;
            /** @description False: no component shows its uptime. */
            showsUptime: boolean;
            /** @description An outage of this length opens an incident; null: none does. */
            autoIncidentAfterMinutes: number | null;
            /** @description Whether such an incident is a draft until someone approves it. */
            autoIncidentNeedsApproval: boolean;
            /** @description Whether a password for readers was set. */
            hasPassword: boolean;
            /**
             * @description A host name that leads to this service and shows this page once it is proven (`domainProof`).
             * @example null
             */
            domain: string | null;
            /** @description How the domain is proven; null: the page has none. */
            domainProof: components["schemas"]["StatusPageDomainProof"] | null;
            logo: components["schemas"]["StatusPageImage"] | null;
            icon: components["schemas"]["StatusPageImage"] | null;
            sections: components["schemas"]["StatusPageSection"][];
            /**
             * @description The monitors of its components. Read-only: change `sections`.
             * @example []
             */
            monitorIds: string[];
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        StatusPageTheme: {
            /**
             * @description auto: light or dark, as the reader's system is.
             * @enum {string}
             */
            scheme: "auto" | "light" | "dark";
            /**
             * @description Of links and marks; null: that of every page. It must be readable on the page's ground.
             * @example #1c7c44
             */
            accentColor: string | null;
            /** @description A style sheet, at most 20480 bytes. What is served is written anew from it: of allowed properties, functions and selectors, below the page's root, without anything that fetches. Empty: none. */
            css: string;
        };
        StatusPageDomainProof: {
            /**
             * @description Name of the TXT record.
             * @example _lapwing.status.example.com
             */
            name: string;
            /**
             * @description Its text.
             * @example lapwing-page=q2mLr1bL5lIYsV8kTvbOfg
             */
            value: string;
            /**
             * @description pending: the domain does not lead to the page. proven: it does. failing: it does, but the record is gone, and 7 days after that it does not. allowed: an operator lets it without a record.
             * @enum {string}
             */
            status: "pending" | "proven" | "failing" | "allowed";
            /**
             * @description What the last look found. no_record: none; other_record: others; no_answer: the name servers did not answer, which changes nothing; taken: the domain leads to another page.
             * @enum {string|null}
             */
            problem: "no_record" | "other_record" | "no_answer" | "taken" | null;
            /**
             * Format: date-time
             * @description Since when the domain leads to the page.
             * @example 2025-01-01T00:00:00.000Z
             */
            provenAt: string | null;
            /**
             * Format: date-time
             * @description failing: when the record was first seen to be gone.
             * @example 2025-01-01T00:00:00.000Z
             */
            missingSince: string | null;
            /**
             * Format: date-time
             * @description When the record was last looked up.
             * @example 2025-01-01T00:00:00.000Z
             */
            checkedAt: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            nextCheckAt: string | null;
            /**
             * Format: date-time
             * @description failing: when the domain stops leading to the page.
             * @example 2025-01-01T00:00:00.000Z
             */
            withdrawnAt: string | null;
        };
        StatusPageImage: {
            /** @enum {string} */
            type: "image/png" | "image/webp";
            width: number;
            height: number;
            /** @description Bytes. */
            size: number;
            /** @description Changes with the image. */
            hash: string;
        };
        StatusPageSection: {
            name: string;
            components: components["schemas"]["StatusPageComponent"][];
        };
        StatusPageComponent: {
            /** @example cmp_01jgezt6z8e7kb3mq4f2ys0nd6 */
            id: string;
            /**
             * @description As readers see it. The names and targets of its monitors are never shown.
             * @example Checkout
             */
            name: string;
            /** @description What it does for readers; empty: none. */
            description: string;
            /** @description Whether it has a bar of days with its uptime. */
            showsUptime: boolean;
            /** @description Whether it shows its response time. */
            showsResponseTime: boolean;
            /**
             * @description What its state follows; none: incidents alone.
             * @example []
             */
            monitorIds: string[];
        };
        StatusPageCreate: {
            /** @example Public services */
            name: string;
            /**
             * @description Unique in the installation. It is kept for the page 90 days after the page has another.
             * @example public
             */
            slug: string;
            /** @description Whether anyone but the team can see it. Default: `false`. */
            isPublished?: boolean;
            /**
             * @description Who can read it once it is published. Default: `"public"`.
             * @enum {string}
             */
            access?: "public" | "password" | "members";
            /** @description Whether search engines may list it. Default: `false`. */
            allowsIndexing?: boolean;
            /** @description Markdown above the components, without HTML and images; empty: none. Default: `""`. */
            headline?: string;
            /** @description Markdown at the end, without HTML and images; empty: none. Default: `""`. */
            footer?: string;
            /** @description Default: `{}`. */
            theme?: {
                /**
                 * @description auto: light or dark, as the reader's system is.
                 * @enum {string}
                 */
                scheme?: "auto" | "light" | "dark";
                /**
                 * @description Of links and marks; null: that of every page. It must be readable on the page's ground.
                 * @example #1c7c44
                 */
                accentColor?: string | null;
                /** @description A style sheet, at most 20480 bytes. What is served is written anew from it: of allowed properties, functions and selectors, below the page's root, without anything that fetches. Empty: none. */
                css?: string;
            };
            /**
             * @description Language of its own words and dates. Default: `"en"`.
             * @enum {string}
             */
            locale?: "en" | "de" | "es" | "fr" | "it" | "ja" | "nl" | "pt" | "zh";
            /**
             * Format: time-zone
             * @description IANA name. Of its instants; the days of bars are of UTC. Default: `"UTC"`.
             * @example Europe/Berlin
             */
            timeZone?: string;
            /**
             * @description Days of each component's bar. Default: `90`.
             * @enum {number}
             */
            days?: 30 | 60 | 90;
            /** @description False: no component shows its uptime. Default: `true`. */
            showsUptime?: boolean;
            /** @description An outage of this length opens an incident; null: none does. Default: `null`. */
            autoIncidentAfterMinutes?: number | null;
            /** @description Whether such an incident is a draft until someone approves it. Default: `false`. */
            autoIncidentNeedsApproval?: boolean;
            /** @description What readers of a page with `access` password are asked for; it is never shown. Null: none. Default: `null`. */
            password?: string | null;
            /**
             * @description A host name that leads to this service and shows this page once it is proven (`domainProof`). Default: `null`.
             * @example null
             */
            domain?: string | null;
            /**
             * @description In the order of the page; at most 100 components in all. Default: `[]`.
             * @example [
             *       {
             *         "name": "Shop",
             *         "components": [
             *           {
             *             "name": "Checkout"
             *           }
             *         ]
             *       }
             *     ]
             */
            sections?: components["schemas"]["StatusPageSectionWanted"][];
        };
        StatusPageSectionWanted: {
            /**
             * @description Its heading; empty: none. Default: `""`.
             * @example Shop
             */
            name?: string;
            /** @description Default: `[]`. */
            components?: components["schemas"]["StatusPageComponentWanted"][];
        };
        StatusPageComponentWanted: {
            /**
             * @description A component of this page; left out: a new one.
             * @example cmp_01jgezt6z8e7kb3mq4f2ys0nd6
             */
            id?: string;
            /**
             * @description As readers see it. The names and targets of its monitors are never shown.
             * @example Checkout
             */
            name: string;
            /** @description What it does for readers; empty: none. Default: `""`. */
            description?: string;
            /** @description Whether it has a bar of days with its uptime. Default: `true`. */
            showsUptime?: boolean;
            /** @description Whether it shows its response time. Default: `false`. */
            showsResponseTime?: boolean;
            /**
             * @description What its state follows; none: incidents alone. Default: `[]`.
             * @example []
             */
            monitorIds?: string[];
        };
        StatusPagePreviewed: {
            /** @description The page as a document. Its files are those of every page, and the logo that is saved. */
            html: string;
            /** @description The style sheet of the draft, as readers would get it after that of every page; null: none. */
            css: string | null;
        };
        StatusPagePreview: {
            /** @example Public services */
            name: string;
            /** @description Whether search engines may list it. Default: `false`. */
            allowsIndexing?: boolean;
            /** @description Markdown above the components, without HTML and images; empty: none. Default: `""`. */
            headline?: string;
            /** @description Markdown at the end, without HTML and images; empty: none. Default: `""`. */
            footer?: string;
            /** @description Default: `{}`. */
            theme?: {
                /**
                 * @description auto: light or dark, as the reader's system is.
                 * @enum {string}
                 */
                scheme?: "auto" | "light" | "dark";
                /**
                 * @description Of links and marks; null: that of every page. It must be readable on the page's ground.
                 * @example #1c7c44
                 */
                accentColor?: string | null;
                /** @description A style sheet, at most 20480 bytes. What is served is written anew from it: of allowed properties, functions and selectors, below the page's root, without anything that fetches. Empty: none. */
                css?: string;
            };
            /**
             * @description Language of its own words and dates. Default: `"en"`.
             * @enum {string}
             */
            locale?: "en" | "de" | "es" | "fr" | "it" | "ja" | "nl" | "pt" | "zh";
            /**
             * Format: time-zone
             * @description IANA name. Of its instants; the days of bars are of UTC. Default: `"UTC"`.
             * @example Europe/Berlin
             */
            timeZone?: string;
            /**
             * @description Days of each component's bar. Default: `90`.
             * @enum {number}
             */
            days?: 30 | 60 | 90;
            /** @description False: no component shows its uptime. Default: `true`. */
            showsUptime?: boolean;
            /** @description An outage of this length opens an incident; null: none does. Default: `null`. */
            autoIncidentAfterMinutes?: number | null;
            /** @description Whether such an incident is a draft until someone approves it. Default: `false`. */
            autoIncidentNeedsApproval?: boolean;
            /** @description What readers of a page with `access` password are asked for; it is never shown. Null: none. Default: `null`. */
            password?: string | null;
            /**
             * @description A host name that leads to this service and shows this page once it is proven (`domainProof`). Default: `null`.
             * @example null
             */
            domain?: string | null;
            /**
             * @description In the order of the page; at most 100 components in all. Default: `[]`.
             * @example [
             *       {
             *         "name": "Shop",
             *         "components": [
             *           {
             *             "name": "Checkout"
             *           }
             *         ]
             *       }
             *     ]
             */
            sections?: components["schemas"]["StatusPageSectionWanted"][];
            /**
             * @description The page that is edited, whose incidents and history are shown; null: a new one. Default: `null`.
             * @example sp_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            pageId?: string | null;
        };
        StatusPageWithIncidents: components["schemas"]["StatusPage"] & {
            /** @description Open ones, then those that were resolved in the last 14 days. Their components are those of the page. */
            incidents: components["schemas"]["ListedIncident"][];
        };
        ListedIncident: {
            /** @example inc_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example Orders can't be placed */
            title: string;
            /**
             * @description How much is affected.
             * @example major
             * @enum {string}
             */
            impact: "none" | "minor" | "major" | "critical";
            /**
             * @example investigating
             * @enum {string}
             */
            status: "investigating" | "identified" | "monitoring" | "resolved";
            components: components["schemas"]["IncidentComponent"][];
            /**
             * @description The status pages that show it.
             * @example []
             */
            statusPageIds: string[];
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            startedAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            resolvedAt: string | null;
            /** @description Whether the impact follows the components. */
            isImpactDerived: boolean;
            isBackdated: boolean;
            /** @description Whether it waits for approval: no page shows it. */
            isDraft: boolean;
            /** @description Whether Lapwing opened it because of an outage. */
            isFromOutage: boolean;
            /** @description Whether Lapwing resolves it with the outage. A change by anyone ends that. */
            followsOutages: boolean;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
            latestUpdate: components["schemas"]["IncidentUpdate"] | null;
            /** @example 2 */
            updateCount: number;
        };
        IncidentComponent: {
            /**
             * @description Null: the component is deleted.
             * @example cmp_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            componentId: string | null;
            /**
             * @description Of a deleted one the last that it had.
             * @example Checkout
             */
            name: string;
            /**
             * @description Its state during the incident.
             * @example partial_outage
             * @enum {string}
             */
            state: "operational" | "maintenance" | "degraded" | "partial_outage" | "major_outage";
        };
        IncidentUpdate: {
            /** @example upd_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example inc_01jgezt6z8e7kb3mq4f2ys0nd5 */
            incidentId: string;
            /**
             * @description Markdown (CommonMark). It is stored as written; shown without HTML, images, and links of other schemes.
             * @example The database is **read-only**. We are moving to the replica.
             */
            body: string;
            /**
             * @description The status of the latest update becomes the incident's.
             * @example identified
             * @enum {string}
             */
            status: "investigating" | "identified" | "monitoring" | "resolved";
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            at: string;
            /** @description Whether subscribers are notified of it. */
            notifySubscribers: boolean;
        };
        StatusPageUpdate: {
            /** @example Public services */
            name?: string;
            /**
             * @description Unique in the installation. It is kept for the page 90 days after the page has another.
             * @example public
             */
            slug?: string;
            /** @description Whether anyone but the team can see it. */
            isPublished?: boolean;
            /**
             * @description Who can read it once it is published.
             * @enum {string}
             */
            access?: "public" | "password" | "members";
            /** @description Whether search engines may list it. */
            allowsIndexing?: boolean;
            /** @description Markdown above the components, without HTML and images; empty: none. */
            headline?: string;
            /** @description Markdown at the end, without HTML and images; empty: none. */
            footer?: string;
            theme?: {
                /**
                 * @description auto: light or dark, as the reader's system is.
                 * @enum {string}
                 */
                scheme?: "auto" | "light" | "dark";
                /**
                 * @description Of links and marks; null: that of every page. It must be readable on the page's ground.
                 * @example #1c7c44
                 */
                accentColor?: string | null;
                /** @description A style sheet, at most 20480 bytes. What is served is written anew from it: of allowed properties, functions and selectors, below the page's root, without anything that fetches. Empty: none. */
                css?: string;
            };
            /**
             * @description Language of its own words and dates.
             * @enum {string}
             */
            locale?: "en" | "de" | "es" | "fr" | "it" | "ja" | "nl" | "pt" | "zh";
            /**
             * Format: time-zone
             * @description IANA name. Of its instants; the days of bars are of UTC.
             * @example Europe/Berlin
             */
            timeZone?: string;
            /**
             * @description Days of each component's bar.
             * @enum {number}
             */
            days?: 30 | 60 | 90;
            /** @description False: no component shows its uptime. */
            showsUptime?: boolean;
            /** @description An outage of this length opens an incident; null: none does. */
            autoIncidentAfterMinutes?: number | null;
            /** @description Whether such an incident is a draft until someone approves it. */
            autoIncidentNeedsApproval?: boolean;
            /** @description What readers of a page with `access` password are asked for; it is never shown. Null: none. */
            password?: string | null;
            /**
             * @description A host name that leads to this service and shows this page once it is proven (`domainProof`).
             * @example null
             */
            domain?: string | null;
            /**
             * @description In the order of the page; at most 100 components in all.
             * @example [
             *       {
             *         "name": "Shop",
             *         "components": [
             *           {
             *             "name": "Checkout"
             *           }
             *         ]
             *       }
             *     ]
             */
            sections?: components["schemas"]["StatusPageSectionWanted"][];
        };
        Subscriber: {
            /** @example sub_01jgezt6z8e7kb3mq4f2ys0nd7 */
            id: string;
            /**
             * @example mail
             * @enum {string}
             */
            channel: "mail" | "webhook";
            /**
             * @description A mail address, or the URL of a webhook.
             * @example ada@example.com
             */
            address: string;
            /**
             * @description `unconfirmed`: asked for, and sent nothing until the owner of the address confirms; `active`; `stopped`: refused three messages in a row, and is sent no more.
             * @example active
             * @enum {string}
             */
            state: "unconfirmed" | "active" | "stopped";
            /** @description The components whose news are wanted; null: all, also those that are added later. */
            componentIds: string[] | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            confirmedAt: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            stoppedAt: string | null;
        };
        CreatedSubscriber: components["schemas"]["Subscriber"] & {
            /** @description Signs the messages. It is answered this once. */
            secret: string;
        };
        SubscriberBody: {
            /**
             * Format: uri
             * @description A public address. It is sent a challenge at once, signed as every message, and must answer with status 200 and a body that contains `data.challenge`.
             * @example https://example.com/hooks/status
             */
            url: string;
            /**
             * @description Signs messages as Standard Webhooks specifies. Left out, one is made.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
            /** @description The components whose news are wanted; null: all, also those that are added later. Default: `null`. */
            componentIds?: string[] | null;
        };
        SubscriberCounts: {
            mail: {
                unconfirmed: number;
                active: number;
                stopped: number;
            };
            webhook: {
                unconfirmed: number;
                active: number;
                stopped: number;
            };
        };
        Incident: {
            /** @example inc_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example Orders can't be placed */
            title: string;
            /**
             * @description How much is affected.
             * @example major
             * @enum {string}
             */
            impact: "none" | "minor" | "major" | "critical";
            /**
             * @example investigating
             * @enum {string}
             */
            status: "investigating" | "identified" | "monitoring" | "resolved";
            components: components["schemas"]["IncidentComponent"][];
            /**
             * @description The status pages that show it.
             * @example []
             */
            statusPageIds: string[];
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            startedAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            resolvedAt: string | null;
            /** @description Whether the impact follows the components. */
            isImpactDerived: boolean;
            isBackdated: boolean;
            /** @description Whether it waits for approval: no page shows it. */
            isDraft: boolean;
            /** @description Whether Lapwing opened it because of an outage. */
            isFromOutage: boolean;
            /** @description Whether Lapwing resolves it with the outage. A change by anyone ends that. */
            followsOutages: boolean;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description Newest first. */
            updates: components["schemas"]["IncidentUpdate"][];
            postmortem: components["schemas"]["Postmortem"] | null;
        };
        Postmortem: {
            /**
             * @description Markdown, shown as updates are.
             * @example A disk of the primary was full. From now on we are warned at 80 %.
             */
            body: string;
            /**
             * Format: date-time
             * @description Null: not published.
             * @example 2025-01-01T00:00:00.000Z
             */
            publishedAt: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        IncidentCreate: {
            /**
             * @description Default: that of the template.
             * @example Orders can't be placed
             */
            title?: string;
            /**
             * @description How much is affected. Null: derived from the worst state of its components (`degraded` minor, `partial_outage` major, `major_outage` critical; without components minor). Default: `null`.
             * @example null
             * @enum {string|null}
             */
            impact?: "none" | "minor" | "major" | "critical" | null;
            /**
             * @description Default: that of the latest of `updates`, or `investigating`; of a backdated one `resolved`.
             * @example investigating
             * @enum {string}
             */
            status?: "investigating" | "identified" | "monitoring" | "resolved";
            /**
             * @description The components of status pages that are affected, each once. Default: `[]`.
             * @example []
             */
            components?: {
                /** @example cmp_01jgezt6z8e7kb3mq4f2ys0nd5 */
                componentId: string;
                /**
                 * @description Its state during the incident.
                 * @example partial_outage
                 * @enum {string}
                 */
                state: "operational" | "maintenance" | "degraded" | "partial_outage" | "major_outage";
            }[];
            /**
             * @description The status pages that show it. Default: those of its components.
             * @example []
             */
            statusPageIds?: string[];
            /**
             * Format: date-time
             * @description Default: when the first of `updates` was posted, or now.
             * @example 2025-07-01T22:00:00Z
             */
            startedAt?: string;
            /**
             * Format: date-time
             * @description Null unless the status is `resolved`. Set when it becomes that, cleared when it is reopened.
             * @example null
             */
            resolvedAt?: string | null;
            /** @description Records what is over: it is resolved, `startedAt` and the instants of its updates are given, and nobody is notified. Default: `false`. */
            isBackdated?: boolean;
            /** @description No page shows it and nobody is notified until it is approved. Default: `false`. */
            isDraft?: boolean;
            /**
             * @description Whether subscribers are notified of it. Default: `true`.
             * @example true
             */
            notifySubscribers?: boolean;
            /**
             * @description A template for what is left out.
             * @example itp_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            templateId?: string;
            /**
             * @description Its first updates. Subscribers are notified of them with the incident. Default: `[]`.
             * @example [
             *       {
             *         "body": "We are looking into it.",
             *         "status": "investigating"
             *       }
             *     ]
             */
            updates?: components["schemas"]["FirstIncidentUpdate"][];
        };
        FirstIncidentUpdate: {
            /**
             * @description Markdown (CommonMark). It is stored as written; shown without HTML, images, and links of other schemes.
             * @example The database is **read-only**. We are moving to the replica.
             */
            body: string;
            /**
             * @description The status of the latest update becomes the incident's.
             * @example identified
             * @enum {string}
             */
            status: "investigating" | "identified" | "monitoring" | "resolved";
            /**
             * Format: date-time
             * @description When it was posted. Default: now.
             * @example 2025-07-01T22:10:00Z
             */
            at?: string;
        };
        IncidentPatch: {
            /** @example Orders can't be placed */
            title?: string;
            /**
             * @description How much is affected. Null: derived from the worst state of its components (`degraded` minor, `partial_outage` major, `major_outage` critical; without components minor).
             * @example null
             * @enum {string|null}
             */
            impact?: "none" | "minor" | "major" | "critical" | null;
            /**
             * @example investigating
             * @enum {string}
             */
            status?: "investigating" | "identified" | "monitoring" | "resolved";
            /**
             * @description The components of status pages that are affected, each once.
             * @example []
             */
            components?: {
                /** @example cmp_01jgezt6z8e7kb3mq4f2ys0nd5 */
                componentId: string;
                /**
                 * @description Its state during the incident.
                 * @example partial_outage
                 * @enum {string}
                 */
                state: "operational" | "maintenance" | "degraded" | "partial_outage" | "major_outage";
            }[];
            /**
             * @description The status pages that show it.
             * @example []
             */
            statusPageIds?: string[];
            /**
             * Format: date-time
             * @example 2025-07-01T22:00:00Z
             */
            startedAt?: string;
            /**
             * Format: date-time
             * @description Null unless the status is `resolved`. Set when it becomes that, cleared when it is reopened.
             * @example null
             */
            resolvedAt?: string | null;
        };
        IncidentApproval: {
            /**
             * @description Whether subscribers are notified of it. Default: `true`.
             * @example true
             */
            notifySubscribers?: boolean;
        };
        PostmortemWrite: {
            /**
             * @description Markdown, shown as updates are.
             * @example A disk of the primary was full. From now on we are warned at 80 %.
             */
            body: string;
            /** @description Whether status pages show it while the incident is resolved. Only then can it be published. Default: `false`. */
            isPublished?: boolean;
            /**
             * @description Whether subscribers are notified when it is published. Default: `true`.
             * @example true
             */
            notifySubscribers?: boolean;
        };
        IncidentUpdateCreate: {
            /**
             * @description Markdown. Default: that of the template.
             * @example The database is **read-only**. We are moving to the replica.
             */
            body?: string;
            /**
             * @description Default: that of the template.
             * @example identified
             * @enum {string}
             */
            status?: "investigating" | "identified" | "monitoring" | "resolved";
            /**
             * Format: date-time
             * @description When it was posted. Default: now.
             * @example 2025-07-01T22:10:00Z
             */
            at?: string;
            /**
             * @description Whether subscribers are notified of it. Default: `true`.
             * @example true
             */
            notifySubscribers?: boolean;
            /**
             * @description A template for what is left out.
             * @example itp_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            templateId?: string;
        };
        /** @description When it was posted stays. Nobody is notified of the change. */
        IncidentUpdatePatch: {
            /**
             * @description Markdown (CommonMark). It is stored as written; shown without HTML, images, and links of other schemes.
             * @example The database is **read-only**. We are moving to the replica.
             */
            body?: string;
            /**
             * @description The status of the latest update becomes the incident's.
             * @example identified
             * @enum {string}
             */
            status?: "investigating" | "identified" | "monitoring" | "resolved";
        };
        IncidentTemplate: {
            /** @example itp_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /**
             * @description As the team calls it; status pages do not show it.
             * @example Slow answers
             */
            name: string;
            /**
             * @description Of an incident that is opened with it. `{{component}}` becomes the names of the incident's components.
             * @example {{component}} is slow
             */
            title: string;
            /**
             * @description Of an update, in Markdown. `{{component}}` becomes the names of the incident's components.
             * @example {{component}} answers more slowly than usual. We are looking into it.
             */
            body: string;
            /**
             * @description Of an update.
             * @example investigating
             * @enum {string}
             */
            status: "investigating" | "identified" | "monitoring" | "resolved";
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        IncidentTemplateCreate: {
            /**
             * @description As the team calls it; status pages do not show it.
             * @example Slow answers
             */
            name: string;
            /**
             * @description Of an incident that is opened with it. `{{component}}` becomes the names of the incident's components.
             * @example {{component}} is slow
             */
            title: string;
            /**
             * @description Of an update, in Markdown. `{{component}}` becomes the names of the incident's components.
             * @example {{component}} answers more slowly than usual. We are looking into it.
             */
            body: string;
            /**
             * @description Of an update. Default: `"investigating"`.
             * @example investigating
             * @enum {string}
             */
            status?: "investigating" | "identified" | "monitoring" | "resolved";
        };
        IncidentTemplatePatch: {
            /**
             * @description As the team calls it; status pages do not show it.
             * @example Slow answers
             */
            name?: string;
            /**
             * @description Of an incident that is opened with it. `{{component}}` becomes the names of the incident's components.
             * @example {{component}} is slow
             */
            title?: string;
            /**
             * @description Of an update, in Markdown. `{{component}}` becomes the names of the incident's components.
             * @example {{component}} answers more slowly than usual. We are looking into it.
             */
            body?: string;
            /**
             * @description Of an update.
             * @example investigating
             * @enum {string}
             */
            status?: "investigating" | "identified" | "monitoring" | "resolved";
        };
        HandledOutage: {
            /** @example out_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example cau_01jgezt6z8e7kb3mq4f2ys0nd5 */
            causeId: string;
            monitor: {
                /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
                id: string;
                /** @example Website */
                name: string;
            };
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            to: string | null;
            /** @description The monitor that this one depends on, directly or not, and that is down: no notice of its own. */
            consequenceOf: {
                /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
                id: string;
                /** @example Router */
                name: string;
            } | null;
            /** @description Who has acknowledged its cause last; null: nobody. */
            acknowledgement: components["schemas"]["Acknowledgement"] | null;
            /** @description Until when its cause is put off; null: it never was. */
            snooze: components["schemas"]["Snooze"] | null;
        };
        SnoozeBody: {
            /**
             * @description From now on; 0 ends an earlier snooze.
             * @example 30
             */
            minutes: number;
        };
        Schedule: {
            /** @example sch_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example Core on call */
            name: string;
            layers: components["schemas"]["ShownScheduleLayer"][];
            /** @description By date. They are kept for 400 days. */
            overrides: components["schemas"]["ScheduleOverride"][];
            /**
             * Format: date-time
             * @description When the address of the calendar was made; null while it has none.
             * @example 2025-01-01T00:00:00.000Z
             */
            calendarMadeAt: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        ShownScheduleLayer: {
            name: string;
            people: components["schemas"]["OnCallPerson"][];
            /** @enum {string} */
            turnUnit: "days" | "weeks";
            turnLength: number;
            handOverTime: string;
            /**
             * Format: time-zone
             * @description IANA name.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * Format: date
             * @description The first day of the first person. Turns of weeks begin on its weekday.
             * @example 2026-12-24
             */
            startsOn: string;
            weekdays: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            until: string | null;
        };
        OnCallPerson: {
            /** @example usr_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @description Null: no member of the team any more, and on call no more. */
            name: string | null;
        };
        ScheduleOverride: {
            /** @example ovr_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /**
             * Format: date
             * @example 2026-12-24
             */
            date: string;
            insteadOf: components["schemas"]["OnCallPerson"];
            person: components["schemas"]["OnCallPerson"];
        };
        ScheduleCreate: {
            /** @example Core on call */
            name: string;
            /** @description The first one that has somebody decides; the others fill what it leaves open. */
            layers: components["schemas"]["ScheduleLayer"][];
        };
        ScheduleLayer: {
            /**
             * @description Default: `""`.
             * @example Weekdays
             */
            name?: string;
            /** @description Members of the team, in the order of their turns. */
            people: string[];
            /**
             * @description Default: `"weeks"`.
             * @enum {string}
             */
            turnUnit?: "days" | "weeks";
            /** @description Of one turn, in `turnUnit`. Default: `1`. */
            turnLength?: number;
            /**
             * @description When a day of the layer begins, local time. One that the clocks skip happens when they are set forward; of one that occurs twice, the first counts. Default: `"09:00"`.
             * @example 09:00
             */
            handOverTime?: string;
            /**
             * Format: time-zone
             * @description IANA name.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * Format: date
             * @description The first day of the first person. Turns of weeks begin on its weekday.
             * @example 2026-12-24
             */
            startsOn: string;
            /**
             * @description On which the layer's days begin; null: every day. Default: `null`.
             * @example null
             */
            weekdays?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /**
             * @description When each day ends, local time, at the latest 24 hours after it began; null: at the next hand-over. Default: `null`.
             * @example null
             */
            until?: string | null;
        };
        OnCall: {
            schedule: {
                /** @example sch_01jgezt6z8e7kb3mq4f2ys0nd5 */
                id: string;
                /** @example Core on call */
                name: string;
            };
            now: components["schemas"]["OnCallTurn"];
            /** @description Who follows within eight weeks; null when nothing changes. */
            next: components["schemas"]["OnCallTurn"] | null;
        };
        OnCallTurn: {
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            to: string;
            /** @description Null: nobody is on call. */
            person: components["schemas"]["OnCallPerson"] | null;
            /**
             * @description The place of the layer that decides, from 0.
             * @example 0
             */
            layer: number | null;
            /** @description Whose day it is, by an override. */
            insteadOf: components["schemas"]["OnCallPerson"] | null;
        };
        ReachablePerson: {
            /** @example usr_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            name: string;
            /** @description Without a channel in the account, what is meant for them goes to the alert's own channel. */
            hasChannel: boolean;
        };
        ScheduleUpdate: {
            /** @example Core on call */
            name?: string;
            /** @description The first one that has somebody decides; the others fill what it leaves open. */
            layers?: components["schemas"]["ScheduleLayer"][];
        };
        ScheduleOverrideCreate: {
            /**
             * Format: date
             * @description From the hand-over of this date to the next hand-over.
             * @example 2026-12-24
             */
            date: string;
            /**
             * @description Whose day it is.
             * @example usr_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            insteadOf: string;
            /**
             * @description Who takes it.
             * @example usr_01jgezt6z8e7kb3mq4f2ys0nd5
             */
            person: string;
        };
        Prober: {
            /** @example pro_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example frankfurt-1 */
            name: string;
            /**
             * @description The location, by its name; it is made with its first prober.
             * @example frankfurt
             */
            location: string;
            /**
             * @description Whose monitors it checks: all, or the team's.
             * @enum {string}
             */
            owner: "installation" | "team";
            /**
             * @description away: it was not heard of for 15 s. set_aside: it takes no checks for now; `reason` says why.
             * @enum {string}
             */
            state: "connected" | "away" | "set_aside";
            reason: string | null;
            /** @example 0.1.0 */
            version: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastSeenAt: string | null;
            /**
             * @description Checks that ran when it was last seen.
             * @example 3
             */
            running: number | null;
            /**
             * @description Checks that may run at once.
             * @example 2000
             */
            capacity: number | null;
            /**
             * @description Its clock minus the service's. Beyond 30 s it is set aside.
             * @example 12
             */
            clockOffsetMs: number | null;
            /**
             * @description Of its failures that another location was asked about, the share that was refuted.
             * @example 0
             */
            refutedShare: number | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string | null;
        };
        NewProber: {
            /** @example pro_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example frankfurt-1 */
            name: string;
            /**
             * @description The location, by its name; it is made with its first prober.
             * @example frankfurt
             */
            location: string;
            /** @description LAPWING_PROBER_TOKEN, shown only this once. */
            token: string;
            /** @description The line that runs the prober, with its token. */
            command: string;
        };
        ProberCreate: {
            /** @example frankfurt-1 */
            name: string;
            /**
             * @description The location, by its name; it is made with its first prober.
             * @example frankfurt
             */
            location: string;
        };
        Location: {
            /** @example loc_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /**
             * @description The location, by its name; it is made with its first prober.
             * @example frankfurt
             */
            name: string;
            /**
             * @description As people call it.
             * @example Frankfurt, rack 4
             */
            label: string;
            /**
             * @description Monitors with this `locationHint` that name no location are checked from here. Null: none are.
             * @example weur
             * @enum {string|null}
             */
            hint: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me" | null;
            /**
             * @description Whether checks from here may connect to private addresses. Made where there is one team: true.
             * @example false
             */
            allowsPrivateTargets: boolean;
            /**
             * @description Who can name it: every team, or this one.
             * @enum {string}
             */
            owner: "installation" | "team";
            /**
             * @description That of the best of its probers. Monitors that name a location which is not `connected` are missed there, unless they have `fallback`.
             * @enum {string}
             */
            state: "connected" | "set_aside" | "away" | "no_prober";
            /** @example 1 */
            probers: number;
            /**
             * @description How many of the team's monitors name it.
             * @example 12
             */
            monitors: number;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        LocationPatch: {
            /**
             * @description As people call it.
             * @example Frankfurt, rack 4
             */
            label?: string;
            /**
             * @description Monitors with this `locationHint` that name no location are checked from here. Null: none are.
             * @example weur
             * @enum {string|null}
             */
            hint?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me" | null;
            /**
             * @description Whether checks from here may connect to private addresses. Made where there is one team: true.
             * @example false
             */
            allowsPrivateTargets?: boolean;
        };
        /**
         * @description Objects with keys. Where the create body of a kind takes the id of an object, a key stands, or the id of what is not in the document. `{ "secret": "NAME" }` stands for a secret that is kept.
         * @example {
         *       "monitors": [
         *         {
         *           "key": "shop",
         *           "name": "Shop",
         *           "url": "https://shop.example/"
         *         }
         *       ]
         *     }
         */
        Configuration: {
            /**
             * @description Whose objects they are.
             * @example default
             */
            project?: string;
            /** @description Each with the members of the create body of a monitor. Default: `[]`. */
            monitors?: ({
                /**
                 * @description By which the object is found again.
                 * @example shop
                 */
                key: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Each with the members of the create body of a schedule. Default: `[]`. */
            schedules?: ({
                /**
                 * @description By which the object is found again.
                 * @example shop
                 */
                key: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Each with the members of the create body of a alert. Default: `[]`. */
            alerts?: ({
                /**
                 * @description By which the object is found again.
                 * @example shop
                 */
                key: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Each with the members of the create body of a status page. Default: `[]`. */
            statusPages?: ({
                /**
                 * @description By which the object is found again.
                 * @example shop
                 */
                key: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Each with the members of the create body of a maintenance window. Default: `[]`. */
            maintenance?: ({
                /**
                 * @description By which the object is found again.
                 * @example shop
                 */
                key: string;
            } & {
                [key: string]: unknown;
            })[];
        };
        AppliedConfiguration: {
            changes: {
                /** @enum {string} */
                kind: "monitors" | "schedules" | "alerts" | "statusPages" | "maintenance";
                /**
                 * @description By which the object is found again.
                 * @example shop
                 */
                key: string;
                /** @description Null for what a plan would create. */
                id: string | null;
                name: string;
                /** @enum {string} */
                action: "create" | "update" | "adopt" | "delete";
                /** @description Keys stand for the ids of the project's objects; secrets are masked. */
                changes: {
                    field: string;
                    before?: unknown;
                    after?: unknown;
                }[];
                /** @description Whether somebody changed the object since it was applied last, which applying undoes. */
                drifted: boolean;
                /** @description Whether the document changed it as well: some of the changes undo nothing of theirs. */
                conflicts: boolean;
                /** @description Whether its secrets were changed so, and stay, because the document gives none. */
                keepsSecrets: boolean;
                /**
                 * Format: date-time
                 * @description Of what is deleted: its history goes with it.
                 * @example 2025-01-01T00:00:00.000Z
                 */
                existsSince: string | null;
            }[];
            totals: {
                create: number;
                update: number;
                adopt: number;
                delete: number;
                unchanged: number;
            };
            /** @description Secrets that were generated for new objects; shown only in this answer. */
            generated: {
                /** @enum {string} */
                kind: "monitors" | "schedules" | "alerts" | "statusPages" | "maintenance";
                /**
                 * @description By which the object is found again.
                 * @example shop
                 */
                key: string;
                /** @description JSON Pointer into the document. */
                path: string;
                /**
                 * @description The one that the document names there, else the one that an export would name.
                 * @example ALERTS_OPS__SECRET
                 */
                variable: string;
                secret: string;
            }[];
            /** @description What the project owns and the document lacks: without `prune=1` it stays as it is. */
            left: {
                /** @enum {string} */
                kind: "monitors" | "schedules" | "alerts" | "statusPages" | "maintenance";
                /**
                 * @description By which the object is found again.
                 * @example shop
                 */
                key: string;
            }[];
            /** @description Of a plan: why applying it would be refused, because it deletes more than its limit allows. */
            refusal: string | null;
            /** @description Whether all secrets that the document gives were compared with those that were applied last. A plan does so for keys with config:write alone: others could try guesses. */
            comparesSecrets: boolean;
            /** @description Of the document and of what is there: send it as If-Match to apply just what was planned. A plan has it as its ETag too. */
            digest: string;
        };
        /** @description A configuration, with `defaults` of each kind if wanted: see GET /api/v1/config. */
        ConfigurationWanted: {
            [key: string]: unknown;
        };
        ManagedObject: {
            /** @example mon_01k2x3y4z5e6f7g8h9j0kmnpqr */
            id: string;
            /** @enum {string} */
            kind: "monitors" | "schedules" | "alerts" | "statusPages" | "maintenance";
            /**
             * @description Whose files they are.
             * @example shop
             */
            project: string;
            /**
             * @description By which the files name it.
             * @example api
             */
            key: string;
        };
        AddedHistory: {
            hours: number;
            checks: number;
            days: number;
        };
        ImportedHistory: {
            /** @description Default: `"default"`. */
            project?: string;
            /**
             * @description Of the monitor.
             * @example shop
             */
            key: string;
            /** @description Default: `[]`. */
            hours?: {
                /**
                 * Format: date-time
                 * @description A whole hour of UTC; each once.
                 * @example 2025-07-01T22:00:00Z
                 */
                startsAt: string;
                /** @description Default: `[]`. */
                checks?: {
                    /** @description Within the hour; each once. */
                    minute: number;
                    /** @enum {string} */
                    status: "up" | "down";
                    /** @description Default: `null`. */
                    responseTimeMs?: number | null;
                    /** @description Default: `null`. */
                    responseStatus?: number | null;
                    /** @description Why it was down. Default: `null`. */
                    message?: string | null;
                }[];
                /** @description When single checks were not kept. Default: `null`. */
                figures?: {
                    up: number;
                    down: number;
                    /** @description Of the checks that were up, in milliseconds; null: not known. Default: `null`. */
                    responseTime?: {
                        avg: number;
                        min: number;
                        max: number;
                    } | null;
                } | null;
            }[];
            /** @description Default: `[]`. */
            days?: {
                /**
                 * Format: date
                 * @description A day of UTC of which no hour is known.
                 * @example 2025-07-01
                 */
                date: string;
                figures: {
                    up: number;
                    down: number;
                    /** @description Of the checks that were up, in milliseconds; null: not known. Default: `null`. */
                    responseTime?: {
                        avg: number;
                        min: number;
                        max: number;
                    } | null;
                };
            }[];
        };
        Key: {
            /** @example key_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example Grafana */
            name: string;
            /**
             * @example [
             *       "monitors:read",
             *       "reports:read"
             *     ]
             */
            scopes: ("monitors:read" | "monitors:write" | "alerts:read" | "alerts:write" | "reports:read" | "maintenance:read" | "maintenance:write" | "status-pages:read" | "status-pages:write" | "incidents:read" | "incidents:write" | "schedules:read" | "schedules:write" | "outages:write" | "subscribers:read" | "subscribers:write" | "config:read" | "config:write" | "keys:read" | "keys:write" | "members:read" | "members:write" | "probers:read" | "probers:write" | "audit:read" | "team:write")[];
            /**
             * Format: date-time
             * @description Null: until it is revoked.
             * @example null
             */
            expiresAt: string | null;
            /**
             * @description The first characters of the key.
             * @example lw_Zk3vW8rY1
             */
            prefix: string;
            /** @description Who made it, or who made the key that did. Null: the command line, or a deleted account. */
            createdBy: {
                /** @example usr_01jgezt6z8e7kb3mq4f2ys0nd5 */
                id: string;
                /** @example Ada Lovelace */
                name: string;
                /** @description Whether they are still a member of the team. */
                isMember: boolean;
            } | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastUsedAt: string | null;
        };
        NewKey: components["schemas"]["Key"] & {
            /** @description The key itself, shown only this once. */
            secret: string;
        };
        KeyCreate: {
            /** @example Grafana */
            name: string;
            /**
             * @example [
             *       "monitors:read",
             *       "reports:read"
             *     ]
             */
            scopes: ("monitors:read" | "monitors:write" | "alerts:read" | "alerts:write" | "reports:read" | "maintenance:read" | "maintenance:write" | "status-pages:read" | "status-pages:write" | "incidents:read" | "incidents:write" | "schedules:read" | "schedules:write" | "outages:write" | "subscribers:read" | "subscribers:write" | "config:read" | "config:write" | "keys:read" | "keys:write" | "members:read" | "members:write" | "probers:read" | "probers:write" | "audit:read" | "team:write")[];
            /**
             * Format: date-time
             * @description Null: until it is revoked. Default: `null`.
             * @example null
             */
            expiresAt?: string | null;
        };
        Member: {
            /** @example mbr_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            user: {
                /** @example usr_01jgezt6z8e7kb3mq4f2ys0nd5 */
                id: string;
                /** @example Ada Lovelace */
                name: string;
                /** @example ada@example.com */
                email: string;
                /** @description Whether somebody has proven that the address is theirs. */
                emailProven: boolean;
                /**
                 * Format: date-time
                 * @example 2025-01-01T00:00:00.000Z
                 */
                lastSeenAt: string | null;
            };
            /**
             * @example editor
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin" | "owner";
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
        };
        MemberUpdate: {
            /**
             * @example editor
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin" | "owner";
        };
        Invitation: {
            /** @example inv_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example grace@example.com */
            email: string;
            /**
             * @example editor
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin" | "owner";
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            expiresAt: string;
        };
        NewInvitation: components["schemas"]["Invitation"] & {
            /**
             * @description Give it to the invited person. Shown only this once.
             * @example https://lapwing.example/invitation#Zk3vW8rY1…
             */
            link: string;
        };
        InvitationCreate: {
            /**
             * Format: email
             * @example grace@example.com
             */
            email: string;
            /**
             * @example editor
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin" | "owner";
        };
        Team: {
            /** @example acme */
            slug: string;
            /** @example Acme */
            name: string;
            /** @description Whether people who signed in with a password may enter this team. Where it is false, they sign in with a passkey, by a one-time link or through the OpenID provider. */
            allowsPasswords: boolean;
            /**
             * @description What whoever asks may do in it.
             * @example [
             *       "monitors:read"
             *     ]
             */
            scopes: ("monitors:read" | "monitors:write" | "alerts:read" | "alerts:write" | "reports:read" | "maintenance:read" | "maintenance:write" | "status-pages:read" | "status-pages:write" | "incidents:read" | "incidents:write" | "schedules:read" | "schedules:write" | "outages:write" | "subscribers:read" | "subscribers:write" | "config:read" | "config:write" | "keys:read" | "keys:write" | "members:read" | "members:write" | "probers:read" | "probers:write" | "audit:read" | "team:write")[];
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
        };
        TeamUpdate: {
            /** @example Acme */
            name?: string;
            /** @description Whether people who signed in with a password may enter this team. Where it is false, they sign in with a passkey, by a one-time link or through the OpenID provider. */
            allowsPasswords?: boolean;
        };
        AuditEvent: {
            /** @example aud_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            at: string;
            actor: {
                /**
                 * @description `lapwing`: the service itself, for example an incident of an outage. `link`: whoever followed the link of a message, whose channel is the name.
                 * @example user
                 * @enum {string}
                 */
                kind: "key" | "user" | "cli" | "lapwing" | "link";
                /** @example usr_01jgezt6z8e7kb3mq4f2ys0nd5 */
                id: string | null;
                /** @example Ada Lovelace */
                name: string | null;
            };
            /** @example update */
            action: string;
            /** @example monitor */
            objectType: string;
            /** @example mon_01jgezt6z8e7kb3mq4f2ys0nd5 */
            objectId: string | null;
            /** @example Shop */
            objectName: string | null;
            /**
             * @description Of the client.
             * @example 192.0.2.7
             */
            address: string | null;
            /**
             * @description Secrets are masked, long values truncated.
             * @example []
             */
            changes: {
                field: string;
                before: unknown;
                after: unknown;
            }[];
        };
        SignIn: {
            /** @description Whether passkeys work at the address of this request. */
            passkeys: boolean;
            /** @description Whether links can be mailed. */
            email: boolean;
            /** @description Whether passwords are taken at the address of this request. */
            password: boolean;
            /** @description The OpenID provider; null when there is none. */
            oidc: {
                /** @example accounts.example.com */
                name: string;
            } | null;
        };
        Session: {
            user: components["schemas"]["User"];
            session: {
                /** @example ses_01jgezt6z8e7kb3mq4f2ys0nd5 */
                id: string;
                /**
                 * Format: date-time
                 * @example 2025-01-01T00:00:00.000Z
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @example 2025-01-01T00:00:00.000Z
                 */
                expiresAt: string;
                /**
                 * @description How it began; null: an earlier version opened it. One that began with a password changes no passkey.
                 * @enum {string|null}
                 */
                way: "link" | "passkey" | "oidc" | "password" | null;
            };
            teams: {
                /** @example acme */
                slug: string;
                /** @example Acme */
                name: string;
                /**
                 * @example editor
                 * @enum {string}
                 */
                role: "viewer" | "editor" | "admin" | "owner";
                /** @description Those of the role, and `outages:write` while the person is on call by a schedule of the team. */
                scopes: ("monitors:read" | "monitors:write" | "alerts:read" | "alerts:write" | "reports:read" | "maintenance:read" | "maintenance:write" | "status-pages:read" | "status-pages:write" | "incidents:read" | "incidents:write" | "schedules:read" | "schedules:write" | "outages:write" | "subscribers:read" | "subscribers:write" | "config:read" | "config:write" | "keys:read" | "keys:write" | "members:read" | "members:write" | "probers:read" | "probers:write" | "audit:read" | "team:write")[];
            }[];
            signIn: components["schemas"]["SignIn"];
            service: {
                /**
                 * @description Origin of the links in notices and mails, which PUBLIC_URL sets; null: none that a reader elsewhere could use is known, and they have no links.
                 * @example https://lapwing.example
                 */
                linkOrigin: string | null;
                /** @description Whether there is a mail server: alerts by email need it. */
                sendsMail: boolean;
            };
            password: {
                /** @description Whether you can sign in with a password. */
                isSet: boolean;
                /** @description Whether you can set one now: this session began in the last 15 minutes, by a one-time link or with a passkey. */
                canBeSet: boolean;
            };
        };
        User: {
            /** @example usr_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example Ada Lovelace */
            name: string;
            /** @example ada@example.com */
            email: string;
            /** @description Whether somebody has proven that the address is theirs. Until then the account is in one team at most: the one whose invitation made it. */
            emailProven: boolean;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
        };
        LinkPreview: {
            /**
             * @example invitation
             * @enum {string}
             */
            kind: "welcome" | "sign_in" | "invitation";
            /** @example Acme */
            team: string | null;
            /** @example grace@example.com */
            email: string | null;
            /** @description Whether redeeming it creates an account, which needs a name. */
            needsName: boolean;
            /** @description Whether somebody has proven the invited address: they sign in before the link can be redeemed. */
            needsSignIn: boolean;
            /** @description Whether redeeming it proves the address of an account that exists already: that ends its sessions and removes its passkeys and connected identities. */
            endsOthers: boolean;
        };
        AccountUpdate: {
            /** @example Ada Lovelace */
            name: string;
        };
        AccountEvent: {
            /** @example aud_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            at: string;
            /** @description What happened: `passkey.create`, `session.end`, … */
            action: string;
            /** @example 192.0.2.7 */
            address: string | null;
            /**
             * @description A passkey's name, or a browser.
             * @example Laptop
             */
            detail: string | null;
        };
        Passkey: {
            /** @example pk_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @example Laptop */
            name: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastUsedAt: string | null;
            /** @description Whether it is synced or backed up, for example to the owner's other devices. */
            synced: boolean;
            /**
             * Format: uuid
             * @description The model of authenticator or password manager that made it, as it said itself; zeros where it named none.
             * @example bada5566-a7aa-401f-bd96-45619a55120d
             */
            aaguid: string;
        };
        PasskeyUpdate: {
            /** @example Laptop */
            name: string;
        };
        OwnChannel: {
            /** @example uch_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            channel: components["schemas"]["WebhookChannel"] | components["schemas"]["EmailChannel"] | components["schemas"]["SlackChannel"] | components["schemas"]["DiscordChannel"] | components["schemas"]["MicrosoftTeamsChannel"] | components["schemas"]["TelegramChannel"] | components["schemas"]["PagerdutyChannel"] | components["schemas"]["OpsgenieChannel"] | components["schemas"]["NtfyChannel"] | components["schemas"]["GotifyChannel"] | components["schemas"]["PushoverChannel"] | components["schemas"]["MatrixChannel"] | components["schemas"]["MattermostChannel"] | components["schemas"]["RocketchatChannel"] | components["schemas"]["GoogleChatChannel"] | components["schemas"]["ZulipChannel"] | components["schemas"]["SignalChannel"] | components["schemas"]["TwilioChannel"] | components["schemas"]["HomeAssistantChannel"] | components["schemas"]["JiraServiceManagementChannel"] | components["schemas"]["IncidentIoChannel"] | components["schemas"]["AlertmanagerChannel"] | components["schemas"]["AppriseChannel"] | components["schemas"]["HttpChannel"];
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
        };
        OwnChannelCreate: {
            channel: components["schemas"]["NewWebhookChannel"] | components["schemas"]["NewEmailChannel"] | components["schemas"]["NewSlackChannel"] | components["schemas"]["NewDiscordChannel"] | components["schemas"]["NewMicrosoftTeamsChannel"] | components["schemas"]["NewTelegramChannel"] | components["schemas"]["NewPagerdutyChannel"] | components["schemas"]["NewOpsgenieChannel"] | components["schemas"]["NewNtfyChannel"] | components["schemas"]["NewGotifyChannel"] | components["schemas"]["NewPushoverChannel"] | components["schemas"]["NewMatrixChannel"] | components["schemas"]["NewMattermostChannel"] | components["schemas"]["NewRocketchatChannel"] | components["schemas"]["NewGoogleChatChannel"] | components["schemas"]["NewZulipChannel"] | components["schemas"]["NewSignalChannel"] | components["schemas"]["NewTwilioChannel"] | components["schemas"]["NewHomeAssistantChannel"] | components["schemas"]["NewJiraServiceManagementChannel"] | components["schemas"]["NewIncidentIoChannel"] | components["schemas"]["NewAlertmanagerChannel"] | components["schemas"]["NewAppriseChannel"] | components["schemas"]["NewHttpChannel"];
        };
        NewPassword: {
            password: string;
        };
        AccountSession: {
            /** @example ses_01jgezt6z8e7kb3mq4f2ys0nd5 */
            id: string;
            /** @description Whether it is the session of this request. */
            current: boolean;
            userAgent: string | null;
            /**
             * @description From which it was opened.
             * @example 192.0.2.7
             */
            address: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            lastSeenAt: string;
        };
        AcknowledgementLink: {
            /**
             * @description `used`: it has acknowledged. `over`: nothing of the cause lasts, and no more is said.
             * @example open
             * @enum {string}
             */
            state: "open" | "used" | "over";
            /**
             * @description Of the message.
             * @enum {string|null}
             */
            channel: "webhook" | "email" | "slack" | "discord" | "microsoft_teams" | "telegram" | "pagerduty" | "opsgenie" | "ntfy" | "gotify" | "pushover" | "matrix" | "mattermost" | "rocketchat" | "google_chat" | "zulip" | "signal" | "twilio" | "home_assistant" | "jira_service_management" | "incident_io" | "alertmanager" | "apprise" | "http" | null;
            /** @example Acme */
            team: string | null;
            /**
             * Format: date-time
             * @example 2025-01-01T00:00:00.000Z
             */
            since: string | null;
            /** @description The names of the first 10 that fail, without those that depend on one of them. */
            monitors: string[];
            /**
             * @description How many fail beside those.
             * @example 0
             */
            more: number;
            /**
             * @description How many that depend on all of those fail, too.
             * @example 12
             */
            consequences: number;
            /** @description Who has acknowledged its cause last; null: nobody. */
            acknowledgement: components["schemas"]["Acknowledgement"] | null;
            /** @description Until when its cause is put off; null: it never was. */
            snooze: components["schemas"]["Snooze"] | null;
        };
        PublicStatusPage: {
            /** @enum {number} */
            version: 1;
            page: {
                id: string;
                name: string;
                url: string | null;
                locale: string;
                timeZone: string;
            };
            /** @enum {string} */
            state: "operational" | "maintenance" | "degraded" | "partial_outage" | "major_outage";
            /** @description The whole in a sentence, in the language of the page. */
            sentence: string;
            /** Format: date-time */
            generatedAt: string;
            /**
             * Format: date-time
             * @description The latest instant at which the states were known.
             */
            trueAt: string;
            sections: {
                name: string;
                components: {
                    id: string;
                    name: string;
                    description: string;
                    /** @enum {string} */
                    state: "operational" | "maintenance" | "degraded" | "partial_outage" | "major_outage";
                    /**
                     * @description Where its state comes from; null while it is operational.
                     * @enum {string|null}
                     */
                    because: "monitors" | "incident" | "maintenance" | null;
                    /** @description Over the days of the bar; null when it is not shown or nothing was measured. */
                    uptimePercent: number | null;
                    responseTimeMs: number | null;
                    /** @description UTC days that were measured, oldest first. */
                    days: {
                        /** Format: date */
                        date: string;
                        upMinutes: number;
                        degradedMinutes: number;
                        downMinutes: number;
                    }[];
                }[];
            }[];
            incidents: {
                open: {
                    id: string;
                    title: string;
                    /** @enum {string} */
                    impact: "none" | "minor" | "major" | "critical";
                    /** @enum {string} */
                    status: "investigating" | "identified" | "monitoring" | "resolved";
                    /** Format: date-time */
                    startedAt: string;
                    /** Format: date-time */
                    resolvedAt: string | null;
                    /** Format: date-time */
                    updatedAt: string;
                    components: {
                        /** @description `cmp_…`; null when the component is deleted. */
                        id: string | null;
                        name: string;
                        /** @enum {string} */
                        state: "operational" | "maintenance" | "degraded" | "partial_outage" | "major_outage";
                    }[];
                    /** @description Newest first; `body` is Markdown. */
                    updates: {
                        id: string;
                        /** @enum {string} */
                        status: "investigating" | "identified" | "monitoring" | "resolved";
                        body: string;
                        /** Format: date-time */
                        at: string;
                    }[];
                    postmortem: {
                        body: string;
                        /** Format: date-time */
                        publishedAt: string;
                    } | null;
                }[];
                past: {
                    id: string;
                    title: string;
                    /** @enum {string} */
                    impact: "none" | "minor" | "major" | "critical";
                    /** @enum {string} */
                    status: "investigating" | "identified" | "monitoring" | "resolved";
                    /** Format: date-time */
                    startedAt: string;
                    /** Format: date-time */
                    resolvedAt: string | null;
                    /** Format: date-time */
                    updatedAt: string;
                    components: {
                        /** @description `cmp_…`; null when the component is deleted. */
                        id: string | null;
                        name: string;
                        /** @enum {string} */
                        state: "operational" | "maintenance" | "degraded" | "partial_outage" | "major_outage";
                    }[];
                    /** @description Newest first; `body` is Markdown. */
                    updates: {
                        id: string;
                        /** @enum {string} */
                        status: "investigating" | "identified" | "monitoring" | "resolved";
                        body: string;
                        /** Format: date-time */
                        at: string;
                    }[];
                    postmortem: {
                        body: string;
                        /** Format: date-time */
                        publishedAt: string;
                    } | null;
                }[];
            };
            maintenance: {
                id: string;
                title: string;
                text: string;
                /** Format: date-time */
                startsAt: string;
                /** Format: date-time */
                endsAt: string;
                components: {
                    /** @description `cmp_…`; null when the component is deleted. */
                    id: string | null;
                    name: string;
                    /** @enum {string} */
                    state: "operational" | "maintenance" | "degraded" | "partial_outage" | "major_outage";
                }[];
            }[];
        };
        Health: {
            /**
             * @description `degraded`: the process works, but many checks are missed, or the disk is full; `problem` has the reason.
             * @enum {string}
             */
            status: "ok" | "degraded" | "failing";
            /**
             * @description Why the status is not `ok`, in one sentence.
             * @example Of 40 checks in the last 5 minutes 40 could not be made: 40 because the name servers do not answer.
             */
            problem?: string;
            /** @description Whether the database answers. */
            database: boolean;
            /**
             * @description Null when this process does not schedule.
             * @example 1735689600000
             */
            schedulerTickedAt: number | null;
            /** @description How long the longest overdue check has been due. Null when nothing is scheduled. */
            lagMs: number | null;
            /** @description Null when this process makes no checks. */
            missedChecks: {
                /** @description Checks of the last minutes. */
                checks: number;
                /** @description Those of them that Lapwing could not make. */
                missed: number;
                causes: {
                    /**
                     * @example resolver
                     * @enum {string}
                     */
                    cause: "resolver" | "no_network" | "no_capacity" | "stalled" | "prober_lost" | "service_off" | "cut_off" | "no_prober" | "prober_away" | "too_late" | "internal";
                    missed: number;
                    /** @description Of all checks. */
                    share: number;
                    /** @description Monitors whose latest check was missed for this cause. */
                    monitors: number;
                }[];
            } | null;
        };
    };
    responses: {
        /** @description `BAD_REQUEST`: The request is malformed. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `UNAUTHORIZED`: The API key or session is missing or invalid. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `FORBIDDEN`: The API key or role lacks the scope of this operation. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate2"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `NOT_FOUND`: There is no such resource. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `TOO_MANY_REQUESTS`: Too many requests. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `INTERNAL_ERROR`: An internal error. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `DATABASE_BUSY`: The database can't take the request now. */
        DatabaseBusy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `BAD_REQUEST`: The request is malformed. `VALIDATION_ERROR`: The request failed validation. */
        ValidationErrorOrBodyOrBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `FORBIDDEN`: The API key or role lacks the scope of this operation. `CROSS_ORIGIN`: A page of another site sent the request. */
        ForbiddenOrCrossOrigin: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate2"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not sent as JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `BAD_REQUEST`: The request is malformed. `VALIDATION_ERROR`: The request failed validation. */
        ValidationErrorOrBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `bad-request`: The request is malformed. `validation-error`: The request failed validation. */
        ValidationErrorOrBadRequestProblem: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unauthorized`: The API key or session is missing or invalid. */
        UnauthorizedProblem: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `forbidden`: The API key or role lacks the scope of this operation. */
        ForbiddenProblem: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate2"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not-found`: There is no such resource. */
        NotFoundProblem: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `too-many-requests`: Too many requests. */
        TooManyRequestsProblem: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `internal-error`: An internal error. */
        InternalErrorProblem: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `database-busy`: The database can't take the request now. */
        DatabaseBusyProblem: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `LAST_OWNER`: The team would have no owner left. */
        LastOwner: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `VALIDATION_ERROR`: The request failed validation. */
        ValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `VALIDATION_ERROR`: The request failed validation. `BAD_REQUEST`: The request is malformed. */
        ValidationErrorOrBodyOrBadRequest2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `CROSS_ORIGIN`: A page of another site sent the request. */
        CrossOrigin: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate2"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `VALIDATION_ERROR`: The request failed validation. */
        ValidationErrorOrBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `CROSS_ORIGIN`: A page of another site sent the request. `SIGN_IN_AGAIN`: This needs a new sign-in, by a link or a passkey. */
        CrossOriginOrSignInAgain: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate2"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `LAST_WAY_IN`: The account would have no way to sign in left. */
        LastWayIn: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `TOO_MANY_REQUESTS`: Too many requests. `TOO_MANY_REQUESTS`: Too many requests. */
        TooManyRequests2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `BAD_REQUEST`: The request is malformed. */
        BadRequest2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `FORBIDDEN`: The API key or role lacks the scope of this operation. `PASSWORDS_OFF`: Passwords are turned off here, or by the team. */
        ForbiddenOrPasswordsOff: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate2"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id of this request in the log. */
        "X-Request-Id": string;
        /** @description The neighbouring pages (RFC 8288). */
        Link: string;
        /** @description The rate limit of this key, if one is set (draft-ietf-httpapi-ratelimit-headers-10). */
        "RateLimit-Policy": string;
        /** @description The remaining requests of this minute, if a limit is set. */
        RateLimit: string;
        /** @description RFC 6750. */
        "WWW-Authenticate": string;
        /** @description Names the scope that is missing (RFC 6750). */
        "WWW-Authenticate2": string;
        /** @description Seconds until the next try. */
        "Retry-After": string;
        /** @description Accept */
        Vary: string;
        /** @description Changes with the content. */
        ETag: string;
        /** @description Accept-Encoding, Authorization, Cookie. */
        Vary2: string;
        /** @description Nothing runs where the image is opened alone. */
        "Content-Security-Policy": string;
        /** @description Binds the sign-in to this browser. */
        "Set-Cookie": string;
        /** @description The session. */
        "Set-Cookie2": string;
        /** @description Changes with the page. */
        ETag2: string;
        /** @description public, max-age=5, stale-if-error=3600 */
        "Cache-Control": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMonitors: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
                /** @description `full` answers every member of both forms, with all instants in ISO 8601: the list and a single monitor are then alike. */
                view?: "full";
                /** @description With this tag. */
                tag?: string;
                status?: "pending" | "up" | "degraded" | "down";
                type?: "http" | "dns" | "tcp" | "cron" | "flow" | "ping" | "websocket";
                /** @description `false`: paused ones. */
                enabled?: "true" | "false";
                /** @description Text in the name or the target, case-insensitive. */
                q?: string;
                /** @description `created`: newest first; `name`: by code point; `status`: what needs attention first, then by name. */
                sort?: "created" | "name" | "status";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            monitors: (components["schemas"]["ListedHttpMonitor"] | components["schemas"]["ListedDnsMonitor"] | components["schemas"]["ListedTcpMonitor"] | components["schemas"]["ListedCronMonitor"] | components["schemas"]["ListedFlowMonitor"] | components["schemas"]["ListedPingMonitor"] | components["schemas"]["ListedWebsocketMonitor"] | components["schemas"]["FullHttpMonitor"] | components["schemas"]["FullDnsMonitor"] | components["schemas"]["FullTcpMonitor"] | components["schemas"]["FullCronMonitor"] | components["schemas"]["FullFlowMonitor"] | components["schemas"]["FullPingMonitor"] | components["schemas"]["FullWebsocketMonitor"])[];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createMonitor: {
        parameters: {
            query?: {
                /** @description `full` answers every member of both forms, with all instants in ISO 8601: the list and a single monitor are then alike. */
                view?: "full";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MonitorCreate"];
            };
        };
        responses: {
            /** @description The new monitor. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new monitor. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HttpMonitor"] | components["schemas"]["DnsMonitor"] | components["schemas"]["TcpMonitor"] | components["schemas"]["CronMonitor"] | components["schemas"]["FlowMonitor"] | components["schemas"]["PingMonitor"] | components["schemas"]["WebsocketMonitor"] | components["schemas"]["FullHttpMonitor"] | components["schemas"]["FullDnsMonitor"] | components["schemas"]["FullTcpMonitor"] | components["schemas"]["FullCronMonitor"] | components["schemas"]["FullFlowMonitor"] | components["schemas"]["FullPingMonitor"] | components["schemas"]["FullWebsocketMonitor"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getTeamStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures up to now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TeamStatistics"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    tryMonitor: {
        parameters: {
            query?: {
                /** @description Counted for the key, apart from the team's trials. */
                run?: "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Website",
                 *       "url": "https://example.com/health",
                 *       "contentChecks": [
                 *         {
                 *           "type": "contains",
                 *           "value": "Welcome"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MonitorTry"];
            };
        };
        responses: {
            /** @description The observation and the verdict. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TrialResult"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    probeTarget: {
        parameters: {
            query: {
                /** @description A URL (http), `host:port` (tcp_connect), a host (icmp), or `address[:port]` of a name server (dns_udp). */
                target: string;
                /** @description What is expected of the target. */
                module?: "http_2xx" | "http_post_2xx" | "tcp_connect" | "icmp" | "dns_udp";
                /** @description Of dns_udp: the name to ask for. */
                query_name?: string;
                /** @description Of dns_udp: the type of record. */
                query_type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics in the text format of Prometheus. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description `NOT_PROBED`: Lapwing could not make the probe. `DATABASE_BUSY`: The database can't take the request now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    bulkMonitors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filter": {
                 *         "tag": "staging"
                 *       },
                 *       "action": "pause"
                 *     }
                 */
                "application/json": components["schemas"]["MonitorBulkAction"];
            };
        };
        responses: {
            /** @description How many monitors the action was for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BulkResult"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getMonitor: {
        parameters: {
            query?: {
                /** @description `full` answers every member of both forms, with all instants in ISO 8601: the list and a single monitor are then alike. */
                view?: "full";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The monitor. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HttpMonitor"] | components["schemas"]["DnsMonitor"] | components["schemas"]["TcpMonitor"] | components["schemas"]["CronMonitor"] | components["schemas"]["FlowMonitor"] | components["schemas"]["PingMonitor"] | components["schemas"]["WebsocketMonitor"] | components["schemas"]["FullHttpMonitor"] | components["schemas"]["FullDnsMonitor"] | components["schemas"]["FullTcpMonitor"] | components["schemas"]["FullCronMonitor"] | components["schemas"]["FullFlowMonitor"] | components["schemas"]["FullPingMonitor"] | components["schemas"]["FullWebsocketMonitor"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    updateMonitor: {
        parameters: {
            query?: {
                /** @description `full` answers every member of both forms, with all instants in ISO 8601: the list and a single monitor are then alike. */
                view?: "full";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "intervalSeconds": 120
                 *     }
                 */
                "application/json": components["schemas"]["MonitorUpdate"];
            };
        };
        responses: {
            /** @description The monitor as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HttpMonitor"] | components["schemas"]["DnsMonitor"] | components["schemas"]["TcpMonitor"] | components["schemas"]["CronMonitor"] | components["schemas"]["FlowMonitor"] | components["schemas"]["PingMonitor"] | components["schemas"]["WebsocketMonitor"] | components["schemas"]["FullHttpMonitor"] | components["schemas"]["FullDnsMonitor"] | components["schemas"]["FullTcpMonitor"] | components["schemas"]["FullCronMonitor"] | components["schemas"]["FullFlowMonitor"] | components["schemas"]["FullPingMonitor"] | components["schemas"]["FullWebsocketMonitor"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    checkMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The check is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AskedCheck"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            /** @description `NOT_CHECKED`: The monitor is paused, or no check of it is ever made. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listResults: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            results: components["schemas"]["CheckResult"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            /** @description `BAD_REQUEST`: The request is malformed. `VALIDATION_ERROR`: The request failed validation. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    explainResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                minute: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, the observation and the expectation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExplainedResult"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getMonitorStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures up to now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MonitorStatistics"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getMonitorUptime: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures up to now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MonitorUptime"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getSeries: {
        parameters: {
            query?: {
                /** @description Default: a day before `to`. */
                from?: string;
                /** @description Excluded. Default: now. */
                to?: string;
                /** @description Seconds; chosen so that there are at most 500 points when absent. */
                step?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One point for each step, oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Series"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getLocationSeries: {
        parameters: {
            query?: {
                /** @description Default: a day before `to`. */
                from?: string;
                /** @description Excluded. Default: now. */
                to?: string;
                /** @description Seconds; chosen so that there are at most 500 points when absent. */
                step?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For each location one point for each step, oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LocationSeries"];
                    };
                    "text/csv; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listOutages: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
                /** @description Only outages that lasted beyond this instant. */
                from?: string;
                /** @description Only outages that began before this instant. */
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            outages: components["schemas"]["Outage"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getOutageSpans: {
        parameters: {
            query?: {
                /** @description At most 400 days before `to`; default: 30 days before it. */
                from?: string;
                /** @description Excluded. Default: now. */
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outages of the range. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OutageSpans"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listPings: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            pings: components["schemas"]["Ping"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getPingBody: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                pingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The body. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Keeps a browser from running what a job sent. */
                    "Content-Security-Policy"?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example backup of 3 databases: 1.2 GiB */
                    "text/plain; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    renewPingUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The monitor with its new `pingUrl`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Monitor"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listContentChecks: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            contentChecks: components["schemas"]["ContentCheck"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createContentCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "contains",
                 *       "value": "Welcome"
                 *     }
                 */
                "application/json": components["schemas"]["ContentCheckCreate"];
            };
        };
        responses: {
            /** @description The new content check. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new content check. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ContentCheck"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteContentCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                checkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listAlertEvents: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            events: components["schemas"]["AlertEvent"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getBoard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The board, at most a second old. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary2"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Board"];
                    };
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary2"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getLive: {
        parameters: {
            query?: {
                /** @description The team's slug, with a session: an EventSource can't send headers. */
                team?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An endless stream. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description no: proxies must not buffer the stream. */
                    "X-Accel-Buffering"?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["LiveChange"];
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description `SHUTTING_DOWN`: The service is stopping. `DATABASE_BUSY`: The database can't take the request now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAlertsOfMonitor: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            alerts: components["schemas"]["Alert"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            alerts: components["schemas"]["Alert"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createAlert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "On call",
                 *       "channel": {
                 *         "type": "webhook",
                 *         "url": "https://example.com/hooks/lapwing",
                 *         "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertCreate"];
            };
        };
        responses: {
            /** @description The new alert. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new alert. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedAlert"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    testUnsavedAlert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "On call",
                 *       "channel": {
                 *         "type": "webhook",
                 *         "url": "https://example.com/hooks/lapwing",
                 *         "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertTestBody"];
            };
        };
        responses: {
            /** @description Whether it was sent or failed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertTest"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    previewAlert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "titleTemplate": "[{{severity}}] {{title}}",
                 *       "timeZone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["AlertPreviewBody"];
            };
        };
        responses: {
            /** @description The example's title, text and body. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertPreview"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert, without its channel's secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    updateAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cooldownMinutes": 30
                 *     }
                 */
                "application/json": components["schemas"]["AlertUpdate"];
            };
        };
        responses: {
            /** @description The alert as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    testAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it was sent or failed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertTest"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listEventsOfAlert: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            events: components["schemas"]["AlertEvent"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getAlertFigures: {
        parameters: {
            query?: {
                /** @description Counted back from now. */
                days?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertFigures"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    replayAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "failureThreshold": 3
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertReplayBody"];
            };
        };
        responses: {
            /** @description Both figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertReplay"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    uptimeSummary: {
        parameters: {
            query?: {
                /** @description First UTC day. */
                from?: string;
                /** @description Last UTC day, yesterday at the latest; a range covers at most 366 days. Without from and to, the report covers last month. */
                to?: string;
                /** @description Only monitors attached to this status page. */
                status_page_id?: string;
                monitor_type?: "http" | "dns" | "tcp" | "cron" | "flow" | "ping" | "websocket";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry for each monitor. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date
                             * @example 2025-05-01
                             */
                            from: string;
                            /**
                             * Format: date
                             * @example 2025-05-01
                             */
                            to: string;
                            monitors: components["schemas"]["UptimeSummary"][];
                        };
                    };
                    "text/csv; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequestProblem"];
            401: components["responses"]["UnauthorizedProblem"];
            403: components["responses"]["ForbiddenProblem"];
            404: components["responses"]["NotFoundProblem"];
            429: components["responses"]["TooManyRequestsProblem"];
            500: components["responses"]["InternalErrorProblem"];
            503: components["responses"]["DatabaseBusyProblem"];
        };
    };
    uptimeDaily: {
        parameters: {
            query?: {
                /** @description First UTC day. */
                from?: string;
                /** @description Last UTC day, yesterday at the latest; a range covers at most 366 days. Without from and to, the report covers last month. */
                to?: string;
                /** @description Only monitors attached to this status page. */
                status_page_id?: string;
                monitor_type?: "http" | "dns" | "tcp" | "cron" | "flow" | "ping" | "websocket";
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of days. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date
                             * @example 2025-05-01
                             */
                            from: string;
                            /**
                             * Format: date
                             * @example 2025-05-01
                             */
                            to: string;
                            days: components["schemas"]["UptimeDay"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                    "text/csv; charset=utf-8": string;
                };
            };
            /** @description `bad-request`: The request is malformed. `validation-error`: The request failed validation. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UnauthorizedProblem"];
            403: components["responses"]["ForbiddenProblem"];
            404: components["responses"]["NotFoundProblem"];
            429: components["responses"]["TooManyRequestsProblem"];
            500: components["responses"]["InternalErrorProblem"];
            503: components["responses"]["DatabaseBusyProblem"];
        };
    };
    uptimeByDay: {
        parameters: {
            query?: {
                /** @description First UTC day. */
                from?: string;
                /** @description Last UTC day, yesterday at the latest; a range covers at most 366 days. Without from and to, the report covers last month. */
                to?: string;
                /** @description Only monitors attached to this status page. */
                status_page_id?: string;
                monitor_type?: "http" | "dns" | "tcp" | "cron" | "flow" | "ping" | "websocket";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry for each day. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date
                             * @example 2025-05-01
                             */
                            from: string;
                            /**
                             * Format: date
                             * @example 2025-05-01
                             */
                            to: string;
                            days: components["schemas"]["UptimeDayOfAll"][];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequestProblem"];
            401: components["responses"]["UnauthorizedProblem"];
            403: components["responses"]["ForbiddenProblem"];
            404: components["responses"]["NotFoundProblem"];
            429: components["responses"]["TooManyRequestsProblem"];
            500: components["responses"]["InternalErrorProblem"];
            503: components["responses"]["DatabaseBusyProblem"];
        };
    };
    uptimeByMonitor: {
        parameters: {
            query?: {
                /** @description First UTC day. */
                from?: string;
                /** @description Last UTC day, yesterday at the latest; a range covers at most 366 days. Without from and to, the report covers last month. */
                to?: string;
                /** @description Only monitors attached to this status page. */
                status_page_id?: string;
                monitor_type?: "http" | "dns" | "tcp" | "cron" | "flow" | "ping" | "websocket";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry for each monitor. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date
                             * @example 2025-05-01
                             */
                            from: string;
                            /**
                             * Format: date
                             * @example 2025-05-01
                             */
                            to: string;
                            monitors: components["schemas"]["UptimeOfMonitor"][];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequestProblem"];
            401: components["responses"]["UnauthorizedProblem"];
            403: components["responses"]["ForbiddenProblem"];
            404: components["responses"]["NotFoundProblem"];
            429: components["responses"]["TooManyRequestsProblem"];
            500: components["responses"]["InternalErrorProblem"];
            503: components["responses"]["DatabaseBusyProblem"];
        };
    };
    backfillDailyStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backfill is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {string} */
                            status: "queued";
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listMaintenanceWindows: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            maintenanceWindows: components["schemas"]["MaintenanceWindow"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Database upgrade",
                 *       "startsAt": "2025-07-01T22:00:00Z",
                 *       "endsAt": "2025-07-01T23:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["MaintenanceWindowCreate"];
            };
        };
        responses: {
            /** @description The new maintenance window. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new maintenance window. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MaintenanceWindow"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The maintenance window. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MaintenanceWindow"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    updateMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Database upgrade, postponed"
                 *     }
                 */
                "application/json": components["schemas"]["MaintenanceWindowUpdate"];
            };
        };
        responses: {
            /** @description The maintenance window as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MaintenanceWindow"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    endMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The maintenance window as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MaintenanceWindow"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listStatusPages: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            statusPages: components["schemas"]["StatusPage"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createStatusPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Public services",
                 *       "slug": "public"
                 *     }
                 */
                "application/json": components["schemas"]["StatusPageCreate"];
            };
        };
        responses: {
            /** @description The new status page. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new status page. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StatusPage"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    previewStatusPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Public services",
                 *       "sections": [
                 *         {
                 *           "components": [
                 *             {
                 *               "name": "Checkout"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["StatusPagePreview"];
            };
        };
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StatusPagePreviewed"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getStatusPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status page with its incidents. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StatusPageWithIncidents"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    updateStatusPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "All services"
                 *     }
                 */
                "application/json": components["schemas"]["StatusPageUpdate"];
            };
        };
        responses: {
            /** @description The status page as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StatusPage"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteStatusPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    checkStatusPageDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The look is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StatusPage"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getStatusPageLogo: {
        parameters: {
            query?: {
                /** @description The team's slug, with a session: an image of a web page can't send headers. */
                team?: string;
                /** @description Changes nothing. Its `hash` here makes a browser read a changed image anew. */
                version?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/webp": string;
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    setStatusPageLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/png": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description The status page as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StatusPage"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteStatusPageLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getStatusPageIcon: {
        parameters: {
            query?: {
                /** @description The team's slug, with a session: an image of a web page can't send headers. */
                team?: string;
                /** @description Changes nothing. Its `hash` here makes a browser read a changed image anew. */
                version?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/webp": string;
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    setStatusPageIcon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/png": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description The status page as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StatusPage"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteStatusPageIcon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listSubscribers: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            subscribers: components["schemas"]["Subscriber"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hooks/status"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriberBody"];
            };
        };
        responses: {
            /** @description The new subscriber. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new subscriber. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedSubscriber"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteSubscribers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    exportSubscribers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RFC 4180. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Names the file after the page. */
                    "Content-Disposition"?: string;
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getSubscriberCounts: {
        parameters: {
            query?: {
                /** @description Only those who are sent news of one of these components of the page: their ids, apart by commas. */
                componentIds?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts by channel and state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SubscriberCounts"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                subscriberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
                /** @description Only those with this status; `open`: with any but `resolved`. */
                status?: "investigating" | "identified" | "monitoring" | "resolved" | "open";
                /** @description Only those that wait for approval, or only the others. */
                isDraft?: "true" | "false";
                /** @description Only those that this status page shows. */
                statusPageId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            incidents: components["schemas"]["ListedIncident"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createIncident: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Orders can't be placed",
                 *       "impact": "major",
                 *       "updates": [
                 *         {
                 *           "body": "We are looking into it.",
                 *           "status": "investigating"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["IncidentCreate"];
            };
        };
        responses: {
            /** @description The new incident. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new incident. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The incident with its updates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    updateIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "impact": "critical"
                 *     }
                 */
                "application/json": components["schemas"]["IncidentPatch"];
            };
        };
        responses: {
            /** @description The incident as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    approveIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notifySubscribers": true
                 *     }
                 */
                "application/json": components["schemas"]["IncidentApproval"];
            };
        };
        responses: {
            /** @description The incident as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Incident"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    writePostmortem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "A disk of the primary was full. From now on we are warned at 80 %."
                 *     }
                 */
                "application/json": components["schemas"]["PostmortemWrite"];
            };
        };
        responses: {
            /** @description The postmortem as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Postmortem"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deletePostmortem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createIncidentUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "The database is **read-only**. We are moving to the replica.",
                 *       "status": "identified"
                 *     }
                 */
                "application/json": components["schemas"]["IncidentUpdateCreate"];
            };
        };
        responses: {
            /** @description The new update. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new update. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IncidentUpdate"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteIncidentUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                updateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    updateIncidentUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                updateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "The database is read-only. We moved to the replica."
                 *     }
                 */
                "application/json": components["schemas"]["IncidentUpdatePatch"];
            };
        };
        responses: {
            /** @description The update as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IncidentUpdate"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listIncidentTemplates: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            incidentTemplates: components["schemas"]["IncidentTemplate"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createIncidentTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Slow answers",
                 *       "title": "{{component}} is slow",
                 *       "body": "{{component}} answers more slowly than usual. We are looking into it."
                 *     }
                 */
                "application/json": components["schemas"]["IncidentTemplateCreate"];
            };
        };
        responses: {
            /** @description The new template. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new template. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IncidentTemplate"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getIncidentTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IncidentTemplate"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteIncidentTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    updateIncidentTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Slow checkout"
                 *     }
                 */
                "application/json": components["schemas"]["IncidentTemplatePatch"];
            };
        };
        responses: {
            /** @description The template as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IncidentTemplate"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listOpenOutages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            outages: components["schemas"]["HandledOutage"][];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getOutage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outage. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HandledOutage"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    acknowledgeOutage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outage as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HandledOutage"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    snoozeOutage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "minutes": 30
                 *     }
                 */
                "application/json": components["schemas"]["SnoozeBody"];
            };
        };
        responses: {
            /** @description The outage as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HandledOutage"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            schedules: components["schemas"]["Schedule"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Core on call",
                 *       "layers": [
                 *         {
                 *           "name": "Weekly",
                 *           "people": [
                 *             "usr_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *             "usr_01jgezt6z8e7kb3mq4f2ys0nd6"
                 *           ],
                 *           "turnUnit": "weeks",
                 *           "turnLength": 1,
                 *           "handOverTime": "09:00",
                 *           "timeZone": "Europe/Berlin",
                 *           "startsOn": "2026-11-23"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScheduleCreate"];
            };
        };
        responses: {
            /** @description The new schedule. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new schedule. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Schedule"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getOnCall: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedules of the team. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            onCall: components["schemas"]["OnCall"][];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listOnCallPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their names. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            people: components["schemas"]["ReachablePerson"][];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Schedule"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Core, day and night"
                 *     }
                 */
                "application/json": components["schemas"]["ScheduleUpdate"];
            };
        };
        responses: {
            /** @description The schedule as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Schedule"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listTurns: {
        parameters: {
            query?: {
                /** @description Default: now. */
                from?: string;
                /** @description Default: four weeks after `from`. */
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The turns, in their order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            turns: components["schemas"]["OnCallTurn"][];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createScheduleOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "date": "2026-12-24",
                 *       "insteadOf": "usr_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *       "person": "usr_01jgezt6z8e7kb3mq4f2ys0nd6"
                 *     }
                 */
                "application/json": components["schemas"]["ScheduleOverrideCreate"];
            };
        };
        responses: {
            /** @description The override. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the override. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ScheduleOverride"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteScheduleOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                overrideId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The day is again of whoever has it by the layers. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    renewScheduleCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: uri
                             * @example https://lapwing.example/calendars/5W4kq0m3H1dJ8vQzX2nR7sT9uYbC6eFgPaLoKiZwE0A.ics
                             */
                            url: string;
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    removeScheduleCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no calendar any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listProbers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            probers: components["schemas"]["Prober"][];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createProber: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "frankfurt-1",
                 *       "location": "frankfurt"
                 *     }
                 */
                "application/json": components["schemas"]["ProberCreate"];
            };
        };
        responses: {
            /** @description The new prober, with its token. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new prober. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewProber"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteProber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listLocations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, by name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            locations: components["schemas"]["Location"][];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteLocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            /** @description `IN_USE`: Other resources depend on this one. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    updateLocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Frankfurt",
                 *       "hint": "weur"
                 *     }
                 */
                "application/json": components["schemas"]["LocationPatch"];
            };
        };
        responses: {
            /** @description The location as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Location"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getConfig: {
        parameters: {
            query?: {
                /** @description Whose objects they are. */
                project?: string;
                /** @description 1: what the project (default: `default`) owns and what no project owns, which it could take over. */
                adopt?: "1" | "0";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Configuration"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    applyConfig: {
        parameters: {
            query?: {
                /** @description 1: only says what would change. */
                dryRun?: "1" | "0";
                /** @description 1: takes over objects of the same name that no project owns, instead of making others. */
                adopt?: "1" | "0";
                /** @description 1: deletes what the project owns and the document lacks, with its history. */
                prune?: "1" | "0";
                /** @description The most that may be deleted. Default: half of what the project owns, and at most 20. */
                pruneLimit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "monitors": [
                 *         {
                 *           "key": "shop",
                 *           "name": "Shop",
                 *           "url": "https://shop.example/"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConfigurationWanted"];
            };
        };
        responses: {
            /** @description What changed, or would change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AppliedConfiguration"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            /** @description `PRECONDITION_FAILED`: It has changed since it was read. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listConfigObjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of the team, by project and kind. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            objects: components["schemas"]["ManagedObject"][];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    importHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "shop",
                 *       "hours": [
                 *         {
                 *           "startsAt": "2025-06-01T10:00:00Z",
                 *           "checks": [
                 *             {
                 *               "minute": 0,
                 *               "status": "up",
                 *               "responseTimeMs": 120,
                 *               "responseStatus": 200
                 *             },
                 *             {
                 *               "minute": 1,
                 *               "status": "down",
                 *               "message": "timeout of 48000ms exceeded"
                 *             }
                 *           ]
                 *         },
                 *         {
                 *           "startsAt": "2025-05-31T09:00:00Z",
                 *           "figures": {
                 *             "up": 59,
                 *             "down": 1,
                 *             "responseTime": {
                 *               "avg": 120.5,
                 *               "min": 80,
                 *               "max": 900
                 *             }
                 *           }
                 *         }
                 *       ],
                 *       "days": [
                 *         {
                 *           "date": "2025-01-01",
                 *           "figures": {
                 *             "up": 1439,
                 *             "down": 1
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ImportedHistory"];
            };
        };
        responses: {
            /** @description What was added. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AddedHistory"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            keys: components["schemas"]["Key"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Grafana",
                 *       "scopes": [
                 *         "monitors:read",
                 *         "reports:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["KeyCreate"];
            };
        };
        responses: {
            /** @description The new key, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new key. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewKey"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            members: components["schemas"]["Member"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    removeMember: {
        parameters: {
            query?: {
                /** @description What becomes of the API keys that the member made. */
                keys?: "revoke" | "keep";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastOwner"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "editor"
                 *     }
                 */
                "application/json": components["schemas"]["MemberUpdate"];
            };
        };
        responses: {
            /** @description The member as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastOwner"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            invitations: components["schemas"]["Invitation"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "role": "editor"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationCreate"];
            };
        };
        responses: {
            /** @description The invitation, with its link. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the invitation. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewInvitation"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    deleteInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Team"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme Europe"
                 *     }
                 */
                "application/json": components["schemas"]["TeamUpdate"];
            };
        };
        responses: {
            /** @description The team as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Team"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
                /** @description Text in who did it, or in the type or the name of what it was done to, case-insensitive. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            auditEvents: components["schemas"]["AuditEvent"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignIn"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getPasskeySignInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Options for `navigator.credentials.get`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description For the browser's ceremony. */
                            options: {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest2"];
            403: components["responses"]["CrossOrigin"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the browser's ceremony answered, as JSON (WebAuthn Level 3 §5.1). */
                    response: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Set-Cookie": components["headers"]["Set-Cookie2"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest2"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOrigin"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    requestSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ada@example.com
                     */
                    email: string;
                    /**
                     * @description The page of the dashboard to which the link leads afterwards. Default, and for any other: `/`.
                     * @example /account
                     */
                    return?: string;
                };
            };
        };
        responses: {
            /** @description If an account has this address, a link is mailed within a few seconds. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {string} */
                            status: "sent";
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBody"];
            403: components["responses"]["CrossOrigin"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    previewLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The fragment of the link, after `#`. */
                    secret: string;
                };
            };
        };
        responses: {
            /** @description The effect of redeeming it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LinkPreview"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBody"];
            403: components["responses"]["CrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    redeemLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The fragment of the link, after `#`. */
                    secret: string;
                    name?: string;
                    /**
                     * Format: email
                     * @example ada@example.com
                     */
                    email?: string;
                };
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Set-Cookie": components["headers"]["Set-Cookie2"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    signInWithPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ada@example.com
                     */
                    email: string;
                    /** @example quiet-harbour-at-seven */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Set-Cookie": components["headers"]["Set-Cookie2"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBody"];
            401: components["responses"]["Unauthorized"];
            /** @description `CROSS_ORIGIN`: A page of another site sent the request. `PASSWORDS_OFF`: Passwords are turned off here, or by the team. `INSECURE_CONNECTION`: Passwords are not taken over http. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate2"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    beginOidcSignIn: {
        parameters: {
            query?: {
                /** @description The path of the page to open afterwards. */
                return?: string;
                /** @description Adds the identity to the signed-in account, as a further way to sign in. */
                link?: "true";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the provider. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The provider. */
                    Location?: string;
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            /** @description `SIGN_IN_AGAIN`: This needs a new sign-in, by a link or a passkey. `CROSS_ORIGIN`: A page of another site sent the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate2"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    finishOidcSignIn: {
        parameters: {
            query?: {
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the requested page, or to the sign-in page with the reason (`?error=`). */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description A page of this service. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person, their teams, and their roles and scopes in each. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Removes the cookie. */
                    "Set-Cookie"?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOrigin"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada King"
                 *     }
                 */
                "application/json": components["schemas"]["AccountUpdate"];
            };
        };
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOrigin"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listAccountEvents: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            events: components["schemas"]["AccountEvent"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            passkeys: components["schemas"]["Passkey"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the browser's ceremony answered, as JSON (WebAuthn Level 3 §5.1). */
                    response: {
                        [key: string]: unknown;
                    };
                    /** @example Laptop */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The new passkey. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new passkey. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Passkey"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest2"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOriginOrSignInAgain"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getPasskeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Options for `navigator.credentials.create`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description For the browser's ceremony. */
                            options: {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBodyOrBadRequest2"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOriginOrSignInAgain"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOriginOrSignInAgain"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastWayIn"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    renamePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Laptop"
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyUpdate"];
            };
        };
        responses: {
            /** @description The passkey as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Passkey"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOriginOrSignInAgain"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listOwnChannels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order in which they were added, without their secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            channels: components["schemas"]["OwnChannel"][];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    addOwnChannel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel": {
                 *         "type": "webhook",
                 *         "url": "https://example.com/hooks/lapwing",
                 *         "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OwnChannelCreate"];
            };
        };
        responses: {
            /** @description The new channel. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Path of the new channel. */
                    Location?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OwnChannel"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOrigin"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests2"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    testOwnChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it was sent or failed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AlertTest"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests2"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    removeOwnChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    setPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "quiet-harbour-at-seven"
                 *     }
                 */
                "application/json": components["schemas"]["NewPassword"];
            };
        };
        responses: {
            /** @description Set. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrBody"];
            401: components["responses"]["Unauthorized"];
            /** @description `CROSS_ORIGIN`: A page of another site sent the request. `SIGN_IN_AGAIN`: This needs a new sign-in, by a link or a passkey. `PASSWORDS_OFF`: Passwords are turned off here, or by the team. `INSECURE_CONNECTION`: Passwords are not taken over http. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate2"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    removePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastWayIn"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Number of items on a page. */
                perPage?: number;
                /** @description Start of the page, from `meta.pagination` or the `Link` header of an earlier response. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            sessions: components["schemas"]["AccountSession"][];
                        };
                        meta: components["schemas"]["Meta"] & {
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOrigin"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    endOneSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOrigin"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    leaveTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The team's slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Left. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastOwner"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    previewAcknowledgement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The fragment of the link, after `#`. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description What fails, and who has it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AcknowledgementLink"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBody"];
            403: components["responses"]["CrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    acknowledgeByLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The fragment of the link, after `#`. */
                    token: string;
                    /**
                     * @description Puts off for so long. Default: acknowledges.
                     * @default null
                     * @example null
                     */
                    snoozeMinutes?: number | null;
                };
            };
        };
        responses: {
            /** @description Done; what fails, and who has it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AcknowledgementLink"];
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBody"];
            403: components["responses"]["CrossOrigin"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getScheduleCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description From the address that was made, with `.ics`. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendar. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example BEGIN:VCALENDAR
                     *     …
                     */
                    "text/calendar; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest2"];
            404: components["responses"]["NotFound"];
        };
    };
    getPing: {
        parameters: {
            query?: {
                /** @description The same at the start and the end of a run: tells runs apart that overlap. */
                rid?: string;
            };
            header?: never;
            path: {
                /** @description From `pingUrl`. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ping is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example OK */
                    "text/plain; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest2"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    postPing: {
        parameters: {
            query?: {
                /** @description The same at the start and the end of a run: tells runs apart that overlap. */
                rid?: string;
            };
            header?: never;
            path: {
                /** @description From `pingUrl`. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ping is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example OK */
                    "text/plain; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest2"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getPingSignal: {
        parameters: {
            query?: {
                /** @description The same at the start and the end of a run: tells runs apart that overlap. */
                rid?: string;
            };
            header?: never;
            path: {
                /** @description From `pingUrl`. */
                key: string;
                /** @description `start`, `fail`, `log`, or an exit code from 0 to 255. */
                signal: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ping is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example OK */
                    "text/plain; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest2"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    postPingSignal: {
        parameters: {
            query?: {
                /** @description The same at the start and the end of a run: tells runs apart that overlap. */
                rid?: string;
            };
            header?: never;
            path: {
                /** @description From `pingUrl`. */
                key: string;
                /** @description `start`, `fail`, `log`, or an exit code from 0 to 255. */
                signal: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ping is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example OK */
                    "text/plain; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest2"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getPingSlugSignal: {
        parameters: {
            query?: {
                /** @description The same at the start and the end of a run: tells runs apart that overlap. */
                rid?: string;
            };
            header?: never;
            path: {
                /** @description From `pingUrl`. */
                key: string;
                /** @description Of a check of Healthchecks. */
                slug: string;
                /** @description `start`, `fail`, `log`, or an exit code from 0 to 255. */
                signal: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ping is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example OK */
                    "text/plain; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest2"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    postPingSlugSignal: {
        parameters: {
            query?: {
                /** @description The same at the start and the end of a run: tells runs apart that overlap. */
                rid?: string;
            };
            header?: never;
            path: {
                /** @description From `pingUrl`. */
                key: string;
                /** @description Of a check of Healthchecks. */
                slug: string;
                /** @description `start`, `fail`, `log`, or an exit code from 0 to 255. */
                signal: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ping is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example OK */
                    "text/plain; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest2"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getKumaPush: {
        parameters: {
            query?: {
                /** @description `up`, which is the default, is a success; everything else makes the monitor down at once. */
                status?: string;
                /** @description Kept with the report. */
                msg?: string;
                /** @description Kept with the report. */
                ping?: string;
            };
            header?: never;
            path: {
                /** @description Uptime Kuma's push token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["BadRequest2"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    postKumaPush: {
        parameters: {
            query?: {
                /** @description `up`, which is the default, is a success; everything else makes the monitor down at once. */
                status?: string;
                /** @description Kept with the report. */
                msg?: string;
                /** @description Kept with the report. */
                ping?: string;
            };
            header?: never;
            path: {
                /** @description Uptime Kuma's push token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["BadRequest2"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    readStatusPageJson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag2"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description Nothing runs where the answer is opened alone. */
                    "Content-Security-Policy"?: string;
                    /** @description `*`: pages of every site can read it. */
                    "Access-Control-Allow-Origin"?: string;
                    /** @description `cross-origin`, likewise. */
                    "Cross-Origin-Resource-Policy"?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicStatusPage"];
                };
            };
            400: components["responses"]["BadRequest2"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPasswordsOff"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    readStatusPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description HTML. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag2"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description A page loads what it brings itself alone. */
                    "Content-Security-Policy"?: string;
                    /** @description Other sites are not told which page led to them. */
                    "Referrer-Policy"?: string;
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest2"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrPasswordsOff"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: {
                /** @description Each union of objects as one object with the members of all: for generators that map no unions, such as those of Terraform providers. It allows more than the service accepts. */
                unions?: "merged";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrBadRequest"];
        };
    };
    getConfigSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema 2020-12. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadRequest2"];
        };
    };
    getReference: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest2"];
            /** @description The page is not built. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    askForDomain: {
        parameters: {
            query?: {
                /** @description A host name. */
                name?: string;
                /** @description The same, as Caddy sends it. */
                domain?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is proven; obtain a certificate for it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest2"];
            404: components["responses"]["NotFound"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It works; `status` shows whether checks are missed or the disk is full. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["BadRequest2"];
            /** @description It does not work. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the text format of Prometheus, or in OpenMetrics 1.0 where `Accept` names it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Vary: components["headers"]["Vary"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/openmetrics-text": string;
                };
            };
            400: components["responses"]["BadRequest2"];
        };
    };
    onMonitorDown: {
        parameters: {
            query?: never;
            header: {
                /** @description The message's id, the same at every attempt: use it to ignore repetitions. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, whose key is the base64 after `whsec_`. Several, separated by spaces, for 24 hours after a change of the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "type": "monitor.down",
                 *       "timestamp": "2026-05-01T12:00:01.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "id": "alt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *           "name": "On call"
                 *         },
                 *         "noticeId": "evt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *         "summary": "Shop is down",
                 *         "events": [
                 *           {
                 *             "id": "evt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *             "eventType": "down",
                 *             "cause": "check",
                 *             "isReminder": false,
                 *             "monitor": {
                 *               "id": "mon_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *               "name": "Shop",
                 *               "url": "https://shop.example/"
                 *             },
                 *             "since": "2026-05-01T11:59:00.000Z",
                 *             "checkedAt": "2026-05-01T12:00:00.000Z",
                 *             "reason": "timeout",
                 *             "phase": "first_byte",
                 *             "error": "No complete response within 10 s.",
                 *             "location": null,
                 *             "machine": "monitor-1",
                 *             "lastUpAt": "2026-05-01T11:58:00.000Z",
                 *             "outageMs": null,
                 *             "certificate": null,
                 *             "kind": null,
                 *             "consequences": null,
                 *             "consequenceOf": null,
                 *             "link": "https://lapwing.example/monitors/mon_01jgezt6z8e7kb3mq4f2ys0nd5"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description The message is delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is given up; after 408 and 429 it is sent again, like after 5XX. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMonitorDegraded: {
        parameters: {
            query?: never;
            header: {
                /** @description The message's id, the same at every attempt: use it to ignore repetitions. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, whose key is the base64 after `whsec_`. Several, separated by spaces, for 24 hours after a change of the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "type": "monitor.degraded",
                 *       "timestamp": "2026-05-01T12:00:01.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "id": "alt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *           "name": "On call"
                 *         },
                 *         "noticeId": "evt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *         "summary": "The certificate of Shop expires within 14 days",
                 *         "events": [
                 *           {
                 *             "id": "evt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *             "eventType": "degraded",
                 *             "cause": "certificate",
                 *             "isReminder": false,
                 *             "monitor": {
                 *               "id": "mon_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *               "name": "Shop",
                 *               "url": "https://shop.example/"
                 *             },
                 *             "since": null,
                 *             "checkedAt": "2026-05-01T12:00:00.000Z",
                 *             "reason": null,
                 *             "phase": null,
                 *             "error": null,
                 *             "location": null,
                 *             "machine": "monitor-1",
                 *             "lastUpAt": "2026-05-01T11:58:00.000Z",
                 *             "outageMs": null,
                 *             "certificate": {
                 *               "expiresAt": "2026-05-14T23:59:59.000Z",
                 *               "issuer": "Let's Encrypt",
                 *               "fingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                 *               "withinDays": 14
                 *             },
                 *             "kind": "certificate",
                 *             "consequences": null,
                 *             "consequenceOf": null,
                 *             "link": "https://lapwing.example/monitors/mon_01jgezt6z8e7kb3mq4f2ys0nd5"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description The message is delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is given up; after 408 and 429 it is sent again, like after 5XX. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMonitorUp: {
        parameters: {
            query?: never;
            header: {
                /** @description The message's id, the same at every attempt: use it to ignore repetitions. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, whose key is the base64 after `whsec_`. Several, separated by spaces, for 24 hours after a change of the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "type": "monitor.up",
                 *       "timestamp": "2026-05-01T12:00:01.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "id": "alt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *           "name": "On call"
                 *         },
                 *         "noticeId": "evt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *         "summary": "Shop is up again after 6 min",
                 *         "events": [
                 *           {
                 *             "id": "evt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *             "eventType": "up",
                 *             "cause": "check",
                 *             "isReminder": false,
                 *             "monitor": {
                 *               "id": "mon_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *               "name": "Shop",
                 *               "url": "https://shop.example/"
                 *             },
                 *             "since": "2026-05-01T11:59:00.000Z",
                 *             "checkedAt": "2026-05-01T12:05:00.000Z",
                 *             "reason": null,
                 *             "phase": null,
                 *             "error": null,
                 *             "location": null,
                 *             "machine": "monitor-1",
                 *             "lastUpAt": null,
                 *             "outageMs": 360000,
                 *             "certificate": null,
                 *             "kind": null,
                 *             "consequences": null,
                 *             "consequenceOf": null,
                 *             "link": "https://lapwing.example/monitors/mon_01jgezt6z8e7kb3mq4f2ys0nd5"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description The message is delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is given up; after 408 and 429 it is sent again, like after 5XX. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMonitorBlind: {
        parameters: {
            query?: never;
            header: {
                /** @description The message's id, the same at every attempt: use it to ignore repetitions. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, whose key is the base64 after `whsec_`. Several, separated by spaces, for 24 hours after a change of the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "type": "monitor.blind",
                 *       "timestamp": "2026-05-01T12:00:01.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "id": "alt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *           "name": "On call"
                 *         },
                 *         "noticeId": "evt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *         "summary": "Shop can't be checked",
                 *         "events": [
                 *           {
                 *             "id": "evt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *             "eventType": "blind",
                 *             "cause": "misses",
                 *             "isReminder": false,
                 *             "monitor": {
                 *               "id": "mon_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *               "name": "Shop",
                 *               "url": "https://shop.example/"
                 *             },
                 *             "since": "2026-05-01T11:59:00.000Z",
                 *             "checkedAt": "2026-05-01T12:00:00.000Z",
                 *             "reason": "resolver",
                 *             "phase": null,
                 *             "error": "The name servers do not answer.",
                 *             "location": null,
                 *             "machine": "monitor-1",
                 *             "lastUpAt": "2026-05-01T11:58:00.000Z",
                 *             "outageMs": null,
                 *             "certificate": null,
                 *             "kind": null,
                 *             "consequences": null,
                 *             "consequenceOf": null,
                 *             "link": "https://lapwing.example/monitors/mon_01jgezt6z8e7kb3mq4f2ys0nd5"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description The message is delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is given up; after 408 and 429 it is sent again, like after 5XX. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMonitorCheckedAgain: {
        parameters: {
            query?: never;
            header: {
                /** @description The message's id, the same at every attempt: use it to ignore repetitions. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, whose key is the base64 after `whsec_`. Several, separated by spaces, for 24 hours after a change of the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "type": "monitor.checked_again",
                 *       "timestamp": "2026-05-01T12:00:01.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "id": "alt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *           "name": "On call"
                 *         },
                 *         "noticeId": "evt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *         "summary": "Shop is checked again after 6 min",
                 *         "events": [
                 *           {
                 *             "id": "evt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *             "eventType": "checked_again",
                 *             "cause": "misses",
                 *             "isReminder": false,
                 *             "monitor": {
                 *               "id": "mon_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *               "name": "Shop",
                 *               "url": "https://shop.example/"
                 *             },
                 *             "since": "2026-05-01T11:59:00.000Z",
                 *             "checkedAt": "2026-05-01T12:05:00.000Z",
                 *             "reason": null,
                 *             "phase": null,
                 *             "error": null,
                 *             "location": null,
                 *             "machine": "monitor-1",
                 *             "lastUpAt": null,
                 *             "outageMs": 360000,
                 *             "certificate": null,
                 *             "kind": null,
                 *             "consequences": null,
                 *             "consequenceOf": null,
                 *             "link": "https://lapwing.example/monitors/mon_01jgezt6z8e7kb3mq4f2ys0nd5"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description The message is delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is given up; after 408 and 429 it is sent again, like after 5XX. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMonitorsChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description The message's id, the same at every attempt: use it to ignore repetitions. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, whose key is the base64 after `whsec_`. Several, separated by spaces, for 24 hours after a change of the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "type": "monitors.changed",
                 *       "timestamp": "2026-05-01T12:00:01.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "id": "alt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *           "name": "On call"
                 *         },
                 *         "noticeId": "evt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *         "summary": "3 monitors changed: 1 down, 2 degraded",
                 *         "events": [
                 *           {
                 *             "id": "evt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *             "eventType": "down",
                 *             "cause": "check",
                 *             "isReminder": false,
                 *             "monitor": {
                 *               "id": "mon_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *               "name": "Shop",
                 *               "url": "https://shop.example/"
                 *             },
                 *             "since": "2026-05-01T11:59:00.000Z",
                 *             "checkedAt": "2026-05-01T12:00:00.000Z",
                 *             "reason": "timeout",
                 *             "phase": "first_byte",
                 *             "error": "No complete response within 10 s.",
                 *             "location": null,
                 *             "machine": "monitor-1",
                 *             "lastUpAt": "2026-05-01T11:58:00.000Z",
                 *             "outageMs": null,
                 *             "certificate": null,
                 *             "kind": null,
                 *             "consequences": null,
                 *             "consequenceOf": null,
                 *             "link": "https://lapwing.example/monitors/mon_01jgezt6z8e7kb3mq4f2ys0nd5"
                 *           },
                 *           {
                 *             "id": "evt_01jgezt6z8e7kb3mq4f2ys0nd6",
                 *             "eventType": "degraded",
                 *             "cause": "check",
                 *             "isReminder": false,
                 *             "monitor": {
                 *               "id": "mon_01jgezt6z8e7kb3mq4f2ys0nd6",
                 *               "name": "Search",
                 *               "url": "https://search.example/"
                 *             },
                 *             "since": "2026-05-01T11:59:00.000Z",
                 *             "checkedAt": "2026-05-01T12:00:00.000Z",
                 *             "reason": "slow",
                 *             "phase": null,
                 *             "error": "The response took 6120 ms; 5000 ms or more is degraded.",
                 *             "location": null,
                 *             "machine": "monitor-1",
                 *             "lastUpAt": "2026-05-01T11:58:00.000Z",
                 *             "outageMs": null,
                 *             "certificate": null,
                 *             "kind": null,
                 *             "consequences": null,
                 *             "consequenceOf": null,
                 *             "link": "https://lapwing.example/monitors/mon_01jgezt6z8e7kb3mq4f2ys0nd6"
                 *           },
                 *           {
                 *             "id": "evt_01jgezt6z8e7kb3mq4f2ys0nd7",
                 *             "eventType": "degraded",
                 *             "cause": "check",
                 *             "isReminder": false,
                 *             "monitor": {
                 *               "id": "mon_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *               "name": "Shop",
                 *               "url": "https://shop.example/"
                 *             },
                 *             "since": "2026-05-01T11:59:00.000Z",
                 *             "checkedAt": "2026-05-01T12:00:00.000Z",
                 *             "reason": "slow",
                 *             "phase": null,
                 *             "error": "The response took 6120 ms; 5000 ms or more is degraded.",
                 *             "location": null,
                 *             "machine": "monitor-1",
                 *             "lastUpAt": "2026-05-01T11:58:00.000Z",
                 *             "outageMs": null,
                 *             "certificate": null,
                 *             "kind": null,
                 *             "consequences": null,
                 *             "consequenceOf": null,
                 *             "link": "https://lapwing.example/monitors/mon_01jgezt6z8e7kb3mq4f2ys0nd5"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description The message is delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is given up; after 408 and 429 it is sent again, like after 5XX. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAlertTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The message's id, the same at every attempt: use it to ignore repetitions. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, whose key is the base64 after `whsec_`. Several, separated by spaces, for 24 hours after a change of the secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "type": "alert.test",
                 *       "timestamp": "2026-05-01T12:00:01.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "id": "alt_01jgezt6z8e7kb3mq4f2ys0nd5",
                 *           "name": "On call"
                 *         },
                 *         "noticeId": "evt_01jgezt6z8e7kb3mq4f2ys0nd9",
                 *         "summary": "This is a test. Nothing is wrong.",
                 *         "events": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookMessage"];
            };
        };
        responses: {
            /** @description The message is delivered, whatever the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is given up; after 408 and 429 it is sent again, like after 5XX. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
