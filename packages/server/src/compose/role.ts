/** The role of a process: everything, or one of the two halves. On PostgreSQL each half may run several times. */

export const ROLES = ["all", "api", "engine"] as const;
export type Role = (typeof ROLES)[number];
