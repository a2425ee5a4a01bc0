/**
 * Loaded into the service under test before its own code, into each of its threads: Opsgenie is where the environment
 * says. Nothing else of the service is changed.
 */

import { VENDOR_ENDPOINTS } from "../../../src/notify/channel.ts";

/** The environment variable that names it. */
export const OPSGENIE_URL = "LAPWING_OPSGENIE_URL";

const url = process.env[OPSGENIE_URL];
if (url !== undefined) Object.assign(VENDOR_ENDPOINTS.opsgenie, { us: url, eu: url });
