/**
 * The role of a process: everything; the same with probers in other locations, which needs NATS; or one of the two
 * halves. On PostgreSQL each half may run several times.
 */

export const ROLES = ["all", "control", "api", "engine"] as const;
export type Role = (typeof ROLES)[number];
