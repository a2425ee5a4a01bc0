/** The message of a database that takes no changes since it was moved; both engines answer a change with it. */
export const FENCED = "This database was moved to another one and takes no changes";
