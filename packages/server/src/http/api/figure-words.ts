/** How the API's document describes the two figures beside uptime (docs/rules/statistics.md#uptime). */

export const AVAILABLE = "Checks that were answered as expected, in time or not; null without checks.";
export const FAST_ENOUGH = "Checks that were answered as expected, and in time; null without checks.";
export const REPORTS_COUNT =
	"Which of the two the uptime of this monitor is, in reports too: `fast_enough` for http and flow monitors, " +
	"`available` for the other types.";
